import type { ConsumptionBudgetSubscription } from "@cdktf/provider-azurerm/lib/consumption-budget-subscription";
import type { KubernetesCluster } from "@cdktf/provider-azurerm/lib/kubernetes-cluster";
import type { UserAssignedIdentity } from "@cdktf/provider-azurerm/lib/user-assigned-identity";
import { Construct, type IConstruct } from "constructs";
import { WarpformError } from "../../../errors";
import { mirrored } from "../../../kubernetes/chart/image-mirror";
import { NODE_AGENTS_NAMESPACE } from "../../../kubernetes/nodes/node-agent";
import type { GpuPodUse } from "../../../kubernetes/nodes/node-labels";
import { type Workloads, workloadNamespaces } from "../../../kubernetes/workloads";
import type { ClusterPart } from "../../common/cluster-part";
import { lazyText } from "../../common/lazy-text";
import { placed } from "../../common/placed";
import { notePulled } from "../../common/pulled-images";
import { describeKubernetes, describeMonitoring } from "../../common/workloads/describe-kubernetes";
import { grantedNamespaces } from "../../common/workloads/granted-namespaces";
import { RAY_SERVICE_ACCOUNT } from "../../common/workloads/workload-context";
import { clusterBudget } from "../monitoring/cluster-budget";
import type { IClusterNetwork } from "../network/i-cluster-network";
import type { GpuNodePool } from "../pools/gpu-node-pool";
import { clientConfig } from "../shared/client-config";
import { describeAs } from "../shared/describe-as";
import type { Grantee } from "../shared/mount";
import { defineRayCluster, type RayDefinition } from "./define-ray-cluster";
import type { KubeRayClusterProps } from "./kube-ray-cluster-props";
import { AksCluster, SYSTEM_ROOT_GIB } from "./platform/aks-cluster";
import { AksNodePool } from "./platform/aks-node-pool";
import { isKarpenterPool } from "./platform/karpenter-pool";
import { type Account, PodIdentity } from "./platform/pod-identity";
import { PodNamespace } from "./platform/pod-namespace";
import { adoptedOnAks, nodesOnAks } from "./platform/pool-on-aks";
import { ImageCache } from "./registry/image-cache";
import { imageMirror } from "./registry/image-mirror";
import { ClusterReleases } from "./workloads/cluster-releases";
import { secretIds } from "./workloads/vault-secrets";
import type { KarpenterPool } from "./writers/node-pools";

/**
 * Ray on AKS with the GPU stack wired: control plane, node pools that grow while pods wait for them, NVIDIA's operators and InfiniBand,
 * KubeRay, queues, serving, fine-tuning, monitoring. What runs inside the cluster is one local Helm chart, so planning needs no cluster.
 */
export class KubeRayCluster extends Construct implements Grantee {
  public readonly network: IClusterNetwork;
  public readonly pools: readonly GpuNodePool[];
  /** Every value of the cluster with where it comes from, and what runs in it. */
  public readonly definition: RayDefinition;
  public readonly controlPlane: AksCluster;
  public readonly cluster: KubernetesCluster;
  /** AKS node pools by the names of their pools; those that Karpenter launches nodes for are in `releases.nodePoolsChart`. */
  public readonly nodePools: Readonly<Record<string, AksNodePool>>;
  /** The identities that workloads' pods act with. */
  public readonly podIdentity: PodIdentity;
  /** Everything that is installed into the cluster. */
  public readonly releases: ClusterReleases;
  /** Registry that fills itself from public ones, with `registry.pullThrough`. */
  public readonly imageCache?: ImageCache;
  public readonly budget?: ConsumptionBudgetSubscription;
  private readonly props: KubeRayClusterProps;

  constructor(scope: Construct, id: string, props: KubeRayClusterProps) {
    super(...placed(new.target, scope, id));
    this.definition = defineRayCluster(props, {
      path: this.node.path,
      id,
      clientIdOf: (namespace) => lazyText(() => this.podIdentity.of(namespace).clientId),
      tenantId: lazyText(() => clientConfig(this).tenantId),
    });
    this.props = props;
    this.network = props.network;
    this.pools = props.pools;
    for (const pool of props.pools)
      pool.adoptBy("kubernetes", id, adoptedOnAks(pool, this.definition.gpuDriver), () => this.identity);
    const { network } = props;
    const name = `${network.clusterName}-${id}`;
    this.controlPlane = new AksCluster(this, "control-plane", { network, name, of: this.definition });
    this.cluster = this.controlPlane.cluster;
    this.nodePools = this.buildNodePools();
    const perNamespace = this.definition.podIdentities === "per-namespace";
    this.podIdentity = new PodIdentity(this, "pods", { network, name, accounts: this.accounts(), perNamespace });
    this.podIdentity.admit(this.cluster);
    this.podIdentity.readSecrets(secretIds(props));
    this.imageCache = this.buildImageCache();
    this.releases = new ClusterReleases(this, "releases", {
      props,
      cluster: this.cluster,
      of: this.definition,
      karpenterPools: this.karpenterPools(),
      needs: () => this.needs(),
    });
    this.budget = this.buildBudget();
    const { releases } = this;
    const mirror = imageMirror(props.registry);
    const images = Object.fromEntries(releases.images.map((image) => [image, mirrored(image, mirror)]));
    notePulled(this, () => ({ images, charts: releases.charts }));
    describeAs(this, () => this.described());
  }

  /**
   * Identity of the pods of all workloads.
   * @throws WarpformError where each namespace has one
   */
  public get identity(): UserAssignedIdentity {
    const { shared } = this.podIdentity;
    if (shared !== undefined) return shared;
    const message = `podIdentities "per-namespace" gives pods no identity in common, as a grant to one of its pools needs; write bucket.grantRead(cluster) for all namespaces or bucket.grantRead(cluster.namespace("team-a")) for one`;
    throw new WarpformError(`KubeRayCluster "${this.node.path}"`, [
      { code: "conflict", path: "podIdentities", message },
    ]);
  }

  /** Identities of the pods, where each namespace has one: `bucket.grantReadWrite(cluster)`. */
  public get identities(): Grantee["identities"] {
    return this.podIdentity.shared === undefined
      ? this.identitiesOf([...this.podIdentity.byNamespace.keys()])
      : undefined;
  }

  /**
   * The workloads of one namespace, to be let to what other teams are not: `bucket.grantReadWrite(cluster.namespace("team-a"))`. Where models are
   * served, the agent that fetches their weights is let to it too.
   * @throws WarpformError where nothing runs in the namespace, and without `podIdentities: "per-namespace"`
   */
  public namespace(name: string): Grantee {
    const where = `KubeRayCluster "${this.node.path}"`;
    const names = grantedNamespaces(this.workloads, name, where);
    if (this.podIdentity.shared !== undefined) {
      const message = `namespace("${name}") needs podIdentities "per-namespace", since all namespaces have one identity otherwise; add that`;
      throw new WarpformError(where, [{ code: "conflict", path: "podIdentities", message }]);
    }
    const id = `namespace-${name}`;
    const made = this.node.tryFindChild(id) as PodNamespace | undefined;
    return made ?? new PodNamespace(this, id, this.identitiesOf(names));
  }

  private identitiesOf(namespaces: readonly string[]): Readonly<Record<string, UserAssignedIdentity>> {
    const { byNamespace } = this.podIdentity;
    return Object.fromEntries(namespaces.map((name) => [`${this.node.id}-${name}`, byNamespace.get(name)!]));
  }

  /** What runs in the cluster, in plain terms. */
  public get workloads(): Workloads {
    return this.definition.workloads;
  }

  private described(): ClusterPart {
    const { name, kubernetesVersion, publicEndpointCidrs, queueing, systemInstanceType, systemNodes, provisioner } =
      this.definition;
    const scheduler = describeKubernetes(
      {
        name,
        version: kubernetesVersion ?? "",
        publicEndpoint: publicEndpointCidrs.length > 0,
        publicEndpointCidrs,
        secretsEncrypted: true,
        provisioner,
        queueing,
        gcsFaultTolerance: false,
        systemNodes: { instanceType: systemInstanceType, nodes: systemNodes, rootVolumeGiB: SYSTEM_ROOT_GIB },
        stateStore: null,
        podLogs: false,
      },
      this.workloads,
    );
    return {
      schedulers: [scheduler],
      monitoring: describeMonitoring(name, this.workloads, this.props.monthlyBudgetUsd ?? null),
    };
  }

  private buildNodePools(): Record<string, AksNodePool> {
    const { poolOf, gpuDriver, provisioner } = this.definition;
    const [clusterId, controlPlane] = [this.cluster.id, this.controlPlane.identity];
    const managed = this.pools.filter((pool) => !isKarpenterPool(pool, provisioner));
    const made = managed.map((pool) => {
      const of = { pool, of: poolOf(pool), use: this.useOf(pool), clusterId, controlPlane, gpuDriver };
      return [pool.name, new AksNodePool(this, `nodes-${pool.name}`, of)] as const;
    });
    return Object.fromEntries(made);
  }

  /** Pools whose nodes Karpenter launches, in the terms of its objects. */
  private karpenterPools(): KarpenterPool[] {
    const { poolOf, gpuDriver, provisioner, text } = this.definition;
    const { tags } = this.network;
    return this.pools
      .filter((pool) => isKarpenterPool(pool, provisioner))
      .map((pool) => {
        const { osSku, osDiskGiB } = nodesOnAks(pool);
        return text.deep({ of: poolOf(pool), use: this.useOf(pool), settings: { osSku, osDiskGiB, gpuDriver, tags } });
      });
  }

  private buildImageCache(): ImageCache | undefined {
    const { network, registry } = this.props;
    if (registry?.pullThrough === undefined) return undefined;
    const pulledBy = () => this.cluster.kubeletIdentity.objectId;
    return new ImageCache(this, "images", {
      network,
      registry: { ...registry, pullThrough: registry.pullThrough },
      pulledBy,
    });
  }

  private buildBudget(): ConsumptionBudgetSubscription | undefined {
    const { network, monthlyBudgetUsd: amount, budgetStartsOn, budgetEmails } = this.props;
    if (amount === undefined) return undefined;
    return clusterBudget(this, { network, amount, startsOn: budgetStartsOn!, emails: budgetEmails! });
  }

  /** What runs on a pool decides when its nodes may be taken away. */
  private useOf(pool: GpuNodePool): GpuPodUse {
    const { serving = [], triton = [], fineTuning = [], jobs = [], rayClusters = [] } = this.props;
    const serves = [...serving, ...triton].some((of) => of.pool === pool);
    const trains =
      [...fineTuning, ...jobs].some((of) => of.pool === pool) || rayClusters.some(({ pools }) => pools.includes(pool));
    return serves && !trains ? "serving" : "training";
  }

  /** Accounts of workloads, and of the agents that fetch weights for them. */
  private accounts(): Account[] {
    const { serving, triton } = this.workloads;
    const accounts = workloadNamespaces(this.workloads).map((namespace) => ({ namespace, name: RAY_SERVICE_ACCOUNT }));
    const fetches = serving.length + triton.length > 0;
    return [...accounts, ...(fetches ? [{ namespace: NODE_AGENTS_NAMESPACE, name: "weights" }] : [])];
  }

  /** Everything that must be there before code runs in the cluster. */
  private needs(): IConstruct[] {
    const { fileSystems = [] } = this.props;
    return [
      this.network,
      this.controlPlane,
      ...Object.values(this.nodePools),
      this.podIdentity,
      ...(this.imageCache ? [this.imageCache] : []),
      ...fileSystems.map(({ storage }) => storage),
    ];
  }
}
