import { createHash } from "node:crypto";
import { KubernetesClusterNodePool } from "@cdktf/provider-azurerm/lib/kubernetes-cluster-node-pool";
import { RoleAssignment } from "@cdktf/provider-azurerm/lib/role-assignment";
import type { UserAssignedIdentity } from "@cdktf/provider-azurerm/lib/user-assigned-identity";
import { Construct } from "constructs";
import { type GpuPodUse, nodeLabels } from "../../../../kubernetes/nodes/node-labels";
import type { KubernetesPool } from "../../../../kubernetes/nodes/pool";
import { ownTaints } from "../../../../kubernetes/nodes/taints";
import { GPU_TAINT } from "../../../../model/kubernetes/node-taint";
import { checkovSkip } from "../../../common/checkov";
import type { GpuNodePool } from "../../pools/gpu-node-pool";
import { zonesOf } from "../../shared/names";
import { MAX_PODS } from "../writers/aks-nodes";
import { SPOT_TAINT } from "../writers/spot-nodes";
import { nodesOnAks } from "./pool-on-aks";

export interface AksNodePoolProps {
  readonly pool: GpuNodePool;
  readonly of: KubernetesPool;
  readonly use: GpuPodUse;
  readonly clusterId: string;
  /** Whom the control plane acts as. */
  readonly controlPlane: UserAssignedIdentity;
  readonly gpuDriver: "aks" | "operator";
}

const asText = ({ key, value, effect }: { readonly key: string; readonly value: string; readonly effect: string }) =>
  `${key}=${value}:${effect}`;

/** Nodes of a pool: one scale set, which AKS' autoscaler grows while pods wait for them. */
export class AksNodePool extends Construct {
  public readonly nodePool: KubernetesClusterNodePool;

  constructor(scope: Construct, id: string, props: AksNodePoolProps) {
    super(scope, id);
    const { pool, of, use, clusterId, gpuDriver } = props;
    const { network, instanceType, nodes, definition } = pool;
    const { osDiskGiB, osDiskType, osSku } = nodesOnAks(pool);
    const { capacity } = definition;
    const gpus = instanceType.acceleratorCount > 0;
    const spot = capacity.kind === "spot";
    this.nodePool = new KubernetesClusterNodePool(this, "Resource", {
      name: pool.name,
      kubernetesClusterId: clusterId,
      mode: "User",
      vmSize: instanceType.name,
      temporaryNameForRotation: temporaryName(pool.name),
      zones: zonesOf(network.availabilityZone),
      vnetSubnetId: network.computeSubnetId,
      ...(nodes.min === nodes.max
        ? { nodeCount: nodes.max }
        : { autoScalingEnabled: true, minCount: nodes.min, maxCount: nodes.max }),
      ...(gpus ? { gpuDriver: gpuDriver === "aks" ? "Install" : "None" } : {}),
      osSku,
      osDiskSizeGb: osDiskGiB,
      osDiskType,
      maxPods: MAX_PODS,
      nodeLabels: { ...nodeLabels(of, use), ...(spot ? { [SPOT_TAINT.key]: SPOT_TAINT.value } : {}) },
      nodeTaints: [...(gpus ? [GPU_TAINT] : []), ...(spot ? [SPOT_TAINT] : []), ...ownTaints(of.pool)].map(asText),
      ...(spot ? { priority: "Spot", evictionPolicy: "Delete", spotMaxPrice: -1 } : UPDATED_IN_PLACE),
      ...(capacity.groupId ? this.inReservation(capacity.groupId, props) : {}),
      tags: network.tags,
    });
    checkovSkip(
      this.nodePool,
      "CKV_AZURE_227",
      "encryption at host is a feature of the subscription that must be registered first; disks are encrypted at rest without it",
    );
  }

  /**
   * Without this role of its control plane AKS makes the pool outside of the reservation, with a warning.
   * @see https://learn.microsoft.com/azure/aks/use-capacity-reservation-groups
   */
  private inReservation(groupId: string, { controlPlane }: AksNodePoolProps) {
    const role = new RoleAssignment(this, "reservation", {
      scope: groupId,
      roleDefinitionName: "Contributor",
      principalId: controlPlane.principalId,
      principalType: "ServicePrincipal",
    });
    return { capacityReservationGroupId: groupId, dependsOn: [role] };
  }
}

/**
 * Name of the pool that nodes move to while a change of size, zone or disk replaces them, without which the provider refuses such a change. It is none
 * of another pool's: names of pools are at most 12 characters of the user's.
 * @see https://registry.terraform.io/providers/hashicorp/azurerm/4.55.0/docs/resources/kubernetes_cluster_node_pool#temporary_name_for_rotation-2
 */
const temporaryName = (pool: string) => `tmp${createHash("sha256").update(pool).digest("hex").slice(0, 9)}`;

/** An update takes nodes out one after another, and asks for no further GPUs, which the quota need not have. Spot pools are not updated. */
const UPDATED_IN_PLACE = { upgradeSettings: { maxSurge: "0", maxUnavailable: "1" } };
