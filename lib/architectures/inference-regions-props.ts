import type { AttributesOf, Cloud } from "../clouds/cloud";
import type { DefaultCloud } from "../clouds/default-cloud";
import type { AddressOptions, InferenceClusterProps } from "./inference-cluster";
import type { RegionRouting } from "./sizing/region-shares";
import type { InferenceWorkloadOptions } from "./workloads";

/** A Region of a service, with the props that differ there. */
export interface InferenceRegion<C extends Cloud = DefaultCloud>
  extends Partial<Omit<InferenceClusterProps<C>, "workload" | "network" | "address">> {
  /** Zone of the nodes, `us-east-2a`; the region follows from it. */
  readonly availabilityZone: string;
  /** Share of the requests for this Region while all Regions are available, 0 to 1; all shares add up to 1. @default - equal parts */
  readonly share?: number;
  /** Block of the region's VPC; regions whose networks are to be peered need different ones. @default 10.0.0.0/16 */
  readonly vpcCidr?: string;
  /** Existing network, by its ids. @default - one is created */
  readonly existingNetwork?: AttributesOf<C>;
}

export interface InferenceRegionsProps<C extends Cloud = DefaultCloud> {
  /** Requests of all Regions together, with latency objectives. */
  readonly workload: InferenceWorkloadOptions;
  /** Two regions or more, each once. */
  readonly regions: readonly InferenceRegion<C>[];
  /** The name that clients of all regions use. */
  readonly address: Omit<AddressOptions<C>, "weight">;
  /** Routing of clients: to the Region with the lowest latency, or by the shares of the Regions. @default latency */
  readonly routing?: RegionRouting;
  /** Options of the served model in every region. @default - none */
  readonly serving?: InferenceClusterProps<C>["serving"];
}
