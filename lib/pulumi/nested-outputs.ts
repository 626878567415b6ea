import type * as pulumi from "@pulumi/pulumi";
import { isLater } from "./argument-problems";
import { choiceParts } from "./capacity-image-placement";
import type { InputTokens } from "./clusters/gpu-cluster-props";

const isPlain = (value: unknown): value is object =>
  Array.isArray(value) ||
  (value !== null && typeof value === "object" && Object.getPrototypeOf(value) === Object.prototype);

/** An Output or promise within args: where it is, and whether it is what a Capacity, Image or Placement names. */
export interface NestedOutput {
  readonly path: string;
  readonly value: pulumi.Input<string>;
  readonly isNamed: boolean;
}

/** Outputs and promises within plain objects, lists and choices. */
export function nestedOutputs(value: unknown, path = ""): NestedOutput[] {
  if (isLater(value)) return [{ path, value: value as pulumi.Input<string>, isNamed: false }];
  const choice = choiceParts(value);
  if (choice !== undefined) {
    const named = nestedOutputs(choice.text, path).map((later) => ({ ...later, isNamed: true }));
    return [...named, ...nestedOutputs(choice.plain, path)];
  }
  if (!isPlain(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => nestedOutputs(item, path === "" ? key : `${path}.${key}`));
}

/** The same objects, lists and choices with a text in the place of each Output. */
export function withTexts<T>(value: T, texts: ReadonlyMap<unknown, string>): T {
  if (isLater(value)) return texts.get(value) as T;
  const choice = choiceParts(value);
  if (choice !== undefined) return (isLater(choice.text) ? choice.withText(texts.get(choice.text)!) : value) as T;
  if (!isPlain(value)) return value;
  if (Array.isArray(value)) return value.map((item) => withTexts(item as unknown, texts)) as T;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withTexts(item as unknown, texts)])) as T;
}

/** The Outputs within some args, each once, as inputs by name; `texts` gives the token that the constructs have for each. */
export class NestedOutputs {
  public readonly inputs: Readonly<Record<string, pulumi.Input<string>>>;

  constructor(args: unknown) {
    const values = new Set(nestedOutputs(args).map(({ value }) => value));
    this.inputs = Object.fromEntries([...values].map((value, i) => [`value${i + 1}`, value]));
  }

  public texts(tokens: InputTokens): ReadonlyMap<unknown, string> {
    return new Map(Object.entries(this.inputs).map(([name, value]) => [value, tokens[name]!]));
  }
}
