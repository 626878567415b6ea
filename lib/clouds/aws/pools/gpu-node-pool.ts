import type { LaunchTemplate } from "@cdktf/provider-aws/lib/launch-template";
import { PlacementGroup } from "@cdktf/provider-aws/lib/placement-group";
import { Construct } from "constructs";
import type { InstanceType } from "../../../catalog/types";
import { Problems, problemOf, WarpformError } from "../../../errors";
import type { GivenResource } from "../../../model/aws/aws-model";
import { addressesPerNode, efaCount } from "../../../model/aws/nic-layout";
import type { AwsNetworkInterface, NodePool } from "../../../model/model";
import { leaveOut } from "../../../remedies/remedy";
import { capacity, say, sharing as sharingOf, type Text } from "../../../remedies/sentence";
import { placed } from "../../common/placed";
import type { GpuSharing } from "../../common/pools/gpu-sharing";
import { unadopted } from "../../common/pools/pool-problems";
import { checkUnusedProps } from "../../common/pools/unused-props";
import { checkTree } from "../../common/tree-problems";
import type { InfiniBandFabric } from "../fabric/infiniband-fabric";
import type { IClusterNetwork } from "../network/i-cluster-network";
import { NodeSecurityGroup } from "../network/node-security-group";
import type { BootStep, PoolMount } from "../shared/boot-step";
import { requireStatements } from "../shared/check-statements";
import { describeAs } from "../shared/describe-as";
import { givenIn } from "../shared/given-resources";
import type { PolicyStatement } from "../shared/policy";
import { PolicyOutput } from "../shared/policy-output";
import { mountSteps } from "../storage/mount-steps";
import type { Capacity } from "./capacity/capacity";
import { definePool, type NodesDefinition, type PoolDefinition } from "./define-pool";
import { describePool } from "./gpu-node-pool-model";
import type { GpuNodePoolProps } from "./gpu-node-pool-props";
import { GPU_NODE_POOL } from "./gpu-node-pool-table";
import type { Image } from "./image";
import { validateMetadataTags } from "./launch/metadata-tags";
import { NodeRole } from "./launch/node-role";
import { poolLaunchTemplates } from "./launch/pool-launch-templates";
import { USER_DATA_LIMIT_BYTES, userDataBytes } from "./launch/user-data";
import { nodeHealthStep } from "./node-health-step";
import type { NvmeCache } from "./nvme/nvme-cache";
import type { Placement } from "./placement";
import { adopterInWords, type PoolAdopter } from "./pool-adopter";
import { makePurchases } from "./pool-purchases";
import { requireBootStep } from "./pool-text-validation";

/** Ways to share a GPU that do not work with every adopter, and what they need. */
const SHARING: Readonly<Record<GpuSharing["kind"], string>> = {
  mig: "MIG, which its nodes do not set up",
  mps: "MPS, whose daemon runs only on Kubernetes",
  "time-slicing": "time slicing, which a scheduler counts; without one, processes on a node take turns anyway",
};

/**
 * What a node is and how many there may be: launch template, network interfaces, placement, NVMe cache, disk, role. It starts
 * nothing: exactly one construct that starts nodes, such as a SlurmHeadNode, must adopt it, and what its nodes are launched with is made then.
 */
export class GpuNodePool extends Construct {
  public readonly network: IClusterNetwork;
  public readonly fabric?: InfiniBandFabric;
  public readonly props: GpuNodePoolProps;
  /** Every value of the pool with where it comes from; `for` completes it by who starts the nodes. */
  public readonly definition: PoolDefinition;
  /** Role and profile of the nodes; undefined where an existing profile was given. */
  public readonly nodeRole?: NodeRole;
  public readonly securityGroup: NodeSecurityGroup;
  public readonly placementGroup?: PlacementGroup;
  private readonly policyOutput?: PolicyOutput;
  private readonly steps: BootStep[] = [];
  private readonly granted: PolicyStatement[] = [];
  private templates?: ReadonlyMap<Capacity, LaunchTemplate>;
  private adopter: PoolAdopter | null = null;

  constructor(scope: Construct, id: string, props: GpuNodePoolProps) {
    super(...placed(new.target, scope, id));
    this.definition = definePool(props, { path: this.node.path, id });
    this.props = props;
    const { network } = props;
    this.network = network;
    this.fabric = props.fabric;
    makePurchases(this, this.definition);
    if (this.placement.kind === "cluster") {
      const name = `${network.clusterName}-${id}`;
      this.placementGroup = new PlacementGroup(this, "placement-group", {
        name,
        strategy: "cluster",
        tags: network.tagsFor(id),
      });
    }
    if (props.instanceProfileName === undefined) {
      const { permissionsBoundaryArn } = props;
      this.nodeRole = new NodeRole(this, "role", { network, name: id, permissionsBoundaryArn });
    } else {
      this.policyOutput = new PolicyOutput(
        this,
        "profile-policy",
        props.instanceProfileName,
        `pool ${id}`,
        this.granted,
      );
    }
    this.securityGroup = new NodeSecurityGroup(this, "security-group", { network, name: id });
    this.securityGroup.letOut(this.mounts);
    this.addOwnBootSteps();
    network.addresses.claim(`pool "${id}"`, () => addressesPerNode(this.networkInterfaces) * this.nodes.max);
    checkTree(this, () => this.validateTree());
    describeAs(this, () => ({ pools: [this.describe()], given: this.givenResources() }));
  }

  /** Name of the pool in the model, in Slurm and in Kubernetes. */
  public get name(): string {
    return this.node.id;
  }

  /** What nodes boot; null on Kubernetes, which has images of its own. */
  public get image(): Image | null {
    return this.nodesFor(this.adopter).image;
  }

  public get instanceType(): InstanceType {
    return this.definition.instanceType;
  }

  public get nodes(): { readonly min: number; readonly max: number } {
    return this.definition.nodes;
  }

  public get capacity(): readonly Capacity[] {
    return this.definition.capacity;
  }

  public get mounts(): readonly PoolMount[] {
    return this.definition.mounts;
  }

  public get networkInterfaces(): readonly AwsNetworkInterface[] {
    return this.definition.networkInterfaces;
  }

  /** Placement of on-demand and spot nodes. */
  public get placement(): Placement {
    return this.definition.placement;
  }

  /** The array of the local disks, by the pool's own boot steps. */
  public get nvmeCache(): NvmeCache | undefined {
    return this.definition.nvmeCache ?? undefined;
  }

  /** EFA devices of a node. */
  public get efaDevices(): number {
    return efaCount(this.networkInterfaces);
  }

  /** The launch template of the first capacity source. */
  public get launchTemplate(): LaunchTemplate {
    return this.launchTemplateFor(this.capacity[0]!);
  }

  /**
   * The launch template of a capacity source; on-demand and spot share one, each block and reservation has its own.
   * @throws WarpformError before the pool is adopted; Kubernetes launches from templates of its own
   */
  public launchTemplateFor(source: Capacity): LaunchTemplate {
    const template = this.templates?.get(source);
    if (template === undefined) {
      const message = `pool "${this.name}" has launch templates once it is adopted, and none on Kubernetes; pass it to what starts its nodes before`;
      throw new WarpformError(`GpuNodePool "${this.node.path}"`, [
        { code: "incomplete-design", path: "launchTemplate", message },
      ]);
    }
    return template;
  }

  /** The distinct launch templates, in the order of the capacity list. */
  public get launchTemplates(): readonly LaunchTemplate[] {
    return [...new Set(this.capacity.map((source) => this.launchTemplateFor(source)))];
  }

  /** All security groups of a node. */
  public get securityGroupIds(): readonly string[] {
    return this.nodesFor(this.adopter).securityGroupIds;
  }

  /** Steps that nodes run at boot; adopters add theirs. */
  public readonly boot = {
    add: (step: BootStep): void => {
      requireBootStep(`boot step of GpuNodePool "${this.node.path}"`, step);
      if (this.steps.some(({ name }) => name === step.name)) {
        const message = `boot step "${step.name}" is there already; give the new one another name`;
        throw new WarpformError(`GpuNodePool "${this.node.path}"`, [{ code: "duplicate", path: "bootSteps", message }]);
      }
      this.steps.push(step);
    },
  };

  /**
   * Allows the pool's nodes something more. Where their instance profile was given from outside, the statements become part of the
   * stack's output `<pool>_profile-policy`, for whoever owns that profile's role.
   * @throws WarpformError for statements that IAM would refuse
   */
  public grant(...statements: PolicyStatement[]): void {
    requireStatements(`grant of GpuNodePool "${this.node.path}"`, statements);
    this.nodeRole?.grant(...statements);
    this.granted.push(...statements);
  }

  /** What the pool's nodes must be allowed, beside the managed policy AmazonSSMManagedInstanceCore for Session Manager. */
  public get requiredStatements(): readonly PolicyStatement[] {
    return this.granted;
  }

  /** The nodes that `adopter` starts, every value known; null for whom nobody starts. Nothing is made. */
  public nodesFor(adopter: PoolAdopter | null): NodesDefinition {
    return this.definition.for(adopter, this.securityGroup.id);
  }

  /** Makes `adopter` the one that starts the nodes, and what they are launched with. Throws where another already does. */
  public adoptBy(adopter: PoolAdopter): NodesDefinition {
    this.checkAdopter(adopter);
    this.adopter = adopter;
    if (adopter.keepsRootOnMounts) for (const { rootClients } of this.mounts) rootClients?.openToAll();
    const nodes = this.nodesFor(adopter);
    if (adopter.ownNodes) return nodes;
    this.templates = poolLaunchTemplates(this, nodes, {
      clusterName: this.network.clusterName,
      instanceProfileName: this.nodeRole?.instanceProfile.name ?? this.props.instanceProfileName,
      placementGroupName: this.placementGroup?.name,
      subnetId: adopter.templatesNameSubnet ? this.network.computeSubnetId : undefined,
      steps: () => this.steps,
      addsUserData: adopter.addsUserData ?? false,
    });
    return nodes;
  }

  /** The pool in the plain terms of the model. */
  public describe(): NodePool {
    const described = describePool(this.nodesFor(this.adopter));
    return this.policyOutput ? { ...described, existingProfile: this.policyOutput.describe() } : described;
  }

  private checkAdopter(adopter: PoolAdopter): void {
    const where = `GpuNodePool "${this.node.path}"`;
    if (this.adopter !== null) {
      const message = `pool "${this.name}" is adopted by ${adopterInWords(this.adopter)} already, so ${adopterInWords(adopter)} cannot adopt it too; make a second pool`;
      throw new WarpformError(where, [{ code: "conflict", path: "id", message }], this.node.id);
    }
    const group = this.capacity.findIndex(({ groupArn }) => groupArn !== undefined);
    if (group >= 0 && adopter.ownNodes !== null) {
      const message = say`capacity[${group}] of pool "${this.name}" is a resource group of reservations, which nodes of ${adopterInWords(adopter)} cannot name; use ${capacity("reservation")} for each reservation of the group`;
      throw new WarpformError(where, [problemOf("conflict", "capacity", message)], this.node.id);
    }
    const { gpuSharing: sharing } = this.props;
    if (sharing && !adopter.gpuSharing.includes(sharing.kind)) {
      const instead =
        sharing.kind === "mps" && adopter.gpuSharing.includes("time-slicing")
          ? say`use ${sharingOf("time-slicing", sharing.replicas)}`
          : leaveOut("gpuSharing");
      const adopted = adopterInWords(adopter);
      const message =
        adopter.gpuSharing.length === 0
          ? say`pool "${this.name}" shares its GPUs, and ${adopted} gives jobs only whole GPUs; ${leaveOut("gpuSharing")}`
          : say`pool "${this.name}" shares its GPUs by ${SHARING[sharing.kind]}, and is adopted by ${adopted}; ${instead}`;
      throw new WarpformError(where, [problemOf("conflict", "gpuSharing", message)], this.node.id);
    }
    const unused = new Problems();
    checkUnusedProps(unused, "pool", this, adopter);
    unused.throwIfAny(where);
    if (adopter.readsTagsFromMetadata) validateMetadataTags(this.node.path, this.props.tags ?? {}, this.network.tags);
  }

  private addOwnBootSteps(): void {
    if (this.fabric) this.boot.add(this.fabric.bootStep(this.instanceType));
    for (const step of this.nvmeCache?.bootSteps(this.instanceType) ?? []) this.boot.add(step);
    if (this.nvmeCache?.readCacheFor) this.grant(...this.nvmeCache.statements);
    for (const step of mountSteps(this.mounts)) this.boot.add(step);
    for (const { statements = [] } of this.mounts) if (statements.length > 0) this.grant(...statements);
    for (const step of this.props.bootSteps ?? []) this.boot.add(step);
    if (this.instanceType.acceleratorCount > 0) this.boot.add(nodeHealthStep(this));
  }

  private givenResources(): GivenResource[] {
    // Auto Scaling launches the nodes of a fleet, under its own role.
    const launcher = this.adopter?.kind === "fleet" && { allows: ["AWSServiceRoleForAutoScaling"] };
    return givenIn(GPU_NODE_POOL, this.props, { volumeKmsKeyArn: { ...launcher } });
  }

  private validateTree(): readonly Text[] {
    const problems: Text[] = [];
    if (this.adopter === null) {
      problems.push(unadopted(this.name, "adopter"));
    }
    const bytes = userDataBytes(this.steps, this.adopter?.addsUserData);
    if (bytes > USER_DATA_LIMIT_BYTES) {
      problems.push(
        `pool "${this.name}" has ${bytes} bytes of boot steps, EC2 takes ${USER_DATA_LIMIT_BYTES}; put programs in S3 or in the image and let a boot step fetch them`,
      );
    }
    return problems;
  }
}
