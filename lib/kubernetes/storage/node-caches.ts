import type { KubernetesObject } from "../chart/manifest";
import type { LlmServingProps } from "../serving/llm-serving";
import type { TritonProps } from "../serving/triton";
import { isFetched } from "./stored-files";
import { weightsCache, weightsVolume } from "./weights-cache";

interface Caching {
  readonly serving: readonly LlmServingProps[];
  readonly triton: readonly TritonProps[];
}

/** Agents that fetch what comes from an object store, one for each pool, and claims on their caches in the namespaces that serve from them. */
export function nodeCaches(of: Caching): KubernetesObject[] {
  const cached = [...of.serving, ...of.triton].filter(({ files }) => isFetched(files));
  const pools = new Map(cached.map((server) => [server.of.pool.name, server.of]));
  return [...pools].flatMap(([name, pool]) => {
    const own = cached.filter((server) => server.of.pool.name === name);
    const namespaces = [...new Set(own.map(({ namespace }) => namespace))];
    const agent = weightsCache(
      pool,
      own.map(({ files }) => files),
    );
    return [...namespaces.flatMap((namespace) => weightsVolume(pool, namespace)), agent];
  });
}
