import type { Problems } from "../../../errors";
import { checkValues } from "../../../props/check-value";
import { gpuShare } from "../../../sizing/memory/gpu-share";
import { kvBytesPerRequest, stateBytesPerRequest } from "../../../sizing/memory/model-memory";
import { kvCopies } from "../../../sizing/serving/serving-heads";
import { GIB } from "../../../units/bytes";
import { checkAddress } from "../../chart/check-names";
import { exampleAddress, isStored } from "../../platform/object-store";
import { LORA_NUMBERS } from "../../workload-numbers";
import type { ServedModel } from "../../workloads";
import { adapterBytesPerGpu, loraRankStep } from "../adapter-memory";
import { gpusPerRank } from "../replica-size";
import { engineBytes, memoryShare, sharesMemory, weightsPerGpu } from "../serving-memory";

const gib = (bytes: number) => `${(bytes / GIB).toFixed(1)} GiB`;

/** Weights, adapters and the cache of one longest request must fit into what vLLM takes of each GPU. */
export function checkMemory(problems: Problems, path: string, model: ServedModel): void {
  const { architecture, lora, of, tensorParallel } = model;
  const share = gpuShare(of.accelerator!, of.pool.sharing);
  // Noted at the pool: the GPU has no such MIG profile.
  if (share === undefined) return;
  const gpu = share.name === null ? of.accelerator!.name : `${share.name} of ${of.accelerator!.name}`;
  // where engines share a memory, the share only says what must be free at the start
  const own = memoryShare(model.engine, sharesMemory(of) ? {} : model.engineArguments);
  const usable = share.accelerator.memoryGiB * GIB * own - (sharesMemory(of) ? engineBytes(model) : 0);
  const weights = weightsPerGpu(model);
  const keys = kvBytesPerRequest(architecture, model.maxModelLength) * kvCopies(architecture, tensorParallel);
  const request = keys + stateBytesPerRequest(architecture);
  const cache = request / gpusPerRank(model);
  if (weights + cache > usable) {
    const fewer = sharesMemory(of) ? ", or fewer requests at once (engineArguments.max_num_seqs)" : "";
    problems.add(
      "out-of-range",
      path,
      `${path} needs ${gib(weights)} of weights and ${gib(cache)} for one request of ${model.maxModelLength} tokens on each GPU, but ${gpu} has ${gib(usable)} to give; use ${share.name === null ? "more GPUs per replica" : "a larger part"}, a smaller precision or a shorter maxModelLength${fewer}`,
    );
    return;
  }
  if (!lora) return;
  const { objects } = of.platform;
  if (isStored(lora.adapters)) checkAddress(problems, `${path}.lora.adapters`, lora.adapters, objects);
  else
    problems.add(
      "malformed",
      `${path}.lora.adapters`,
      `${path}.lora.adapters must be "${objects ? exampleAddress(objects) : "<scheme>://bucket/prefix"}", since Ray Serve fetches adapters from a bucket as requests name them, got "${lora.adapters}"; copy them to a bucket`,
    );
  if (!checkValues(problems, `${path}.lora`, lora, LORA_NUMBERS)) return;
  const one = adapterBytesPerGpu(architecture, loraRankStep(lora.maxRank), tensorParallel) / model.pipelineParallel;
  const room = Math.floor((usable - weights - cache) / one);
  if (lora.maxAdapters > room)
    problems.add(
      "out-of-range",
      `${path}.lora.maxAdapters`,
      `${path}.lora.maxAdapters ${lora.maxAdapters} takes ${gib(one * lora.maxAdapters)} on each GPU in addition to ${gib(weights)} of weights and ${gib(cache)} for one request; ${gpu} has ${gib(usable)} to give; use ${Math.max(0, room)} or fewer, or a smaller maxRank`,
    );
}
