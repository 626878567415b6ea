import { EC2_NODE_CLASS } from "../../../lib/clouds/aws/kubernetes/writers/ec2-node-class";
import { efaPlugin } from "../../../lib/clouds/aws/kubernetes/writers/efa-driver";
import { checkTaints } from "../../../lib/clouds/common/pools/check-taints";
import { Problems } from "../../../lib/errors";
import { gpuStack, IMAGE_SOFTWARE } from "../../../lib/kubernetes/gpus/gpu-stack";
import { monitoringCharts } from "../../../lib/kubernetes/monitoring/monitoring";
import { karpenterNodePool, poolSources } from "../../../lib/kubernetes/nodes/karpenter-node-pool";
import { agentTolerations } from "../../../lib/kubernetes/nodes/taints";
import { workloadsChart } from "../../../lib/kubernetes/workloads";
import type { NodeTaint } from "../../../lib/model/model";
import { chartObjects } from "../chart-objects";
import { mig, poolOf } from "../pools";
import { clusterOf, filesAt, queuesOf, tritonOf, workloadsOf } from "../samples";

const taints: NodeTaint[] = [{ key: "dedicated", value: "research", effect: "NoSchedule" }];
const tainted = poolOf("p5.48xlarge", { name: "h100", fabric: "fabric", taints });
const GPU = { key: "nvidia.com/gpu", operator: "Exists", effect: "NoSchedule" };
const OWN = { key: "dedicated", operator: "Exists", effect: "NoSchedule" };

describe("taints of a pool's own", () => {
  it("are on the nodes that Karpenter starts, those of pools without GPUs too", () => {
    const written = (of: ReturnType<typeof poolOf>) =>
      // biome-ignore lint/suspicious/noExplicitAny: a manifest's spec is checked by schema, not by type
      (karpenterNodePool(of, poolSources(of)[0]!, "training", EC2_NODE_CLASS).spec as any).template.spec.taints;
    expect(written(tainted)).toEqual([{ key: "nvidia.com/gpu", value: "present", effect: "NoSchedule" }, taints[0]]);
    expect(written(poolOf("m7i.4xlarge", { taints: [{ key: "cpu", effect: "NoExecute" }] }))).toEqual([
      { key: "cpu", value: "true", effect: "NoExecute" },
    ]);
    expect(written(poolOf("m7i.4xlarge"))).toBeUndefined();
  });

  it("are tolerated by workers, agents of the nodes and Kueue's flavor", () => {
    const objects = chartObjects(
      workloadsChart(
        workloadsOf({
          pools: [tainted],
          alerts: { idleGpuMinutes: 30, queueHours: 4, namespace: "monitoring", fabric: [] },
          queues: queuesOf({ pools: [tainted] }),
          rayClusters: [
            clusterOf({
              workerGroups: [{ name: "workers", of: tainted, gpusPerPod: 8, minReplicas: 0, maxReplicas: 4 }],
            }),
          ],
          triton: [tritonOf({ of: tainted, files: filesAt("s3://bucket/models") })],
        }),
      ),
    );
    const of = (kind: string) => objects.filter((object) => object.kind === kind);
    expect(of("RayCluster")[0]!.spec.workerGroupSpecs[0].template.spec.tolerations).toEqual([GPU, OWN]);
    expect(of("Deployment")[0]!.spec.template.spec.tolerations).toEqual([GPU, OWN]);
    const agents = of("DaemonSet").map(({ metadata, spec }) => [metadata.name, spec.template.spec.tolerations]);
    expect(agents).toEqual([
      ["weights-h100", [GPU, OWN]],
      ["efa-exporter", [GPU, OWN]],
    ]);
    expect(of("ResourceFlavor").find(({ metadata }) => metadata.name === "h100")!.spec.tolerations).toEqual([GPU, OWN]);
  });

  it("are tolerated by what offers and measures GPUs and the fabric", () => {
    const own = poolOf("p4d.24xlarge", { ...mig.pool, fabric: undefined, taints });
    const charts = [
      ...gpuStack([tainted], IMAGE_SOFTWARE.al2023),
      ...gpuStack([own], IMAGE_SOFTWARE.al2023),
      ...efaPlugin([tainted]),
      ...monitoringCharts({ storageGiB: 1, retentionDays: 1, storageClass: null, pools: [tainted] }),
    ];
    const tolerations = charts.flatMap(({ chart, values }) => {
      const { tolerations: of, daemonsets } = values as Record<string, { readonly tolerations?: unknown }>;
      return of || daemonsets ? [[chart, of ?? daemonsets!.tolerations]] : [];
    });
    expect(tolerations).toEqual(
      ["nvidia-device-plugin", "gpu-operator", "aws-efa-k8s-device-plugin", "dcgm-exporter"].map((chart) => [
        chart,
        [GPU, OWN],
      ]),
    );
  });

  it("count each once over pools, with those that a cloud or the owner of nodes sets", () => {
    const spot = { key: "spot", operator: "Exists", effect: "NoSchedule" } as const;
    const any = { key: "is_gpu", operator: "Exists" } as const;
    expect(agentTolerations([tainted, tainted, { tolerations: [spot, any] }])).toEqual([GPU, OWN, spot, any]);
    expect(agentTolerations([])).toEqual([GPU]);
  });
});

describe("checkTaints", () => {
  const messages = (...of: NodeTaint[]) => {
    const problems = new Problems();
    checkTaints(problems, of, ["kubernetes.azure.com"]);
    return problems.all.map(({ message }) => message);
  };

  it.each<[string, NodeTaint[], string]>([
    [
      "the GPU's own",
      [{ key: "nvidia.com/gpu", effect: "NoSchedule" }],
      'taints[0].key "nvidia.com/gpu" is on nodes with GPUs already; leave it out',
    ],
    [
      "one of Kubernetes",
      [{ key: "node.kubernetes.io/unschedulable", effect: "NoSchedule" }],
      'taints[0].key must not be "node.kubernetes.io/unschedulable": Kubernetes and clouds set and remove taints of node.kubernetes.io themselves; use a name without that prefix',
    ],
    [
      "one of a cloud",
      [{ key: "kubernetes.azure.com/scalesetpriority", effect: "NoSchedule" }],
      'taints[0].key must not be "kubernetes.azure.com/scalesetpriority": Kubernetes and clouds set and remove taints of kubernetes.azure.com themselves; use a name without that prefix',
    ],
    [
      "a key with a blank",
      [{ key: "my taint", effect: "NoSchedule" }],
      'taints[0].key must be up to 63 letters, digits, "-", "_" and ".", optionally after a DNS name and "/", got "my taint"; use "dedicated", for example',
    ],
    [
      "a value with a blank",
      [{ key: "dedicated", value: "a b", effect: "NoSchedule" }],
      'taints[0].value must be up to 63 letters, digits, "-", "_" and ".", got "a b"; use "research", for example',
    ],
    [
      "a key and effect twice",
      [
        { key: "dedicated", value: "a", effect: "NoSchedule" },
        { key: "dedicated", value: "b", effect: "NoSchedule" },
      ],
      "taints[1] has the key and effect of taints[0], and a node bears one of both; leave one out",
    ],
  ])("refuses %s", (_, given, message) => expect(messages(...given)).toEqual([message]));

  it("takes what is well", () => {
    const two: NodeTaint[] = [
      { key: "example.com/dedicated", value: "a".repeat(63), effect: "NoSchedule" },
      { key: "example.com/dedicated", effect: "NoExecute" },
    ];
    expect(messages(...two)).toEqual([]);
  });
});
