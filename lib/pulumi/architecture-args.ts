import { EXISTING_BUCKET_TABLE, type ExistingBucketArgs } from "./checkpoint-bucket";
import { MONITORING_TABLE } from "./cluster-monitoring";
import { EXISTING_NETWORK_TABLE, type ExistingNetworkArgs } from "./cluster-network";
import type { InputsIn } from "./construct-args";
import { POOL_TABLE } from "./gpu-node-pool";
import { RAY_TABLE } from "./kube-ray-cluster";
import { EXISTING_LUSTRE_TABLE, type ExistingLustreArgs, LUSTRE_TABLE } from "./lustre-storage";
import { ADDRESS_TABLE } from "./service-address";
import { SLURM_TABLE } from "./slurm-head-node";

/** A network that is there: its ids and tags may be Outputs; zone and blocks decide the layout and are plain. */
export type ExistingNetwork = ExistingNetworkArgs;
/** A bucket that is there. */
export type ExistingBucket = ExistingBucketArgs;
/** A Lustre file system that is there. */
export type ExistingLustre = ExistingLustreArgs;

/** Where an architecture stands in a Pulumi program: a new network in a zone, or one that is there. Exactly one is given. */
export interface ArchitecturePlace {
  /** Zone of a new network, `us-east-2a`. @default - that of `existingNetwork` */
  readonly availabilityZone?: string;
  /** Network to build in. @default - a new one in `availabilityZone` */
  readonly existingNetwork?: ExistingNetwork;
  /** Bucket to use. @default - one is made */
  readonly existingBucket?: ExistingBucket;
  /** Folder for charts and files that Pulumi uploads. @default ".warpform/<name>" */
  readonly outdir?: string;
}

/** Tables of the parts that an architecture hands props on to. */
const PARTS = {
  pool: POOL_TABLE,
  lustre: LUSTRE_TABLE,
  slurm: SLURM_TABLE,
  ray: RAY_TABLE,
  monitoring: MONITORING_TABLE,
  address: ADDRESS_TABLE,
} as const;

/**
 * Args of an architecture: the props of its construct, with the places that Outputs may come from beside them. Props that are
 * constructs have no stack in a Pulumi program; what is there is named by its ids.
 */
export type ArchitectureArgs<Props> = {
  [K in keyof Omit<Props, "network" | "bucket" | "availabilityZone">]: K extends keyof typeof PARTS
    ? InputsIn<NonNullable<Props[K]>, (typeof PARTS)[K]>
    : K extends "existingLustre"
      ? ExistingLustre
      : Props[K];
} & ArchitecturePlace;

/** Args that may be Outputs, as paths; below each of them, too, where it is a list or a map. */
export const MAY_BE_OUTPUT: readonly string[] = Object.entries({
  ...PARTS,
  existingNetwork: EXISTING_NETWORK_TABLE,
  existingBucket: EXISTING_BUCKET_TABLE,
  existingLustre: EXISTING_LUSTRE_TABLE,
}).flatMap(([part, table]) =>
  Object.entries<"plain" | "input" | readonly string[]>(table).flatMap(([key, how]) =>
    typeof how === "string"
      ? how === "input"
        ? [`${part}.${key}`]
        : []
      : how.map((nested) => `${part}.${key}.${nested}`),
  ),
);
