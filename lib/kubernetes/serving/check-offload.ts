import { engineOfImage } from "../../catalog/serving/serving-engines";
import type { Problems } from "../../errors";
import { GIB } from "../../units/bytes";
import { workerResources } from "../ray/worker-resources";
import { OFFLOAD_ARGUMENT } from "./kv-offload";
import { gpusPerReplica, type LlmServingProps, servingGpusPerPod } from "./llm-serving";

/** Share of a pod's memory, less what is shared memory, that may hold cache: the rest is the engine's own. An assumption. */
const CACHE_SHARE = 0.75;

/** Checks that the engine can offload its cache, and the pods have the memory. */
export function checkOffload(problems: Problems, path: string, model: LlmServingProps): void {
  const { kvOffloadGiB, image, of, engineArguments } = model;
  if (!kvOffloadGiB) return;
  const prop = `${path}.kvOffloadGiB`;
  const release = engineOfImage(image);
  if (release?.engine === "vllm" && !release.arguments.includes(OFFLOAD_ARGUMENT))
    problems.add(
      "not-allowed",
      prop,
      `${prop} needs a vLLM with ${OFFLOAD_ARGUMENT}, which ${release.name} of image ${image} does not have; use an image with a later release, or leave it out`,
    );
  if (model.prefillReplicas !== null || engineArguments.kv_transfer_config !== undefined)
    problems.add(
      "conflict",
      prop,
      `${prop} and ${model.prefillReplicas === null ? `${path}.engineArguments.kv_transfer_config` : `${path}.prefillReplicas`} both decide where the cache goes; leave one of them out`,
    );
  if (of.pool.sharing.kind !== "none" || of.type.acceleratorCount === 0) return;
  const gpus = servingGpusPerPod(model);
  const { memoryBytes, sharedMemoryBytes } = workerResources(of, gpus, model.env);
  const pods = Math.max(1, gpusPerReplica(model) / gpus);
  const most = Math.floor((CACHE_SHARE * pods * (memoryBytes - sharedMemoryBytes)) / GIB);
  if (kvOffloadGiB > most)
    problems.add(
      "out-of-range",
      prop,
      `${prop} must be at most ${most} GiB, three quarters of the memory that the pods of a replica have on ${of.type.name}, got ${kvOffloadGiB}; use ${most}`,
    );
}
