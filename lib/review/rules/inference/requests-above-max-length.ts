import { set } from "../../../remedies/remedy";
import { say } from "../../../remedies/sentence";
import { count } from "../../../units/quantity";
import { checkEach, type Rule } from "../../rule";

export const requestsAboveMaxLength: Rule = {
  id: "requests-above-max-length",
  area: "inference",
  severity: "error",
  clouds: "all",
  title: "Requests longer than the deployed maximum model length",
  why: "The engine rejects every request whose prompt plus output exceeds `max_model_len`.",
  fix: "Raise `maxModelLength` of the served model to at least prompt plus output tokens, or shorten the requests.",
  verify: "Send one request of that length: vLLM returns HTTP 400 with the maximum context length.",
  source: "https://docs.vllm.ai/en/latest/configuration/engine_args.html",
  check: ({ workload, served }) =>
    checkEach(
      workload?.kind === "inference" && served !== null ? [{ workload, served }] : [],
      ({ workload: { model, promptTokens, outputTokens }, served: { name, maxModelLength } }) => {
        const tokens = Math.ceil(promptTokens + outputTokens);
        return tokens <= maxModelLength
          ? null
          : {
              path: `serving.${name}.maxModelLength`,
              value: `${count(maxModelLength)} tokens; ${count(tokens - maxModelLength)} too few`,
              allowed: `${count(tokens)} or more: ${count(promptTokens)} of prompt and ${count(outputTokens)} of output`,
              fix:
                tokens > (model.maxSequenceLength ?? Number.POSITIVE_INFINITY)
                  ? `shorten the requests, or serve a model with a longer context: ${model.name} has ${count(model.maxSequenceLength!)}`
                  : say`${set("maxModelLength", tokens)} or more`,
            };
      },
    ),
};
