import type { EnvironmentVariable } from "../chart/environment";
import type { KubernetesPool } from "../nodes/pool";
import type { PodOptions } from "../pods/pod-options";
import type { WorkloadPriority } from "../queues/priorities";
import type { PodVolume } from "../storage/pod-volume";

/** A file that a program touches as long as it makes progress. */
export interface Heartbeat {
  /** Its path in the pod. */
  readonly file: string;
  /** Minutes without a touch after which the pod is terminated. */
  readonly minutes: number;
  /** Minutes until the first touch, for which a program may load and compile. */
  readonly startMinutes: number;
}

/** A program that runs to its end: in one pod, or in one on each of several nodes that find each other as torchrun does. */
export interface BatchJobProps {
  /** Whose object it is: Kubernetes' and JobSet's own, or Kubeflow Trainer's TrainJob, over torchrun or MPI. */
  readonly kind: "job" | "trainjob" | "mpi";
  readonly name: string;
  readonly namespace: string;
  readonly of: KubernetesPool;
  /** Pods, each on a node of its own where it takes all GPUs of one. */
  readonly nodes: number;
  readonly gpusPerPod: number;
  readonly image: string;
  readonly command: readonly string[];
  readonly queue: string | null;
  /** Within that queue; null for the usual. */
  readonly priority: WorkloadPriority | null;
  /** Times that all pods are started again. */
  readonly retries: number;
  /** Maximum run time of the job, minutes; null for no limit. */
  readonly deadlineMinutes: number | null;
  /** Hours that the ended job and its pods stay to be looked at. */
  readonly keepHours: number;
  /** How a hanging run is detected; null without detection. */
  readonly heartbeat?: Heartbeat | null;
  readonly serviceAccount: string;
  readonly env: readonly EnvironmentVariable[];
  readonly volumes: readonly PodVolume[];
  /** What its pods have in addition. @default - what follows from the other props */
  readonly pods?: PodOptions | null;
}
