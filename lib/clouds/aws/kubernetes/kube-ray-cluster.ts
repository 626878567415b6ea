import type { EksCluster } from "@cdktf/provider-aws/lib/eks-cluster";
import { EksPodIdentityAssociation } from "@cdktf/provider-aws/lib/eks-pod-identity-association";
import { type ITerraformDependable, TerraformStack } from "cdktf";
import { Construct } from "constructs";
import { DEFAULT_EKS_VERSION, DEFAULT_NODE_GROUP_RELEASES } from "../../../catalog/eks";
import { Problems } from "../../../errors";
import { checkWorkloads } from "../../../kubernetes/check-workloads";
import { checkPools } from "../../../kubernetes/nodes/check-pools";
import type { KubernetesPool } from "../../../kubernetes/nodes/pool";
import { NODE_AGENTS_NAMESPACE } from "../../../kubernetes/storage/weights-cache";
import { type Workloads, workloadNamespaces } from "../../../kubernetes/workloads";
import { checkovSkip } from "../../common/checkov";
import { describeAs } from "../../common/described";
import { ClusterBudget } from "../monitoring/cluster-budget";
import type { IClusterNetwork } from "../network/i-cluster-network";
import type { NodesDefinition } from "../pools/define-pool";
import type { GpuNodePool } from "../pools/gpu-node-pool";
import { neededBy } from "../pools/needed-by";
import type { PolicyStatement } from "../shared/policy";
import type { Grantee } from "../storage/buckets/i-bucket";
import type { KubeRayClusterProps } from "./kube-ray-cluster-props";
import { validateKubeRayCluster } from "./kube-ray-cluster-validation";
import { AutoscalerAccess } from "./platform/autoscaler-access";
import { EksAddOns, MOUNTPOINT } from "./platform/eks-add-ons";
import { EksControlPlane } from "./platform/eks-control-plane";
import { fileSystemsOf } from "./platform/file-system-groups";
import { KarpenterAccess } from "./platform/karpenter-access";
import { LoadBalancerAccess } from "./platform/load-balancer-access";
import { PodIdentityRole } from "./platform/pod-identity-role";
import { PoolNodeGroups } from "./platform/pool-node-groups";
import { kubernetesAdopter, nodeGroupRelease, poolOnKubernetes } from "./platform/pool-on-kubernetes";
import { RayStateStore } from "./platform/ray-state-store";
import { SystemNodes } from "./platform/system-nodes";
import { bucketStatements } from "./workloads/bucket-mounts";
import { ChartText } from "./workloads/chart-text";
import { ClusterReleases } from "./workloads/cluster-releases";
import { clusterWorkloads, DEFAULTS, poolUse } from "./workloads/cluster-workloads";
import { describeKubernetes, describeMonitoring } from "./workloads/describe-kubernetes";
import { type ClusterFacts, headNamespaces, RAY_SERVICE_ACCOUNT } from "./workloads/workload-context";

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
  public readonly cluster: EksCluster;
  public readonly controlPlane: EksControlPlane;
  /** Role that the pods of all workloads take. */
  public readonly podRole: PodIdentityRole;
  /** Everything that is installed into the cluster. */
  public readonly releases: ClusterReleases;
  /** What runs in the cluster, in plain terms. */
  public readonly workloads: Workloads;
  private readonly props: KubeRayClusterProps;
  private readonly nodes: ReadonlyMap<GpuNodePool, NodesDefinition>;

  constructor(scope: Construct, id: string, props: KubeRayClusterProps) {
    super(scope, id);
    validateKubeRayCluster(this.node.path, props);
    this.props = props;
    this.network = props.network;
    this.pools = props.pools;
    this.checkBefore();

    const name = `${props.network.clusterName}-${id}`;
    const kubernetesVersion = props.kubernetesVersion ?? DEFAULT_EKS_VERSION;
    const { permissionsBoundaryArn } = props;
    this.controlPlane = new EksControlPlane(this, "control-plane", {
      network: props.network,
      name,
      kubernetesVersion,
      publicEndpointCidrs: props.publicEndpointCidrs ?? [],
      administratorArns: props.administratorArns ?? [],
      permissionsBoundaryArn,
      logRetentionDays: props.logRetentionDays ?? 365,
    });
    this.cluster = this.controlPlane.cluster;
    const adopter = kubernetesAdopter(id, props, this.controlPlane.securityGroupId);
    this.nodes = new Map(props.pools.map((pool) => [pool, pool.adoptBy(adopter)]));
    const shared = { network: props.network, eksClusterName: this.cluster.name, permissionsBoundaryArn };
    const addOns = new EksAddOns(this, "add-ons", {
      ...shared,
      roleNamePrefix: name,
      kubernetesVersion,
      without: this.unusedAddOns(),
      versions: props.addOnVersions ?? {},
      bucketStatements: bucketStatements(props),
    });
    const system = new SystemNodes(this, "system", {
      ...shared,
      name,
      clusterSecurityGroupId: this.controlPlane.securityGroupId,
      instanceType: props.systemInstanceType ?? DEFAULTS.systemInstanceType,
      nodes: props.systemNodes ?? DEFAULTS.systemNodes,
      releaseVersion:
        props.systemImageVersion === "latest"
          ? undefined
          : (props.systemImageVersion ?? DEFAULT_NODE_GROUP_RELEASES[kubernetesVersion]),
      dependsOn: [...addOns.beforeNodes],
    });
    const onNodes = addOns.afterNodes([system.nodeGroup]);

    const redis = props.gcsFaultTolerance ? this.stateStore(name) : null;
    const facts: ClusterFacts = {
      poolOf: this.poolOf,
      loadBalancerSubnets: props.network.twoZoneSubnetIds(),
      redis: redis && {
        host: redis.replicationGroup.primaryEndpointAddress,
        secretArn: redis.secret.arn,
        groupId: redis.replicationGroup.replicationGroupId,
      },
    };
    const text = new ChartText();
    this.workloads = text.deep(clusterWorkloads(props, facts));
    this.podRole = new PodIdentityRole(this, "pods", { ...shared, name: `${name}-pods` });
    const identities = this.podIdentities();

    const karpenter =
      this.provisioner === "karpenter"
        ? new KarpenterAccess(this, "karpenter", {
            ...shared,
            name,
            eksClusterArn: this.cluster.arn,
            pools: props.pools,
          })
        : undefined;
    if (karpenter) this.noteUnattachedGroups();
    const nodeGroups = this.provisioner === "managed" ? this.nodeGroups(name, addOns.beforeNodes) : [];
    const autoscaler =
      this.provisioner === "managed" ? new AutoscalerAccess(this, "autoscaler", { ...shared, name }) : undefined;
    const balancers = props.gateway ? new LoadBalancerAccess(this, "balancers", { ...shared, name }) : undefined;
    this.releases = new ClusterReleases(props.workloadsScope ?? this, props.workloadsScope ? id : "releases", {
      props,
      cluster: this.cluster,
      workloads: this.workloads,
      poolUse: (pool) => poolUse(props, pool),
      poolOf: this.poolOf,
      text,
      karpenter,
      autoscaler,
      balancers,
      ready: [...addOns.beforeNodes, system.nodeGroup, ...onNodes, ...this.controlPlane.accessPolicies],
      nodeGroups,
      needs: () => [
        props.network,
        // Karpenter starts nodes out of Terraform's sight
        ...(karpenter ? neededBy(props.pools) : []),
        ...fileSystemsOf(props),
        ...[this.controlPlane, addOns, this.podRole, karpenter, autoscaler, balancers, redis, ...identities].flatMap(
          (part) => part ?? [],
        ),
      ],
      identities: [
        ...identities,
        ...this.podRole.resources,
        ...(redis ? [redis.replicationGroup, redis.identity] : []),
      ],
    });
    if (props.workloadsScope) {
      const own = TerraformStack.of(this);
      const other = TerraformStack.of(props.workloadsScope);
      if (own !== other) other.addDependency(own);
    }
    if (props.monthlyBudgetUsd !== undefined)
      new ClusterBudget(this, "budget", {
        network: props.network,
        name: `${name}-monthly`,
        monthlyBudgetUsd: props.monthlyBudgetUsd,
        activateCostTag: false,
        topicArns: props.budgetTopicArn === undefined ? [] : [props.budgetTopicArn],
        emails: props.budgetEmails ?? [],
      });
    describeAs(this, () => ({
      schedulers: [describeKubernetes(id, props, this.workloads)],
      monitoring: describeMonitoring(id, this.workloads, props.monthlyBudgetUsd ?? null),
    }));
  }

  /** Who starts nodes. */
  public get provisioner(): "karpenter" | "managed" {
    return this.props.provisioner ?? "karpenter";
  }

  /** Allows the pods of all workloads something more: `bucket.grantReadWrite(cluster)`. */
  public grant(...statements: PolicyStatement[]): void {
    this.podRole.grant(...statements);
  }

  private readonly poolOf = (pool: GpuNodePool): KubernetesPool => poolOnKubernetes(this.props, this.nodes.get(pool)!);

  /** Problems of pools and workloads, found in plain terms before any resource is made. */
  private checkBefore(): void {
    const problems = new Problems();
    const { props } = this;
    const adopter = kubernetesAdopter(this.node.id, props, "");
    const poolOf = (pool: GpuNodePool) => poolOnKubernetes(props, pool.nodesFor(adopter));
    const redis = props.gcsFaultTolerance ? { host: "valkey", secretArn: "", groupId: "" } : null;
    const text = new ChartText();
    const pools = props.pools.map(poolOf);
    checkPools(problems, { pools, provisioner: this.provisioner, nodeImage: props.nodeImage ?? "al2023" });
    checkWorkloads(
      problems,
      text.deep(clusterWorkloads(props, { poolOf, redis, loadBalancerSubnets: ["subnet-a", "subnet-b"] })),
    );
    problems.throwIfAny(`KubeRayCluster "${this.node.path}"`);
  }

  private unusedAddOns(): string[] {
    return [
      ...(this.props.fileSystems?.length ? [] : ["aws-fsx-csi-driver"]),
      ...(this.props.bucketMounts?.length ? [] : [MOUNTPOINT]),
      ...(this.props.tls ? [] : ["cert-manager"]),
    ];
  }

  private stateStore(name: string): RayStateStore {
    return new RayStateStore(this, "ray-state", {
      network: this.network,
      name,
      eksClusterName: this.cluster.name,
      nodeType: this.props.gcsNodeType ?? DEFAULTS.gcsNodeType,
      namespace: headNamespaces(this.props)[0]!,
      serviceAccount: "redis-password",
      permissionsBoundaryArn: this.props.permissionsBoundaryArn,
    });
  }

  private podIdentities(): EksPodIdentityAssociation[] {
    const accounts = [
      ...workloadNamespaces(this.workloads).map((namespace) => ({ namespace, serviceAccount: RAY_SERVICE_ACCOUNT })),
      ...(this.workloads.serving.length + this.workloads.triton.length > 0
        ? [{ namespace: NODE_AGENTS_NAMESPACE, serviceAccount: "weights" }]
        : []),
    ];
    return accounts.map(
      ({ namespace, serviceAccount }) =>
        new EksPodIdentityAssociation(this, `identity-${namespace}`, {
          clusterName: this.cluster.name,
          namespace,
          serviceAccount,
          roleArn: this.podRole.role.arn,
          tags: this.network.tagsFor(namespace),
        }),
    );
  }

  private nodeGroups(name: string, dependsOn: readonly ITerraformDependable[]): ITerraformDependable[] {
    return this.pools.flatMap(
      (pool) =>
        new PoolNodeGroups(this, `nodes-${pool.name}`, {
          pool,
          nodes: this.nodes.get(pool)!,
          of: this.poolOf(pool),
          use: poolUse(this.props, pool),
          name,
          eksClusterName: this.cluster.name,
          image: this.props.nodeImage ?? "al2023",
          lustre: (this.props.fileSystems ?? []).length > 0,
          releaseVersion: nodeGroupRelease(this.props),
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
