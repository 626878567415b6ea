import { count } from "../../report/quantity";
import { checkEach, type Rule } from "../../rule";

export const requestsAboveMaxLength: Rule = {
  id: "requests-above-max-length",
  area: "inference",
  severity: "error",
  clouds: "all",
  title: "Requests longer than the deployed maximum length",
  why: "The engine refuses each request whose prompt and answer exceed `max_model_len`; a service of such requests answers none of them.",
  fix: "Raise `maxModelLength` of the served model to the prompt and answer, or shorten the requests.",
  verify: "Send one request of that length: vLLM answers 400 with the maximum context length.",
  source: "https://docs.vllm.ai/en/latest/configuration/engine_args.html",
  check: ({ workload, served }) =>
    checkEach(
      workload?.kind === "inference" && served !== null ? [{ workload, served }] : [],
      ({ workload: { promptTokens, outputTokens }, served: { name, maxModelLength } }) => {
        const tokens = Math.ceil(promptTokens + outputTokens);
        return tokens <= maxModelLength
          ? null
          : {
              path: `serving.${name}.maxModelLength`,
              value: `${count(maxModelLength)} tokens; ${count(tokens - maxModelLength)} too few`,
              allowed: `${count(tokens)} or more: ${count(promptTokens)} of prompt and ${count(outputTokens)} of answer`,
              fix: `set maxModelLength to ${tokens} or more`,
            };
      },
    ),
};
