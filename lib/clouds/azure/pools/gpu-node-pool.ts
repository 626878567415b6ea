import { UserAssignedIdentity } from "@cdktf/provider-azurerm/lib/user-assigned-identity";
import { Fn, TerraformLocal } from "cdktf";
import { Construct } from "constructs";
import type { InstanceType } from "../../../catalog/types";
import { Problems, WarpformError } from "../../../errors";
import { bootSeconds } from "../../../model/boot-seconds";
import { poolFabric } from "../../../model/fabric-devices";
import type { CapacitySource, NodePool } from "../../../model/model";
import { lazyText } from "../../common/lazy-text";
import { placed } from "../../common/placed";
import { describeSharing } from "../../common/pools/gpu-sharing-field";
import { unadopted } from "../../common/pools/pool-problems";
import { checkUnusedProps } from "../../common/pools/unused-props";
import { literal } from "../../common/terraform-text";
import { checkTree } from "../../common/tree-problems";
import type { InfiniBandFabric } from "../fabric/infiniband-fabric";
import type { MonitoredHead } from "../monitoring/cluster-monitoring-props";
import type { IClusterNetwork } from "../network/i-cluster-network";
import { adminKey } from "../shared/admin-key";
import { describeAs } from "../shared/describe-as";
import { IMAGE, LATEST } from "../shared/image";
import type { PoolMount } from "../shared/mount";
import { bootText } from "./boot-text";
import type { Capacity } from "./capacity";
import { definePool, type PoolDefinition } from "./define-pool";
import type { GpuNodePoolProps } from "./gpu-node-pool-props";
import { nvmeScript } from "./nvme-array";
import { ONLY_ON_KUBERNETES } from "./only-on-kubernetes";

/** What of nodes follows from who starts them: an image of its own, other disks, a health check. */
export type AdoptedNodes = Partial<
  Pick<NodePool, "image" | "rootVolumeGiB" | "rootVolumeOnNode" | "nvmeCache" | "healthChecked" | "bootSeconds">
>;

/** What a node is, and how many there may be. A `NodeFleet`, a `SlurmHeadNode` or a `KubeRayCluster` starts them. */
export class GpuNodePool extends Construct {
  public readonly definition: PoolDefinition;
  public readonly network: IClusterNetwork;
  public readonly fabric?: InfiniBandFabric;
  public readonly nodes: GpuNodePoolProps["nodes"];
  /** File systems and containers that nodes mount. */
  public readonly mounts: readonly PoolMount[];
  private readonly bootSteps: string[];
  private adopter: NodePool["adoptedBy"] = null;
  private byAdopter: AdoptedNodes = {};
  private head?: MonitoredHead;
  private readonly waiting: ((head: MonitoredHead) => void)[] = [];
  private adoptersIdentity?: () => UserAssignedIdentity;

  constructor(
    scope: Construct,
    id: string,
    public readonly props: GpuNodePoolProps,
  ) {
    super(...placed(new.target, scope, id));
    this.definition = definePool(props, { path: this.node.path, id });
    const { type, nvmePath } = this.definition;
    this.network = props.network;
    this.fabric = props.fabric;
    this.nodes = props.nodes;
    this.fabric?.join(id, type);
    this.bootSteps = [
      ...(this.fabric ? [this.fabric.bootScript(type)] : []),
      ...(nvmePath ? [nvmeScript(nvmePath)] : []),
      ...(props.mounts ?? []).map(({ script }) => script),
    ];
    this.mounts = props.mounts ?? [];
    describeAs(this, () => ({ pools: [this.describe()] }));
    checkTree(this, () => (this.adopter === null ? [unadopted(this.name, "shared-adopter")] : []));
  }

  /** Name in the model. */
  public get name(): string {
    return this.node.id;
  }

  public get instanceType(): InstanceType {
    return this.definition.type;
  }

  /** SSH key of the nodes' administrator: a variable of the stack where none was given. */
  public get adminPublicKey(): string {
    return adminKey(this, this.props.adminPublicKey);
  }

  /** Whom programs on the nodes act as, which may do nothing until a role is assigned to it: an identity of the nodes, or of the pods of a KubeRayCluster. */
  public get identity(): UserAssignedIdentity {
    if (this.adoptersIdentity !== undefined) return this.adoptersIdentity();
    const made = this.node.tryFindChild("identity") as UserAssignedIdentity | undefined;
    return made ?? new UserAssignedIdentity(this, "identity", { ...this.network.place, name: this.resourceName });
  }

  /** What nodes run on each boot, base64. */
  public get customData(): string {
    const made = this.node.tryFindChild("boot") as TerraformLocal | undefined;
    const text = lazyText(() => literal(bootText(this.bootSteps)));
    return Fn.base64encode((made ?? new TerraformLocal(this, "boot", text)).asString);
  }

  /** Has nodes run a script on each boot, after what the pool itself needs. */
  public addBootStep(script: string): void {
    this.bootSteps.push(script);
  }

  /** Name of resources made of the pool. */
  public get resourceName(): string {
    return `${this.network.clusterName}-${this.node.id}`;
  }

  /**
   * Makes a construct the one that starts the nodes.
   * @throws WarpformError where another does already, or has no use for a prop of the pool
   */
  public adoptBy(
    kind: "fleet" | "slurm" | "kubernetes",
    name: string,
    nodes: AdoptedNodes = {},
    identity?: () => UserAssignedIdentity,
  ): void {
    if (this.adopter !== null) {
      const message = `pool "${this.node.id}" is started by ${this.adopter.name} already; make a pool for each`;
      throw new WarpformError(
        `GpuNodePool "${this.node.path}"`,
        [{ code: "conflict", path: "id", message }],
        this.node.id,
      );
    }
    if (kind !== "kubernetes") {
      const unused = new Problems();
      checkUnusedProps(unused, "", this, ONLY_ON_KUBERNETES);
      if (unused.any) throw new WarpformError(`GpuNodePool "${this.node.path}"`, unused.all, this.name);
    }
    this.adopter = { kind, name };
    this.byAdopter = nodes;
    this.adoptersIdentity = identity;
    // pods mount by themselves
    if (kind !== "kubernetes") for (const mount of this.mounts) mount.grantTo?.(this);
  }

  /** Calls this with the head of the Slurm cluster that starts the nodes, now or once it exists. */
  public onHead(watch: (head: MonitoredHead) => void): void {
    if (this.head === undefined) this.waiting.push(watch);
    else watch(this.head);
  }

  /** The head of the Slurm cluster that starts the nodes. */
  public hasHead(head: MonitoredHead): void {
    this.head = head;
    for (const watch of this.waiting.splice(0)) watch(head);
  }

  /** The pool in the plain terms of the model. */
  public describe(): NodePool {
    const { type, capacity, image, rootVolumeGiB, nvmePath, gpuSharing } = this.definition;
    const { localNvme } = type;
    return {
      name: this.node.id,
      instanceType: type.name,
      nodes: this.nodes,
      capacity: [
        {
          kind: capacity.kind,
          reservationId: capacity.groupId,
          nodes: capacity.block && this.nodes.max,
          availabilityZone: this.network.availabilityZone,
          startsOn: capacity.block?.startsOn ?? null,
          endsOn: capacity.block?.endsOn ?? null,
          ...spotRate(capacity),
        },
      ],
      fabric: this.fabric ? poolFabric(this.fabric.node.id, type) : null,
      placement: "none",
      availabilityZone: this.network.availabilityZone,
      image: { family: `${IMAGE.offer}-${image.sku}`, pinned: image.version !== LATEST },
      sharing: describeSharing(gpuSharing, type),
      nvmeCache: nvmePath && localNvme ? { mountPath: nvmePath, sizeGB: localNvme.count * localNvme.sizeGB } : null,
      mounts: this.mounts
        .filter(({ kind }) => kind !== null)
        .map(({ fileSystem, path, readOnly }) => ({ fileSystem, path, readOnly })),
      rootVolumeGiB,
      encrypted: true,
      labels: {},
      bootSeconds: bootSeconds(type),
      ...(this.props.taints?.length ? { taints: this.props.taints } : {}),
      ...this.byAdopter,
      // at boot, nodes of a fabric compare the keys of their InfiniBand ports; whoever starts the nodes may check more, or boot others
      healthChecked: this.byAdopter.healthChecked ?? this.fabric !== undefined,
      adoptedBy: this.adopter,
    };
  }
}

/** What a review counts Spot nodes with. */
function spotRate({ spot }: Capacity): Pick<CapacitySource, "usdPerHour" | "interruptionsPerHour"> {
  const { usdPerHour, interruptionsPerHour } = spot ?? {};
  return {
    ...(usdPerHour === undefined ? {} : { usdPerHour }),
    ...(interruptionsPerHour === undefined ? {} : { interruptionsPerHour }),
  };
}
