import { AutoscalingGroupTagA } from "@cdktf/provider-aws/lib/autoscaling-group-tag";
import { EksNodeGroup } from "@cdktf/provider-aws/lib/eks-node-group";
import { LaunchTemplate } from "@cdktf/provider-aws/lib/launch-template";
import { type ITerraformDependable, Token } from "cdktf";
import { Construct } from "constructs";
import { EFA_RESOURCE, GPU_RESOURCE, GPU_TAINT, HUGE_PAGES_RESOURCE } from "../../../../kubernetes/chart/names";
import { memoryQuantity } from "../../../../kubernetes/chart/quantity";
import type { NodeImage } from "../../../../kubernetes/gpus/gpu-stack";
import { type PoolSource, poolSources } from "../../../../kubernetes/nodes/karpenter-node-pool";
import { type GpuPodUse, nodeLabels } from "../../../../kubernetes/nodes/node-labels";
import { allocatable } from "../../../../kubernetes/nodes/node-resources";
import { gpuResource, type KubernetesPool } from "../../../../kubernetes/nodes/pool";
import { leastNodes, mostNodes } from "../../../../kubernetes/nodes/standing-nodes";
import type { Capacity } from "../../pools/capacity";
import type { GpuNodePool } from "../../pools/gpu-node-pool";
import { nodeUserData } from "./node-user-data";
import { attachWorkerPolicies } from "./worker-policies";

export interface PoolNodeGroupsProps {
  readonly pool: GpuNodePool;
  readonly of: KubernetesPool;
  readonly use: GpuPodUse;
  readonly eksClusterName: string;
  /** Name of the EKS cluster, known at synth. */
  readonly name: string;
  readonly clusterSecurityGroupId: string;
  /** Further security groups of the nodes. */
  readonly securityGroupIds: readonly string[];
  readonly image: NodeImage;
  /** Whether pods mount Lustre, whose client the nodes then need. */
  readonly lustre: boolean;
  /** Release of the image; undefined for the newest when the group is made. */
  readonly releaseVersion: string | undefined;
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
    const { pool, of, use } = props;
    const template = this.template(source, capacity, props);
    const block = capacity.kind === "block";
    const most = mostNodes(of.pool, source.source);
    const least = leastNodes(of.pool, source.source);
    const group = new EksNodeGroup(this, source.name, {
      clusterName: props.eksClusterName,
      nodeGroupName: source.name,
      nodeRoleArn: pool.nodeRole!.role.arn,
      subnetIds: [pool.network.computeSubnetId],
      amiType: amiType(of, props.image),
      releaseVersion: props.releaseVersion,
      capacityType: CAPACITY_TYPE[capacity.kind],
      // the type is in the template alone, which is what capacity blocks need
      launchTemplate: { id: template.id, version: Token.asString(template.latestVersion) },
      scalingConfig: { minSize: least, desiredSize: least, maxSize: most },
      updateConfig: { maxUnavailable: 1 },
      nodeRepairConfig: { enabled: true },
      labels: nodeLabels(of, use),
      taint:
        of.type.acceleratorCount > 0
          ? [{ key: GPU_TAINT.key, value: GPU_TAINT.value, effect: "NO_SCHEDULE" }]
          : undefined,
      tags: pool.network.tagsFor(source.name),
      dependsOn: [...policies, ...props.dependsOn],
      lifecycle: block ? undefined : { ignoreChanges: ["scaling_config[0].desired_size"] },
    });
    if (!block) this.scaleFromZero(source.name, group, of);
    return group;
  }

  private template(source: PoolSource, capacity: Capacity, props: PoolNodeGroupsProps): LaunchTemplate {
    const { pool, of } = props;
    const reserved = capacity.reserved;
    const placement =
      reserved && pool.placement.kind === "cluster"
        ? undefined
        : (pool.placementGroup?.name ?? pool.placement.groupName);
    const tags = { ...pool.network.tagsFor(pool.name), ...pool.props.tags, "warpform:pool": pool.name };
    const bottlerocket = props.image === "bottlerocket";
    return new LaunchTemplate(this, `${source.name}-template`, {
      name: `${props.name}-${source.name}`,
      description: `Kubernetes nodes of pool ${pool.name} from ${capacity.kind}`,
      instanceType: of.type.name,
      updateDefaultVersion: true,
      // pods get credentials from Pod Identity; one hop keeps them from the node's own
      metadataOptions: {
        httpEndpoint: "enabled",
        httpTokens: "required",
        httpPutResponseHopLimit: pool.props.imdsHopLimit ?? 1,
      },
      monitoring: { enabled: true },
      blockDeviceMappings: [
        {
          deviceName: bottlerocket ? "/dev/xvdb" : "/dev/xvda",
          ebs: {
            volumeType: "gp3",
            volumeSize: of.pool.rootVolumeGiB,
            encrypted: "true",
            kmsKeyId: pool.props.volumeKmsKeyArn,
            deleteOnTermination: "true",
          },
        },
      ],
      // no subnet here: the node group brings its own and EC2 refuses two
      networkInterfaces: pool.networkInterfaces.map((card) => ({
        ...card,
        associatePublicIpAddress: card.interfaceType === "efa-only" ? undefined : "false",
        deleteOnTermination: "true",
        securityGroups: [props.clusterSecurityGroupId, ...pool.securityGroupIds, ...props.securityGroupIds],
        interfaceType: card.interfaceType === "interface" ? undefined : card.interfaceType,
      })),
      ...(placement !== undefined && capacity.kind !== "block" ? { placement: { groupName: placement } } : {}),
      ...(reserved
        ? {
            capacityReservationSpecification: {
              capacityReservationTarget: { capacityReservationId: capacity.reservationId },
            },
          }
        : {}),
      ...(capacity.kind === "block" ? { instanceMarketOptions: { marketType: "capacity-block" } } : {}),
      tagSpecifications: ["instance", "volume", "network-interface"].map((resourceType) => ({ resourceType, tags })),
      tags,
      userData: Buffer.from(nodeUserData(of, props.image, props.lustre)).toString("base64"),
    });
  }

  /** Tells the autoscaler what a node would offer while there is none to look at. */
  private scaleFromZero(name: string, group: EksNodeGroup, of: KubernetesPool): void {
    const node = allocatable(of);
    const gpu = gpuResource(of);
    const resources: Record<string, string> = {
      ...(gpu.perNode > 0 && gpu.name !== GPU_RESOURCE ? { [gpu.name]: String(gpu.perNode) } : {}),
      ...(node.efa > 0
        ? { [EFA_RESOURCE]: String(node.efa), [HUGE_PAGES_RESOURCE]: memoryQuantity(node.hugePagesBytes) }
        : {}),
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
