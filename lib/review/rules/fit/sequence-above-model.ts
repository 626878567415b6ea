import type { ModelArchitecture, Workload } from "../../../model/model";
import { deployments } from "../../design";
import { count } from "../../report/quantity";
import { type Breach, checkEach, type Rule } from "../../rule";

/** The key that says how long the workload's sequences are, and their length. */
function lengthOf(workload: Workload): { readonly key: string; readonly tokens: number; readonly what: string } {
  if (workload.kind !== "inference")
    return { key: "sequenceLength", tokens: workload.sequenceLength, what: "tokens in a sequence" };
  const tokens = workload.promptTokens + workload.outputTokens;
  return { key: "promptTokens", tokens, what: "tokens of prompt and answer" };
}

function tooLong(path: string, tokens: number, what: string, model: ModelArchitecture): Breach | null {
  const most = model.maxSequenceLength;
  if (!most || tokens <= most) return null;
  return {
    path,
    value: `${count(tokens)} ${what}`,
    allowed: `up to ${count(most)} tokens, the longest sequence of ${model.name}`,
    fix: `use ${most} or less, or a model for longer sequences`,
  };
}

export const sequenceAboveModel: Rule = {
  id: "sequence-above-model",
  area: "fit",
  severity: "error",
  clouds: "all",
  title: "Sequence longer than the model's maximum",
  why: "Beyond the positions that it was trained for, a model fails (learned positions) or answers nonsense (rotary ones); vLLM refuses to start with such a `max_model_len`. A run that extends the context (RoPE scaling, YaRN) is accepted by id with that reason.",
  fix: "Shorten `sequenceLength`, `promptTokens` or `maxModelLength`, or choose a model for longer sequences.",
  verify: "`max_position_embeddings` in the model's `config.json`; `n_positions` or `max_seq_len` for some.",
  source: "https://docs.vllm.ai/en/latest/configuration/engine_args.html https://arxiv.org/abs/2309.00071",
  check: (design) => {
    const { workload, cluster } = design;
    const asked = workload === null ? [] : [{ model: workload.model, path: "workload", ...lengthOf(workload) }];
    const deployed = deployments(cluster).serving.map(({ name, model, maxModelLength }) => ({
      model,
      path: `serving.${name}`,
      key: "maxModelLength",
      tokens: maxModelLength,
      what: "tokens at most per request",
    }));
    const known = [...asked, ...deployed].filter(({ model }) => model.maxSequenceLength);
    return checkEach(known, ({ model, path, key, tokens, what }) => tooLong(`${path}.${key}`, tokens, what, model));
  },
};
