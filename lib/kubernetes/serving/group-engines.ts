import type { GroupEngine } from "./group-engine";
import type { ServingEngine } from "./serving-engine";
import { SGLANG } from "./sglang-engine";
import { VLLM } from "./vllm-engine";

/** The engine of a served model in groups. */
export function groupEngine(engine: ServingEngine): GroupEngine {
  return engine === "sglang" ? SGLANG : VLLM;
}
