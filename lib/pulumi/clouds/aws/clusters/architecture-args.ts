import { OutputPaths } from "../../../clusters/output-paths";
import { EXISTING_BUCKET_OUTPUTS, type ExistingBucketArgs } from "../components/checkpoint-bucket";
import { MONITORING_OUTPUTS } from "../components/cluster-monitoring";
import { EXISTING_NETWORK_OUTPUTS, type ExistingNetworkArgs } from "../components/cluster-network";
import { POOL_OUTPUTS } from "../components/gpu-node-pool";
import { RAY_OUTPUTS, SERVING_OUTPUTS } from "../components/kube-ray-cluster";
import { EXISTING_LUSTRE_OUTPUTS, type ExistingLustreArgs, LUSTRE_OUTPUTS } from "../components/lustre-storage";
import { ADDRESS_OUTPUTS } from "../components/service-address";
import { SLURM_OUTPUTS } from "../components/slurm-head-node";
import type { InputsIn } from "../construct-args";

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
  pool: POOL_OUTPUTS,
  lustre: LUSTRE_OUTPUTS,
  slurm: SLURM_OUTPUTS,
  ray: RAY_OUTPUTS,
  monitoring: MONITORING_OUTPUTS,
  address: ADDRESS_OUTPUTS,
  serving: SERVING_OUTPUTS,
} as const;

/**
 * Args of an architecture: the props of its construct, with the places that Outputs may come from beside them. Props that are
 * constructs have no stack in a Pulumi program; existing resources are given by their IDs.
 */
export type ArchitectureArgs<Props> = {
  [K in keyof Omit<Props, "network" | "bucket" | "availabilityZone">]: K extends keyof typeof PARTS
    ? InputsIn<NonNullable<Props[K]>, (typeof PARTS)[K]>
    : K extends "existingLustre"
      ? ExistingLustre
      : Props[K];
} & ArchitecturePlace;

/** Where args of architectures may be Outputs. */
export const OUTPUT_PATHS = new OutputPaths({
  ...PARTS,
  existingNetwork: EXISTING_NETWORK_OUTPUTS,
  existingBucket: EXISTING_BUCKET_OUTPUTS,
  existingLustre: EXISTING_LUSTRE_OUTPUTS,
});
