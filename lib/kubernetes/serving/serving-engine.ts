/** What runs a served model: vLLM on Ray Serve, or vLLM (`leader-worker-set`) or SGLang in groups of pods without Ray. */
export type ServingEngine = "ray" | "leader-worker-set" | "sglang";

/** Which replica answers: the one with most room, or among those with room the one whose cache has the prompt's prefix. */
export type Routing = "balanced" | "prefix-aware";

/** Whether an engine's pods are groups of a LeaderWorkerSet. */
export function inGroups(engine: ServingEngine): boolean {
  return engine !== "ray";
}

/** What serves a model that names none. */
export const DEFAULT_ENGINE = "ray" satisfies ServingEngine;
