import type { PodOptions } from "../../../kubernetes/pods/pod-options";
import type { WorkloadPriority } from "../../../kubernetes/queues/priorities";

/** A long-lived Ray cluster that people submit to. */
export interface RayClusterFields<Pool> {
  /** 1 to 40 lower-case letters, digits and dashes. */
  readonly name: string;
  /** Kubernetes namespace. @default - the queue's team's namespace, or `ray` */
  readonly namespace?: string;
  /** Pools whose nodes its workers use, one worker group each. */
  readonly pools: readonly Pool[];
  /** Image with Ray; on pools with a fabric one that has the fabric's software. @default rayproject/ray:2.52.0-py311-gpu */
  readonly image?: string;
  /** Version of Ray in the image. @default 2.52.0 */
  readonly rayVersion?: string;
  /** GPUs (MIG devices, shares) of a worker; must divide a node's. @default - a node's whole; 1 with time slicing or MPS */
  readonly gpusPerPod?: number;
  /** Team whose quota it uses. @default - none: it starts immediately */
  readonly queue?: string;
  /** Before what else of the team it goes, and what is put back for it; only in a queue. @default - normal, in a queue */
  readonly priority?: WorkloadPriority;
  /**
   * Fewest and most worker pods of each of `pools`. In a queue of Kueue with more than the fewest the cluster is elastic: each worker
   * that it adds is admitted separately, as far as the team owns or borrows GPUs.
   * @default - the pool's `nodes`; in a queue of Kueue as many as the GPUs that the team owns of the pool, or all where it owns none
   */
  readonly workers?: {
    /** Fewest pods. */
    readonly min: number;
    /** Most pods. */
    readonly max: number;
  };
  /** Workers come and go with the load, between their fewest and most. @default true; in a queue of Kueue only with `workers` of two numbers */
  readonly autoscaling?: boolean;
  /** Minutes that a worker idles before it is removed, 1 to 1440. @default 10 */
  readonly idleMinutes?: number;
  /**
   * Whether a drain of a system node (an update, an empty node that goes) may end the head: it starts on another node with its state in
   * Valkey, and workers reconnect, but jobs whose drivers run in it end. Needs `gcsFaultTolerance`.
   * @default false - a drain waits for the head
   */
  readonly evictableHead?: boolean;
  /** Environment of head and workers; wins over the library's. Never a token: it would be in Terraform's state. @default - none */
  readonly env?: Readonly<Record<string, string>>;
  /**
   * Labels, annotations, tolerations and resources of its pods; they win over the library's by key.
   * @default - what follows from the other props
   */
  readonly pods?: PodOptions;
}

/** A file that a program touches as long as it makes progress. */
export interface HeartbeatOptions {
  /** Its path in the pod, of letters, digits, `/`, `.`, `-` and `_`. The image needs `sh`, `stat` and `date`. @default /tmp/heartbeat */
  readonly file?: string;
  /** Minutes without a touch after which a pod is terminated, 2 to 1440: longer than the longest step, evaluation and checkpoint. @default 30 */
  readonly minutes?: number;
  /** Minutes until the first touch, 1 to 1440: loading, compiling, and waiting for the other pods. @default 60 */
  readonly startMinutes?: number;
}

/** A program that runs to its end, without Ray: a Job of one pod, or a JobSet of one pod on each of several nodes. */
export interface BatchJobFields<Pool> {
  /**
   * `job`: Kubernetes' own Job, or a JobSet over several nodes. `trainjob`: a TrainJob of Kubeflow Trainer, whose runtime others may refer to in
   * TrainJobs of their own. `mpi`: a TrainJob that starts `command` (mpirun) on its first pod once sshd answers on the others; its image has
   * OpenMPI and sshd for user 1000 (`/home/mpiuser/.sshd_config`), as those of kubeflow/mpi-operator have.
   * @default job
   * @see https://www.kubeflow.org/docs/components/trainer/
   */
  readonly kind?: "job" | "trainjob" | "mpi";
  /** 1 to 40 lower-case letters, digits and dashes. */
  readonly name: string;
  /** Kubernetes namespace. @default - the queue's team's namespace, or `ray` */
  readonly namespace?: string;
  /** Pool whose nodes it uses. */
  readonly pool: Pool;
  /** Image; with several nodes on a fabric one that has its software. */
  readonly image: string;
  /**
   * Program and arguments: `["torchrun", "train.py"]`. `PET_NNODES`, `PET_NPROC_PER_NODE`, `PET_NODE_RANK`, `PET_MASTER_ADDR` and
   * `PET_MASTER_PORT`, which torchrun reads, are set, and so are `MASTER_ADDR` and `MASTER_PORT`.
   * @see https://docs.pytorch.org/docs/stable/elastic/run.html
   */
  readonly command: readonly string[];
  /** Pods that start and end together. @default 1 */
  readonly nodes?: number;
  /** GPUs (MIG devices, shares) of each; must divide a node's. @default - a node's whole; 1 with time slicing or MPS */
  readonly gpusPerPod?: number;
  /** Team whose quota it uses. @default - none: it starts immediately */
  readonly queue?: string;
  /** Before what else of the team it goes, and what is put back for it; only in a queue. @default - normal, in a queue */
  readonly priority?: WorkloadPriority;
  /** Times that all pods are started again after one fails. @default 3 */
  readonly retries?: number;
  /** Maximum run time, minutes; the job is then terminated. @default - no limit */
  readonly deadlineMinutes?: number;
  /**
   * Ends and restarts a run that hangs, all pods alive: each pod's program touches a file as long as it makes progress (local rank 0,
   * after each step), and the kubelet ends a pod that has not for `minutes`. It counts as a failure of the run (`retries`).
   * @default - a run that hangs holds its GPUs until `deadlineMinutes`
   */
  readonly heartbeat?: HeartbeatOptions;
  /** Hours that the ended job and its pods stay, 0 to 720. @default 24 */
  readonly keepHours?: number;
  /** Environment; wins over the library's. Never a token: it would be in Terraform's state. @default - none */
  readonly env?: Readonly<Record<string, string>>;
  /**
   * Labels, annotations, tolerations and resources of its pods; they win over the library's by key.
   * @default - what follows from the other props
   */
  readonly pods?: PodOptions;
}

/** A LoRA or QLoRA run that resumes from its checkpoints. */
export interface FineTuningFields<Pool> {
  /** Name of the run; a job of the same name resumes. */
  readonly name: string;
  /** Kubernetes namespace. @default - the queue's team's namespace, or `ray` */
  readonly namespace?: string;
  /** Pool whose nodes it uses. */
  readonly pool: Pool;
  /** GPUs: whole nodes, or a part that divides one. @default - one node's */
  readonly gpus?: number;
  /** Base model: a folder on a mount, or its name on the hub. */
  readonly model: string;
  /** JSON lines, at an address or a path on a mount. */
  readonly data: string;
  /** Checkpoints, at an address or a path on a mount. */
  readonly storage: string;
  /** Finished adapters, at an address or a path on a mount; give serving the same. */
  readonly adapters: string;
  /** Adapters, or adapters over 4-bit weights. @default lora */
  readonly method?: "lora" | "qlora";
  /** Rank of the adapters, 1 to 512. @default 16 */
  readonly rank?: number;
  /** Times through the data. @default 1 */
  readonly epochs?: number;
  /** Tokens of a sequence. @default 2048 */
  readonly sequenceLength?: number;
  /** Sequences per GPU and step. @default 4 */
  readonly batchPerGpu?: number;
  /** Learning rate. @default 0.0002 */
  readonly learningRate?: number;
  /** Steps between checkpoints; a lost spot node costs at most so many. @default 100 */
  readonly checkpointSteps?: number;
  /** Team whose quota it uses. @default - none: it starts immediately */
  readonly queue?: string;
  /** Before what else of the team it goes, and what is put back for it; only in a queue. @default - normal, in a queue */
  readonly priority?: WorkloadPriority;
  /** Times that the job is started again as a whole. @default 3 */
  readonly retries?: number;
  /** Maximum run time, minutes; the job is then terminated. @default - no limit */
  readonly deadlineMinutes?: number;
  /** Image with Ray, PyTorch and transformers. @default rayproject/ray-llm:2.52.0-py311-cu128 */
  readonly image?: string;
  /** Python packages beyond the image, pinned. @default peft and bitsandbytes */
  readonly pipPackages?: readonly string[];
  /** Version of Ray in the image. @default 2.52.0 */
  readonly rayVersion?: string;
  /** Environment; wins over the library's. Never a token: it would be in Terraform's state. @default - none */
  readonly env?: Readonly<Record<string, string>>;
  /**
   * Labels, annotations, tolerations and resources of its pods; they win over the library's by key.
   * @default - what follows from the other props
   */
  readonly pods?: PodOptions;
}
