import type * as pulumi from "@pulumi/pulumi";
import type { Construct } from "constructs";
import type {
  BootStep,
  Capacity,
  InfiniBandFabric as FabricConstruct,
  GpuSharing,
  IBucket,
  IClusterNetwork,
  ILustreStorage,
  Image,
  NvmeCache,
  Placement,
  GpuNodePool as PoolConstruct,
  PoolMount,
  KubeRayCluster as RayConstruct,
} from "../../clouds/default-cloud";
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

/** Args of a component: the props of its construct, with components for constructs and Inputs where they may be. */
export type ConstructArgs<Props, Outputs extends OutputArgs<Props>> = {
  [K in keyof Props]: K extends keyof Outputs
    ? Arg<NonNullable<Props[K]>, Outputs[K]>
    : Composed<NonNullable<Props[K]>>;
};

type Arg<T, How> = How extends "input" | "inputs"
  ? Inputs<T>
  : How extends readonly (infer N)[]
    ? InputsAt<T, N>
    : Composed<T>;

/** Text that may be an Output: itself, or each of a list or map. */
type Inputs<T> = T extends string
  ? pulumi.Input<string>
  : T extends readonly string[]
    ? readonly pulumi.Input<string>[]
    : { readonly [K in keyof T]: pulumi.Input<string> };

/** An object, or a list of them, with Inputs at some keys and components in the place of constructs. */
type InputsAt<T, N> = T extends readonly (infer E)[] ? readonly InputsAtKeys<E, N>[] : InputsAtKeys<T, N>;

type InputsAtKeys<T, N> = {
  [K in keyof T]: K extends N
    ? Inputs<NonNullable<T[K]>>
    : `${K & string}[]` extends N
      ? Inputs<NonNullable<T[K]>>
      : Composed<T[K]>;
};

/** Some props of a construct, with Inputs where its table allows them: what an architecture hands on to a part. */
export type InputsIn<Props, Table> = {
  [K in keyof Props]: K extends keyof Table
    ? Table[K] extends "input" | "inputs"
      ? Inputs<NonNullable<Props[K]>>
      : Table[K] extends readonly (infer N)[]
        ? InputsAt<NonNullable<Props[K]>, N>
        : Props[K]
    : Props[K];
};

/** Values that stay what they are. */
type Opaque =
  | Capacity
  | Image
  | Placement
  | NvmeCache
  | GpuSharing
  | PoolMount
  | BootStep
  | Construct
  | string
  | number
  | boolean;

/** The component of a construct, whatever its Outputs. */
type ComponentOf<C> = ConstructComponent<C, Readonly<Record<string, unknown>>>;

/** Components in the place of constructs, at any depth. */
type Composed<T> = T extends IClusterNetwork
  ? ComponentOf<IClusterNetwork>
  : T extends PoolConstruct
    ? ComponentOf<PoolConstruct>
    : T extends FabricConstruct
      ? ComponentOf<FabricConstruct>
      : T extends ILustreStorage
        ? ComponentOf<ILustreStorage>
        : T extends IBucket
          ? ComponentOf<IBucket>
          : T extends RayConstruct
            ? ComponentOf<RayConstruct>
            : T extends Opaque
              ? T
              : T extends readonly (infer E)[]
                ? readonly Composed<E>[]
                : { [K in keyof T]: Composed<T[K]> };
