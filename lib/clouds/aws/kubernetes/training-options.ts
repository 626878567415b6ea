import type { BatchJobFields, FineTuningFields, RayClusterFields } from "../../common/workloads/training-options";
import type { GpuNodePool } from "../pools/gpu-node-pool";
import type { SecretEnvironment } from "./secret-source";

export type { HeartbeatOptions } from "../../common/workloads/training-options";

/** A long-lived Ray cluster that people submit to. */
export interface RayClusterOptions extends RayClusterFields<GpuNodePool> {
  /** Image with Ray; on pools with a fabric one that has libfabric and aws-ofi-nccl. @default rayproject/ray:2.52.0-py311-gpu */
  readonly image?: string;
  /** Variables whose values come from Secrets Manager or from Secrets in the workload's namespace: tokens, passwords. @default - none */
  readonly secretEnv?: SecretEnvironment;
}

/** A program that runs to its end, without Ray: a Job of one pod, or a JobSet of one pod on each of several nodes. */
export interface BatchJobOptions extends BatchJobFields<GpuNodePool> {
  /** Variables whose values come from Secrets Manager or from Secrets in the workload's namespace: tokens, passwords. @default - none */
  readonly secretEnv?: SecretEnvironment;
}

/** A LoRA or QLoRA run that resumes from its checkpoints. */
export interface FineTuningOptions extends FineTuningFields<GpuNodePool> {
  /** Base model: `s3://…` (brought to each node's disk), a folder on a mount, or its name on the hub. */
  readonly model: string;
  /** JSON lines, `s3://…` or a path on a mount. */
  readonly data: string;
  /** Checkpoints, `s3://…` or a path on a mount. */
  readonly storage: string;
  /** Finished adapters, `s3://…` or a path on a mount; give serving the same. */
  readonly adapters: string;
  /** Variables whose values come from Secrets Manager or from Secrets in the workload's namespace: tokens, passwords. @default - none */
  readonly secretEnv?: SecretEnvironment;
}
