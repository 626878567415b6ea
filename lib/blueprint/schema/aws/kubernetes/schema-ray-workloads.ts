import { z } from "zod";
import { BATCH_JOB, FINE_TUNING, RAY_CLUSTER } from "../../../../clouds/aws-tables";
import { keysOf } from "../../keys-of-table";
import { poolOf, typeOf } from "../../pool-place";
import { strictObject } from "../../strict-object";
import { namespaceOf, scalesAt } from "../../workload-place";
import { location } from "./schema-serving";

const text = z.string();
const pool = text.describe("Pool whose nodes it uses");

export const rayClusterSchema = strictObject(() => ({
  pools: z.array(text).min(1).describe("Pools whose nodes its workers use, one worker group each"),
  ...keysOf("KubeRayCluster.rayClusters[]", RAY_CLUSTER, {
    without: ["pools"],
    derived: {
      namespace: namespaceOf,
      autoscaling: scalesAt,
    },
  }),
})).describe("A long-lived Ray cluster that people submit to");

export const fineTuningSchema = strictObject(() => ({
  pool,
  model: text.describe(`Base model: ${location}, or its name on the hub`),
  data: text.describe(`JSON lines: ${location}`),
  storage: text.describe(`Checkpoints: ${location}`),
  adapters: text.describe(`Finished adapters: ${location}; give serving the same`),
  ...keysOf("KubeRayCluster.fineTuning[]", FINE_TUNING, {
    without: ["pool", "model", "data", "storage", "adapters"],
    derived: { namespace: namespaceOf, gpus: (place) => typeOf(poolOf(place))?.acceleratorCount },
  }),
})).describe("A LoRA or QLoRA run that resumes from its checkpoints");

export const batchJobSchema = strictObject(() => ({
  pool,
  ...keysOf("KubeRayCluster.jobs[]", BATCH_JOB, { without: ["pool"], derived: { namespace: namespaceOf } }),
})).describe("A program that runs to its end, without Ray");
