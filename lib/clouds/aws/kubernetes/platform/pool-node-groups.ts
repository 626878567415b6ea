import { AutoscalingGroupTagA } from "@cdktf/provider-aws/lib/autoscaling-group-tag";
import { EksNodeGroup } from "@cdktf/provider-aws/lib/eks-node-group";
import { LaunchTemplate } from "@cdktf/provider-aws/lib/launch-template";
import { type ITerraformDependable, Token } from "cdktf";
import { Construct, type IConstruct } from "constructs";
import { GPU_RESOURCE, STARTUP_TAINT } from "../../../../kubernetes/chart/names";
import type { NodeImage } from "../../../../kubernetes/gpus/gpu-stack";
import { type PoolSource, poolSources } from "../../../../kubernetes/nodes/karpenter-node-pool";
import { isChecked } from "../../../../kubernetes/nodes/node-check";
import { type GpuPodUse, nodeLabels } from "../../../../kubernetes/nodes/node-labels";
import { fabricCapacity } from "../../../../kubernetes/nodes/node-resources";
import { gpuResource, type KubernetesPool } from "../../../../kubernetes/nodes/pool";
import { leastNodes, mostNodes } from "../../../../kubernetes/nodes/static-nodes";
import { ownTaints } from "../../../../kubernetes/nodes/taints";
import { takesAlternatives } from "../../../../model/alternative-types";
import type { NodeTaint } from "../../../../model/kubernetes/node-taint";
import { GPU_TAINT } from "../../../../model/kubernetes/node-taint";
import { waitFor } from "../../../common/resources-within";
import type { Capacity } from "../../pools/capacity/capacity";
import type { NodesDefinition } from "../../pools/define-pool";
import type { GpuNodePool } from "../../pools/gpu-node-pool";
import { launchConfig } from "../../pools/launch/launch-config";
import { neededBy } from "../../pools/needed-by";
import { type NodeNeeds, nodeUserData } from "./node-user-data";
import { attachWorkerPolicies } from "./worker-policies";

export interface PoolNodeGroupsProps {
  readonly pool: GpuNodePool;
  /** The pool's nodes as this cluster starts them. */
  readonly nodes: NodesDefinition;
  readonly of: KubernetesPool;
  readonly use: GpuPodUse;
  readonly eksClusterName: string;
  /** Name of the EKS cluster, known at synth. */
  readonly name: string;
  readonly image: NodeImage;
  /** What pods need of the nodes. */
  readonly needs: NodeNeeds;
  /** Release of the image; undefined for the newest when the group is made. */
  readonly releaseVersion: string | undefined;
  /** File systems that pods mount. */
  readonly fileSystems: readonly IConstruct[];
  readonly dependsOn: ITerraformDependable[];
}

const CAPACITY_TYPE = {
  block: "CAPACITY_BLOCK",
  reservation: "ON_DEMAND",
  spot: "SPOT",
  "on-demand": "ON_DEMAND",
} as const;

/** Image families as EKS names them, by the pool's architecture and whether it has GPUs. */
function amiType({ type }: KubernetesPool, image: NodeImage): string {
  const cpu = type.architecture === "arm64" ? "ARM_64" : "x86_64";
  const gpu = type.acceleratorCount > 0;
  if (image === "bottlerocket") return `BOTTLEROCKET_${cpu}${gpu ? "_NVIDIA" : ""}`;
  return `AL2023_${cpu}_${gpu ? "NVIDIA" : "STANDARD"}`;
}

/** The types of a node group in order of preference, where it may take several. */
function severalTypes({ instanceType, alternativeTypes }: NodesDefinition, source: Capacity): string[] | undefined {
  if (alternativeTypes.length === 0 || !takesAlternatives(source)) return undefined;
  return [instanceType.name, ...alternativeTypes];
}

/** Effects in EKS' words. @see https://docs.aws.amazon.com/eks/latest/APIReference/API_Taint.html */
const EFFECTS = {
  NoSchedule: "NO_SCHEDULE",
  PreferNoSchedule: "PREFER_NO_SCHEDULE",
  NoExecute: "NO_EXECUTE",
} as const satisfies Record<NodeTaint["effect"], string>;

/** Taints of new nodes. EKS sets them when a node joins, and leaves it to us to take one off. */
function taintsOf(of: KubernetesPool) {
  const gpus = of.type.acceleratorCount > 0 ? [GPU_TAINT, ...(isChecked(of) ? [STARTUP_TAINT] : [])] : [];
  const taints = [...gpus, ...ownTaints(of.pool)].map(({ key, value, effect }) => ({
    key,
    value,
    effect: EFFECTS[effect],
  }));
  return taints.length > 0 ? taints : undefined;
}

/** A pool as managed node groups, one for each capacity source, in one subnet: EFA traffic and blocks know no other. */
export class PoolNodeGroups extends Construct {
  public readonly nodeGroups: readonly EksNodeGroup[];

  constructor(scope: Construct, id: string, props: PoolNodeGroupsProps) {
    super(scope, id);
    const policies = attachWorkerPolicies(this, props.pool.nodeRole!.role);
    const sources = poolSources(props.of);
    this.nodeGroups = sources.map((source, i) => this.nodeGroup(source, props.pool.capacity[i]!, props, policies));
  }

  private nodeGroup(
    source: PoolSource,
    capacity: Capacity,
    props: PoolNodeGroupsProps,
    policies: ITerraformDependable[],
  ): EksNodeGroup {
    const { pool, of, use, nodes } = props;
    const template = this.template(source, capacity, props);
    const most = mostNodes(of.pool, source.source);
    const least = leastNodes(of.pool, source.source);
    // the nodes of a block that has begun stand, whatever pods ask for
    const stands = capacity.kind === "block" && least === most;
    const group = new EksNodeGroup(this, source.name, {
      clusterName: props.eksClusterName,
      nodeGroupName: source.name,
      nodeRoleArn: pool.nodeRole!.role.arn,
      subnetIds: [pool.network.computeSubnetId],
      amiType: amiType(of, props.image),
      releaseVersion: props.releaseVersion,
      capacityType: CAPACITY_TYPE[capacity.kind],
      // one type is in the template alone, which is what capacity blocks need; EKS takes several from the group alone
      instanceTypes: severalTypes(nodes, capacity),
      launchTemplate: { id: template.id, version: Token.asString(template.latestVersion) },
      scalingConfig: { minSize: least, desiredSize: least, maxSize: most },
      updateConfig: { maxUnavailable: 1 },
      nodeRepairConfig: { enabled: true },
      labels: nodeLabels(of, use),
      taint: taintsOf(of),
      tags: pool.network.tagsFor(source.name),
      dependsOn: [...policies, ...props.dependsOn],
      lifecycle: stands ? undefined : { ignoreChanges: ["scaling_config[0].desired_size"] },
    });
    waitFor(group, () => [...neededBy([pool]), ...props.fileSystems]);
    if (!stands) this.scaleFromZero(source.name, group, of);
    return group;
  }

  private template(source: PoolSource, capacity: Capacity, props: PoolNodeGroupsProps): LaunchTemplate {
    const { pool, of, nodes } = props;
    // no subnet: the node group brings its own
    const resources = { placementGroupName: pool.placementGroup?.name, subnetId: undefined };
    return new LaunchTemplate(this, `${source.name}-template`, {
      ...launchConfig(nodes, capacity, resources),
      ...(severalTypes(nodes, capacity) ? { instanceType: undefined } : {}),
      name: `${props.name}-${source.name}`,
      description: `Kubernetes nodes of pool ${pool.name} from ${capacity.kind}`,
      userData: Buffer.from(nodeUserData(of, props.image, props.needs)).toString("base64"),
    });
  }

  /** Tells the autoscaler what a node would offer while there is none to look at. */
  private scaleFromZero(name: string, group: EksNodeGroup, of: KubernetesPool): void {
    const gpu = gpuResource(of);
    const resources: Record<string, string> = {
      ...(gpu.perNode > 0 && gpu.name !== GPU_RESOURCE ? { [gpu.name]: String(gpu.perNode) } : {}),
      ...fabricCapacity(of),
    };
    const autoscalingGroupName = group.resources.get(0).autoscalingGroups.get(0).name;
    Object.entries(resources).forEach(([resource, value]) => {
      new AutoscalingGroupTagA(this, `${name}-${resource.replaceAll(/[^a-z0-9]/gi, "-")}`, {
        autoscalingGroupName,
        tag: { key: `k8s.io/cluster-autoscaler/node-template/resources/${resource}`, value, propagateAtLaunch: false },
      });
    });
  }
}
