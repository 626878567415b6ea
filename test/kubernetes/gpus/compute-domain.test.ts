import { checkEksPools } from "../../../lib/clouds/aws/kubernetes/writers/check-eks-pools";
import { Problems } from "../../../lib/errors";
import { gpuStack, IMAGE_SOFTWARE } from "../../../lib/kubernetes/gpus/gpu-stack";
import { checkArchitecture } from "../../../lib/kubernetes/nodes/check-architecture";
import { type Workloads, workloadsChart } from "../../../lib/kubernetes/workloads";
import { p5, poolOf } from "../pools";
import { clusterOf, modelOf, runOf, workloadsOf } from "../samples";

const gb200 = poolOf("p6e-gb200.36xlarge", { name: "gb200", fabric: "fabric", nodes: { min: 18, max: 18 } });
const workers = (gpusPerPod: number) => [{ name: "workers", of: gb200, gpusPerPod, minReplicas: 18, maxReplicas: 18 }];

function textOf(of: Partial<Workloads>): string {
  const { files } = workloadsChart(workloadsOf({ pools: [gb200], ...of }));
  return files.map(({ text }) => text).join("\n");
}
const CLAIMS = /resources:\n( +).*[\s\S]*?claims:\n +- name: nvlink/;
const REFERENCE = (name: string) =>
  new RegExp(`resourceClaims:\\n +- name: nvlink\\n +resourceClaimTemplateName: ${name}-nvlink`);

describe("a pool whose NVLink spans nodes", () => {
  it.each<[string, Partial<Workloads>, string]>([
    ["Ray cluster", { rayClusters: [clusterOf({ workerGroups: workers(4) })] }, "train"],
    ["fine-tuning run", { fineTuning: [runOf({ of: gb200, gpus: 8 })] }, "support-bot"],
    [
      "model over nodes",
      { serving: [modelOf({ of: gb200, lora: null, tensorParallel: 4, pipelineParallel: 2 })] },
      "llama",
    ],
    [
      "group of pods",
      {
        serving: [
          modelOf({ of: gb200, lora: null, engine: "leader-worker-set", tensorParallel: 4, pipelineParallel: 2 }),
        ],
      },
      "llama",
    ],
  ])("gives a %s a domain of its own and its pods a channel", (_, of, name) => {
    const text = textOf(of);
    expect(text).toMatch(REFERENCE(name));
    expect(text).toMatch(CLAIMS);
    expect(text).toMatch(
      new RegExp(
        `kind: ComputeDomain\\nmetadata:\\n +name: ${name}-nvlink[\\s\\S]*resourceClaimTemplate:\\n +name: ${name}-nvlink`,
      ),
    );
  });

  it.each<[string, Partial<Workloads>]>([
    [
      "pods with a part of a node, of which a node would need several channels",
      { rayClusters: [clusterOf({ workerGroups: workers(2) })] },
    ],
    ["a model within a node", { serving: [modelOf({ of: gb200, lora: null, tensorParallel: 4 })] }],
    ["nodes whose NVLink ends at the node", { rayClusters: [clusterOf()], pools: [p5] }],
  ])("gives none to %s", (_, of) => {
    expect(textOf(of)).not.toMatch(/ComputeDomain|resourceClaims/);
  });

  it("has NVIDIA's DRA driver for domains, while GPUs stay the device plugin's", () => {
    const charts = gpuStack([gb200], IMAGE_SOFTWARE.al2023);
    expect(charts.map(({ chart }) => chart)).toEqual(["nvidia-device-plugin", "dra-driver-nvidia-gpu"]);
    expect(charts[1]!.values).toMatchObject({ resources: { gpus: { enabled: false } } });
    expect(gpuStack([p5], IMAGE_SOFTWARE.al2023)).toHaveLength(1);
  });
});

describe("checkEksPools of UltraServers", () => {
  const messages = (provisioner: "managed" | "karpenter", over: object = {}) => {
    const problems = new Problems();
    const cluster = { nodeImage: "al2023", kubernetesVersion: "1.35", queued: [], ...over } as const;
    checkEksPools(problems, [gb200], provisioner, cluster);
    return problems.all.map(({ message }) => message);
  };
  const WHAT = 'pools[0] "gb200" is of p6e-gb200.36xlarge, whose NVLink spans the 18 nodes of an UltraServer: ';

  it("takes node groups of AL2023 on a Kubernetes with resource claims", () => {
    expect(messages("managed")).toEqual([]);
    expect(messages("managed", { kubernetesVersion: "1.34" })).toEqual([]);
  });

  it.each<[string, "managed" | "karpenter", object, string]>([
    [
      "Karpenter",
      "karpenter",
      {},
      'Karpenter does not support the resource claims that it takes; use provisioner "managed"',
    ],
    [
      "a Kubernetes before the stable API",
      "managed",
      { kubernetesVersion: "1.33" },
      "the resource claims that it takes (resource.k8s.io/v1) come with Kubernetes 1.34, got 1.33; use 1.34 or newer",
    ],
    [
      "Bottlerocket",
      "managed",
      { nodeImage: "bottlerocket" },
      'EKS supports it only with AL2023; use nodeImage "al2023"',
    ],
    [
      "a team that owns its GPUs",
      "managed",
      { queued: ["gb200"] },
      "Kueue and KAI do not admit pods with its resource claims here; take the pool out of queues.teams, and start its workloads without a queue",
    ],
  ])("refuses %s", (_, provisioner, over, message) => {
    expect(messages(provisioner, over)).toEqual([WHAT + message]);
  });
});

describe("checkArchitecture", () => {
  it("refuses Ray's x86_64 images on arm64 nodes, wherever they run", () => {
    const problems = new Problems();
    const image = "rayproject/ray:2.52.0-py311-gpu";
    checkArchitecture(
      problems,
      workloadsOf({
        rayClusters: [clusterOf({ workerGroups: workers(4), image }), clusterOf({ image })],
        fineTuning: [runOf({ of: gb200 })],
        serving: [modelOf({ of: gb200 }), modelOf({ of: gb200, image: "registry.example/ray-llm:arm64" })],
      }),
    );
    expect(problems.all.map(({ path }) => path)).toEqual([
      "rayClusters[0].image",
      "fineTuning[0].image",
      "serving[0].image",
    ]);
    expect(problems.all[0]!.message).toBe(
      'rayClusters[0].image rayproject/ray:2.52.0-py311-gpu is for x86_64, and pool "gb200" is of p6e-gb200.36xlarge, which is arm64; use your own image built for arm64 and, since Ray heads run on the system nodes, for their architecture too',
    );
  });
});
