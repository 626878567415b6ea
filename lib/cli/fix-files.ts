import { type FixedFinding, fixBlueprint } from "../blueprint/fix/fix-blueprint";
import { readTexts } from "../blueprint/reader/read-texts";
import { reviewBlueprint } from "../blueprint/review-blueprint";
import { WarpformError } from "../errors";
import { designOf } from "../review/design";
import { counted } from "../units/quantity";
import { buildTextsInMemory } from "./build-in-memory";
import { refuse } from "./command-error";
import { errorText } from "./terminal/error-text";
import { writeFile } from "./write-file";

/** Writes to a blueprint's files the fixes of its review that leave no choice, and says on stderr what it did and what it left. */
export function fixFiles(paths: readonly string[], settings: readonly string[]): void {
  if (paths.includes("-")) {
    refuse("review", "not-allowed", "--fix", "--fix must be given files, got standard input; write it to a file");
  }
  const texts = readTexts(paths);
  const { stacks, loaded } = buildTextsInMemory(texts, settings);
  const { blueprint } = loaded;
  const [{ cluster }] = stacks as readonly [(typeof stacks)[number]];
  const findings = stacks.flatMap((stack) => reviewBlueprint(designOf(stack.cluster), blueprint).findings);
  const fixed = fixBlueprint(texts, settings, { findings, blueprint, cluster });
  if (fixed.applied.length > 0) requireBuilt(fixed.texts, settings);
  fixed.texts.forEach(({ text }, index) => {
    if (text !== texts[index]!.text) writeFile("review", "--fix", paths[index]!, text);
  });
  for (const one of fixed.applied) console.error(errorText(`fixed ${line(one)}`));
  for (const one of fixed.left) console.error(errorText(`not fixed ${line(one)}`));
  console.error(`${counted(fixed.applied.length, "findings")} fixed, ${fixed.left.length} left`);
}

const line = ({ rule, path, note }: FixedFinding) => `${rule} at ${path}: ${note}`;

/** @throws WarpformError where the fixes together make a blueprint that cannot be built; then nothing is written */
function requireBuilt(...[texts, settings]: Parameters<typeof buildTextsInMemory>): void {
  try {
    buildTextsInMemory(texts, settings);
  } catch (error) {
    if (!(error instanceof WarpformError)) throw error;
    const why = error.problems.map(({ message }) => message).join("; ");
    refuse(
      "review",
      "conflict",
      "--fix",
      `--fix would make a blueprint that cannot be built (${why}); apply the fixes by hand`,
    );
  }
}
