import type { EksCluster } from "@cdktf/provider-aws/lib/eks-cluster";
import { Fn, type ITerraformDependable, type TerraformResource, TerraformStack } from "cdktf";
import { Construct, type IConstruct } from "constructs";
import { chart } from "../../../../catalog/charts";
import { DEFAULT_NODE_IMAGE_VERSIONS } from "../../../../catalog/eks";
import type { LocalChart } from "../../../../kubernetes/chart/chart";
import { manifestYaml } from "../../../../kubernetes/chart/manifest";
import { POOL_LABEL, SYSTEM_POOL } from "../../../../kubernetes/chart/names";
import { efaPlugin, gpuStack } from "../../../../kubernetes/gpus/gpu-stack";
import { monitoringCharts } from "../../../../kubernetes/monitoring/monitoring";
import { poolSources } from "../../../../kubernetes/nodes/karpenter-node-pool";
import { nodePoolsChart } from "../../../../kubernetes/nodes/node-pools";
import type { KubernetesPool } from "../../../../kubernetes/nodes/pool";
import { kueueManagerConfig } from "../../../../kubernetes/queues/kueue";
import { isScaled } from "../../../../kubernetes/serving/scaled-object";
import { type Workloads, workloadsChart } from "../../../../kubernetes/workloads";
import { chartAsset, chartValues } from "../../../common/helm/chart-asset";
import { HelmProvider } from "../../../common/helm/helm-provider";
import { HelmRelease } from "../../../common/helm/helm-release";
import { waitFor } from "../../../common/resources-within";
import { literal } from "../../../common/terraform-text";
import type { RayDefinition } from "../define-ray-cluster";
import type { KubeRayClusterProps } from "../kube-ray-cluster-props";
import type { AutoscalerAccess } from "../platform/autoscaler-access";
import type { KarpenterAccess } from "../platform/karpenter-access";
import { LOAD_BALANCER_ACCOUNT, type LoadBalancerAccess } from "../platform/load-balancer-access";
import { karpenterUserData } from "../platform/node-user-data";
import { poolUse } from "./cluster-workloads";
import { NODE_POOLS_TIMEOUT_SECONDS, slowestBoot, TIMEOUT_SECONDS, workloadsTimeout } from "./release-timeouts";

/** Who starts nodes and load balancers. */
export interface ClusterAccess {
  readonly karpenter?: KarpenterAccess;
  readonly autoscaler?: AutoscalerAccess;
  /** Rights of the load balancer controller, where there is a gateway. */
  readonly balancers?: LoadBalancerAccess;
  readonly nodeGroups: readonly ITerraformDependable[];
}

export interface ClusterReleasesProps extends ClusterAccess {
  readonly props: KubeRayClusterProps;
  readonly cluster: EksCluster;
  readonly of: RayDefinition;
  /** Add-ons, system nodes and access: nothing can be installed before them. */
  readonly ready: readonly ITerraformDependable[];
  /** Everything else that must be there before code runs in the cluster. */
  readonly needs: () => readonly IConstruct[];
  readonly identities: readonly ITerraformDependable[];
}

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

  constructor(
    scope: Construct,
    id: string,
    private readonly all: ClusterReleasesProps,
  ) {
    super(scope, id);
    const { props, cluster } = all;
    const { workloads } = all.of;
    this.provider = new HelmProvider(this, "helm", {
      alias: `${props.network.clusterName}-${id}`,
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
  }

  /** What runs workloads, nodes and measurements, before any of them. */
  private controllers(workloads: Workloads): HelmRelease[] {
    const { pools } = workloads;
    const monitoring = this.monitoring();
    return [
      this.kubeRay(),
      ...(workloads.queues ? [workloads.queues.scheduler === "kai" ? this.kai() : this.kueue(pools, monitoring)] : []),
      ...(workloads.serving.some(({ engine }) => engine === "leader-worker-set") ? [this.install("lws", {}, [])] : []),
      // its operator reads Prometheus: its own programs need system nodes only
      ...(workloads.serving.some((model) => model.engine === "leader-worker-set" && isScaled(model)) ||
      workloads.triton.some(isScaled)
        ? [this.install("keda", ON_SYSTEM_NODES, [])]
        : []),
      ...[...gpuStack(pools, this.all.of.nodeImage), ...efaPlugin(pools)].map((of) =>
        this.install(of.chart, of.values, []),
      ),
      ...monitoring,
      ...this.gateway(),
    ];
  }

  private kubeRay(): HelmRelease {
    const gates = ["RayServiceIncrementalUpgrade", "RayJobDeletionPolicy", "RayMultiHostIndexing"];
    const tls = this.all.props.tls ? [...gates, "RayClusterMTLS"].map((name) => ({ name, enabled: true })) : undefined;
    return this.install("kuberay-operator", { ...ON_SYSTEM_NODES, ...(tls ? { featureGates: tls } : {}) }, []);
  }

  /** Prometheus' kinds come before the chart's monitor, without which nothing scrapes what alerts and dashboards ask for. */
  private kueue(pools: readonly KubernetesPool[], monitoring: readonly HelmRelease[]): HelmRelease {
    const config = manifestYaml(kueueManagerConfig(slowestBoot(pools)));
    return this.install(
      "kueue",
      {
        managerConfig: { controllerManagerConfigYaml: config },
        controllerManager: ON_SYSTEM_NODES,
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
      clusterName: cluster.name,
      region: props.network.region,
      vpcId: props.network.vpcId,
      serviceAccount: { create: true, name: LOAD_BALANCER_ACCOUNT },
      enableShield: false,
      enableWaf: false,
      enableWafv2: false,
      // services with a load balancer of their own stay with the cloud's own controller
      enableServiceMutatorWebhook: false,
      keepTLSSecret: true,
      controllerConfig: { featureGates: { ALBGatewayAPI: true, NLBGatewayAPI: false } },
    };
    return [kinds, this.install("aws-load-balancer-controller", values, [kinds, ...balancers.dependencies])];
  }

  private monitoring(): HelmRelease[] {
    const { monitoring } = this.all.props;
    if (monitoring === false) return [];
    const installed: HelmRelease[] = [];
    for (const of of monitoringCharts({
      storageGiB: monitoring?.storageGiB ?? 100,
      retentionDays: monitoring?.retentionDays ?? 15,
      storageClass: null,
    }))
      installed.push(this.install(of.chart, of.values, installed));
    return installed;
  }

  /** What starts nodes: Karpenter with its pools, or the autoscaler of the node groups. */
  private nodes(): { readonly releases: HelmRelease[]; readonly chart?: LocalChart } {
    const { karpenter, autoscaler, props, cluster } = this.all;
    if (karpenter) {
      const crds = this.install("karpenter-crd", {}, []);
      const controller = this.install("karpenter", this.karpenterValues(karpenter), [crds, ...karpenter.dependencies]);
      const pools = this.karpenterPools();
      return { releases: [this.local("node-pools", pools, [controller], NODE_POOLS_TIMEOUT_SECONDS)], chart: pools };
    }
    const values = {
      ...ON_SYSTEM_NODES,
      autoDiscovery: { clusterName: cluster.name },
      awsRegion: props.network.region,
      rbac: { serviceAccount: { create: true, name: "cluster-autoscaler" } },
      extraArgs: { expander: "priority", "balance-similar-node-groups": false, "scale-down-unneeded-time": "10m" },
      expanderPriorities: this.expanderPriorities(),
    };
    return {
      releases: [
        this.install("cluster-autoscaler", values, [...(autoscaler?.dependencies ?? []), ...this.all.nodeGroups]),
      ],
    };
  }

  private karpenterValues(access: KarpenterAccess): unknown {
    const { cluster, props } = this.all;
    return {
      ...ON_SYSTEM_NODES,
      serviceAccount: { name: "karpenter" },
      // its own nodes need no DNS of the cluster's to come up
      dnsPolicy: "Default",
      settings: {
        clusterName: cluster.name,
        clusterEndpoint: cluster.endpoint,
        interruptionQueue: access.queue.name,
        // prices have no endpoint in a network without a way out
        isolatedVPC: props.network.egress === "endpoints-only",
        featureGates: { nodeRepair: true, nodeOverlay: true, reservedCapacity: true },
      },
      controller: {
        env: [{ name: "AWS_REGION", value: props.network.region }],
        resources: { requests: { cpu: "1", memory: "1Gi" }, limits: { memory: "2Gi" } },
      },
    };
  }

  private karpenterPools(): LocalChart {
    const { props, of } = this.all;
    const { text, poolOf, nodeImage: image } = of;
    return nodePoolsChart(
      props.pools.map((pool) =>
        text.deep({
          of: poolOf(pool),
          use: poolUse(props, pool),
          settings: {
            instanceProfile: pool.nodeRole!.instanceProfile.name,
            subnetIds: [pool.network.computeSubnetId],
            securityGroupIds: pool.securityGroupIds,
            amiAlias: `${image}@${props.nodeImageVersion ?? DEFAULT_NODE_IMAGE_VERSIONS[image]}`,
            placementGroup: pool.placementGroup?.name ?? pool.placement.groupName ?? null,
            kmsKeyId: pool.definition.volumeKmsKeyArn,
            userData: karpenterUserData(poolOf(pool), image, (props.fileSystems ?? []).length > 0),
            tags: pool.definition.tags,
          },
        }),
      ),
    );
  }

  /** The first capacity source of each pool before the second, and so on. */
  private expanderPriorities(): Record<string, string[]> {
    const priorities: Record<string, string[]> = {};
    for (const of of this.all.of.workloads.pools)
      for (const { name, weight } of poolSources(of)) {
        priorities[String(weight)] ??= [];
        priorities[String(weight)]!.push(`^eks-${name}-[0-9a-f].*`);
      }
    return priorities;
  }

  private install(name: string, values: unknown, after: readonly ITerraformDependable[]): HelmRelease {
    const row = chart(name);
    return this.release(name, {
      chart: name,
      repository: row.repository,
      version: row.version ?? undefined,
      namespace: row.namespace,
      values: literal(JSON.stringify(values)),
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
