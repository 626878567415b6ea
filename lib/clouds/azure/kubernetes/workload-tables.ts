import { optional, type Table } from "../../../props/field";
import { can, made, secretPart } from "../../../props/nested-fields";
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

/** Its vault and its name go into a chart. */
const vaultSecret = () =>
  text({
    like: /^\/subscriptions\/[^/]+\/resourceGroups\/[^/]+\/providers\/Microsoft\.KeyVault\/vaults\/[^/]+\/secrets\/[^/]+$/i,
    words:
      "the resource ID of a Key Vault secret without a version, so that no secret enters the chart; put the value into a secret and give its ID",
    example:
      "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/data/providers/Microsoft.KeyVault/vaults/data/secrets/hub-token",
    known: "the chart names its vault",
    secret: true,
  });

const SECRET_SOURCE = {
  secretId: optional(vaultSecret()),
  secret: optional(text()),
  key: optional(name()),
} satisfies Table<SecretSource>;

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
  apiKey: optional(secretPart<SecretSource>(SECRET_SOURCE, '{ secret: "llm", key: "api-key" }')),
} satisfies Table<ServingOptions>;

/** What a Triton server takes. */
export const TRITON = tables.triton satisfies Table<TritonOptions>;
