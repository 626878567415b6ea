import type { AttributesOf, Cloud } from "../clouds/cloud";
import type { DefaultCloud } from "../clouds/default-cloud";
import type { AddressOptions, InferenceClusterProps } from "./inference-cluster";
import type { RegionRouting } from "./sizing/region-shares";
import type { InferenceWorkloadOptions } from "./workloads";

/** One region of a service: where it is, and what is different there. */
export interface InferenceRegion<C extends Cloud = DefaultCloud>
  extends Partial<Omit<InferenceClusterProps<C>, "workload" | "network" | "address">> {
  /** Zone of the nodes, `us-east-2a`; the region follows from it. */
  readonly availabilityZone: string;
  /** Part of the requests that comes here while all regions are up, between 0 and 1; all add up to 1. @default - equal parts */
  readonly share?: number;
  /** Block of the region's VPC; regions whose networks are to be peered need different ones. @default 10.0.0.0/16 */
  readonly vpcCidr?: string;
  /** Existing network, by its ids. @default - one is made */
  readonly existingNetwork?: AttributesOf<C>;
}

export interface InferenceRegionsProps<C extends Cloud = DefaultCloud> {
  /** The requests of all regions together, and what is promised to them. */
  readonly workload: InferenceWorkloadOptions;
  /** Two regions or more, each once. */
  readonly regions: readonly InferenceRegion<C>[];
  /** The name that clients of all regions use. */
  readonly address: Omit<AddressOptions<C>, "weight">;
  /** Who is sent where: to the region with the least latency, or by the regions' shares. @default latency */
  readonly routing?: RegionRouting;
  /** Options of the served model in every region. @default - none */
  readonly serving?: InferenceClusterProps<C>["serving"];
}
