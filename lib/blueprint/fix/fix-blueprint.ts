import type { Cluster } from "../../model/model";
import { wordedRemedy } from "../../remedies/remedy";
import type { Finding } from "../../review/rule";
import { parseBlueprint } from "../load";
import { BlueprintError, pathText } from "../reader/blueprint-error";
import { blueprintWords } from "../reader/blueprint-keys";
import type { BlueprintText } from "../reader/read-texts";
import { SourceFile } from "../reader/source";
import type { Blueprint } from "../schema/aws/aws-blueprint";
import { applyChange, type Change, obstacle } from "./apply-remedy";
import { changesOfRemedy } from "./change-of-remedy";
import { documentText } from "./document-text";
import { placeOfFinding } from "./place-of-finding";

/** What became of one finding. */
export interface FixedFinding {
  readonly rule: string;
  /** Path of the finding. */
  readonly path: string;
  /** What was changed, such as `pools.h100: set imdsHopLimit to 2`; or why nothing was. */
  readonly note: string;
}

/** A blueprint's texts with the remedies that leave no choice applied. */
export interface FixedBlueprint {
  readonly texts: readonly BlueprintText[];
  readonly applied: readonly FixedFinding[];
  readonly left: readonly FixedFinding[];
}

/**
 * Applies to a blueprint's texts each finding's remedy that leaves no choice and changes nothing else, one after the other; one
 * that would make the blueprint wrong is left. Comments, anchors and the order of keys stay.
 */
export function fixBlueprint(
  texts: readonly BlueprintText[],
  settings: readonly string[],
  { findings, blueprint, cluster }: { findings: readonly Finding[]; blueprint: Blueprint; cluster: Cluster },
): FixedBlueprint {
  const surface = blueprintWords({ architecture: blueprint.architecture });
  const applied: FixedFinding[] = [];
  const left: FixedFinding[] = [];
  let now = texts;
  const seen = new Set<string>();
  for (const { rule, path, remedy } of findings) {
    // A rule that finds the same thing for each pool asks for one change.
    if (seen.has(`${rule} ${path}`)) continue;
    seen.add(`${rule} ${path}`);
    const place = placeOfFinding({ path }, blueprint, cluster);
    const planned = changesOfRemedy(remedy, place, blueprint);
    const next = "left" in planned ? planned.left : withChanges(now, settings, planned.changes);
    if (typeof next === "string" || remedy === null) {
      left.push({ rule, path, note: String(next) });
      continue;
    }
    now = next;
    const where = remedy.remedy === "add" || place === undefined ? "" : `${pathText(place)}: `;
    applied.push({ rule, path, note: `${where}${wordedRemedy(remedy, surface)}` });
  }
  return { texts: now, applied, left };
}

/** The texts with all of some changes, or why they cannot be made. */
function withChanges(
  texts: readonly BlueprintText[],
  settings: readonly string[],
  changes: readonly Change[],
): readonly BlueprintText[] | string {
  const files = texts.map(({ file, text }) => new SourceFile(file, text));
  const changed = new Set<SourceFile>();
  for (const change of changes) {
    const places = filesOf(files, change);
    for (const file of places) {
      const why = obstacle(file.document, change);
      if (why !== undefined) return why;
      applyChange(file.document, change);
      changed.add(file);
    }
  }
  if (changed.size === 0) return "no file says it; is it given by --set?";
  const after = texts.map((text, index) => {
    const file = files[index]!;
    return changed.has(file) ? { ...text, text: documentText(file.document, text.text) } : text;
  });
  if (after.every(({ text }, index) => text === texts[index]!.text)) return "it is written already";
  return wrongIn(after, settings) ?? after;
}

/** The files that a change is made in: each that has what is deleted, else the last that says most of the path. */
function filesOf(files: readonly SourceFile[], { path, does }: Change): readonly SourceFile[] {
  const depth = (file: SourceFile) => file.locate(path).depth;
  if (does === "delete") return files.filter((file) => depth(file) === path.length);
  return [files.reduce((best, file) => (depth(file) >= depth(best) ? file : best))];
}

/** What is wrong with changed texts. */
function wrongIn(texts: readonly BlueprintText[], settings: readonly string[]): string | undefined {
  try {
    parseBlueprint(texts, settings);
    return undefined;
  } catch (error) {
    if (!(error instanceof BlueprintError)) throw error;
    return error.problems[0]!.message;
  }
}
