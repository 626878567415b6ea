// The props of a cluster on Kubernetes that a user changes on a running one, each with a first and a second value.
import type {
  GpuNodePool,
  GpuNodePoolProps,
  KubeRayClusterProps,
  LustreStorageProps,
} from "../../../../lib/clouds/aws/index";
import { Capacity } from "../../../../lib/clouds/aws/index";
import type { ServingOptions, TritonOptions } from "../../../../lib/clouds/aws/kubernetes/serving-options";
import type {
  BatchJobOptions,
  FineTuningOptions,
  RayClusterOptions,
} from "../../../../lib/clouds/aws/kubernetes/training-options";
import type { PodOptions } from "../../../../lib/kubernetes/pods/pod-options";
import { REST } from "./upgrade-cells-rest";

/** What a cell changes of the cluster that all cells start from. */
export interface Change {
  readonly h100?: Partial<GpuNodePoolProps>;
  readonly l40s?: Partial<GpuNodePoolProps>;
  readonly lustre?: Partial<LustreStorageProps>;
  readonly ray?: Partial<RayClusterOptions>;
  readonly job?: Partial<BatchJobOptions>;
  readonly run?: Partial<FineTuningOptions>;
  readonly served?: Partial<ServingOptions>;
  readonly groups?: Partial<ServingOptions>;
  readonly triton?: Partial<TritonOptions>;
  readonly mount?: { readonly prefix?: string; readonly readOnly?: boolean; readonly path?: string };
  readonly cluster?: (pools: {
    readonly h100: GpuNodePool;
    readonly l40s: GpuNodePool;
  }) => Partial<KubeRayClusterProps>;
}

const teams = (...shares: readonly [string, number][]) => ({
  teams: shares.map(([name, h100]) => ({ name, gpus: { h100 } })),
});

const SECRETS = "arn:aws:secretsmanager:us-east-2:111122223333:secret";

/** A change of the pods of every kind of workload. */
const onAllPods = (pods: PodOptions): Change => ({
  ray: { pods },
  job: { pods },
  run: { pods },
  served: { pods },
  groups: { pods },
  triton: { pods },
});

const ON_S3 = { model: "s3://models/llama", data: "s3://models/train.jsonl" };

/** Title, and the change; the way back is held too. */
const CELLS: readonly (readonly [string, Change])[] = [
  ["Lustre grows", { lustre: { capacityTiB: 48 } }],
  ["Lustre with another throughput", { lustre: { throughputPerTiB: 500 } }],
  ["another instance type", { l40s: { instanceType: "g6e.4xlarge" } }],
  ["more nodes", { l40s: { nodes: { min: 0, max: 8 } } }],
  ["nodes that stand", { l40s: { nodes: { min: 4, max: 4 } } }],
  [
    "a capacity source behind a block",
    {
      h100: {
        nodes: { min: 0, max: 8 },
        capacity: [Capacity.block("cr-0123456789abcdef0", { nodes: 4 }), Capacity.onDemand()],
      },
    },
  ],
  ["spot before on-demand", { l40s: { capacity: [Capacity.spot(), Capacity.onDemand()] } }],
  ["a label on a pool", { l40s: { labels: { team: "research" } } }],
  ["a taint on a pool", { l40s: { taints: [{ key: "dedicated", value: "serving", effect: "NoSchedule" }] } }],
  ["a larger root disk", { l40s: { rootVolumeGiB: 500 } }],
  ["a faster root disk", { l40s: { rootVolumeMBps: 1000 } }],
  ["image layers side by side", { cluster: () => ({ fastImagePull: true }) }],
  ["a check of new nodes", { cluster: () => ({ nodeCheck: { level: 3, busBandwidthGBps: { h100: 400 } } }) }],
  ["Bottlerocket", { cluster: () => ({ nodeImage: "bottlerocket" }) }],
  ["a bucket that is written too", { mount: { readOnly: false } }],
  ["another folder of a bucket", { mount: { prefix: "imagenet/" } }],
  ["a bucket at another path", { mount: { path: "/datasets" }, run: ON_S3 }],
  ["no bucket", { cluster: () => ({ bucketMounts: [] }), run: ON_S3 }],
  ["another address of weights", { served: { weights: "s3://models/v2" } }],
  ["another revision of weights", { served: { revision: "2026-11-22" }, groups: { revision: "2026-11-22" } }],
  [
    "weights streamed from S3",
    { served: { weightsLoading: "stream" }, groups: { weightsLoading: "stream", revision: "2026-11-24" } },
  ],
  ["weights on a mount", { served: { weights: "/fsx/llama" } }],
  [
    "env that the library sets too",
    {
      ray: { env: { NCCL_DEBUG: "INFO", FI_PROVIDER: "efa" } },
      served: { env: { HF_HUB_OFFLINE: "0" } },
      run: { env: { RAY_TRAIN_V2_ENABLED: "0" } },
      groups: { env: { HOME: "/fsx/home", NCCL_DEBUG: "INFO" } },
      triton: { env: { LOG: "1" } },
    },
  ],
  [
    "secretEnv",
    {
      served: { secretEnv: { HF_TOKEN: { secret: "hub", key: "token" } } },
      ray: { secretEnv: { WANDB_API_KEY: { secret: "wandb", key: "key" } } },
    },
  ],
  [
    "secrets of Secrets Manager",
    {
      served: { secretEnv: { HF_TOKEN: { secretArn: `${SECRETS}:hub-AbCdEf`, key: "token" } } },
      groups: { apiKey: { secretArn: `${SECRETS}:llm-AbCdEf` } },
      job: { secretEnv: { WANDB_API_KEY: { secretArn: `${SECRETS}:wandb-AbCdEf` } } },
      cluster: () => ({ imagePullSecretArn: `${SECRETS}:login-AbCdEf` }),
    },
  ],
  [
    "labels and annotations of pods",
    onAllPods({
      labels: { "example.com/cost-center": "1234", tier: "gold" },
      annotations: { "prometheus.io/scrape": "false", "karpenter.sh/do-not-disrupt": "true" },
    }),
  ],
  [
    "taints that pods tolerate",
    onAllPods({
      tolerations: [
        { key: "dedicated", value: "research", effect: "NoSchedule" },
        { key: "nvidia.com/gpu", effect: "NoSchedule" },
        { key: "node.kubernetes.io/unreachable", effect: "NoExecute", tolerationSeconds: 30 },
      ],
    }),
  ],
  ["less CPU and memory of pods", onAllPods({ resources: { cpus: 2.5, memoryGiB: 16 } })],
  [
    "another image",
    {
      ray: { image: "registry.example/train:2" },
      triton: { image: "nvcr.io/nvidia/tritonserver:26.01-py3" },
      groups: { image: "vllm/vllm-openai:v0.12.0" },
    },
  ],
  ["another Ray version", { ray: { rayVersion: "2.53.0" } }],
  ["fewer workers", { ray: { workers: { min: 1, max: 1 } } }],
  ["a priority", { ray: { priority: "scavenger" } }],
  ["no queue", { ray: { queue: undefined, workers: { min: 1, max: 2 }, namespace: "team-a" } }],
  ["another length", { served: { maxModelLength: 4096 }, groups: { maxModelLength: 4096 } }],
  [
    "engine arguments",
    {
      served: { engineArguments: { enable_prefix_caching: true } },
      groups: { engineArguments: { kv_cache_dtype: "fp8" } },
    },
  ],
  [
    "prefix-aware routing",
    {
      served: { routing: "prefix-aware", replicas: { min: 1, max: 2 } },
      groups: { routing: "prefix-aware", replicas: { min: 1, max: 2 } },
      cluster: () => ({ systemNodes: 5 }),
    },
  ],
  ["prefill by replicas of its own", { served: { prefillReplicas: { min: 1, max: 1 }, replicas: { min: 1, max: 1 } } }],
  ["SGLang in place of vLLM", { groups: { engine: "sglang", image: "lmsysorg/sglang:v0.5.18-cu130" } }],
  ["fp8", { served: { precision: "fp8" }, groups: { precision: "fp8" } }],
  [
    "more replicas",
    {
      served: { replicas: { min: 2, max: 4 } },
      groups: { replicas: { min: 2, max: 2 } },
      triton: { replicas: { min: 2, max: 2 } },
    },
  ],
  ["replicas that follow the load", { triton: { replicas: { min: 1, max: 3 } } }],
  ["two GPUs per replica", { served: { tensorParallel: 2 }, groups: { tensorParallel: 4 } }],
  [
    "another target",
    { served: { targetOngoingRequests: 64 }, triton: { targetPendingRequests: 4, replicas: { min: 1, max: 2 } } },
  ],
  ["a target of latency", { served: { targetTimeToFirstTokenSeconds: 0.5, replicas: { min: 1, max: 2 } } }],
  ["adapters", { served: { lora: { adapters: "s3://models/adapters", maxAdapters: 4, maxRank: 16 } } }],
  ["another name for clients", { served: { modelId: "chat" } }],
  ["within the cluster alone", { served: { exposure: "cluster" }, triton: { exposure: "cluster" } }],
  [
    "another engine",
    { served: { engine: "leader-worker-set", image: "vllm/vllm-openai:v0.11.0", replicas: { min: 1, max: 1 } } },
  ],
  ["another namespace of a model", { served: { namespace: "chat" } }],
  ["another name of a model", { served: { name: "chat" } }],
  ["a job over several nodes", { job: { nodes: 2 } }],
  ["another command of a job", { job: { command: ["torchrun", "other.py"] } }],
  ["a job by Kubeflow Trainer", { job: { kind: "trainjob", nodes: 2 } }],
  ["a job by MPI", { job: { kind: "mpi", nodes: 2, command: ["mpirun", "all_reduce_perf"] } }],
  ["a job whose hanging is noticed", { job: { nodes: 2, heartbeat: { minutes: 20 } } }],
  ["another image of a job", { job: { nodes: 2, image: "registry.example/train:2" } }],
  ["images from a mirror", { cluster: () => ({ registry: { mirror: "registry.example/mirror" } }) }],
  [
    "an image by its digest",
    {
      cluster: () => ({
        registry: { digests: { "docker.io/rayproject/ray-llm:2.52.0-py311-cu128": `sha256:${"0a".repeat(32)}` } },
      }),
    },
  ],
  ["blocks that pods may call", { cluster: () => ({ egressCidrs: ["203.0.113.0/24"] }) }],
  ["another run", { run: { rank: 32, epochs: 2 } }],
  [
    "other shares of teams",
    { cluster: () => ({ queues: teams(["a", 24], ["b", 8]) }), ray: { workers: { min: 2, max: 2 } } },
  ],
  ["a third team", { cluster: () => ({ queues: teams(["a", 16], ["b", 8], ["c", 8]) }) }],
  ["a gateway", { cluster: () => ({ gateway: { domain: "models.example.com" } }), served: { exposure: "gateway" } }],
  ["Ray's own files in the logs", { cluster: () => ({ podLogs: { rayFiles: true } }) }],
  ["no logs of pods", { cluster: () => ({ podLogs: false }) }],
  ["no alerts", { cluster: () => ({ monitoring: { idleGpuMinutes: 60, queueHours: 8 } }) }],
  ["TLS between Ray's processes", { cluster: () => ({ tls: true }) }],
  ["Ray's state in Valkey", { cluster: () => ({ gcsFaultTolerance: true }) }],
  [
    "Ray's state in a Valkey of each team",
    { cluster: () => ({ gcsFaultTolerance: true, gcsStorePerNamespace: true }) },
  ],
  ["a head that a drain may move", { cluster: () => ({ gcsFaultTolerance: true }), ray: { evictableHead: true } }],
  ["system nodes that grow", { cluster: () => ({ maxSystemNodes: 8 }) }],
  ["huge pages for libfabric", { ray: { env: { FI_EFA_USE_HUGE_PAGE: "1" } } }],
  [
    "a gateway with tokens and a firewall",
    {
      cluster: () => ({
        gateway: {
          domain: "models.example.com",
          certificateArn: "arn:aws:acm:us-east-2:111122223333:certificate/0a1b2c3d",
          jwt: {
            issuer: "https://login.example.com",
            jwksEndpoint: "https://login.example.com/.well-known/jwks.json",
            audience: "models",
          },
          webAclArn: "arn:aws:wafv2:us-east-2:111122223333:regional/webacl/models/0a1b2c3d",
        },
      }),
      served: { exposure: "gateway" },
    },
  ],
  ["KV cache in node memory", { groups: { kvOffloadGiB: 200, image: "vllm/vllm-openai:v0.12.0" } }],
  ["no Triton", { cluster: () => ({ triton: [] }) }],
  ["no served models", { cluster: () => ({ serving: [] }) }],
  ...REST,
];

/** Those that found faults, which every run holds alone, and the rest in groups; WARPFORM_WHOLE=1 holds each alone, WARPFORM_CELLS="title;title" these. */
const FOUND_FAULTS: readonly string[] = [
  "Lustre grows",
  "another instance type",
  "a capacity source behind a block",
  "a check of new nodes",
  "Bottlerocket",
  "a bucket that is written too",
  "another address of weights",
  "env that the library sets too",
  "another image",
  "fewer workers",
  "no queue",
];

/** All cells, of which random walks are made. */
export const everyCell = (): typeof CELLS => CELLS;

/** The cells that this run does not hold alone. */
export const otherCells = (): typeof CELLS =>
  process.env.WARPFORM_CELLS ? [] : CELLS.filter((cell) => !chosenCells().includes(cell));

/** The cells that this run holds alone. */
export function chosenCells(): typeof CELLS {
  const asked = process.env.WARPFORM_CELLS?.split(";");
  if (asked) return CELLS.filter(([title]) => asked.includes(title));
  if (process.env.WARPFORM_WHOLE) return CELLS;
  const chosen = CELLS.filter(([title]) => FOUND_FAULTS.includes(title));
  if (chosen.length < FOUND_FAULTS.length)
    throw new Error("a title of a cell that found a fault is none of the matrix");
  return chosen;
}
