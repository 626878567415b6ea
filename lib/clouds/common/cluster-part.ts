import type { IConstruct } from "constructs";
import type { Cluster } from "../../model/model";

/** What one construct says of the cluster it is part of, in the plain terms of the model. */
export type ClusterPart = Partial<
  Pick<Cluster, "networks" | "fabrics" | "fileSystems" | "buckets" | "pools" | "schedulers" | "monitoring">
> & {
  /** Cloud that a network is in. */
  readonly cloud?: Cluster["cloud"];
};

/** A construct with what it says of the cluster it is part of. */
export interface DescribedPart {
  readonly construct: IConstruct;
  readonly part: ClusterPart;
}
