import type { Problems } from "../../../errors";
import { holdsPrograms, mountOf } from "../../storage/check-mounted";
import { WEIGHTS_PATH } from "../../storage/stored-files";
import type { LlmServingProps } from "../llm-serving";

/** Folders of vLLM's own images with templates. @see https://github.com/vllm-project/vllm/tree/main/examples */
const IN_IMAGE = ["/vllm-workspace/", "/sgl-workspace/"];

type File = readonly [argument: string, value: string];

/** Files and models beside the weights that arguments name. */
function filesOf({ engineArguments: given }: LlmServingProps): File[] {
  const { tokenizer, tokenizer_path, hf_config_path, chat_template, speculative_config: speculative } = given;
  const draft = { "speculative_config.model": draftOf(speculative) };
  const named = { tokenizer, tokenizer_path, hf_config_path, chat_template, ...draft };
  return Object.entries(named).flatMap(([name, value]): File[] => (typeof value === "string" ? [[name, value]] : []));
}

/** The draft model; none for n-grams of the prompt, which some write in its place. */
function draftOf(speculative: unknown): unknown {
  try {
    const { model } = JSON.parse(String(speculative)) as { readonly model?: unknown };
    return model === "ngram" || model === "[ngram]" ? undefined : model;
  } catch {
    // told of with the other values
    return undefined;
  }
}

/** Checks that what arguments name can be read: on a mount, and not from a hub, which servers do not ask. */
export function checkEngineFiles(problems: Problems, path: string, model: LlmServingProps): void {
  const { env, image, volumes } = model;
  const offline = env.find(({ name }) => name === "HF_HUB_OFFLINE")?.value !== "0";
  for (const [name, value] of filesOf(model)) {
    const at = `${path}.engineArguments.${name}`;
    const known = [`${WEIGHTS_PATH}/`, ...IN_IMAGE].some((folder) => value.startsWith(folder));
    if (value.startsWith("/") && !known && holdsPrograms(image) && !mountOf(value, volumes))
      problems.add(
        "conflict",
        at,
        `${at} "${value}" is on no mount, and image "${image}" holds no such file; use a path on what fileSystems or bucketMounts mount`,
      );
    else if (name !== "chat_template" && offline && /^[\w.-]+\/[\w.-]+$/.test(value))
      problems.add(
        "not-allowed",
        at,
        `${at} "${value}" is a name on the Hugging Face hub, which servers do not ask (HF_HUB_OFFLINE=1); copy it to a mount and give its path, or set env { HF_HUB_OFFLINE: "0" }`,
      );
  }
}
