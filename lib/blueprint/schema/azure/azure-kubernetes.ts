import { z } from "zod";
import {
  BATCH_JOB,
  FILE_SYSTEM,
  FINE_TUNING,
  KUBE_RAY_CLUSTER,
  QUEUES,
  RAY_CLUSTER,
  SERVING,
  TEAM,
  TRITON,
} from "../../../clouds/azure-tables";
import { teamNamespace } from "../../../kubernetes/queues/namespaces";
import { defaultExposure, modelReplicas, tritonReplicas } from "../../../kubernetes/serving/replica-defaults";
import { fallback, section } from "../key";
import { keysOf } from "../keys-of-table";
import { poolOf, servingRoom, typeOf } from "../pool-place";
import { servedModel, servedName } from "../schema-model";
import { strictObject } from "../strict-object";
import { namespaceOf, scalesAt } from "../workload-place";

const text = z.string();
const names = z.array(text);
const pool = text.describe("Pool whose nodes it uses");
const location = "bucket://<bucket of this blueprint>/…, an address in Blob Storage, or a path on a mount";

const rayCluster = strictObject(() => ({
  pools: names.min(1).describe("Pools whose nodes its workers use, one worker group each"),
  ...keysOf("azure.KubeRayCluster.rayClusters[]", RAY_CLUSTER, {
    without: ["pools"],
    derived: {
      namespace: namespaceOf,
      autoscaling: scalesAt,
    },
  }),
})).describe("A long-lived Ray cluster that people submit to");

const fineTuning = strictObject(() => ({
  pool,
  ...keysOf("azure.KubeRayCluster.fineTuning[]", FINE_TUNING, {
    without: ["pool"],
    derived: { namespace: namespaceOf, gpus: (place) => typeOf(poolOf(place))?.acceleratorCount },
  }),
})).describe("A LoRA or QLoRA run that resumes from its checkpoints");

const job = strictObject(() => ({
  pool,
  ...keysOf("azure.KubeRayCluster.jobs[]", BATCH_JOB, { without: ["pool"], derived: { namespace: namespaceOf } }),
})).describe("A program that runs to its end, without Ray");

const serving = strictObject(() => ({
  pool,
  model: servedModel,
  weights: text.describe(`Weights: ${location}`),
  ...keysOf("azure.KubeRayCluster.serving[]", SERVING, {
    without: ["pool", "model", "weights"],
    derived: {
      modelId: ({ owner }) => servedName(owner),
      exposure: () => defaultExposure(undefined),
      replicas: (place) => {
        const room = servingRoom(place);
        const { tensorParallel, pipelineParallel } = place.owner;
        const gpus =
          Number(tensorParallel ?? SERVING.tensorParallel.default) *
          Number(pipelineParallel ?? SERVING.pipelineParallel.default);
        return room && modelReplicas(room, gpus);
      },
    },
    applies: { image: ({ owner }) => owner.engine === undefined || owner.engine === "ray" },
  }),
})).describe("A model behind an OpenAI-compatible address");

const triton = strictObject(() => ({
  pool,
  modelRepository: text.describe(`Models in Triton's layout: ${location}`),
  ...keysOf("azure.KubeRayCluster.triton[]", TRITON, {
    without: ["pool", "modelRepository"],
    derived: {
      exposure: () => defaultExposure(undefined),
      replicas: (place) => {
        const room = servingRoom(place);
        return room && tritonReplicas(room, Number(place.owner.gpusPerReplica ?? TRITON.gpusPerReplica.default));
      },
    },
  }),
})).describe("Models of any framework (TensorRT, ONNX, PyTorch, Python) behind Triton Inference Server");

const team = strictObject(() =>
  keysOf("azure.KubeRayCluster.queues.teams[]", TEAM, {
    derived: { namespace: ({ owner }) => teamNamespace({ name: String(owner.name) }) },
  }),
).describe("A team and its quota");

const queues = strictObject(() => ({
  ...keysOf("azure.KubeRayCluster.queues", QUEUES, { without: ["teams"] }),
  teams: z.array(team).min(1).describe("Teams"),
})).describe("How teams share the pools");

const fileSystem = strictObject(() => ({
  fileSystem: text.describe("Name of a Lustre file system of this blueprint"),
  ...keysOf("azure.KubeRayCluster.fileSystems[]", FILE_SYSTEM, { without: ["storage"] }),
})).describe("A file system and where it is mounted");

/** Props that refer to parts of the blueprint, or whose own follow from them. */
const SAID_OTHERWISE = [
  "network",
  "pools",
  "rayClusters",
  "fineTuning",
  "jobs",
  "serving",
  "triton",
  "queues",
  "fileSystems",
] as const;

export const azureKubeRaySchema = strictObject(() => ({
  pools: names.min(1).describe("Pools of this blueprint whose nodes it starts"),
  ...keysOf("azure.KubeRayCluster", KUBE_RAY_CLUSTER, { without: SAID_OTHERWISE }),
  rayClusters: fallback(z.array(rayCluster), [], "Long-lived Ray clusters"),
  fineTuning: fallback(z.array(fineTuning), [], "Fine-tuning runs"),
  jobs: fallback(z.array(job), [], "Programs that run to their end"),
  serving: fallback(z.array(serving), [], "Models to serve"),
  triton: fallback(z.array(triton), [], "Models of any framework to serve"),
  queues: section(queues, "none; everything starts at once"),
  fileSystems: fallback(z.array(fileSystem), [], "File systems that every workload mounts"),
  buckets: fallback(names, [], "Buckets of this blueprint that workloads may read and write"),
})).describe("Ray on AKS over the pools");
