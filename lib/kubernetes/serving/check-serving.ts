import type { Problems } from "../../errors";
import { gpuShare } from "../../sizing/memory/gpu-share";
import { kvBytesPerRequest, weightsBytes } from "../../sizing/memory/model-memory";
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
  checkWhole,
  checkWord,
} from "../chart/check-names";
import { efaInterfaces, gpuResource } from "../nodes/pool";
import { checkFabricImage, checkQueue, checkRayVersion } from "../ray/check-ray";
import { addUnmonitored, checkOrder, checkRoomToScale, FIXED_REPLICAS } from "../ray/check-replicas";
import { checkMounted } from "../storage/check-mounted";
import type { ServedModel } from "../workloads";
import { adapterBytesPerGpu, LORA_RANKS, loraRankStep } from "./adapter-memory";
import { checkExposure, checkPublic } from "./check-exposure";
import { checkEngineArguments } from "./engine-arguments";
import { gpusPerReplica } from "./llm-serving";
import { isScaled } from "./scaled-object";
import { ENGINE_BYTES, ENGINE_MEMORY_SHARE, sharesMemory } from "./serving-memory";

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
    checkAddress(problems, `${path}.weights`, model.files.address);
    checkMounted(problems, `${path}.weights`, model.files.address, model);
    checkRevision(problems, `${path}.revision`, model.files.revision);
    checkEngineArguments(problems, `${path}.engineArguments`, model.engineArguments);
    checkEnvironment(problems, path, model.env);
    checkQueue(problems, `${path}.queue`, model.queue, queues);
    checkExposure(problems, path, model);
    checkPublic(problems, path, model, {
      publicGateway,
      keyless: model.engine === "ray" ? "Ray Serve's OpenAI server" : null,
    });
    if (checkParallelism(problems, path, model)) {
      checkReplicas(problems, path, model);
      checkScaling(problems, path, model, monitored);
      checkMemory(problems, path, model);
    }
  });
}

/** Tokens beyond any model's context. */
const LONGEST_REQUEST = 100_000_000;

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
    checkWhole(problems, `${path}.tensorParallel`, tensorParallel, 1, perNode) &&
    checkWhole(problems, `${path}.pipelineParallel`, pipelineParallel, 1, architecture.layers) &&
    checkWhole(problems, `${path}.maxModelLength`, model.maxModelLength, 1, LONGEST_REQUEST, " of tokens");
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
      `${path} takes ${gpus} GPUs a replica, which is more than a node and not whole nodes of ${perNode}; use tensorParallel ${perNode}`,
    );
    return false;
  }
  if (gpus > perNode && efaInterfaces(of) === 0) {
    problems.add(
      "conflict",
      `${path}.pipelineParallel`,
      `${path} takes ${gpus / perNode} nodes a replica, but pool "${of.pool.name}" has no fabric; add fabric to the pool, or fit the model in one node`,
    );
    return false;
  }
  if (gpus > perNode) checkFabricImage(problems, `${path}.image`, of, model.image);
  return true;
}

/** On shared GPUs a replica is one part of one: engines span neither MIG devices nor shares. */
function checkShare(problems: Problems, path: string, model: ServedModel): boolean {
  const { of, engine, tensorParallel, pipelineParallel } = model;
  const before = problems.all.length;
  checkWhole(problems, `${path}.maxModelLength`, model.maxModelLength, 1, LONGEST_REQUEST, " of tokens");
  if (of.pool.sharing.kind === "mps")
    problems.add(
      "conflict",
      `${path}.pool`,
      `${path} is served from pool "${of.pool.name}", which shares its GPUs by MPS, whose limits hold for each of vLLM's processes and not for their sum; use MIG, time slicing or whole GPUs`,
    );
  if (engine === "leader-worker-set")
    problems.add(
      "conflict",
      `${path}.engine`,
      `${path}.engine "leader-worker-set" is for models over several nodes, and pool "${of.pool.name}" shares its GPUs; leave out engine`,
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
  const { min, max } = model.replicas;
  const most = Math.floor((model.of.pool.nodes.max * gpuResource(model.of).perNode) / gpusPerReplica(model));
  if (
    !checkWhole(problems, `${path}.replicas.min`, min, 0, Number.POSITIVE_INFINITY) ||
    !checkWhole(problems, `${path}.replicas.max`, max, 1, Number.POSITIVE_INFINITY)
  )
    return;
  checkOrder(problems, `${path}.replicas.min`, model.replicas);
  if (max > most)
    problems.add(
      "out-of-range",
      `${path}.replicas.max`,
      `${path}.replicas.max ${max} takes ${max * gpusPerReplica(model)} GPUs, but pool "${model.of.pool.name}" has ${model.of.pool.nodes.max * gpuResource(model.of).perNode}; use ${most} or raise nodes.max`,
    );
  checkWhole(problems, `${path}.targetOngoingRequests`, model.targetOngoingRequests, 1, 4096);
}

/** Longest time to a first token that anybody would promise, and the shortest that a model can keep. */
const FIRST_TOKEN_SECONDS = [0.02, 120] as const;

function checkScaling(problems: Problems, path: string, model: ServedModel, monitored: boolean): void {
  const { engine, lora, replicas, targetTimeToFirstTokenSeconds: target } = model;
  const [least, most] = FIRST_TOKEN_SECONDS;
  if (target !== null && !(target >= least && target <= most))
    problems.add(
      "out-of-range",
      `${path}.targetTimeToFirstTokenSeconds`,
      `${path}.targetTimeToFirstTokenSeconds must be from ${least} to ${most} seconds, got ${target}; use ${target > most ? most : 0.5}`,
    );
  if (target !== null) checkRoomToScale(problems, `${path}.targetTimeToFirstTokenSeconds`, replicas);
  if (!monitored && target !== null)
    addUnmonitored(problems, path, "targetTimeToFirstTokenSeconds", "scale by targetOngoingRequests alone");
  else if (!monitored && engine === "leader-worker-set" && isScaled(model))
    addUnmonitored(problems, path, "replicas", FIXED_REPLICAS);
  if (engine !== "leader-worker-set") {
    checkZero(problems, path, model);
    return;
  }
  if (replicas.min < 1)
    problems.add(
      "out-of-range",
      `${path}.replicas.min`,
      `${path}.replicas.min must be at least 1 with engine "leader-worker-set", got ${replicas.min}: without a server nobody counts the requests that would start one; use 1`,
    );
  if (lora)
    problems.add(
      "not-allowed",
      `${path}.lora`,
      `${path}.lora needs engine "ray", which fetches adapters from S3 as requests name them; leave out engine, or merge the adapter into the weights`,
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
  const usable = share.accelerator.memoryGiB * GIB * ENGINE_MEMORY_SHARE - (sharesMemory(of) ? ENGINE_BYTES : 0);
  const weights = weightsBytes(architecture, model.precision) / gpusPerReplica(model);
  const request = kvBytesPerRequest(architecture, model.maxModelLength) * kvCopies(architecture, tensorParallel);
  const cache = request / gpusPerReplica(model);
  if (weights + cache > usable) {
    problems.add(
      "out-of-range",
      path,
      `${path} needs ${gib(weights)} of weights and ${gib(cache)} for one request of ${model.maxModelLength} tokens on each GPU, but ${gpu} has ${gib(usable)} to give; use ${share.name === null ? "more GPUs a replica" : "a larger part"}, a smaller precision or a shorter maxModelLength`,
    );
    return;
  }
  if (!lora) return;
  if (lora.adapters.startsWith("s3://")) checkAddress(problems, `${path}.lora.adapters`, lora.adapters);
  else
    problems.add(
      "malformed",
      `${path}.lora.adapters`,
      `${path}.lora.adapters must be "s3://bucket/prefix", since Ray Serve fetches adapters from a bucket as requests name them, got "${lora.adapters}"; copy them to a bucket`,
    );
  if (!checkWhole(problems, `${path}.lora.maxRank`, lora.maxRank, 1, LORA_RANKS[LORA_RANKS.length - 1]!)) return;
  if (!checkWhole(problems, `${path}.lora.maxAdapters`, lora.maxAdapters, 1, Number.POSITIVE_INFINITY)) return;
  const one = adapterBytesPerGpu(architecture, loraRankStep(lora.maxRank), tensorParallel) / model.pipelineParallel;
  const room = Math.floor((usable - weights - cache) / one);
  if (lora.maxAdapters > room)
    problems.add(
      "out-of-range",
      `${path}.lora.maxAdapters`,
      `${path}.lora.maxAdapters ${lora.maxAdapters} takes ${gib(one * lora.maxAdapters)} on each GPU beside ${gib(weights)} of weights and ${gib(cache)} for one request; ${gpu} has ${gib(usable)} to give; use ${Math.max(0, room)} or fewer, or a smaller maxRank`,
    );
}
