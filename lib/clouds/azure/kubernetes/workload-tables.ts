import { optional, type Table } from "../../../props/field";
import { can, made, part } from "../../../props/nested-fields";
import { text } from "../../../props/simple-fields";
import { name, secretEnvironment, workloadTables } from "../../common/workloads/workload-tables";
import type { GpuNodePool } from "../pools/gpu-node-pool";
import type { SecretSource } from "./secret-source";
import type {
  BatchJobOptions,
  FineTuningOptions,
  RayClusterOptions,
  ServingOptions,
  TritonOptions,
} from "./workload-options";

const SECRET_SOURCE = { secret: text(), key: name() } satisfies Table<SecretSource>;

export const pool = () => made<GpuNodePool>("a GpuNodePool of warpform/azure", can("adoptBy"));

const tables = workloadTables<GpuNodePool, SecretSource>({
  pool,
  secretEnv: () => secretEnvironment<SecretSource>(SECRET_SOURCE, '{ secret: "hub", key: "token" }'),
  address: '"https://<account>.blob.core.windows.net/<container>/<prefix>"',
});

/** What a Ray cluster takes; how many GPUs and workers depends on its pools. */
export const RAY_CLUSTER = tables.rayCluster satisfies Table<RayClusterOptions>;

/** What a job takes. */
export const BATCH_JOB = tables.batchJob satisfies Table<BatchJobOptions>;

/** What a fine-tuning run takes. */
export const FINE_TUNING = tables.fineTuning satisfies Table<FineTuningOptions>;

/** What a served model takes; what fits depends on its pool. */
export const SERVING = {
  ...tables.serving,
  apiKey: optional(part<SecretSource>(SECRET_SOURCE)),
} satisfies Table<ServingOptions>;

/** What a Triton server takes. */
export const TRITON = tables.triton satisfies Table<TritonOptions>;
