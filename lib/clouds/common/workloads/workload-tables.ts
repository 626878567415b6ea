import { DEFAULT_RAY_VERSION, RAY_GPU_IMAGE, RAY_LLM_IMAGE, TRITON_IMAGE } from "../../../kubernetes/chart/images";
import type { PodOptions } from "../../../kubernetes/pods/pod-options";
import { PODS } from "../../../kubernetes/pods/pod-table";
import { SERVING_NAMESPACE } from "../../../kubernetes/queues/namespaces";
import { PRIORITIES, type WorkloadPriority } from "../../../kubernetes/queues/priorities";
import type { LoraServing } from "../../../kubernetes/serving/llm-serving";
import { DEFAULT_ENGINE } from "../../../kubernetes/serving/serving-engine";
import {
  FEWEST,
  FINE_TUNING_NUMBERS,
  HEARTBEAT_NUMBERS,
  JOB_NUMBERS,
  LORA_NUMBERS,
  MOST,
  PREFILL_REPLICAS,
  RAY_NUMBERS,
  SERVING_NUMBERS,
  TRITON_NUMBERS,
} from "../../../kubernetes/workload-numbers";
import { type Field, optional, type Table } from "../../../props/field";
import { list, made, map, part, secretPart, texts } from "../../../props/nested-fields";
import { flag, jsonSetting, oneOf, text } from "../../../props/simple-fields";
import type { WeightPrecision } from "../../../sizing/memory/model-memory";
import { BITS_PER_WEIGHT } from "../../../sizing/memory/model-memory";
import { servedModelField } from "./served-architecture";
import type { HeartbeatOptions } from "./training-options";

/** A name of an object of Kubernetes, or in one. */
export const name = () => text({ known: "Kubernetes takes few letters in names, and others refer to it" });

const PRIORITY_NAMES = Object.keys(PRIORITIES) as WorkloadPriority[];
const exposure = () => optional(oneOf(["cluster", "internal", "public", "gateway"]));

/** Fewest and most of something; what a pool holds is checked with the pools. */
const span = (min = FEWEST, max = MOST) => part<{ readonly min: number; readonly max: number }>({ min, max });

/** Text that may be empty, by name: environment variables. */
const textsByName = () => map(text({ empty: true }), { words: 'an object of texts, such as { NAME: "value" }' });

/** Values of secrets by the names of variables, as a cloud takes them. */
export const secretEnvironment = <Source extends object>(source: Table<Source>, example: string) =>
  map<Source>(secretPart<Source>(source, example), { words: `an object of secrets, such as { HF_TOKEN: ${example} }` });

/** What a heartbeat takes. */
export const HEARTBEAT = {
  file: optional(
    text({
      like: /^(\/(?!\.{1,2}(\/|$))[\w.-]+)+$/,
      words: "an absolute path of letters, digits, dots, dashes and underscores",
      example: "/tmp/heartbeat",
    }),
    "/tmp/heartbeat",
  ),
  minutes: optional(HEARTBEAT_NUMBERS.minutes, 30),
  startMinutes: optional(HEARTBEAT_NUMBERS.startMinutes, 60),
} satisfies Table<HeartbeatOptions>;

/** What of the tables is a cloud's own. */
export interface CloudFields<Pool, Secret> {
  readonly pool: () => Field<Pool, false>;
  readonly secretEnv: () => Field<Readonly<Record<string, Secret>>, false>;
  /** How an address in its object store looks, with its quotes: `"s3://bucket/prefix"`. */
  readonly address: string;
}

/** What workloads take, whose pools, secrets and addresses are of one cloud; what fits depends on the pools. */
export function workloadTables<Pool, Secret>(of: CloudFields<Pool, Secret>) {
  const address = () => text({ words: `${of.address} or an absolute path on a mount` });
  const workload = {
    name: name(),
    namespace: optional(name()),
    image: optional(text()),
    env: optional(textsByName(), {}),
    secretEnv: optional(of.secretEnv(), {}),
    pods: optional(part<PodOptions>(PODS)),
  };
  return {
    rayCluster: {
      ...workload,
      image: optional(text(), RAY_GPU_IMAGE),
      pools: list(of.pool(), { words: "a list of GpuNodePools" }),
      rayVersion: optional(text(), DEFAULT_RAY_VERSION),
      gpusPerPod: optional(RAY_NUMBERS.gpusPerPod),
      queue: optional(name()),
      priority: optional(oneOf(PRIORITY_NAMES)),
      workers: optional(span()),
      autoscaling: optional(flag()),
      idleMinutes: optional(RAY_NUMBERS.idleMinutes, 10),
      evictableHead: optional(flag(), false),
    },
    batchJob: {
      ...workload,
      kind: optional(oneOf(["job", "trainjob", "mpi"]), "job"),
      image: text({ example: "registry.example.com/train:1" }),
      pool: of.pool(),
      command: texts({ split: true }),
      nodes: optional(JOB_NUMBERS.nodes, 1),
      gpusPerPod: optional(JOB_NUMBERS.gpusPerPod),
      queue: optional(name()),
      priority: optional(oneOf(PRIORITY_NAMES)),
      retries: optional(JOB_NUMBERS.retries, 3),
      deadlineMinutes: optional(JOB_NUMBERS.deadlineMinutes),
      heartbeat: optional(part<HeartbeatOptions>(HEARTBEAT)),
      keepHours: optional(JOB_NUMBERS.keepHours, 24),
    },
    fineTuning: {
      ...workload,
      image: optional(text(), RAY_LLM_IMAGE),
      pool: of.pool(),
      gpus: optional(FINE_TUNING_NUMBERS.gpus),
      model: text(),
      data: address(),
      storage: address(),
      adapters: address(),
      method: optional(oneOf(["lora", "qlora"]), "lora"),
      rank: optional(FINE_TUNING_NUMBERS.rank, 16),
      epochs: optional(FINE_TUNING_NUMBERS.epochs, 1),
      sequenceLength: optional(FINE_TUNING_NUMBERS.sequenceLength, 2048),
      batchPerGpu: optional(FINE_TUNING_NUMBERS.batchPerGpu, 4),
      learningRate: optional(FINE_TUNING_NUMBERS.learningRate, 0.0002),
      checkpointSteps: optional(FINE_TUNING_NUMBERS.checkpointSteps, 100),
      queue: optional(name()),
      priority: optional(oneOf(PRIORITY_NAMES)),
      retries: optional(FINE_TUNING_NUMBERS.retries, 3),
      deadlineMinutes: optional(FINE_TUNING_NUMBERS.deadlineMinutes),
      pipPackages: optional(texts()),
      rayVersion: optional(text(), DEFAULT_RAY_VERSION),
    },
    serving: {
      ...workload,
      namespace: optional(name(), SERVING_NAMESPACE),
      image: optional(text(), RAY_LLM_IMAGE),
      pool: of.pool(),
      model: servedModelField(),
      modelId: optional(text()),
      weights: address(),
      revision: optional(text()),
      weightsLoading: optional(oneOf(["node-cache", "stream"]), "node-cache"),
      precision: optional(oneOf(Object.keys(BITS_PER_WEIGHT) as WeightPrecision[]), "bf16"),
      tensorParallel: optional(SERVING_NUMBERS.tensorParallel, 1),
      pipelineParallel: optional(SERVING_NUMBERS.pipelineParallel, 1),
      maxModelLength: optional(SERVING_NUMBERS.maxModelLength, 8192),
      replicas: optional(span()),
      prefillReplicas: optional(span(PREFILL_REPLICAS, PREFILL_REPLICAS)),
      dataParallel: optional(SERVING_NUMBERS.dataParallel, 1),
      targetOngoingRequests: optional(SERVING_NUMBERS.targetOngoingRequests, 32),
      targetTimeToFirstTokenSeconds: optional(SERVING_NUMBERS.targetTimeToFirstTokenSeconds),
      kvOffloadGiB: optional(SERVING_NUMBERS.kvOffloadGiB),
      engineArguments: optional(map(jsonSetting(), { words: "an object, such as { max_num_seqs: 64 }" }), {}),
      lora: optional(part<LoraServing>({ adapters: address(), ...LORA_NUMBERS })),
      exposure: exposure(),
      allowedCidrs: optional(texts(), []),
      upgradeStrategy: optional(oneOf(["new-cluster", "none"]), "new-cluster"),
      routing: optional(oneOf(["balanced", "prefix-aware"]), "balanced"),
      engine: optional(oneOf(["ray", "leader-worker-set", "sglang"]), DEFAULT_ENGINE),
      rayVersion: optional(text(), DEFAULT_RAY_VERSION),
    },
    triton: {
      ...workload,
      namespace: optional(name(), SERVING_NAMESPACE),
      image: optional(text(), TRITON_IMAGE),
      pool: of.pool(),
      modelRepository: address(),
      revision: optional(text()),
      gpusPerReplica: optional(TRITON_NUMBERS.gpusPerReplica, 1),
      replicas: optional(span(MOST)),
      targetPendingRequests: optional(TRITON_NUMBERS.targetPendingRequests, 8),
      targetQueueMilliseconds: optional(TRITON_NUMBERS.targetQueueMilliseconds),
      exposure: exposure(),
      allowedCidrs: optional(texts(), []),
    },
  };
}

/** Their defaults, which hold in every cloud. */
export const WORKLOADS = workloadTables<never, never>({
  pool: () => made("a GpuNodePool", () => false),
  secretEnv: () => map(made("a secret", () => false)),
  address: "an address",
});
