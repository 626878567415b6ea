import type { AdopterKind } from "./adopters";

/** A part of a cluster that surfaces call by different names. */
export type PartName = AdopterKind | "monitoring";

/** What a design may lack. */
export type Missing =
  | "adopter"
  | "shared-adopter"
  | "on-demand"
  | "fabric"
  | "lustre"
  | "bucket-access"
  | "monitoring"
  | "private-subnets"
  | "region"
  | "gpu-pool";

/** A value of a prop, as it is written in YAML and JSON. */
export type PropValue = string | number | boolean | { readonly [key: string]: PropValue };

/** What is called by another name in a program, a blueprint and Terraform written by hand; remedies are the last four. */
export interface Vocabulary {
  /** A prop of the part that the text is about: `nodes.max`. */
  readonly prop: string;
  readonly part: PartName;
  readonly capacity: "block" | "reservation" | "spot" | "on-demand";
  readonly placement: "cluster" | "none" | "existing";
  readonly image: { readonly by: "dlami" | "plain"; readonly os: string };
  readonly imageId: { readonly os: string | null };
  readonly imageParameter: { readonly parameter: string; readonly os: string };
  /** A way to share GPUs: as what it is, or with its number of users. */
  readonly sharing: { readonly by: "mig" | "time-slicing" | "mps"; readonly replicas?: number };
  readonly set: SetProp;
  /** A prop to leave out; `onByDefault` where that turns on what it turned off. */
  readonly leaveOut: { readonly path: string; readonly onByDefault?: true };
  readonly add: Missing;
  readonly use: { readonly values: readonly (string | number)[] };
}

/** A prop to set; without a value, one that only the owner knows. */
export interface SetProp {
  /** Path of the prop from the part that the finding is about: `nodes.max`, `partitions.train.maxTimeMinutes`. */
  readonly path: string;
  readonly to?: PropValue;
  readonly verb?: "set" | "lower" | "raise";
}

/** One item of the vocabulary. */
export type Term = {
  readonly [K in keyof Vocabulary]: { readonly term: K; readonly of: Vocabulary[K] };
}[keyof Vocabulary];

/** How one surface words each item. */
export type Surface = { readonly [K in keyof Vocabulary]: (of: Vocabulary[K]) => string };
