import type { Problems } from "../../../errors";
import { checkValue, upTo } from "../../../props/check-value";
import { largestServing, servesWith, undividedHeads } from "../../../sizing/serving/serving-heads";
import { checkFabricImage } from "../../ray/check-ray";
import { SERVING_NUMBERS } from "../../workload-numbers";
import type { ServedModel } from "../../workloads";
import { gpusPerReplica } from "../replica-size";
import { inGroups } from "../serving-engine";

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

/** Checks how a replica is laid out on GPUs and nodes; false where what is wrong makes other checks noise. */
export function checkParallelism(problems: Problems, path: string, model: ServedModel): boolean {
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
