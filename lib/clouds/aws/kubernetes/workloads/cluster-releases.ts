import { Fn, type ITerraformDependable, type TerraformResource, TerraformStack } from "cdktf";
import { Construct } from "constructs";
import { findChartImages } from "../../../../catalog/chart-images";
import { chart } from "../../../../catalog/charts";
import type { LocalChart } from "../../../../kubernetes/chart/chart";
import { mirroredValues } from "../../../../kubernetes/chart/image-mirror";
import { manifestYaml } from "../../../../kubernetes/chart/manifest";
import { POOL_LABEL, SYSTEM_POOL } from "../../../../kubernetes/chart/names";
import { KUEUE_REPLICAS, LWS_REPLICAS, TWO_REPLICAS } from "../../../../kubernetes/chart/webhook-replicas";
import { gpuStack, IMAGE_SOFTWARE } from "../../../../kubernetes/gpus/gpu-stack";
import { isJobSet } from "../../../../kubernetes/jobs/batch-job";
import { monitoringCharts } from "../../../../kubernetes/monitoring/monitoring";
import type { KubernetesPool } from "../../../../kubernetes/nodes/pool";
import { kueueManagerConfig } from "../../../../kubernetes/queues/kueue";
import { isScaled } from "../../../../kubernetes/serving/scaled-object";
import { inGroups } from "../../../../kubernetes/serving/serving-engine";
import { type Workloads, workloadsChart } from "../../../../kubernetes/workloads";
import { chartAsset, chartValues } from "../../../common/helm/chart-asset";
import { freeAlias, HelmProvider } from "../../../common/helm/helm-provider";
import { HelmRelease } from "../../../common/helm/helm-release";
import type { PulledChart } from "../../../common/pulled-images";
import { waitFor } from "../../../common/resources-within";
import { literal } from "../../../common/terraform-text";
import { MONITORING } from "../../../common/workloads/cluster-tables";
import { NO_SECRETS } from "../../../common/workloads/controller-charts";
import { defaultNodeRelease } from "../platform/node-releases";
import { karpenterUserData, nodeNeeds } from "../platform/node-user-data";
import { POD_LOGS_CHART } from "../platform/pod-logs";
import { eksPlatform } from "../writers/eks-platform";
import { karpenterValues } from "../writers/karpenter-values";
import { loadBalancerValues } from "../writers/load-balancer-values";
import { nodePoolsChart } from "../writers/node-pools";
import { podLogValues } from "../writers/pod-log-values";
import { SECRETS_CHART, SECRETS_VALUES } from "../writers/secrets-driver";
import type { ClusterReleasesProps } from "./cluster-releases-props";
import { poolUse } from "./cluster-workloads";
import { expanderPriorities } from "./expander-priorities";
import { loggedPods } from "./logged-pods";
import { NODE_POOLS_TIMEOUT_SECONDS, slowestBoot, TIMEOUT_SECONDS, workloadsTimeout } from "./release-timeouts";
import { waitForStack } from "./wait-for-stack";

const ON_SYSTEM_NODES = { nodeSelector: { [POOL_LABEL]: SYSTEM_POOL } };

/** Everything that is installed into the cluster, in an order that also holds backwards, on destroy. */
export class ClusterReleases extends Construct {
  /** Releases by name. */
  public readonly byName: Readonly<Record<string, HelmRelease>>;
  /** The chart of what runs in the cluster, as it is installed. */
  public readonly workloadsChart: LocalChart;
  /** The chart of Karpenter's objects; undefined with managed node groups. */
  public readonly nodePoolsChart?: LocalChart;
  private readonly provider: HelmProvider;
  private readonly releases: Record<string, HelmRelease> = {};
  private readonly published: PulledChart[] = [];

  constructor(
    scope: Construct,
    id: string,
    private readonly all: ClusterReleasesProps,
  ) {
    super(scope, id);
    const { props, cluster } = all;
    const { workloads } = all.of;
    this.provider = new HelmProvider(this, "helm", {
      alias: freeAlias(this, `${props.network.clusterName}-${id}`, `${cluster.nameInput}-${id}`),
      host: cluster.endpoint,
      clusterCaCertificate: Fn.base64decode(cluster.certificateAuthority.get(0).data),
      exec: {
        apiVersion: "client.authentication.k8s.io/v1beta1",
        command: "aws",
        args: ["eks", "get-token", "--region", props.network.region, "--cluster-name", cluster.name],
      },
    });
    const controllers = this.controllers(workloads);
    const nodes = this.nodes();
    this.nodePoolsChart = nodes.chart;
    this.workloadsChart = workloadsChart(workloads);
    this.local(
      "workloads",
      this.workloadsChart,
      [...controllers, ...nodes.releases, ...all.nodeGroups, ...all.identities],
      workloadsTimeout(workloads),
    );
    this.byName = this.releases;
    waitForStack(all.cluster, this);
  }

  /** What runs workloads, nodes and measurements, before any of them. */
  private controllers(workloads: Workloads): HelmRelease[] {
    const { pools } = workloads;
    const monitoring = this.monitoring();
    return [
      this.kubeRay(),
      ...(workloads.queues ? [workloads.queues.scheduler === "kai" ? this.kai() : this.kueue(pools, monitoring)] : []),
      ...(workloads.serving.some(({ engine }) => inGroups(engine)) ? [this.install("lws", LWS_REPLICAS, [])] : []),
      ...this.trainer(workloads),
      // its operator reads Prometheus: its own programs need system nodes only
      ...(workloads.serving.some((model) => inGroups(model.engine) && isScaled(model)) ||
      workloads.triton.some(isScaled)
        ? [this.install("keda", { ...ON_SYSTEM_NODES, permissions: NO_SECRETS }, [])]
        : []),
      ...[...gpuStack(pools, IMAGE_SOFTWARE[this.all.of.nodeImage]), ...eksPlatform.fabric.plugins(pools)].map((of) =>
        this.install(of.chart, of.values, []),
      ),
      ...monitoring,
      ...this.gateway(),
      ...this.podLogs(),
      ...(workloads.secrets?.length ? [this.install(SECRETS_CHART, SECRETS_VALUES, [])] : []),
    ];
  }

  private kubeRay(): HelmRelease {
    const gates = ["RayServiceIncrementalUpgrade", "RayJobDeletionPolicy", "RayMultiHostIndexing"];
    const tls = this.all.props.tls ? [...gates, "RayClusterMTLS"].map((name) => ({ name, enabled: true })) : undefined;
    return this.install("kuberay-operator", { ...ON_SYSTEM_NODES, ...(tls ? { featureGates: tls } : {}) }, []);
  }

  /** JobSet, and Kubeflow Trainer, which makes JobSets of TrainJobs. */
  private trainer({ jobs = [] }: Workloads): HelmRelease[] {
    if (!jobs.some(isJobSet)) return [];
    const jobSet = this.install("jobset", { controller: { ...ON_SYSTEM_NODES, ...TWO_REPLICAS } }, []);
    if (!jobs.some(({ kind }) => kind !== "job")) return [jobSet];
    const values = { jobset: { install: false }, manager: { ...ON_SYSTEM_NODES, ...TWO_REPLICAS } };
    return [jobSet, this.install("kubeflow-trainer", values, [jobSet])];
  }

  /** Prometheus' kinds come before the chart's monitor, without which nothing scrapes what alerts and dashboards ask for. */
  private kueue(pools: readonly KubernetesPool[], monitoring: readonly HelmRelease[]): HelmRelease {
    const config = manifestYaml(kueueManagerConfig(slowestBoot(pools)));
    return this.install(
      "kueue",
      {
        managerConfig: { controllerManagerConfigYaml: config },
        controllerManager: { ...ON_SYSTEM_NODES, ...KUEUE_REPLICAS },
        ...(monitoring.length > 0 ? { enablePrometheus: true } : {}),
      },
      monitoring,
    );
  }

  private kai(): HelmRelease {
    return this.install("kai-scheduler", { global: ON_SYSTEM_NODES, defaultQueue: { createDefaultQueue: false } }, []);
  }

  /** The controller finds Gateway API's kinds when it starts: they come first. */
  private gateway(): HelmRelease[] {
    const { balancers, cluster, props } = this.all;
    if (!balancers) return [];
    const kinds = this.install("gateway-api-crds", {}, []);
    const values = {
      ...ON_SYSTEM_NODES,
      ...loadBalancerValues(cluster.name, props.network, props.gateway?.webAclArn !== undefined),
    };
    return [kinds, this.install("aws-load-balancer-controller", values, [kinds, ...balancers.dependencies])];
  }

  private monitoring(): HelmRelease[] {
    const { monitoring } = this.all.props;
    if (monitoring === false) return [];
    const installed: HelmRelease[] = [];
    for (const of of monitoringCharts({
      storageGiB: monitoring?.storageGiB ?? MONITORING.storageGiB.default,
      retentionDays: monitoring?.retentionDays ?? MONITORING.retentionDays.default,
      storageClass: null,
      pools: this.all.of.workloads.pools,
    }))
      installed.push(this.install(of.chart, of.values, installed));
    return installed;
  }

  private podLogs(): HelmRelease[] {
    const { podLogs, props, of } = this.all;
    if (!podLogs) return [];
    const { region } = props.network;
    const values = podLogValues({ region, logGroup: podLogs.name, ...loggedPods(of.workloads) });
    return [this.install(POD_LOGS_CHART, values, podLogs.dependencies)];
  }

  /** What starts nodes: Karpenter with its pools, or the autoscaler of the node groups. */
  private nodes(): { readonly releases: HelmRelease[]; readonly chart?: LocalChart } {
    const { karpenter, autoscaler, props, cluster } = this.all;
    if (karpenter) {
      const crds = this.install("karpenter-crd", {}, []);
      const values = { ...ON_SYSTEM_NODES, ...karpenterValues(cluster, props.network, karpenter.queue.name) };
      const controller = this.install("karpenter", values, [crds, ...karpenter.dependencies]);
      const pools = this.karpenterPools();
      return { releases: [this.local("node-pools", pools, [controller], NODE_POOLS_TIMEOUT_SECONDS)], chart: pools };
    }
    const values = {
      ...ON_SYSTEM_NODES,
      autoDiscovery: { clusterName: cluster.name },
      awsRegion: props.network.region,
      rbac: { serviceAccount: { create: true, name: "cluster-autoscaler" } },
      extraArgs: { expander: "priority", "balance-similar-node-groups": false, "scale-down-unneeded-time": "10m" },
      expanderPriorities: expanderPriorities(this.all.of.workloads.pools),
    };
    return {
      releases: [
        this.install("cluster-autoscaler", values, [...(autoscaler?.dependencies ?? []), ...this.all.nodeGroups]),
      ],
    };
  }

  private karpenterPools(): LocalChart {
    const { props, of, addedSystemNodes: added } = this.all;
    const { text, poolOf, nodeImage: image } = of;
    return nodePoolsChart([
      ...props.pools.map((pool) =>
        text.deep({
          of: poolOf(pool),
          use: poolUse(props, pool),
          settings: {
            instanceProfile: pool.nodeRole!.instanceProfile.name,
            subnetIds: [pool.network.computeSubnetId],
            securityGroupIds: pool.securityGroupIds,
            amiAlias: `${image}@${props.nodeImageVersion ?? defaultNodeRelease("karpenter", image)}`,
            placementGroup: pool.placementGroup?.name ?? pool.placement.groupName ?? null,
            kmsKeyId: pool.definition.volumeKmsKeyArn,
            userData: karpenterUserData(poolOf(pool), image, nodeNeeds(props, of)),
            tags: pool.definition.tags,
          },
        }),
      ),
      ...(added ? [text.deep(added)] : []),
    ]);
  }

  /** Images of all pods, in the registries that publish them. */
  public get images(): readonly string[] {
    const published = Object.keys(this.releases).flatMap((name) => findChartImages(name)?.images ?? []);
    return [...new Set([...published, ...this.ownImages])].sort();
  }

  /** Those of the library's own charts. */
  public get ownImages(): readonly string[] {
    return [this.workloadsChart, ...(this.nodePoolsChart ? [this.nodePoolsChart] : [])].flatMap(({ images }) => images);
  }

  /** Published charts, where they are and where Terraform reads them. */
  public get charts(): readonly PulledChart[] {
    return this.published;
  }

  private install(name: string, values: unknown, after: readonly ITerraformDependable[]): HelmRelease {
    const row = chart(name);
    const images = findChartImages(name);
    const mirror = images ? mirroredValues(images, this.all.of.imageMirror) : {};
    const { repository, version } = row;
    const pulledFrom = this.all.props.registry?.charts ?? repository;
    this.published.push({ chart: name, repository, pulledFrom, version });
    return this.release(name, {
      chart: name,
      repository: pulledFrom,
      version: version ?? undefined,
      namespace: row.namespace,
      values: literal(JSON.stringify(chartValues(mirror, values))),
      createNamespace: row.namespace !== "kube-system",
      timeoutSeconds: TIMEOUT_SECONDS,
      dependsOn: [...this.all.ready, ...after],
    });
  }

  private local(
    name: string,
    of: LocalChart,
    after: readonly ITerraformDependable[],
    timeoutSeconds: number,
  ): HelmRelease {
    return this.release(name, {
      chart: chartAsset(this, `${name}-chart`, of).path,
      namespace: "warpform",
      values: JSON.stringify(chartValues(this.all.of.text.valuesFor(of.requiredValues))),
      createNamespace: true,
      timeoutSeconds,
      dependsOn: [...this.all.ready, ...after],
    });
  }

  private release(
    name: string,
    config: Omit<ConstructorParameters<typeof HelmRelease>[2], "name" | "provider">,
  ): HelmRelease {
    const own = TerraformStack.of(this);
    // what is in the other stack is ordered by the stacks' own dependency
    const dependsOn = [...new Set(config.dependsOn)].filter((of) => TerraformStack.of(of as TerraformResource) === own);
    const release = new HelmRelease(this, name, { ...config, name, provider: this.provider, dependsOn });
    waitFor(release, this.all.needs);
    this.releases[name] = release;
    return release;
  }
}
