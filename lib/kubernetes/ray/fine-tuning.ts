import { type EnvironmentVariable, mergedEnvironment } from "../chart/environment";
import type { KubernetesObject } from "../chart/manifest";
import type { KubernetesPool } from "../nodes/pool";
import type { PodOptions } from "../pods/pod-options";
import type { WorkloadPriority } from "../queues/priorities";
import type { PodVolume } from "../storage/pod-volume";
import { rayJob } from "./ray-job";
import type { LogReader } from "./ray-pod";

/** ConfigMap with the training program, in each namespace that trains. */
export const TRAINING_PROGRAMS = "training-programs";

const PROGRAMS_PATH = "/programs";

/** A LoRA or QLoRA run. */
export interface FineTuningProps {
  /** Name of the run: a job of the same name resumes from its checkpoints. */
  readonly name: string;
  readonly namespace: string;
  readonly method: "lora" | "qlora";
  /** Base model: an address of the object store, a folder on a mount, or its name on the hub. */
  readonly model: string;
  /** JSON lines: an address of the object store or a path on a mount. */
  readonly data: string;
  /** Checkpoints: an address of the object store or a path on a mount that every worker has. */
  readonly storage: string;
  /** Finished adapters: where serving looks for them. */
  readonly adapters: string;
  readonly rank: number;
  readonly epochs: number;
  readonly sequenceLength: number;
  readonly batchPerGpu: number;
  readonly learningRate: number;
  readonly checkpointSteps: number;
  readonly of: KubernetesPool;
  /** GPUs of the run; whole nodes, or less than one. */
  readonly gpus: number;
  readonly queue: string | null;
  /** Within that queue; null for the usual. */
  readonly priority: WorkloadPriority | null;
  readonly retries: number;
  readonly deadlineMinutes: number | null;
  readonly image: string;
  /** Python packages that the program needs beyond the image, pinned. */
  readonly pipPackages: readonly string[];
  readonly rayVersion: string;
  readonly serviceAccount: string;
  /** What keeps Ray's own log files. @default - they go with the pod */
  readonly logReader?: LogReader | null;
  readonly env: readonly EnvironmentVariable[];
  readonly volumes: readonly PodVolume[];
  /** What its pods have in addition. @default - what follows from the other props */
  readonly pods?: PodOptions | null;
}

/** Command line of the training program. */
export function fineTuningEntrypoint(props: FineTuningProps): string {
  const options: Record<string, string | number> = {
    name: props.name,
    model: props.model,
    data: props.data,
    storage: props.storage,
    adapters: props.adapters,
    method: props.method,
    rank: props.rank,
    alpha: props.rank * 2,
    epochs: props.epochs,
    "batch-per-worker": props.batchPerGpu,
    "sequence-length": props.sequenceLength,
    "learning-rate": props.learningRate,
    "checkpoint-steps": props.checkpointSteps,
    workers: props.gpus,
  };
  const words = Object.entries(options).map(([name, value]) => `--${name} ${value}`);
  return ["python", `${PROGRAMS_PATH}/lora_finetune.py`, ...words].join(" ");
}

/** A RayJob that fine-tunes and ends; lost workers (spot) restart it from its newest checkpoint. */
export function fineTuningJob(props: FineTuningProps): KubernetesObject {
  const perNode = props.of.type.acceleratorCount;
  const gpusPerPod = Math.min(props.gpus, perNode);
  const pods = props.gpus / gpusPerPod;
  return rayJob({
    name: props.name,
    namespace: props.namespace,
    entrypoint: fineTuningEntrypoint(props),
    queue: props.queue,
    priority: props.priority,
    retries: props.retries,
    keepMinutes: 10,
    deadlineMinutes: props.deadlineMinutes,
    pipPackages: props.pipPackages,
    cluster: {
      ...(pods > 1 ? { domain: props.name } : {}),
      image: props.image,
      serviceAccount: props.serviceAccount,
      env: mergedEnvironment([{ name: "RAY_TRAIN_V2_ENABLED", value: "1" }], props.env),
      volumes: [
        { name: "programs", mountPath: PROGRAMS_PATH, readOnly: true, source: { configMap: TRAINING_PROGRAMS } },
        ...props.volumes,
      ],
      logReader: props.logReader ?? null,
      pods: props.pods ?? null,
      rayVersion: props.rayVersion,
      // a fixed size: the run is admitted as a whole, and lost workers are put back by KubeRay
      workerGroups: [{ name: "train", of: props.of, gpusPerPod, minReplicas: pods, maxReplicas: pods }],
      autoscaling: false,
      idleMinutes: 10,
      gcsFaultTolerance: null,
      tls: false,
      gang: pods > 1,
      use: "training",
    },
  });
}
