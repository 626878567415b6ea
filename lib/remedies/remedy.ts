import { type Sentence, type Text, term, worded } from "./sentence";
import type { Missing, PropValue, SetProp, Surface, Term, Vocabulary } from "./vocabulary";

/** What to change, as data: a prop to set or to leave out, a part to add, values to choose from. */
export type Remedy = {
  readonly [K in "set" | "leaveOut" | "add" | "use"]: { readonly remedy: K; readonly of: Vocabulary[K] };
}["set" | "leaveOut" | "add" | "use"];

/** What to do about a finding; of a list any one. */
export type Fix = Text | readonly Text[];

export const set = (path: string, to?: PropValue, verb?: SetProp["verb"]): Sentence =>
  term("set", { path, ...(to === undefined ? {} : { to }), ...(verb === undefined ? {} : { verb }) });
export const leaveOut = (path: string): Sentence => term("leaveOut", { path });
export const add = (part: Missing): Sentence => term("add", part);
export const use = (...values: readonly (string | number)[]): Sentence => term("use", { values });

/** Leaves out a prop that is on by default. */
export const keepDefault = (path: string): Sentence => term("leaveOut", { path, onByDefault: true });

const alternatives = (fix: Fix): readonly Text[] => (Array.isArray(fix) ? fix : [fix as Text]);

/** The remedies that a fix names, in its order. */
export function remediesOf(fix: Fix): readonly Remedy[] {
  return alternatives(fix).flatMap(remediesIn);
}

/** The one remedy of a fix that leaves no choice; undefined where its reader has to decide. */
export function onlyRemedy(fix: Fix): Remedy | undefined {
  const all = alternatives(fix);
  const remedies = remediesOf(fix);
  return all.length === 1 && remedies.length === 1 ? remedies[0] : undefined;
}

/** A fix as a surface says it. */
export function wordedFix(fix: Fix, surface: Surface): string {
  return alternatives(fix)
    .map((text) => worded(text, surface))
    .join(", or ");
}

/** One remedy as a surface says it. */
export function wordedRemedy({ remedy, of }: Remedy, surface: Surface): string {
  return worded({ said: [{ term: remedy, of } as Term] }, surface);
}

function remediesIn(text: Text): readonly Remedy[] {
  return typeof text === "string" ? [] : text.said.flatMap((part) => (isRemedy(part) ? [asRemedy(part)] : []));
}

type RemedyTerm = Extract<Term, { readonly term: "set" | "leaveOut" | "add" | "use" }>;

function isRemedy(part: string | Term): part is RemedyTerm {
  return typeof part === "object" && ["set", "leaveOut", "add", "use"].includes(part.term);
}

function asRemedy({ term: remedy, of }: RemedyTerm): Remedy {
  return { remedy, of } as Remedy;
}
