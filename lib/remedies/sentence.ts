import type { Surface, Term, Vocabulary } from "./vocabulary";

/** A text of which a surface words some parts. */
export interface Sentence {
  readonly said: readonly (string | Term)[];
}

/** A text that is the same on every surface, or one that is not. */
export type Text = string | Sentence;

/** One item of the vocabulary as a text. */
export function term<K extends keyof Vocabulary>(name: K, of: Vocabulary[K]): Sentence {
  return { said: [{ term: name, of } as Term] };
}

/** A sentence with items of the vocabulary: say`buy a block, or add ${capacity("on-demand")}`. */
export function say(texts: TemplateStringsArray, ...values: readonly (Text | number)[]): Sentence {
  const said = texts.flatMap((text, index) => {
    const value = values[index];
    return [text, ...(value === undefined ? [] : typeof value === "object" ? value.said : [String(value)])];
  });
  return { said: said.filter((part) => part !== "") };
}

/** A text as a surface says it. */
export function worded(text: Text, surface: Surface): string {
  if (typeof text === "string") return text;
  return text.said.map((part) => (typeof part === "string" ? part : wordedTerm(part, surface))).join("");
}

function wordedTerm({ term, of }: Term, surface: Surface): string {
  return (surface[term] as (of: unknown) => string)(of);
}

export const prop = (path: string): Sentence => term("prop", path);
export const part = (name: Vocabulary["part"]): Sentence => term("part", name);
export const capacity = (kind: Vocabulary["capacity"]): Sentence => term("capacity", kind);
export const placement = (kind: Vocabulary["placement"]): Sentence => term("placement", kind);
export const sharing = (by: Vocabulary["sharing"]["by"], replicas?: number): Sentence =>
  term("sharing", replicas === undefined ? { by } : { by, replicas });
export const image = (by: Vocabulary["image"]["by"], os: string): Sentence => term("image", { by, os });
export const imageParameter = (parameter: string, os: string): Sentence => term("imageParameter", { parameter, os });
export const imageId = (os: string | null = null): Sentence => term("imageId", { os });
