import { type AwsParts, aws } from "./aws/parts";
import type { Cloud } from "./cloud";

/** The cloud that blueprints, the command line and Pulumi build in. */
export type DefaultCloud = Cloud<AwsParts>;

export const defaultCloud: DefaultCloud = aws;

/** What is made of a part's class. */
export type Part<Name extends keyof AwsParts> = AwsParts[Name] extends { readonly prototype: infer Made }
  ? Made
  : never;

export type { KubeRayClusterProps } from "./aws/kubernetes/kube-ray-cluster-props";
export type { IClusterNetwork } from "./aws/network/i-cluster-network";
export type { GpuNodePoolProps } from "./aws/pools/gpu-node-pool-props";
export type { PoolMount } from "./aws/shared/boot-step";
export type { Grantee, IBucket } from "./aws/storage/buckets/i-bucket";
export type { ILustreStorage } from "./aws/storage/lustre/i-lustre-storage";
