import type { Problems } from "../../../errors";
import { checkValue, checkValues } from "../../../props/check-value";
import { gpuResource } from "../../nodes/pool";
import { checkFabricImage } from "../../ray/check-ray";
import { checkOrder } from "../../ray/check-replicas";
import { PREFILL_REPLICAS, SERVING_NUMBERS } from "../../workload-numbers";
import type { LlmServingProps } from "../llm-serving";
import { allReplicas, gpusPerReplica } from "../replica-size";

/** First Ray with the builders of both. @see ray 2.52.0 ray/serve/llm/__init__.py (`build_pd_openai_app`, `build_dp_openai_app`) */
const BUILDERS = [2, 52];

/** Checks prefill by replicas of its own, and attention by ranks of its own. */
export function checkSplit(problems: Problems, path: string, model: LlmServingProps): void {
  const { prefillReplicas, dataParallel } = model;
  const given = [
    ...(prefillReplicas === null ? [] : ["prefillReplicas"]),
    ...(dataParallel === 1 ? [] : ["dataParallel"]),
  ];
  for (const prop of given) checkRay(problems, `${path}.${prop}`, model);
  if (given.length > 1)
    problems.add(
      "conflict",
      `${path}.prefillReplicas`,
      `${path} has prefillReplicas and dataParallel, which Ray's builders do not join; keep one`,
    );
  if (prefillReplicas !== null) checkPrefill(problems, `${path}.prefillReplicas`, path, model);
  if (dataParallel !== 1) checkRanks(problems, path, model);
}

function checkRay(problems: Problems, at: string, { engine, lora, rayVersion }: LlmServingProps): void {
  const [major, minor] = rayVersion.split(".").map(Number);
  if (engine !== "ray")
    problems.add("conflict", at, `${at} is built by Ray Serve, got engine "${engine}"; leave out engine, or ${at}`);
  else if (major! < BUILDERS[0]! || (major === BUILDERS[0] && minor! < BUILDERS[1]!))
    problems.add("conflict", at, `${at} needs Ray ${BUILDERS.join(".")} or newer, got rayVersion ${rayVersion}`);
  if (lora !== null)
    problems.add(
      "conflict",
      at,
      `${at} and lora exclude each other: Ray fetches adapters for replicas that do the whole of a request; leave out one`,
    );
}

function checkPrefill(problems: Problems, at: string, path: string, model: LlmServingProps): void {
  const { prefillReplicas, of, engineArguments } = model;
  const { max } = prefillReplicas!;
  if (!checkValues(problems, at, prefillReplicas!, { min: PREFILL_REPLICAS, max: PREFILL_REPLICAS })) return;
  checkOrder(problems, `${at}.min`, prefillReplicas!);
  if (engineArguments.kv_transfer_config === undefined && of.fabric !== null)
    checkFabricImage(problems, `${path}.image`, of, model.image);
  const gpus = allReplicas(model).max * gpusPerReplica(model);
  const has = of.pool.nodes.max * gpuResource(of).perNode;
  if (model.replicas.max * gpusPerReplica(model) <= has && gpus > has)
    problems.add(
      "out-of-range",
      `${at}.max`,
      `${path} takes ${gpus} GPUs with replicas.max ${model.replicas.max} and prefillReplicas.max ${max}, but pool "${of.pool.name}" has ${has}; lower one of them or raise nodes.max`,
    );
}

function checkRanks(problems: Problems, path: string, model: LlmServingProps): void {
  const { architecture, dataParallel, pipelineParallel, replicas, routing } = model;
  const at = `${path}.dataParallel`;
  if (!checkValue(problems, at, dataParallel, SERVING_NUMBERS.dataParallel)) return;
  if (architecture.experts === null)
    problems.add(
      "not-allowed",
      at,
      `${at} divides the experts of a mixture over all ranks, and ${architecture.name} is dense; leave it out and use replicas`,
    );
  if (pipelineParallel !== 1)
    problems.add("conflict", at, `${at} and pipelineParallel exclude each other, got ${pipelineParallel}; use 1`);
  if (replicas.min !== 1 || replicas.max !== 1)
    problems.add(
      "conflict",
      `${path}.replicas`,
      `${path}.replicas must be 1 to 1 with dataParallel, whose ranks Ray Serve builds as one group of a fixed size; for more, serve a second model with another name`,
    );
  if (routing === "prefix-aware")
    problems.add("conflict", `${path}.routing`, `${path}.routing "prefix-aware" knows no ranks; leave it out`);
}
