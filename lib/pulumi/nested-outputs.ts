import type * as pulumi from "@pulumi/pulumi";
import { isLater } from "./argument-problems";
import type { PulumiCloud } from "./clouds/pulumi-cloud";
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

/** What tells a cloud's choices from other values. */
type Choices = Pick<PulumiCloud, "choiceParts">;

/** Outputs and promises within plain objects, lists and choices of a cloud. */
export function nestedOutputs(cloud: Choices, value: unknown, path = ""): NestedOutput[] {
  if (isLater(value)) return [{ path, value: value as pulumi.Input<string>, isNamed: false }];
  const choice = cloud.choiceParts(value);
  if (choice !== undefined) {
    const named = nestedOutputs(cloud, choice.text, path).map((later) => ({ ...later, isNamed: true }));
    return [...named, ...nestedOutputs(cloud, choice.plain, path)];
  }
  if (!isPlain(value)) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    nestedOutputs(cloud, item, path === "" ? key : `${path}.${key}`),
  );
}

/** The same objects, lists and choices with a text in the place of each Output. */
export function withTexts<T>(cloud: Choices, value: T, texts: ReadonlyMap<unknown, string>): T {
  if (isLater(value)) return texts.get(value) as T;
  const choice = cloud.choiceParts(value);
  if (choice !== undefined) return (isLater(choice.text) ? choice.withText(texts.get(choice.text)!) : value) as T;
  if (!isPlain(value)) return value;
  if (Array.isArray(value)) return value.map((item) => withTexts(cloud, item as unknown, texts)) as T;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, withTexts(cloud, item as unknown, texts)]),
  ) as T;
}

/** The Outputs within some args, each once, as inputs by name; `texts` gives the token that the constructs have for each. */
export class NestedOutputs {
  public readonly inputs: Readonly<Record<string, pulumi.Input<string>>>;

  constructor(cloud: Choices, args: unknown) {
    const values = new Set(nestedOutputs(cloud, args).map(({ value }) => value));
    this.inputs = Object.fromEntries([...values].map((value, i) => [`value${i + 1}`, value]));
  }

  public texts(tokens: InputTokens): ReadonlyMap<unknown, string> {
    return new Map(Object.entries(this.inputs).map(([name, value]) => [value, tokens[name]!]));
  }
}
