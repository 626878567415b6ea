import { optional, type Table } from "../../../props/field";
import { secretPart } from "../../../props/nested-fields";
import { text } from "../../../props/simple-fields";
import { name, secretEnvironment, workloadTables } from "../../common/workloads/workload-tables";
import type { GpuNodePool } from "../pools/gpu-node-pool";
import { pool } from "../pools/pool-field";
import { secret } from "../shared/aws-fields";
import type { SecretSource } from "./secret-source";
import type { ServingOptions, TritonOptions } from "./serving-options";
import type { BatchJobOptions, FineTuningOptions, RayClusterOptions } from "./training-options";

const SECRET_SOURCE = {
  secretArn: optional(secret()),
  secret: optional(text()),
  key: optional(name()),
} satisfies Table<SecretSource>;

const tables = workloadTables<GpuNodePool, SecretSource>({
  pool,
  secretEnv: () => secretEnvironment<SecretSource>(SECRET_SOURCE, '{ secret: "hub", key: "token" }'),
  address: '"s3://bucket/prefix"',
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
  certificateArn: optional(text()),
  apiKey: optional(secretPart<SecretSource>(SECRET_SOURCE, '{ secret: "llm", key: "api-key" }')),
} satisfies Table<ServingOptions>;

/** What a Triton server takes. */
export const TRITON = tables.triton satisfies Table<TritonOptions>;
