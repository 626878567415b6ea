import type { LaunchTemplate } from "@cdktf/provider-aws/lib/launch-template";
import { PlacementGroup } from "@cdktf/provider-aws/lib/placement-group";
import { Construct } from "constructs";
import { instanceType as catalogueType } from "../../../catalog/instance-types";
import type { InstanceType } from "../../../catalog/types";
import { WarpformError } from "../../../errors";
import type { NetworkInterface, NodePool } from "../../../model/model";
import { addressesPerNode, efaCount, networkInterfaces } from "../../../model/nic-layout";
import { describeAs } from "../../common/described";
import type { InfiniBandFabric } from "../fabric/infiniband-fabric";
import type { IClusterNetwork } from "../network/i-cluster-network";
import { NodeSecurityGroup } from "../network/node-security-group";
import type { BootStep, PoolMount } from "../shared/boot-step";
import type { PolicyStatement } from "../shared/policy";
import { needsLustreClient } from "../storage/lustre/lustre-mount";
import { mountSteps } from "../storage/mount-steps";
import { Capacity } from "./capacity";
import { describePool } from "./gpu-node-pool-model";
import type { GpuNodePoolProps } from "./gpu-node-pool-props";
import { validateGpuNodePool } from "./gpu-node-pool-validation";
import { type DlamiOs, Image } from "./image";
import { validateMetadataTags } from "./metadata-tags";
import { nodeHealthStep } from "./node-health-step";
import { NodeRole } from "./node-role";
import { NvmeCache } from "./nvme-cache";
import { Placement } from "./placement";
import type { PoolAdopter } from "./pool-adopter";
import { PoolLaunchTemplates } from "./pool-launch-templates";
import { USER_DATA_LIMIT_BYTES, userDataBytes } from "./user-data";

/**
 * AWS publishes Lustre's client for the 6.8 kernels of Ubuntu 22.04's images; those of 24.04 had moved on to 7.0 in September 2026.
 * Slurm's packages are 24.04's all the same, so this is for fleets.
 * @see https://docs.aws.amazon.com/dlami/latest/devguide/aws-deep-learning-ami-gpubaseossarm64-ul2404-2026-09-30.html
 */
const LUSTRE_OS: DlamiOs = "ubuntu-22.04";

/**
 * What a node is and how many there may be: launch template, network interfaces, placement, NVMe cache, disk, role. It starts
 * nothing: exactly one of SlurmHeadNode, KubeRayCluster and NodeFleet must adopt it.
 */
export class GpuNodePool extends Construct {
  public readonly network: IClusterNetwork;
  public readonly fabric?: InfiniBandFabric;
  public readonly instanceType: InstanceType;
  public readonly nodes: { readonly min: number; readonly max: number };
  public readonly capacity: readonly Capacity[];
  private booted: Image;
  public readonly nvmeCache?: NvmeCache;
  public readonly mounts: readonly PoolMount[];
  public readonly networkInterfaces: readonly NetworkInterface[];
  public readonly props: GpuNodePoolProps;
  /** Role and profile of the nodes; undefined where an existing profile was given. */
  public readonly nodeRole?: NodeRole;
  public readonly securityGroup: NodeSecurityGroup;
  /** Placement of on-demand and spot nodes. */
  public readonly placement: Placement;
  public readonly placementGroup?: PlacementGroup;
  private readonly templates: PoolLaunchTemplates;
  private readonly steps: BootStep[] = [];
  private adopter?: PoolAdopter;

  constructor(scope: Construct, id: string, props: GpuNodePoolProps) {
    super(scope, id);
    validateGpuNodePool(this.node.path, id, props);
    this.props = props;
    this.network = props.network;
    this.fabric = props.fabric;
    this.instanceType = catalogueType(props.instanceType);
    this.nodes = props.nodes;
    this.capacity = props.capacity ?? [Capacity.onDemand()];
    this.booted = props.image ?? this.newestImage("ubuntu-24.04");
    this.nvmeCache = props.nvmeCache ?? (this.instanceType.localNvme ? new NvmeCache() : undefined);
    this.mounts = props.mounts ?? [];
    this.networkInterfaces = networkInterfaces(
      this.instanceType,
      props.fabric?.nicLayout ?? "ip-saving",
      props.fabric !== undefined,
    );
    this.placement = props.placement ?? this.defaultPlacement();
    if (this.placement.kind === "cluster") {
      this.placementGroup = new PlacementGroup(this, "placement-group", {
        name: `${this.network.clusterName}-${id}`,
        strategy: "cluster",
        tags: this.network.tagsFor(id),
      });
    }
    if (props.instanceProfileName === undefined) {
      this.nodeRole = new NodeRole(this, "role", {
        network: props.network,
        name: id,
        permissionsBoundaryArn: props.permissionsBoundaryArn,
      });
    }
    this.securityGroup = new NodeSecurityGroup(this, "security-group", { network: props.network, name: id });
    this.addOwnBootSteps();
    this.templates = new PoolLaunchTemplates(this, () => this.steps);
    this.network.addresses.claim(`pool "${id}"`, () => addressesPerNode(this.networkInterfaces) * this.nodes.max);
    this.node.addValidation({ validate: () => this.validateTree() });
    describeAs(this, () => ({ pools: [this.describe()] }));
  }

  /** Name of the pool in the model, in Slurm and in Kubernetes. */
  public get name(): string {
    return this.node.id;
  }

  /** What nodes boot. */
  public get image(): Image {
    return this.booted;
  }

  /** EFA devices of a node. */
  public get efaDevices(): number {
    return efaCount(this.networkInterfaces);
  }

  /** The launch template of the first capacity source. */
  public get launchTemplate(): LaunchTemplate {
    return this.launchTemplateFor(this.capacity[0]!);
  }

  /** The launch template of a capacity source; on-demand and spot share one, each block and reservation has its own. */
  public launchTemplateFor(source: Capacity): LaunchTemplate {
    return this.templates.of(source);
  }

  /** The distinct launch templates, in the order of the capacity list. */
  public get launchTemplates(): readonly LaunchTemplate[] {
    return [...new Set(this.capacity.map((source) => this.launchTemplateFor(source)))];
  }

  /** All security groups of a node. */
  public get securityGroupIds(): string[] {
    const fromMounts = this.mounts.flatMap((mount) => mount.clientSecurityGroupId ?? []);
    const fabric = this.fabric ? [this.fabric.securityGroupId] : [];
    const given = [...(this.props.securityGroupIds ?? []), ...(this.adopter?.securityGroupIds ?? [])];
    return [...new Set([this.securityGroup.id, ...fabric, ...fromMounts, ...given])];
  }

  /** Steps that nodes run at boot; adopters add theirs. */
  public readonly boot = {
    add: (step: BootStep): void => {
      if (this.steps.some(({ name }) => name === step.name)) {
        const message = `boot step "${step.name}" is there already; give the new one another name`;
        throw new WarpformError(`GpuNodePool "${this.node.path}"`, [{ code: "duplicate", path: "bootSteps", message }]);
      }
      this.steps.push(step);
    },
  };

  /** Allows the pool's nodes something more; nothing to do where their instance profile was given from outside. */
  public grant(...statements: PolicyStatement[]): void {
    this.nodeRole?.grant(...statements);
  }

  /** Makes `adopter` the one that starts the nodes. Throws where another already does. */
  public adoptBy(adopter: PoolAdopter): void {
    if (this.adopter !== undefined) {
      const message = `pool "${this.name}" is adopted by ${describeAdopter(this.adopter)} already, so ${describeAdopter(adopter)} can't adopt it too; make a second pool`;
      throw new WarpformError(`GpuNodePool "${this.node.path}"`, [{ code: "conflict", path: "pools", message }]);
    }
    if (this.props.gpuSharing?.kind === "mps" && adopter.kind !== "kubernetes") {
      const message = `pool "${this.name}" shares its GPUs by MPS, whose daemon runs on Kubernetes alone, and is adopted by ${describeAdopter(adopter)}; use GpuSharing.timeSlicing(${this.props.gpuSharing.replicas})`;
      throw new WarpformError(`GpuNodePool "${this.node.path}"`, [{ code: "conflict", path: "gpuSharing", message }]);
    }
    if (!adopter.ownLaunchSettings) validateMetadataTags(this.node.path, { ...this.network.tags, ...this.props.tags });
    this.adopter = adopter;
    if (adopter.kind === "fleet" && this.props.image === undefined && this.mounts.some(needsLustreClient)) {
      this.booted = this.newestImage(LUSTRE_OS);
      this.templates.bootFrom(this.booted);
    }
    if (adopter.ownLaunchSettings) this.templates.discard();
    if (adopter.subnetInTemplate) this.templates.nameSubnet(this.network.computeSubnetId);
  }

  /** The pool in the plain terms of the model. */
  public describe(): NodePool {
    return describePool(this, this.adopter);
  }

  private newestImage(os: DlamiOs): Image {
    return this.instanceType.acceleratorCount > 0 ? Image.dlami(os) : Image.plain(os);
  }

  private defaultPlacement(): Placement {
    const together = this.fabric !== undefined && this.nodes.max > 1;
    return together && this.capacity.some((source) => !source.reserved) ? Placement.cluster() : Placement.none();
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

  private validateTree(): string[] {
    const problems: string[] = [];
    if (this.adopter === undefined) {
      problems.push(
        `pool "${this.name}" has nobody to start its nodes; pass it to a SlurmHeadNode (partitions), a KubeRayCluster (pools) or a NodeFleet (pool)`,
      );
    }
    const bytes = userDataBytes(this.steps);
    if (bytes > USER_DATA_LIMIT_BYTES) {
      problems.push(
        `pool "${this.name}" has ${bytes} bytes of boot steps, EC2 takes ${USER_DATA_LIMIT_BYTES}; put programs in S3 or in the image and let a boot step fetch them`,
      );
    }
    return problems;
  }
}

function describeAdopter(adopter: PoolAdopter): string {
  const what = { slurm: "SlurmHeadNode", kubernetes: "KubeRayCluster", fleet: "NodeFleet" }[adopter.kind];
  return `${what} "${adopter.name}"`;
}
