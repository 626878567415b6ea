import { PRIORITIES, type WorkloadPriority } from "../../../kubernetes/queues/priorities";
import type { LoraServing } from "../../../kubernetes/serving/llm-serving";
import { optional, type Table } from "../../../props/field";
import { map, part } from "../../../props/nested-fields";
import { flag, number, oneOf, setting, text, whole } from "../../../props/simple-fields";
import type { WeightPrecision } from "../../../sizing/memory/model-memory";
import { BITS_PER_WEIGHT } from "../../../sizing/memory/model-memory";
import { pool, pools } from "../pools/pool-field";
import { texts, textsByName } from "../shared/aws-fields";
import type {
  FineTuningOptions,
  RayClusterOptions,
  SecretEnvironment,
  ServingOptions,
  TritonOptions,
} from "./kube-ray-workload-options";

const address = () => text({ words: '"s3://bucket/prefix" or an absolute path on a mount' });
const PRIORITY_NAMES = Object.keys(PRIORITIES) as WorkloadPriority[];
const exposure = () => optional(oneOf(["cluster", "internal", "public", "gateway"]));

/** Fewest and most of something; 0 and what a pool holds are checked with the pools. */
const span = () => part<{ readonly min: number; readonly max: number }>({ min: number(), max: number() });

const secretEnv = () =>
  map<SecretEnvironment[string]>(part<SecretEnvironment[string]>({ secret: text(), key: text() }), {
    words: 'an object of keys of Secrets, such as { HF_TOKEN: { secret: "hub", key: "token" } }',
  });

const workload = () => ({
  name: text(),
  namespace: optional(text()),
  image: optional(text()),
  env: optional(textsByName()),
  secretEnv: optional(secretEnv()),
});

/** What a Ray cluster takes; how many GPUs and workers depends on its pools. */
export const RAY_CLUSTER = {
  ...workload(),
  pools: pools(),
  rayVersion: optional(text(), "2.52.0"),
  gpusPerPod: optional(whole({ unit: "GPUs" })),
  queue: optional(text()),
  priority: optional(oneOf(PRIORITY_NAMES)),
  workers: optional(span()),
  autoscaling: optional(flag()),
  idleMinutes: optional(whole({ unit: "minutes" }), 10),
} satisfies Table<RayClusterOptions>;

/** What a fine-tuning run takes. */
export const FINE_TUNING = {
  ...workload(),
  pool: pool(),
  gpus: optional(whole({ unit: "GPUs" })),
  model: text(),
  data: address(),
  storage: address(),
  adapters: address(),
  method: optional(oneOf(["lora", "qlora"]), "lora"),
  rank: optional(whole(), 16),
  epochs: optional(whole(), 1),
  sequenceLength: optional(whole({ unit: "tokens" }), 2048),
  batchPerGpu: optional(whole(), 4),
  learningRate: optional(number(), 0.0002),
  checkpointSteps: optional(whole({ unit: "steps" }), 100),
  queue: optional(text()),
  priority: optional(oneOf(PRIORITY_NAMES)),
  retries: optional(whole(), 3),
  deadlineMinutes: optional(whole({ unit: "minutes" })),
  pipPackages: optional(texts()),
  rayVersion: optional(text(), "2.52.0"),
} satisfies Table<FineTuningOptions>;

const LORA = { adapters: address(), maxAdapters: whole(), maxRank: whole() } satisfies Table<LoraServing>;

/** What a served model takes; what fits depends on its pool. */
export const SERVING = {
  ...workload(),
  pool: pool(),
  model: text({ example: "llama-3.1-8b" }),
  modelId: optional(text()),
  weights: address(),
  revision: optional(text()),
  precision: optional(oneOf(Object.keys(BITS_PER_WEIGHT) as WeightPrecision[]), "bf16"),
  tensorParallel: optional(whole({ unit: "GPUs" }), 1),
  pipelineParallel: optional(whole(), 1),
  maxModelLength: optional(whole({ unit: "tokens" }), 8192),
  replicas: optional(span()),
  targetOngoingRequests: optional(whole({ unit: "requests" }), 32),
  targetTimeToFirstTokenSeconds: optional(number({ unit: "seconds" })),
  engineArguments: optional(map(setting(), { words: "an object, such as { max_num_seqs: 64 }" })),
  lora: optional(part<LoraServing>(LORA)),
  exposure: exposure(),
  allowedCidrs: optional(texts()),
  certificateArn: optional(text()),
  apiKey: optional(part<NonNullable<ServingOptions["apiKey"]>>({ secret: text(), key: text() })),
  upgradeStrategy: optional(oneOf(["new-cluster", "none"]), "new-cluster"),
  engine: optional(oneOf(["ray", "leader-worker-set"]), "ray"),
  rayVersion: optional(text(), "2.52.0"),
} satisfies Table<ServingOptions>;

/** What a Triton server takes. */
export const TRITON = {
  ...workload(),
  pool: pool(),
  modelRepository: address(),
  revision: optional(text()),
  gpusPerReplica: optional(whole({ unit: "GPUs" }), 1),
  replicas: optional(span()),
  targetPendingRequests: optional(whole({ unit: "requests" }), 8),
  targetQueueMilliseconds: optional(number({ unit: "milliseconds" })),
  exposure: exposure(),
  allowedCidrs: optional(texts()),
} satisfies Table<TritonOptions>;
