import type { IConstruct } from "constructs";
import { programWords } from "../../remedies/program-words";
import { type Text, worded } from "../../remedies/sentence";

const CHECKS = Symbol.for("warpform.tree-checks");

type Check = () => readonly Text[];
type Checked = IConstruct & { [CHECKS]?: Check[] };

/** Adds a check of the finished tree to a construct: what it finds stops the synth. */
export function checkTree(construct: IConstruct, check: Check): void {
  const checked = construct as Checked;
  if (checked[CHECKS] === undefined) Object.defineProperty(checked, CHECKS, { value: [] });
  checked[CHECKS]!.push(check);
  construct.node.addValidation({ validate: () => check().map((text) => worded(text, programWords)) });
}

/** What the checks of the finished tree find in one construct, for a surface to word. */
export function treeProblems(construct: IConstruct): readonly Text[] {
  return ((construct as Checked)[CHECKS] ?? []).flatMap((check) => check());
}
