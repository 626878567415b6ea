import { engineOfImage } from "../../../catalog/serving/serving-engines";
import type { Problems } from "../../../errors";
import { checkValue } from "../../../props/check-value";
import { whole } from "../../../props/simple-fields";
import { GIB } from "../../../units/bytes";
import { workerResources } from "../../ray/worker-resources";
import { OFFLOAD_ARGUMENT } from "../kv-offload";
import type { LlmServingProps } from "../llm-serving";
import { gpusPerReplica, servingGpusPerPod } from "../replica-size";

/** Share of a pod's memory, less what is shared memory, that may hold cache: the rest is the engine's own. An assumption. */
const CACHE_SHARE = 0.75;

/** What engines call the size of that cache. */
const SIZES = [OFFLOAD_ARGUMENT, "hicache_size", "hicache_ratio"];

/** Checks that the engine can offload its cache, and the pods have the memory. */
export function checkOffload(problems: Problems, path: string, model: LlmServingProps): void {
  const { engine, kvOffloadGiB, image, of, engineArguments } = model;
  if (kvOffloadGiB === null || kvOffloadGiB === undefined) return;
  const prop = `${path}.kvOffloadGiB`;
  const release = engineOfImage(image);
  if (release?.engine === "vllm" && !release.arguments.includes(OFFLOAD_ARGUMENT)) {
    problems.add(
      "not-allowed",
      prop,
      `${prop} needs a vLLM with ${OFFLOAD_ARGUMENT}, which ${release.name} of image ${image} does not have; use an image with a later release, or leave it out`,
    );
    return;
  }
  if (model.prefillReplicas !== null || engineArguments.kv_transfer_config !== undefined)
    problems.add(
      "conflict",
      prop,
      `${prop} and ${model.prefillReplicas === null ? `${path}.engineArguments.kv_transfer_config` : `${path}.prefillReplicas`} both decide where the cache goes; leave one of them out`,
    );
  for (const name of SIZES.filter((argument) => argument in engineArguments))
    problems.add(
      "conflict",
      `${path}.engineArguments.${name}`,
      `${path}.engineArguments.${name} and ${prop} both size the cache in node memory; leave one of them out`,
    );
  if (of.pool.sharing.kind !== "none" || of.type.acceleratorCount === 0) return;
  const gpus = servingGpusPerPod(model);
  const { memoryBytes, sharedMemoryBytes } = workerResources(of, gpus, model.env, model.pods);
  const pods = Math.max(1, gpusPerReplica(model) / gpus);
  const most = Math.floor((CACHE_SHARE * pods * (memoryBytes - sharedMemoryBytes)) / GIB);
  const least = engine === "sglang" ? gpusPerReplica(model) : 1;
  checkValue(problems, prop, kvOffloadGiB, whole({ min: least, max: Math.max(least, most), unit: "GiB" }));
}
