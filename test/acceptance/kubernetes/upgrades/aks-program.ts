// A cluster on AKS with everything that it takes, and others that differ by a prop which a user changes on a running one:
//   tsx aks-program.ts OUTDIR
// Prints what `warpform diff` says of the way there and back.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { App, TerraformStack } from "cdktf";
import {
  Capacity,
  CheckpointBucket,
  ClusterNetwork,
  declareProvider,
  GpuNodePool,
  InfiniBandFabric,
  KubeRayCluster,
  type KubeRayClusterProps,
  LustreStorage,
} from "../../../../lib/clouds/azure";
import { objectChanges } from "../../../../lib/diff/judge-objects";
import { workloadsOf } from "../stack-chart";

type Nodes = Partial<ConstructorParameters<typeof GpuNodePool>[2]>;
type Of<Key extends "rayClusters" | "jobs" | "fineTuning" | "serving" | "triton"> = Partial<
  NonNullable<KubeRayClusterProps[Key]>[number]
>;

interface Change {
  readonly nd?: Nodes;
  readonly nc?: Nodes;
  readonly lustre?: { readonly capacityTiB: number };
  readonly ray?: Of<"rayClusters">;
  readonly job?: Of<"jobs">;
  readonly run?: Of<"fineTuning">;
  readonly served?: Of<"serving">;
  readonly groups?: Of<"serving">;
  readonly triton?: Of<"triton">;
  readonly cluster?: Partial<KubeRayClusterProps>;
}

const teams = (...shares: readonly [string, number][]) => ({
  teams: shares.map(([name, nd]) => ({ name, gpus: { nd } })),
});

const POD: NonNullable<Of<"jobs">["pods"]> = {
  labels: { "example.com/cost-center": "1234" },
  annotations: { "example.com/owner": "vision" },
  tolerations: [{ key: "dedicated", value: "research", effect: "NoSchedule" }],
  resources: { cpus: 4, memoryGiB: 32 },
};

/** Title, and the change; the way back is held too. */
const CELLS: readonly (readonly [string, Change])[] = [
  ["Lustre grows", { lustre: { capacityTiB: 32 } }],
  ["another size", { nc: { instanceType: "Standard_NC24ads_A100_v4" } }],
  ["more nodes of the fabric", { nd: { nodes: { min: 0, max: 32 } } }],
  ["nodes by Spot", { nc: { capacity: [Capacity.spot()] } }],
  ["a taint on a pool", { nc: { taints: [{ key: "dedicated", effect: "NoSchedule" }] } }],
  ["no fabric", { nd: { fabric: undefined } }],
  ["another address of weights", { served: { weights: "https://aksmodels.blob.core.windows.net/data/weights/v2" } }],
  ["weights on Lustre", { served: { weights: "/lustre/llama" } }],
  ["another revision of weights", { served: { revision: "2026-11-22" }, groups: { revision: "2026-11-22" } }],
  ["more replicas", { nc: { nodes: { min: 0, max: 8 } }, served: { replicas: { min: 2, max: 3 } } }],
  ["inside of the cluster alone", { served: { exposure: "cluster" } }],
  ["another image of Ray", { ray: { image: "registry.example/train:2" } }],
  ["fewer workers", { ray: { workers: { min: 0, max: 2 } } }],
  ["env that the library sets too", { ray: { env: { NCCL_SOCKET_IFNAME: "eth1", NCCL_DEBUG: "INFO" } } }],
  [
    "what users add to pods",
    {
      ray: { pods: POD },
      job: { pods: POD },
      run: { pods: POD },
      served: { pods: POD },
      groups: { pods: POD },
      triton: { pods: POD },
    },
  ],
  ["another command", { job: { command: ["torchrun", "other.py"] } }],
  ["a value of a Secret", { run: { secretEnv: { HF_TOKEN: { secret: "hub", key: "token" } } } }],
  ["another model repository", { triton: { modelRepository: "/lustre/models" } }],
  ["another share of a team", { cluster: { queues: teams(["a", 32], ["b", 8]) } }],
  ["no queue", { ray: { queue: undefined }, job: { queue: undefined }, cluster: { queues: undefined } }],
  ["narrower egress", { cluster: { egressCidrs: ["203.0.113.0/24"] } }],
  ["a registry's login", { cluster: { imagePullSecret: "registry" } }],
  ["no monitoring", { cluster: { monitoring: false } }],
  ["no served models", { cluster: { serving: [] } }],
];

function synthesize(outdir: string, change: Change): void {
  const app = new App({ outdir });
  const stack = new TerraformStack(app, "matrix");
  declareProvider(stack);
  const network = new ClusterNetwork(stack, "network", { availabilityZone: "eastus-1", clusterName: "aks" });
  const models = new CheckpointBucket(stack, "models", { network, accountName: "aksmodels" });
  const sizes = { capacityTiB: 16, throughputPerTiB: 125 as const, ...change.lustre };
  const storage = new LustreStorage(stack, "scratch", { network, ...sizes });
  const withFabric = !("fabric" in (change.nd ?? {}));
  const nd = new GpuNodePool(stack, "nd", {
    network,
    instanceType: "Standard_ND96isr_H100_v5",
    nodes: { min: 0, max: 16 },
    ...(withFabric ? { fabric: new InfiniBandFabric(stack, "fabric", { network }) } : {}),
    ...change.nd,
  });
  const nc = new GpuNodePool(stack, "nc", {
    network,
    instanceType: "Standard_NC40ads_H100_v5",
    nodes: { min: 0, max: 4 },
    ...change.nc,
  });
  const image = "registry.example/train:1";
  const vllm = { image: "vllm/vllm-openai:v0.11.0", replicas: { min: 1, max: 1 } } as const;
  const weights = models.uri("weights/llama");
  const torch = { nodes: 1, gpusPerPod: 8, image, command: ["torchrun", "train.py"] };
  const tune = { model: "/lustre/llama", data: "/lustre/train.jsonl", adapters: "/lustre/adapters" };
  const ray = new KubeRayCluster(stack, "ray", {
    network,
    pools: [nd, nc],
    fileSystems: [{ storage, path: "/lustre" }],
    queues: teams(["a", 16], ["b", 8]),
    rayClusters: [{ name: "train", pools: [nd], queue: "a", image, rayVersion: "2.52.0", ...change.ray }],
    jobs: [{ name: "torch", pool: nd, queue: "b", ...torch, ...change.job }],
    fineTuning: [{ name: "tune", pool: nc, storage: "/lustre/checkpoints", ...tune, ...change.run }],
    serving: [
      { name: "llama", pool: nc, model: "llama-3.1-8b", weights, ...change.served },
      {
        name: "big",
        pool: nd,
        model: "llama-3.1-70b",
        weights: models.uri("weights/big"),
        tensorParallel: 8,
        engine: "leader-worker-set",
        ...vllm,
        ...change.groups,
      },
    ],
    triton: [
      {
        name: "vision",
        pool: nc,
        modelRepository: models.uri("models"),
        replicas: { min: 1, max: 1 },
        ...change.triton,
      },
    ],
    ...change.cluster,
  });
  models.grantRead(ray);
  app.synth();
}

const out = process.argv[2]!;
const folderOf = (i: number | "base" | "karpenter") => join(out, String(i));
mkdirSync(out, { recursive: true });
synthesize(folderOf("base"), {});
// the same pools by node auto-provisioning, which no running cluster changes to
const fixed = { nodes: { min: 16, max: 16 } };
synthesize(folderOf("karpenter"), { nd: fixed, cluster: { provisioner: "karpenter" } });
const base = workloadsOf(folderOf("base"));
const asked = process.env.WARPFORM_CELLS?.split(";");
const cells = CELLS.filter(([title]) => asked?.includes(title) ?? true).map(([title, change], i) => {
  try {
    synthesize(folderOf(i), change);
  } catch (error) {
    return { title, refused: (error as Error).message };
  }
  const other = workloadsOf(folderOf(i));
  return { title, folder: folderOf(i), there: objectChanges(base, other), back: objectChanges(other, base) };
});
console.log(JSON.stringify({ base: folderOf("base"), karpenter: folderOf("karpenter"), cells }));
