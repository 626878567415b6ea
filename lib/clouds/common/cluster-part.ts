import type { IConstruct } from "constructs";
import type { GivenResource, TakenName } from "../../model/aws/aws-model";
import type { Cluster } from "../../model/model";

/** Lists of the model that constructs add to and that people give ids to. */
export const IDENTIFIED = ["fabrics", "fileSystems", "buckets", "pools", "schedulers", "monitoring"] as const;

/** Lists of the model that constructs add to. */
export const PART_KINDS = ["networks", ...IDENTIFIED] as const;

/** What one construct says of the cluster it is part of, in the plain terms of the model. */
export type ClusterPart = Partial<Pick<Cluster, (typeof PART_KINDS)[number]>> & {
  /** Cloud that a network is in. */
  readonly cloud?: Cluster["cloud"];
  /** Resources that exist already, by the prop of the part's that names each. */
  readonly given?: readonly GivenResource[];
  /** Names of its cluster that the cloud takes once. */
  readonly names?: readonly TakenName[];
};

/** A construct with what it says of the cluster it is part of. */
export interface DescribedPart {
  readonly construct: IConstruct;
  readonly part: ClusterPart;
}
