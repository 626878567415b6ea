import type { KubernetesCluster } from "@cdktf/provider-azurerm/lib/kubernetes-cluster";
import { Fn } from "cdktf";
import { Construct, type IConstruct } from "constructs";
import { findChartImages } from "../../../../catalog/chart-images";
import { chart } from "../../../../catalog/charts";
import type { LocalChart } from "../../../../kubernetes/chart/chart";
import { mirroredValues } from "../../../../kubernetes/chart/image-mirror";
import { workloadsChart } from "../../../../kubernetes/workloads";
import { chartAsset, chartValues } from "../../../common/helm/chart-asset";
import { freeAlias, HelmProvider } from "../../../common/helm/helm-provider";
import { HelmRelease } from "../../../common/helm/helm-release";
import type { PulledChart } from "../../../common/pulled-images";
import { waitFor } from "../../../common/resources-within";
import { literal } from "../../../common/terraform-text";
import { controllerCharts } from "../../../common/workloads/controller-charts";
import type { RayDefinition } from "../define-ray-cluster";
import type { KubeRayClusterProps } from "../kube-ray-cluster-props";
import { imageMirror } from "../registry/image-mirror";
import { lustreDriverChart } from "../writers/lustre-driver";
import { type KarpenterPool, nodePoolsChart } from "../writers/node-pools";

/** Longest that Helm waits for a release's objects, to be ready and to be gone. */
const TIMEOUT_SECONDS = 1800;

/** Application of AKS' API servers in Microsoft Entra, for which tokens are issued. @see https://azure.github.io/kubelogin/concepts/aks.html */
const AKS_SERVER_ID = "6dae42f8-4368-4678-94ff-3960e28e3630";

export interface ClusterReleasesProps {
  readonly props: KubeRayClusterProps;
  readonly cluster: KubernetesCluster;
  readonly of: RayDefinition;
  /** Pools whose nodes Karpenter launches. */
  readonly karpenterPools: readonly KarpenterPool[];
  /** What must be there before code runs in the cluster. */
  readonly needs: () => readonly IConstruct[];
}

/** Everything that is installed into the cluster, in an order that also holds backwards, on destroy. */
export class ClusterReleases extends Construct {
  /** Releases by name. */
  public readonly byName: Readonly<Record<string, HelmRelease>>;
  /** The chart of what runs in the cluster, as it is installed. */
  public readonly workloadsChart: LocalChart;
  /** The chart of Karpenter's objects; undefined where it launches no nodes. */
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
    const { props, cluster, of } = all;
    const name = `${props.network.clusterName}-${this.node.scopes.at(-2)!.node.id}`;
    const { host, clusterCaCertificate } = cluster.kubeConfig.get(0);
    this.provider = new HelmProvider(this, "helm", {
      alias: freeAlias(this, props.network.clusterName, name),
      host,
      clusterCaCertificate: Fn.base64decode(clusterCaCertificate),
      exec: {
        apiVersion: "client.authentication.k8s.io/v1beta1",
        command: "kubelogin",
        args: ["get-token", "--login", "azurecli", "--server-id", AKS_SERVER_ID],
      },
    });
    for (const { chart: one, values, after } of controllerCharts(of.workloads, of.software, props.monitoring ?? {}))
      this.install(one, values, after);
    if (of.workloads.volumes.length > 0) this.lustreDriver();
    if (all.karpenterPools.length > 0) {
      this.nodePoolsChart = nodePoolsChart(all.karpenterPools);
      this.local("node-pools", this.nodePoolsChart, []);
    }
    this.workloadsChart = workloadsChart(of.workloads);
    this.local("workloads", this.workloadsChart, Object.values(this.releases));
    this.byName = this.releases;
  }

  /** Images of all pods, in the registries that publish them. */
  public get images(): readonly string[] {
    const published = Object.keys(this.releases).flatMap((name) => findChartImages(name)?.images ?? []);
    const driver = this.all.of.workloads.volumes.length > 0 ? lustreDriverChart().images : [];
    return [...new Set([...published, ...driver, ...this.workloadsChart.images])].sort();
  }

  /** Published charts, where they are and where Terraform reads them. */
  public get charts(): readonly PulledChart[] {
    return this.published;
  }

  private install(name: string, values: unknown, after: readonly string[]): void {
    const { repository, version, namespace } = chart(name);
    const images = findChartImages(name);
    const mirror = images ? mirroredValues(images, imageMirror(this.all.props.registry)) : {};
    this.published.push({ chart: name, repository, pulledFrom: repository, version });
    this.release(name, {
      chart: name,
      repository,
      version: version ?? undefined,
      namespace,
      values: literal(JSON.stringify(chartValues(mirror, values))),
      createNamespace: namespace !== "kube-system",
      dependsOn: after.map((one) => this.releases[one]!),
    });
  }

  private lustreDriver(): void {
    const made = lustreDriverChart();
    const { path } = chartAsset(this, `${made.name}-chart`, made);
    this.release(made.name, {
      chart: path,
      namespace: "kube-system",
      values: "{}",
      createNamespace: false,
      dependsOn: [],
    });
  }

  /** A chart of the library's own, whose objects are of the whole cluster or name their namespaces. */
  private local(name: string, chartOf: LocalChart, dependsOn: HelmRelease[]): void {
    const { text } = this.all.of;
    this.release(name, {
      chart: chartAsset(this, `${name}-chart`, chartOf).path,
      namespace: "warpform",
      values: JSON.stringify(chartValues(text.valuesFor(chartOf.requiredValues))),
      createNamespace: true,
      dependsOn,
    });
  }

  private release(
    name: string,
    config: Omit<ConstructorParameters<typeof HelmRelease>[2], "name" | "provider" | "timeoutSeconds">,
  ): void {
    const rest = { name, provider: this.provider, timeoutSeconds: TIMEOUT_SECONDS };
    const release = new HelmRelease(this, name, { ...config, ...rest });
    waitFor(release, this.all.needs);
    this.releases[name] = release;
  }
}
