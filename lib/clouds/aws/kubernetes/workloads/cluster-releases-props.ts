import type { EksCluster } from "@cdktf/provider-aws/lib/eks-cluster";
import type { ITerraformDependable } from "cdktf";
import type { IConstruct } from "constructs";
import type { RayDefinition } from "../define-ray-cluster";
import type { KubeRayClusterProps } from "../kube-ray-cluster-props";
import type { AutoscalerAccess } from "../platform/autoscaler-access";
import type { KarpenterAccess } from "../platform/karpenter-access";
import type { LoadBalancerAccess } from "../platform/load-balancer-access";
import type { PodLogs } from "../platform/pod-logs";
import type { KarpenterPool } from "../writers/node-pools";

/** Who starts nodes and load balancers. */
export interface ClusterAccess {
  readonly karpenter?: KarpenterAccess;
  /** System nodes that Karpenter adds, if it may. */
  readonly addedSystemNodes?: KarpenterPool;
  readonly autoscaler?: AutoscalerAccess;
  /** Rights of the load balancer controller, if a gateway is configured. */
  readonly balancers?: LoadBalancerAccess;
  /** Where the logs of pods go, if they are kept. */
  readonly podLogs?: PodLogs;
  readonly nodeGroups: readonly ITerraformDependable[];
}

export interface ClusterReleasesProps extends ClusterAccess {
  readonly props: KubeRayClusterProps;
  readonly cluster: EksCluster;
  readonly of: RayDefinition;
  /** Add-ons, system nodes and access: nothing can be installed before them. */
  readonly ready: readonly ITerraformDependable[];
  /** Everything else that must be there before code runs in the cluster. */
  readonly needs: () => readonly IConstruct[];
  readonly identities: readonly ITerraformDependable[];
}
