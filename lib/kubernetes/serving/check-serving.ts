import type { Problems } from "../../errors";
import { checkValue, checkValues, upTo } from "../../props/check-value";
import { gpuShare } from "../../sizing/memory/gpu-share";
import { kvBytesPerRequest } from "../../sizing/memory/model-memory";
import { kvCopies, largestServing, servesWith, undividedHeads } from "../../sizing/serving/serving-heads";
import { GIB } from "../../units/bytes";
import {
  checkAddress,
  checkEnvironment,
  checkImage,
  checkNamespace,
  checkRevision,
  checkServiceName,
  checkUnique,
  checkWord,
} from "../chart/check-names";
import { gpuResource } from "../nodes/pool";
import { exampleAddress, isStored } from "../platform/object-store";
import { checkFabricImage, checkQueue, checkRayVersion } from "../ray/check-ray";
import { addUnmonitored, checkOrder, checkRoomToScale, FIXED_REPLICAS } from "../ray/check-replicas";
import { checkMounted } from "../storage/check-mounted";
import { FEWEST, LORA_NUMBERS, MOST, SERVING_NUMBERS } from "../workload-numbers";
import type { ServedModel } from "../workloads";
import { adapterBytesPerGpu, loraRankStep } from "./adapter-memory";
import { checkEngine } from "./check-engine";
import { checkExposure, checkPublic } from "./check-exposure";
import { checkOffload } from "./check-offload";
import { checkSplit } from "./check-split";
import { checkEngineArguments } from "./engine-arguments";
import { gpusPerRank, gpusPerReplica } from "./llm-serving";
import { isScaled } from "./scaled-object";
import { inGroups } from "./serving-engine";
import { ENGINE_BYTES, memoryShare, sharesMemory, weightsPerGpu } from "./serving-memory";

/** What models may rely on. */
export interface ServingContext {
  readonly queues: readonly string[];
  /** Whether Prometheus is installed. */
  readonly monitored: boolean;
  /** Whether the gateway is reached from the internet. */
  readonly publicGateway: boolean;
}

/** Checks the models that are served. */
export function checkServing(
  problems: Problems,
  models: readonly ServedModel[],
  { queues, monitored, publicGateway }: ServingContext,
): void {
  checkUnique(
    problems,
    "serving",
    "models",
    models.map(({ namespace, name }) => `${namespace}/${name}`),
  );
  models.forEach((model, i) => {
    const path = `serving[${i}]`;
    checkServiceName(problems, `${path}.name`, model.name, "model");
    checkNamespace(problems, `${path}.namespace`, model.namespace);
    checkImage(problems, `${path}.image`, model.image);
    checkRayVersion(problems, `${path}.rayVersion`, model.rayVersion, model.image);
    checkWord(problems, `${path}.modelId`, model.modelId);
    checkAddress(problems, `${path}.weights`, model.files.address, model.of.platform.objects);
    checkMounted(problems, `${path}.weights`, model.files.address, model);
    checkRevision(problems, `${path}.revision`, model.files.revision);
    checkStreaming(problems, path, model);
    checkEngineArguments(problems, `${path}.engineArguments`, model.engineArguments);
    checkEngine(problems, path, model);
    checkSplit(problems, path, model);
    checkEnvironment(problems, path, model.env);
    checkQueue(problems, `${path}.queue`, model.queue, queues);
    checkExposure(problems, path, model);
    checkPublic(problems, path, model, {
      publicGateway,
      balancers: model.of.platform.balancers,
      keyless: !inGroups(model.engine) ? "Ray Serve's OpenAI server" : null,
    });
    if (checkParallelism(problems, path, model)) {
      checkReplicas(problems, path, model);
      checkScaling(problems, path, model, monitored);
      checkMemory(problems, path, model);
      checkOffload(problems, path, model);
    }
  });
}

/**
 * Ray 2.57 hands the model's name to vLLM in place of its address. @see https://github.com/ray-project/ray/issues/64978
 * @see https://github.com/ray-project/ray/issues/65477 (2.56 works)
 */
const NOT_STREAMING = /^2\.57\./;

/** Checks that the engine can read the weights from where they lie. */
function checkStreaming(problems: Problems, path: string, model: ServedModel): void {
  const { files, engine, rayVersion, engineArguments } = model;
  if (!files.streamed) return;
  const prop = `${path}.weightsLoading`;
  if (!isStored(files.address))
    problems.add(
      "conflict",
      prop,
      `${prop} "stream" reads from an object store, and ${path}.weights "${files.address}" is on a mount, from which the engine reads anyhow; leave it out`,
    );
  if (engine === "sglang")
    problems.add(
      "conflict",
      prop,
      `${prop} "stream" was tried with no image of SGLang; leave it out, or use engine "leader-worker-set"`,
    );
  if (engine === "ray" && NOT_STREAMING.test(rayVersion))
    problems.add(
      "not-allowed",
      prop,
      `${prop} "stream" does not start with Ray ${rayVersion}, which passes the model's name to vLLM and not its address (ray-project/ray#64978); use Ray 2.56, or leave it out`,
    );
  if (engineArguments.load_format !== undefined && !String(engineArguments.load_format).startsWith("runai_streamer"))
    problems.add(
      "conflict",
      `${path}.engineArguments.load_format`,
      `${path}.engineArguments.load_format "${engineArguments.load_format}" reads no object store, as weightsLoading "stream" has it; leave one of them out`,
    );
}

/** vLLM ends at its start with a longer request than the model was made for, unless it is told how to stretch it. */
function checkLength(problems: Problems, path: string, model: ServedModel): boolean {
  const { architecture, maxModelLength, engineArguments } = model;
  const prop = `${path}.maxModelLength`;
  if (!checkValue(problems, prop, maxModelLength, SERVING_NUMBERS.maxModelLength)) return false;
  const most = architecture.maxSequenceLength;
  const stretched = ["hf_overrides", "rope_scaling", "max_model_len"].some((name) => name in (engineArguments ?? {}));
  if (!most || maxModelLength <= most || stretched) return true;
  problems.add(
    "out-of-range",
    prop,
    `${prop} must be at most ${most}, the longest sequence of ${architecture.name}, got ${maxModelLength}; use ${most}, or stretch it with engineArguments: { hf_overrides }`,
  );
  return false;
}

function checkParallelism(problems: Problems, path: string, model: ServedModel): boolean {
  const { architecture, of, tensorParallel, pipelineParallel } = model;
  const perNode = of.type.acceleratorCount;
  if (of.pool.sharing.kind !== "none") return checkShare(problems, path, model);
  if (perNode === 0) {
    problems.add(
      "not-allowed",
      `${path}.pool`,
      `${path}.pool "${of.pool.name}" is of ${of.type.name}, which has no GPUs; use a pool of GPUs`,
    );
    return false;
  }
  const whole =
    checkValue(problems, `${path}.tensorParallel`, tensorParallel, upTo(perNode, SERVING_NUMBERS.tensorParallel)) &&
    checkValue(
      problems,
      `${path}.pipelineParallel`,
      pipelineParallel,
      upTo(architecture.layers, SERVING_NUMBERS.pipelineParallel),
    ) &&
    checkLength(problems, path, model);
  if (!whole) return false;
  if (!servesWith(architecture, tensorParallel)) {
    problems.add(
      "not-allowed",
      `${path}.tensorParallel`,
      `${path}.tensorParallel must divide the ${undividedHeads(architecture, tensorParallel)} of ${architecture.name}, got ${tensorParallel}; use ${largestServing(architecture, tensorParallel)}`,
    );
    return false;
  }
  const gpus = gpusPerReplica(model);
  if (gpus > perNode && gpus % perNode !== 0) {
    problems.add(
      "not-allowed",
      `${path}.pipelineParallel`,
      `${path} takes ${gpus} GPUs per replica, which is more than a node and not whole nodes of ${perNode}; use tensorParallel ${perNode}`,
    );
    return false;
  }
  if (gpus > perNode && of.fabric === null) {
    problems.add(
      "conflict",
      `${path}.pipelineParallel`,
      `${path} takes ${gpus / perNode} nodes per replica, but pool "${of.pool.name}" has no fabric; add fabric to the pool, or fit the model in one node`,
    );
    return false;
  }
  if (gpus > perNode) checkFabricImage(problems, `${path}.image`, of, model.image);
  return true;
}

/** On shared GPUs per replica is one part of one: engines span neither MIG devices nor shares. */
function checkShare(problems: Problems, path: string, model: ServedModel): boolean {
  const { of, engine, tensorParallel, pipelineParallel } = model;
  const before = problems.all.length;
  checkLength(problems, path, model);
  if (of.pool.sharing.kind === "mps")
    problems.add(
      "conflict",
      `${path}.pool`,
      `${path} is served from pool "${of.pool.name}", which shares its GPUs by MPS, whose limits hold for each of vLLM's processes and not for their sum; use MIG, time slicing or whole GPUs`,
    );
  if (inGroups(engine))
    problems.add(
      "conflict",
      `${path}.engine`,
      `${path}.engine "${engine}" takes whole GPUs, and pool "${of.pool.name}" shares its GPUs; leave out engine`,
    );
  for (const [prop, got] of Object.entries({ tensorParallel, pipelineParallel })) {
    if (got !== 1)
      problems.add(
        "not-allowed",
        `${path}.${prop}`,
        `${path}.${prop} must be 1 on pool "${of.pool.name}", which shares its GPUs: a replica has one part of one, got ${got}; use 1`,
      );
  }
  return problems.all.length === before;
}

function checkReplicas(problems: Problems, path: string, model: ServedModel): void {
  const { max } = model.replicas;
  const most = Math.floor((model.of.pool.nodes.max * gpuResource(model.of).perNode) / gpusPerReplica(model));
  if (!checkValues(problems, `${path}.replicas`, model.replicas, { min: FEWEST, max: MOST })) return;
  checkOrder(problems, `${path}.replicas.min`, model.replicas);
  if (max > most)
    problems.add(
      "out-of-range",
      `${path}.replicas.max`,
      `${path}.replicas.max ${max} takes ${max * gpusPerReplica(model)} GPUs, but pool "${model.of.pool.name}" has ${model.of.pool.nodes.max * gpuResource(model.of).perNode}; use ${most} or raise nodes.max`,
    );
  checkValue(
    problems,
    `${path}.targetOngoingRequests`,
    model.targetOngoingRequests,
    SERVING_NUMBERS.targetOngoingRequests,
  );
}

function checkScaling(problems: Problems, path: string, model: ServedModel, monitored: boolean): void {
  const { engine, lora, replicas, targetTimeToFirstTokenSeconds: target } = model;
  const { targetTimeToFirstTokenSeconds } = SERVING_NUMBERS;
  checkValues(problems, path, model, { targetTimeToFirstTokenSeconds });
  if (model.routing === "prefix-aware" && replicas.max === 1)
    problems.add(
      "conflict",
      `${path}.routing`,
      `${path}.routing "prefix-aware" has one replica to choose from; raise replicas.max, or leave it out`,
    );
  if (target !== null) checkRoomToScale(problems, `${path}.targetTimeToFirstTokenSeconds`, replicas);
  if (!monitored && target !== null)
    addUnmonitored(problems, path, "targetTimeToFirstTokenSeconds", "scale by targetOngoingRequests alone");
  else if (!monitored && inGroups(engine) && isScaled(model))
    addUnmonitored(problems, path, "replicas", FIXED_REPLICAS);
  if (!inGroups(engine)) {
    checkZero(problems, path, model);
    return;
  }
  if (replicas.min < 1)
    problems.add(
      "out-of-range",
      `${path}.replicas.min`,
      `${path}.replicas.min must be at least 1 with engine "${engine}", got ${replicas.min}: without a server, the requests that would start one are not counted; use 1`,
    );
  if (lora)
    problems.add(
      "not-allowed",
      `${path}.lora`,
      `${path}.lora needs engine "ray", which fetches adapters from an object store as requests name them; leave out engine, or merge the adapter into the weights`,
    );
}

/** First Ray whose server in front of the models starts none of them. @see https://github.com/ray-project/ray/pull/63065 */
const ZERO_REPLICAS = [2, 56];

/** Before it every model is started once by the server in front, and Serve does not come back to zero. */
function checkZero(problems: Problems, path: string, { replicas, rayVersion }: ServedModel): void {
  const [major, minor] = rayVersion.split(".").map(Number);
  if (replicas.min > 0 || major! > ZERO_REPLICAS[0]! || (major === ZERO_REPLICAS[0] && minor! >= ZERO_REPLICAS[1]!))
    return;
  problems.add(
    "out-of-range",
    `${path}.replicas.min`,
    `${path}.replicas.min must be at least 1 with Ray ${rayVersion}, which starts every model and does not go back to zero; use 1, or an image and rayVersion of 2.56.0 or newer`,
  );
}

const gib = (bytes: number) => `${(bytes / GIB).toFixed(1)} GiB`;

/** Weights, adapters and the cache of one longest request must fit into what vLLM takes of each GPU. */
function checkMemory(problems: Problems, path: string, model: ServedModel): void {
  const { architecture, lora, of, tensorParallel } = model;
  const share = gpuShare(of.accelerator!, of.pool.sharing);
  // Noted at the pool: the GPU has no such MIG profile.
  if (share === undefined) return;
  const gpu = share.name === null ? of.accelerator!.name : `${share.name} of ${of.accelerator!.name}`;
  const usable = share.accelerator.memoryGiB * GIB * memoryShare(model.engine) - (sharesMemory(of) ? ENGINE_BYTES : 0);
  const weights = weightsPerGpu(model);
  const request = kvBytesPerRequest(architecture, model.maxModelLength) * kvCopies(architecture, tensorParallel);
  const cache = request / gpusPerRank(model);
  if (weights + cache > usable) {
    problems.add(
      "out-of-range",
      path,
      `${path} needs ${gib(weights)} of weights and ${gib(cache)} for one request of ${model.maxModelLength} tokens on each GPU, but ${gpu} has ${gib(usable)} to give; use ${share.name === null ? "more GPUs per replica" : "a larger part"}, a smaller precision or a shorter maxModelLength`,
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
