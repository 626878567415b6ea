import type { Problems } from "../../../errors";
import { isStored } from "../../platform/object-store";
import type { ServedModel } from "../../workloads";

/**
 * Ray 2.57 hands the model's name to vLLM in place of its address. @see https://github.com/ray-project/ray/issues/64978
 * @see https://github.com/ray-project/ray/issues/65477 (2.56 works)
 */
const NOT_STREAMING = /^2\.57\./;

/** Checks that the engine can read the weights from where they lie. */
export function checkStreaming(problems: Problems, path: string, model: ServedModel): void {
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
