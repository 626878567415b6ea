import { modelArchitecture } from "../../../lib/catalog/models";
import { engineMemory } from "../../../lib/kubernetes/serving/serving-memory";
import { GIB, MIB } from "../../../lib/units/bytes";
import { mig, p5, poolOf } from "../pools";

const load = { architecture: modelArchitecture("llama-3.2-1b"), precision: "bf16", lora: null } as const;
const turns = poolOf("g6e.4xlarge", { sharing: { kind: "time-slicing", replicas: 4 } });

describe("engineMemory", () => {
  it.each([
    ["a whole GPU", p5],
    ["a MIG device, which has memory of its own", mig],
  ])("lets the engine measure what is left of %s", (_, of) => {
    expect(engineMemory({ ...load, of })).toEqual({ gpu_memory_utilization: 0.9 });
  });

  it("gives the cache in bytes where engines start beside one another in one memory", () => {
    const { gpu_memory_utilization: share, kv_cache_memory_bytes: cache } = engineMemory({ ...load, of: turns });
    expect(share).toBe(0.225);
    // 48 GiB x 0.9 / 4 - 1.24e9 weights of 2 bytes - 2 GiB
    expect(cache! / GIB).toBeCloseTo(10.8 - 2.47e9 / GIB - 2, 1);
    expect(cache! % MIB).toBe(0);
  });

  it("leaves room for adapters", () => {
    const lora = { maxAdapters: 8, maxRank: 16 };
    const cacheOf = (adapters: typeof lora | null) =>
      engineMemory({ ...load, of: turns, lora: adapters }).kv_cache_memory_bytes!;
    expect(cacheOf(lora)).toBeLessThan(cacheOf(null));
  });
});
