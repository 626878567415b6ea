import type * as pulumi from "@pulumi/pulumi";
import type { Construct } from "constructs";
import type { ConstructComponent } from "./construct-component";

/**
 * Which props of a construct may be Outputs; all others are plain, since they decide sizes or layout. `input` is a text, `inputs` each
 * text of a list or map; of an object, or of each in a list, the keys that may be Outputs, with `[]` behind those that are lists or maps
 * themselves. A test compares them with the props' tables, which say what must be known at synth.
 */
export type OutputArgs<Props> = {
  readonly [K in keyof Props]?: NonNullable<Props[K]> extends string
    ? "input"
    : "inputs" | readonly KeyOf<NonNullable<Props[K]>>[];
};

type KeyOf<T> = T extends readonly (infer E)[] ? KeyIn<Required<E>> : KeyIn<Required<T>>;
type KeyIn<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}[]` }[keyof T & string];

/** What args of a cloud's components may hold beside plain values. */
export interface ArgTypes {
  /** Constructs that have a component, by any name: a type that those made and those that are there share. */
  readonly components: object;
  /** Values that stay what they are: choices, mounts, constructs without a component. */
  readonly opaque: unknown;
}

/** Args of a component of a cloud: the props of its construct, with components for constructs and Inputs where they may be. */
export type ArgsOf<A extends ArgTypes, Props, Outputs extends OutputArgs<Props>> = {
  [K in keyof Props]: K extends keyof Outputs
    ? Arg<A, NonNullable<Props[K]>, Outputs[K]>
    : Composed<A, NonNullable<Props[K]>>;
};

type Arg<A extends ArgTypes, T, How> = How extends "input" | "inputs"
  ? Inputs<T>
  : How extends readonly (infer N)[]
    ? InputsAt<A, T, N>
    : Composed<A, T>;

/** Text that may be an Output: itself, or each of a list or map. */
type Inputs<T> = T extends string
  ? pulumi.Input<string>
  : T extends readonly string[]
    ? readonly pulumi.Input<string>[]
    : { readonly [K in keyof T]: pulumi.Input<string> };

/** An object, or a list of them, with Inputs at some keys and components in the place of constructs. */
type InputsAt<A extends ArgTypes, T, N> = T extends readonly (infer E)[]
  ? readonly InputsAtKeys<A, E, N>[]
  : InputsAtKeys<A, T, N>;

type InputsAtKeys<A extends ArgTypes, T, N> = {
  [K in keyof T]: K extends N
    ? Inputs<NonNullable<T[K]>>
    : `${K & string}[]` extends N
      ? Inputs<NonNullable<T[K]>>
      : Composed<A, T[K]>;
};

/** Some props of a construct, with Inputs where its table allows them: what an architecture hands on to a part. */
export type InputsOf<A extends ArgTypes, Props, Table> = {
  [K in keyof Props]: K extends keyof Table
    ? Table[K] extends "input" | "inputs"
      ? Inputs<NonNullable<Props[K]>>
      : Table[K] extends readonly (infer N)[]
        ? InputsAt<A, NonNullable<Props[K]>, N>
        : Props[K]
    : Props[K];
};

/** The component of a construct, whatever its Outputs. */
type ComponentOf<C> = ConstructComponent<C, Readonly<Record<string, unknown>>>;

/** The construct with a component that a type is one of. */
type Known<A extends ArgTypes, T> = {
  [K in keyof A["components"]]: T extends A["components"][K] ? A["components"][K] : never;
}[keyof A["components"]];

/** Components in the place of constructs, at any depth. */
type Composed<A extends ArgTypes, T> = T extends unknown
  ? [Known<A, T>] extends [never]
    ? T extends A["opaque"] | Construct | string | number | boolean
      ? T
      : T extends readonly (infer E)[]
        ? readonly Composed<A, E>[]
        : { [K in keyof T]: Composed<A, T[K]> }
    : ComponentOf<Known<A, T>>
  : never;
