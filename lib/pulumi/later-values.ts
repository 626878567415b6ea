import type * as pulumi from "@pulumi/pulumi";
import { isLater } from "./argument-problems";
import type { InputTokens } from "./gpu-cluster-props";

const isPlain = (value: unknown): value is object =>
  Array.isArray(value) ||
  (value !== null && typeof value === "object" && Object.getPrototypeOf(value) === Object.prototype);

/** Outputs and promises within plain objects and lists, by their paths. */
export function laterValues(value: unknown, path = ""): [path: string, value: pulumi.Input<string>][] {
  if (isLater(value)) return [[path, value as pulumi.Input<string>]];
  if (!isPlain(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => laterValues(item, path === "" ? key : `${path}.${key}`));
}

/** The same objects and lists with a text in the place of each Output. */
export function withTexts<T>(value: T, texts: ReadonlyMap<unknown, string>): T {
  if (isLater(value)) return texts.get(value) as T;
  if (!isPlain(value)) return value;
  if (Array.isArray(value)) return value.map((item) => withTexts(item as unknown, texts)) as T;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withTexts(item as unknown, texts)])) as T;
}

/** The Outputs within some args, each once, as inputs by name; `texts` gives the token that the constructs have for each. */
export class LaterValues {
  public readonly inputs: Readonly<Record<string, pulumi.Input<string>>>;

  constructor(args: unknown) {
    const values = new Set(laterValues(args).map(([, value]) => value));
    this.inputs = Object.fromEntries([...values].map((value, i) => [`value${i + 1}`, value]));
  }

  public texts(tokens: InputTokens): ReadonlyMap<unknown, string> {
    return new Map(Object.entries(this.inputs).map(([name, value]) => [value, tokens[name]!]));
  }
}
