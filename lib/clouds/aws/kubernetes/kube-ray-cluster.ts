import type { EksCluster } from "@cdktf/provider-aws/lib/eks-cluster";
import { type ITerraformDependable, TerraformStack } from "cdktf";
import { Construct, type IConstruct } from "constructs";
import { Problems } from "../../../errors";
import { NODE_AGENTS_NAMESPACE } from "../../../kubernetes/storage/weights-cache";
import { type Workloads, workloadNamespaces } from "../../../kubernetes/workloads";
import { nearest } from "../../../units/nearest";
import { checkovSkip } from "../../common/checkov";
import { describeAs } from "../../common/described";
import { laterText } from "../../common/later-text";
import { ClusterBudget } from "../monitoring/cluster-budget";
import type { IClusterNetwork } from "../network/i-cluster-network";
import type { GpuNodePool } from "../pools/gpu-node-pool";
import { neededBy } from "../pools/needed-by";
import type { PolicyStatement } from "../shared/policy";
import type { Grantee } from "../storage/buckets/i-bucket";
import { defineRayCluster, type RayDefinition } from "./define-ray-cluster";
import type { KubeRayClusterProps } from "./kube-ray-cluster-props";
import { AutoscalerAccess } from "./platform/autoscaler-access";
import { EksAddOns } from "./platform/eks-add-ons";
import { EksControlPlane } from "./platform/eks-control-plane";
import { fileSystemsOf } from "./platform/file-system-groups";
import { KarpenterAccess } from "./platform/karpenter-access";
import { LoadBalancerAccess } from "./platform/load-balancer-access";
import { PodRoles } from "./platform/pod-roles";
import { PoolNodeGroups } from "./platform/pool-node-groups";
import { RayStateStore } from "./platform/ray-state-store";
import { SystemNodes } from "./platform/system-nodes";
import { bucketStatements } from "./workloads/bucket-mounts";
import { type ClusterAccess, ClusterReleases } from "./workloads/cluster-releases";
import { poolUse } from "./workloads/cluster-workloads";
import { describeKubernetes, describeMonitoring } from "./workloads/describe-kubernetes";
import { headNamespaces, RAY_SERVICE_ACCOUNT, type RayStateAddress } from "./workloads/workload-context";

/**
 * Ray on EKS with the GPU stack wired: control plane, add-ons, nodes that start when pods wait for them, device and EFA
 * plugins, KubeRay, queues, serving, fine-tuning, monitoring. What runs inside the cluster is one local Helm chart, so
 * planning needs no cluster.
 *
 * Destroying it goes backwards: workloads (and with them load balancers) first, then Karpenter's node pools, which are gone
 * only when the last node is, then the controllers, the nodes, the control plane.
 */
export class KubeRayCluster extends Construct implements Grantee {
  public readonly network: IClusterNetwork;
  public readonly pools: readonly GpuNodePool[];
  /** Every value of the cluster with where it comes from, and what runs in it. */
  public readonly definition: RayDefinition;
  public readonly cluster: EksCluster;
  public readonly controlPlane: EksControlPlane;
  /** Roles that the pods of workloads take, one per namespace. */
  public readonly podRoles: PodRoles;
  /** Everything that is installed into the cluster. */
  public readonly releases: ClusterReleases;
  private readonly stateStore?: RayStateStore;
  private readonly props: KubeRayClusterProps;

  constructor(scope: Construct, id: string, props: KubeRayClusterProps) {
    super(scope, id);
    this.definition = defineRayCluster(props, {
      path: this.node.path,
      id,
      clusterSecurityGroupId: laterText(() => this.controlPlane.securityGroupId),
      stateStore: this.stateAddress(),
    });
    this.props = props;
    this.network = props.network;
    this.pools = props.pools;
    this.controlPlane = this.buildControlPlane();
    this.cluster = this.controlPlane.cluster;
    for (const pool of props.pools) pool.adoptBy(this.definition.adopter);
    const addOns = this.buildAddOns();
    const system = this.buildSystemNodes(addOns);
    const onNodes = addOns.afterNodes([system.nodeGroup]);
    if (this.definition.gcsNodeType !== null) this.stateStore = this.buildStateStore(this.definition.gcsNodeType);
    this.podRoles = this.buildPodRoles();
    const access = this.buildAccess(addOns);
    const scopeOfReleases = props.workloadsScope ?? this;
    this.releases = new ClusterReleases(scopeOfReleases, props.workloadsScope ? id : "releases", {
      props,
      cluster: this.cluster,
      of: this.definition,
      ...access,
      ready: [...addOns.beforeNodes, system.nodeGroup, ...onNodes, ...this.controlPlane.accessPolicies],
      needs: () => this.needs(addOns, access),
      identities: [...this.podRoles.resources, ...(this.stateStore?.resources ?? [])],
    });
    waitForStack(this, scopeOfReleases);
    this.buildBudget();
    describeAs(this, () => ({
      schedulers: [describeKubernetes(this.definition)],
      monitoring: describeMonitoring(this.definition),
    }));
  }

  /** What runs in the cluster, in plain terms. */
  public get workloads(): Workloads {
    return this.definition.workloads;
  }

  /** Who starts nodes. */
  public get provisioner(): "karpenter" | "managed" {
    return this.definition.provisioner;
  }

  /** Allows the pods of all workloads, every team's, something more: `bucket.grantReadWrite(cluster)`. */
  public grant(...statements: PolicyStatement[]): void {
    this.podRoles.grant(statements);
  }

  /**
   * The workloads of one namespace, to be allowed something that other teams are not: `bucket.grantReadWrite(cluster.namespace("team-a"))`.
   * Where models are served from S3, the agent that fetches their weights is allowed it too.
   * @throws WarpformError where nothing runs in the namespace
   */
  public namespace(name: string): Grantee {
    const names = workloadNamespaces(this.workloads);
    const problems = new Problems();
    if (!names.includes(name))
      problems.add(
        "unknown-name",
        "namespace",
        `namespace must be one that workloads run in (${names.join(", ")}), got "${name}"; use "${nearest(name, names)[0] ?? names[0]}"`,
      );
    problems.throwIfAny(`KubeRayCluster "${this.node.path}"`);
    const { serving, triton } = this.workloads;
    const serves = [...serving, ...triton].some(({ namespace }) => namespace === name);
    const namespaces = serves ? [name, NODE_AGENTS_NAMESPACE] : [name];
    return { grant: (...statements) => this.podRoles.grant(statements, namespaces) };
  }

  /** Name of the cluster in AWS. */
  private get fullName(): string {
    return `${this.network.clusterName}-${this.node.id}`;
  }

  /** What every part of the cluster is told. */
  private get shared() {
    const { network, permissionsBoundaryArn } = this.props;
    return { network, eksClusterName: this.cluster.name, permissionsBoundaryArn };
  }

  /** Where the Ray heads' state is, as Terraform will know it. */
  private stateAddress(): RayStateAddress {
    const later = (produce: (store: RayStateStore) => string) => laterText(() => produce(this.stateStore!));
    return {
      host: later(({ replicationGroup }) => replicationGroup.primaryEndpointAddress),
      secretArn: later(({ secret }) => secret.arn),
      groupId: later(({ replicationGroup }) => replicationGroup.replicationGroupId),
    };
  }

  private buildControlPlane(): EksControlPlane {
    const { network, administratorArns = [], permissionsBoundaryArn } = this.props;
    const { kubernetesVersion, publicEndpointCidrs, logRetentionDays } = this.definition;
    return new EksControlPlane(this, "control-plane", {
      network,
      name: this.fullName,
      kubernetesVersion,
      publicEndpointCidrs,
      administratorArns,
      permissionsBoundaryArn,
      logRetentionDays,
    });
  }

  private buildAddOns(): EksAddOns {
    return new EksAddOns(this, "add-ons", {
      ...this.shared,
      roleNamePrefix: this.fullName,
      kubernetesVersion: this.definition.kubernetesVersion,
      without: this.definition.unusedAddOns,
      versions: this.props.addOnVersions ?? {},
      bucketStatements: bucketStatements(this.props),
    });
  }

  private buildSystemNodes(addOns: EksAddOns): SystemNodes {
    return new SystemNodes(this, "system", {
      ...this.shared,
      name: this.fullName,
      clusterSecurityGroupId: this.controlPlane.securityGroupId,
      instanceType: this.definition.systemInstanceType,
      nodes: this.definition.systemNodes,
      releaseVersion: this.definition.systemRelease ?? undefined,
      forceUpdates: this.props.forceSystemUpdates ?? false,
      dependsOn: [...addOns.beforeNodes],
    });
  }

  private buildStateStore(nodeType: string): RayStateStore {
    return new RayStateStore(this, "ray-state", {
      ...this.shared,
      name: this.fullName,
      nodeType,
      namespace: headNamespaces(this.props)[0]!,
      serviceAccount: "redis-password",
    });
  }

  /** Who starts nodes and load balancers, and what each may do. */
  private buildAccess(addOns: EksAddOns): ClusterAccess {
    const name = this.fullName;
    const access = { ...this.shared, name };
    const balancers = () => (this.props.gateway ? new LoadBalancerAccess(this, "balancers", access) : undefined);
    if (this.provisioner === "karpenter") {
      const eksClusterArn = this.cluster.arn;
      const karpenter = new KarpenterAccess(this, "karpenter", { ...access, eksClusterArn, pools: this.pools });
      this.noteUnattachedGroups();
      return { karpenter, nodeGroups: [], balancers: balancers() };
    }
    const nodeGroups = this.nodeGroups(addOns.beforeNodes);
    const autoscaler = new AutoscalerAccess(this, "autoscaler", access);
    return { autoscaler, nodeGroups, balancers: balancers() };
  }

  /** Everything that must be there before code runs in the cluster, the nodes' own needs with it. */
  private needs(addOns: EksAddOns, { karpenter, autoscaler, balancers }: ClusterAccess): IConstruct[] {
    const made = [this.controlPlane, addOns, this.podRoles, karpenter, autoscaler, balancers, this.stateStore];
    return [
      this.network,
      // Karpenter starts nodes out of Terraform's sight
      ...(karpenter ? neededBy(this.pools) : []),
      ...fileSystemsOf(this.props),
      ...made.flatMap((part) => part ?? []),
    ];
  }

  private buildBudget(): void {
    const { network, monthlyBudgetUsd, budgetTopicArn, budgetEmails = [] } = this.props;
    if (monthlyBudgetUsd === undefined) return;
    new ClusterBudget(this, "budget", {
      network,
      name: `${this.fullName}-monthly`,
      monthlyBudgetUsd,
      activateCostTag: false,
      topicArns: budgetTopicArn === undefined ? [] : [budgetTopicArn],
      emails: budgetEmails,
    });
  }

  private buildPodRoles(): PodRoles {
    const { serving, triton } = this.workloads;
    const agents =
      serving.length + triton.length > 0 ? [{ namespace: NODE_AGENTS_NAMESPACE, serviceAccount: "weights" }] : [];
    return new PodRoles(this, "pods", {
      ...this.shared,
      name: this.fullName,
      accounts: [
        ...workloadNamespaces(this.workloads).map((namespace) => ({ namespace, serviceAccount: RAY_SERVICE_ACCOUNT })),
        ...agents,
      ],
    });
  }

  private nodeGroups(dependsOn: readonly ITerraformDependable[]): ITerraformDependable[] {
    const { nodes, poolOf, nodeImage, nodeGroupRelease } = this.definition;
    return this.pools.flatMap(
      (pool) =>
        new PoolNodeGroups(this, `nodes-${pool.name}`, {
          pool,
          nodes: nodes.get(pool)!,
          of: poolOf(pool),
          use: poolUse(this.props, pool),
          name: this.fullName,
          eksClusterName: this.cluster.name,
          image: nodeImage,
          lustre: (this.props.fileSystems ?? []).length > 0,
          releaseVersion: nodeGroupRelease ?? undefined,
          fileSystems: fileSystemsOf(this.props),
          dependsOn: [...dependsOn],
        }).nodeGroups,
    );
  }

  /** Karpenter attaches security groups to machines that Terraform never sees. */
  private noteUnattachedGroups(): void {
    const reason = "Karpenter attaches it to the nodes that it launches";
    for (const pool of this.pools) checkovSkip(pool.securityGroup.securityGroup, "CKV2_AWS_5", reason);
    const fabrics = new Set(this.pools.flatMap(({ fabric }) => fabric?.securityGroup ?? []));
    for (const group of fabrics) checkovSkip(group, "CKV2_AWS_5", reason);
  }
}

/** Lets the stack of the releases wait for that of the cluster, where there are two. */
function waitForStack(cluster: Construct, releases: Construct): void {
  const [own, other] = [TerraformStack.of(cluster), TerraformStack.of(releases)];
  if (own !== other) other.addDependency(own);
}
