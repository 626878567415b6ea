import type { ModelArchitecture } from "../../../model/model";
import type { ModelWork } from "../../../model/workload";
import { count } from "../../../units/quantity";
import { deployments } from "../../design";
import { type Breach, checkEach, type Rule } from "../../rule";

/** The key that says how long the workload's sequences are, and their length. */
function lengthOf(workload: ModelWork): { readonly key: string; readonly tokens: number; readonly what: string } {
  if (workload.kind !== "inference")
    return { key: "sequenceLength", tokens: workload.sequenceLength, what: "tokens per sequence" };
  const tokens = workload.promptTokens + workload.outputTokens;
  return { key: "promptTokens", tokens, what: "tokens of prompt and output" };
}

function tooLong(path: string, tokens: number, what: string, model: ModelArchitecture): Breach | null {
  const most = model.maxSequenceLength;
  if (!most || tokens <= most) return null;
  return {
    path,
    value: `${count(tokens)} ${what}`,
    allowed: `${count(most)} tokens or less, the maximum of ${model.name}`,
    fix: `use ${most} or less, or a model with a longer context`,
  };
}

/** What is wrong with the length of a workload's own sequences, in one sentence; null where nothing is. */
export function lengthProblem(workload: ModelWork): string | null {
  const { key, tokens, what } = lengthOf(workload);
  const breach = tooLong(`workload.${key}`, tokens, what, workload.model);
  return (
    breach &&
    `${breach.path} comes to ${breach.value}, above the maximum of ${workload.model.name}, ${count(workload.model.maxSequenceLength!)}; ${breach.fix}`
  );
}

export const sequenceAboveModel: Rule = {
  id: "sequence-above-model",
  area: "fit",
  severity: "error",
  clouds: "all",
  title: "Sequence length above the model's maximum",
  why: "Beyond its maximum position, a model fails (learned position embeddings) or produces garbage (rotary embeddings), and vLLM does not start with such a `max_model_len`. If the run extends the context (RoPE scaling, YaRN), suppress this rule with that reason.",
  fix: "Shorten `sequenceLength`, `promptTokens` or `maxModelLength`, or use a model with a longer context.",
  verify:
    "Read `max_position_embeddings` in the model's `config.json` (`n_positions` or `max_seq_len` in some models).",
  source: "https://docs.vllm.ai/en/latest/configuration/engine_args.html https://arxiv.org/abs/2309.00071",
  check: (design) => {
    const { workload, cluster } = design;
    const asked =
      workload === null || workload.kind === "batch"
        ? []
        : [{ model: workload.model, path: "workload", ...lengthOf(workload) }];
    const deployed = deployments(cluster).serving.map(({ name, model, maxModelLength }) => ({
      model,
      path: `serving.${name}`,
      key: "maxModelLength",
      tokens: maxModelLength,
      what: "tokens per request",
    }));
    const known = [...asked, ...deployed].filter(({ model }) => model.maxSequenceLength);
    return checkEach(known, ({ model, path, key, tokens, what }) => tooLong(`${path}.${key}`, tokens, what, model));
  },
};
