import type { EksCluster } from "@cdktf/provider-aws/lib/eks-cluster";
import type { ITerraformDependable } from "cdktf";
import { Construct, type IConstruct } from "constructs";
import { NODE_AGENTS_NAMESPACE } from "../../../kubernetes/nodes/node-agent";
import { type Workloads, workloadNamespaces } from "../../../kubernetes/workloads";
import type { ClusterPart } from "../../common/cluster-part";
import { lazyText } from "../../common/lazy-text";
import { placed } from "../../common/placed";
import { notePulled } from "../../common/pulled-images";
import { describeMonitoring } from "../../common/workloads/describe-kubernetes";
import { grantedNamespaces } from "../../common/workloads/granted-namespaces";
import { RAY_SERVICE_ACCOUNT } from "../../common/workloads/workload-context";
import { ClusterBudget } from "../monitoring/cluster-budget";
import type { IClusterNetwork } from "../network/i-cluster-network";
import type { GpuNodePool } from "../pools/gpu-node-pool";
import { neededBy } from "../pools/needed-by";
import { describeAs } from "../shared/describe-as";
import { givenIn } from "../shared/given-resources";
import type { PolicyStatement } from "../shared/policy";
import type { Grantee } from "../storage/buckets/i-bucket";
import { defineRayCluster, type RayDefinition } from "./define-ray-cluster";
import type { KubeRayClusterProps } from "./kube-ray-cluster-props";
import { KUBE_RAY_CLUSTER } from "./kube-ray-cluster-table";
import { addedSystemNodes } from "./platform/added-system-nodes";
import { AutoscalerAccess } from "./platform/autoscaler-access";
import { EksAddOns } from "./platform/eks-add-ons";
import { EksControlPlane } from "./platform/eks-control-plane";
import { fileSystemsOf, fileSystemsWithFabrics } from "./platform/file-system-groups";
import { KarpenterAccess } from "./platform/karpenter-access";
import { LoadBalancerAccess } from "./platform/load-balancer-access";
import { nodeNeeds } from "./platform/node-user-data";
import { PodLogs } from "./platform/pod-logs";
import { PodRoles } from "./platform/pod-roles";
import { PoolNodeGroups } from "./platform/pool-node-groups";
import { RayStateStores } from "./platform/ray-state-stores";
import { SystemNodes } from "./platform/system-nodes";
import { noteUnattachedGroups } from "./platform/unattached-groups";
import { calledServices } from "./registry/called-services";
import { buildImageCache, settleImages } from "./registry/cluster-images";
import type { PullThroughCache } from "./registry/pull-through-cache";
import { bucketStatements } from "./workloads/bucket-mounts";
import { ClusterReleases } from "./workloads/cluster-releases";
import type { ClusterAccess } from "./workloads/cluster-releases-props";
import { poolUse } from "./workloads/cluster-workloads";
import { describeKubernetes } from "./workloads/describe-kubernetes";
import { secretReaders } from "./workloads/secret-readers";
import { secretStatements } from "./workloads/stored-secrets";
import { stateStoreGroups } from "./workloads/workload-context";

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
  /** Rules that fill ECR repositories from public registries, with `registry.pullThrough`. */
  public readonly imageCache?: PullThroughCache;
  /**
   * Images of all pods: where they are published, and where nodes look for them. As an output of the stack it is the list of what to copy into a
   * mirror before the cluster's first apply.
   */
  public readonly images: Readonly<Record<string, string>>;
  private readonly stateStores = new RayStateStores();
  private readonly props: KubeRayClusterProps;

  constructor(scope: Construct, id: string, props: KubeRayClusterProps) {
    super(...placed(new.target, scope, id));
    this.definition = defineRayCluster(props, {
      path: this.node.path,
      id,
      clusterSecurityGroupId: lazyText(() => this.controlPlane.securityGroupId),
      stateStoreOf: (namespace) => this.stateStores.addressOf(namespace),
      imageCacheAccount: lazyText(() => this.imageCache!.accountId),
    });
    this.props = props;
    this.network = props.network;
    this.pools = props.pools;
    this.imageCache = buildImageCache(this, props);
    this.network.reach(calledServices(this.definition));
    this.controlPlane = this.buildControlPlane();
    this.cluster = this.controlPlane.cluster;
    for (const pool of props.pools) pool.adoptBy(this.definition.adopter);
    const addOns = this.buildAddOns();
    const system = this.buildSystemNodes(addOns);
    const onNodes = addOns.afterNodes([system.nodeGroup]);
    if (this.definition.gcsNodeType !== null) this.buildStateStores(this.definition.gcsNodeType);
    this.podRoles = this.buildPodRoles();
    const access = this.buildAccess(addOns, system);
    this.releases = new ClusterReleases(props.workloadsScope ?? this, props.workloadsScope ? id : "releases", {
      props,
      cluster: this.cluster,
      of: this.definition,
      ...access,
      ready: [...addOns.beforeNodes, system.nodeGroup, ...onNodes, ...this.controlPlane.accessPolicies],
      needs: () => this.needs(addOns, access),
      identities: [...this.podRoles.resources, ...this.stateStores.resources],
    });
    this.images = settleImages(this.node.path, props, this.definition, this.releases, this.imageCache);
    notePulled(this, () => ({ images: this.images, charts: this.releases.charts }));
    this.buildBudget();
    describeAs(this, () => this.described());
  }

  private described(): ClusterPart {
    return {
      schedulers: [describeKubernetes(this.definition)],
      monitoring: describeMonitoring(this.definition.name, this.workloads, this.definition.monthlyBudgetUsd),
      given: givenIn(KUBE_RAY_CLUSTER, this.props),
    };
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
    const namespaces = grantedNamespaces(this.workloads, name, `KubeRayCluster "${this.node.path}"`);
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

  private buildControlPlane(): EksControlPlane {
    const { network, administratorArns = [], permissionsBoundaryArn } = this.props;
    const { kubernetesVersion, publicEndpointCidrs, logRetentionDays } = this.definition;
    const versioned = { kubernetesVersion, publicEndpointCidrs, logRetentionDays };
    return new EksControlPlane(this, "control-plane", {
      network,
      name: this.fullName,
      administratorArns,
      permissionsBoundaryArn,
      ...versioned,
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
    const system = new SystemNodes(this, "system", {
      ...this.shared,
      name: this.fullName,
      clusterSecurityGroupId: this.controlPlane.securityGroupId,
      instanceType: this.definition.systemInstanceType,
      nodes: this.definition.systemNodes,
      mostNodes: this.provisioner === "managed" ? this.definition.maxSystemNodes : this.definition.systemNodes,
      releaseVersion: this.definition.systemRelease ?? undefined,
      forceUpdates: this.props.forceSystemUpdates ?? false,
      dependsOn: [...addOns.beforeNodes],
    });
    if (this.imageCache) system.grant(this.imageCache.nodeStatements);
    return system;
  }

  private buildStateStores(nodeType: string): void {
    const { gcsStorePerNamespace = false } = this.props;
    const shared = { ...this.shared, name: this.fullName, nodeType };
    this.stateStores.build(this, stateStoreGroups(this.props), gcsStorePerNamespace, shared);
  }

  /** Who starts nodes and load balancers, and what each may do. */
  private buildAccess(addOns: EksAddOns, system: SystemNodes): ClusterAccess {
    const name = this.fullName;
    const access = { ...this.shared, name };
    const retentionDays = this.definition.podLogRetentionDays;
    const { logsKeyArn } = this.controlPlane;
    const podLogs =
      retentionDays === null ? undefined : new PodLogs(this, "pod-logs", { ...access, retentionDays, logsKeyArn });
    const balancers = () =>
      this.props.gateway
        ? new LoadBalancerAccess(this, "balancers", { ...access, webAclArn: this.props.gateway.webAclArn })
        : undefined;
    if (this.provisioner === "karpenter") {
      const added = addedSystemNodes(this.definition, this.network, system, this.controlPlane.securityGroupId);
      const karpenter = new KarpenterAccess(this, "karpenter", {
        ...access,
        eksClusterArn: this.cluster.arn,
        pools: this.pools,
        otherNodeRoleArns: added ? [system.role.role.arn] : [],
      });
      noteUnattachedGroups(this.pools);
      return { karpenter, addedSystemNodes: added, nodeGroups: [], podLogs, balancers: balancers() };
    }
    const nodeGroups = this.nodeGroups(addOns.beforeNodes);
    const autoscaler = new AutoscalerAccess(this, "autoscaler", access);
    return { autoscaler, nodeGroups, podLogs, balancers: balancers() };
  }

  /** Everything that must be there before code runs in the cluster, the nodes' own needs with it. */
  private needs(addOns: EksAddOns, { karpenter, autoscaler, balancers, podLogs }: ClusterAccess): IConstruct[] {
    const rights = [this.podRoles, karpenter, autoscaler, balancers, podLogs];
    const made = [this.controlPlane, this.imageCache, addOns, ...rights, ...this.stateStores.all];
    return [
      this.network,
      // Karpenter starts nodes out of Terraform's sight
      ...(karpenter ? neededBy(this.pools) : []),
      ...fileSystemsWithFabrics(this.props),
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
    const serves = serving.length + triton.length > 0;
    const agents = serves ? [{ namespace: NODE_AGENTS_NAMESPACE, serviceAccount: "weights" }] : [];
    const readers = secretReaders(this.props);
    return new PodRoles(this, "pods", {
      ...this.shared,
      name: this.fullName,
      statementsOf: (namespace) => secretStatements(this.props, readers, namespace),
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
          needs: nodeNeeds(this.props, this.definition),
          releaseVersion: nodeGroupRelease ?? undefined,
          fileSystems: fileSystemsOf(this.props),
          dependsOn: [...dependsOn],
        }).nodeGroups,
    );
  }
}
