import type { ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import { chart } from "../../../catalog/charts";
import type { LocalChart } from "../../../kubernetes/chart/chart";
import type { ChartInstall } from "../../../kubernetes/chart/chart-install";
import { manifestYaml } from "../../../kubernetes/chart/manifest";
import { KUEUE_REPLICAS } from "../../../kubernetes/chart/webhook-replicas";
import { gpuStack } from "../../../kubernetes/gpus/gpu-stack";
import { kueueManagerConfig } from "../../../kubernetes/queues/kueue";
import { type Workloads, workloadsChart } from "../../../kubernetes/workloads";
import type { Cluster } from "../../../model/model";
import type { Review } from "../../../review/review";
import { describeAs } from "../../common/cluster-model";
import { chartAsset, chartValues } from "../../common/helm/chart-asset";
import { HelmProvider } from "../../common/helm/helm-provider";
import { HelmRelease } from "../../common/helm/helm-release";
import { placed } from "../../common/placed";
import { literal } from "../../common/terraform-text";
import { defineExisting, type ExistingDefinition } from "./define-existing";
import { describeExisting, reviewExisting } from "./describe-existing";
import type { ExistingKubernetesProps } from "./existing-kubernetes-props";
import { slurmChart } from "./slurm/slurm-objects";

/** Longest that Helm waits for a release's objects, seconds. */
const TIMEOUT_SECONDS = 900;

/**
 * Ray and Kueue on a Kubernetes cluster that exists: the same charts as `KubeRayCluster` on EKS, with the resource, the variables and the
 * permissions by which that platform's pods reach its fabric. What the platform has already is not installed again. It makes no nodes and
 * no cluster, and needs no cloud's provider.
 */
export class ExistingKubernetes extends Construct {
  /** Every value with its default, and what runs in the cluster. */
  public readonly definition: ExistingDefinition;
  /** The chart of what runs in the cluster, as it is installed. */
  public readonly workloadsChart: LocalChart;
  /** The chart of Slurm's objects; undefined without Slurm. */
  public readonly slurmChart?: LocalChart;
  /** Releases by name. */
  public readonly releases: Readonly<Record<string, HelmRelease>>;
  /** The cluster in the plain terms of the model. */
  public readonly model: Cluster;
  private readonly provider: HelmProvider;

  constructor(scope: Construct, id: string, props: ExistingKubernetesProps) {
    super(...placed(new.target, scope, id));
    this.definition = defineExisting(props, this.node.path);
    this.provider = new HelmProvider(this, "helm", { alias: this.node.id, ...connection(props) });
    this.workloadsChart = workloadsChart(this.definition.workloads);
    const controllers = this.controllers();
    const { slurm } = this.definition;
    if (slurm !== null) this.slurmChart = slurmChart(slurm);
    this.releases = { ...controllers, ...this.chartReleases(Object.values(controllers)) };
    this.model = describeExisting(this.definition);
    const { cloud, fabrics, fileSystems, pools, schedulers, monitoring } = this.model;
    describeAs(this, () => ({ cloud, fabrics, fileSystems, pools, schedulers, monitoring }));
  }

  /** The design review: the same rules and figures as for a cluster that is built, with the list prices of the platform's nodes. */
  public review(): Review {
    return reviewExisting(this.model);
  }

  /** What runs in the cluster, in plain terms. */
  public get workloads(): Workloads {
    return this.definition.workloads;
  }

  /** Whether something but Slurm runs; without Slurm always, so that a chart that was installed stays. */
  private get hasWorkloads(): boolean {
    const { workloads, slurm } = this.definition;
    return slurm === null || workloads.rayClusters.length > 0 || workloads.queues !== null;
  }

  /** Operators that the cluster lacks. */
  private controllers(): Record<string, HelmRelease> {
    const { workloads, software, platform, slurm } = this.definition;
    const { isManager, name, row } = this.definition;
    // nodes of a manager's pools are on its workers, and what runs on them is too
    const pools = isManager ? [] : this.definition.pools;
    const selected = platform.systemNodes;
    const onSystemNodes = Object.keys(selected).length > 0 ? { nodeSelector: selected } : {};
    const installs: ChartInstall[] = [
      ...(this.hasWorkloads ? [{ chart: "kuberay-operator", values: onSystemNodes }] : []),
      ...(slurm === null ? [] : [{ chart: "slurm-operator", values: slinkyValues(onSystemNodes) }]),
      ...(workloads.queues && software.kueue !== true
        ? [{ chart: "kueue", values: kueueValues(workloads, onSystemNodes, isManager ? name : undefined) }]
        : []),
      ...gpuStack(pools, { ...software, containerdSocket: row.containerdSocket }),
    ];
    return Object.fromEntries(installs.map((install) => [install.chart, this.install(install)]));
  }

  private install({ chart: name, values }: ChartInstall): HelmRelease {
    const row = chart(name);
    return this.release(name, {
      chart: name,
      repository: row.repository,
      version: row.version ?? undefined,
      namespace: row.namespace,
      values: literal(JSON.stringify(values)),
      dependsOn: [],
    });
  }

  private chartReleases(after: ITerraformDependable[]): Record<string, HelmRelease> {
    const charts = [...(this.hasWorkloads ? [this.workloadsChart] : []), ...(this.slurmChart ? [this.slurmChart] : [])];
    return Object.fromEntries(charts.map((of) => [of.name, this.chartRelease(of, after)]));
  }

  private chartRelease(of: LocalChart, after: ITerraformDependable[]): HelmRelease {
    const { text } = this.definition;
    return this.release(of.name, {
      chart: chartAsset(this, `${of.name}-chart`, of).path,
      namespace: "warpform",
      values: JSON.stringify(chartValues(text.valuesFor(of.requiredValues))),
      dependsOn: after,
    });
  }

  private release(
    name: string,
    config: Omit<
      ConstructorParameters<typeof HelmRelease>[2],
      "name" | "provider" | "createNamespace" | "timeoutSeconds"
    >,
  ): HelmRelease {
    const rest = { name, provider: this.provider, createNamespace: true, timeoutSeconds: TIMEOUT_SECONDS };
    return new HelmRelease(this, name, { ...config, ...rest });
  }
}

function kueueValues({ pools }: Workloads, onSystemNodes: object, origin?: string): unknown {
  const slowestBoot = Math.max(...pools.map(({ pool }) => pool.bootSeconds));
  return {
    managerConfig: { controllerManagerConfigYaml: manifestYaml(kueueManagerConfig(slowestBoot, origin)) },
    controllerManager: { ...onSystemNodes, ...KUEUE_REPLICAS },
  };
}

/** The operator with its kinds, and webhooks whose certificate the chart makes: no cert-manager. */
function slinkyValues(onSystemNodes: object): unknown {
  return {
    crds: { enabled: true },
    certManager: { enabled: false },
    operator: onSystemNodes,
    webhook: onSystemNodes,
  };
}

/** How the Helm provider reaches the cluster. */
function connection({
  kubeconfigPath,
  kubeconfigContext,
  host,
  clusterCaCertificate,
  token,
  exec,
}: ExistingKubernetesProps) {
  if (host === undefined) return { configPath: kubeconfigPath, configContext: kubeconfigContext };
  const program = exec && {
    apiVersion: "client.authentication.k8s.io/v1",
    command: exec.command,
    args: exec.args ?? [],
  };
  return { host, clusterCaCertificate, token, exec: program };
}
