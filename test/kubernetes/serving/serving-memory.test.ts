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
    // 44.98 GiB x 0.9 / 4 - 1.24e9 weights of 2 bytes - 1.25 GiB and the sampler's 39 bytes x 256 requests x 128,256 entries
    expect(cache! / GIB).toBeCloseTo(10.12 - 2.47e9 / GIB - 1.25 - (39 * 256 * 128_256) / GIB, 1);
    expect(cache! % MIB).toBe(0);
  });

  it("leaves room for what engines take as they start: four of them fill no more than a GPU of 1,024 requests each", () => {
    const of = poolOf("p5.48xlarge", { sharing: { kind: "time-slicing", replicas: 4 } });
    const bytes = (engineArguments = {}) => engineMemory({ ...load, of, engineArguments }).kv_cache_memory_bytes!;
    const profiled = 1.25 * GIB + 39 * 1024 * 128_256;
    expect(4 * (bytes() + 2.47e9 + profiled)).toBeLessThan(80 * GIB);
    expect((bytes({ max_num_seqs: 128 }) - bytes()) / GIB).toBeCloseTo((39 * 896 * 128_256) / GIB, 2);
  });

  it("leaves room for adapters", () => {
    const lora = { maxAdapters: 8, maxRank: 16 };
    const cacheOf = (adapters: typeof lora | null) =>
      engineMemory({ ...load, of: turns, lora: adapters }).kv_cache_memory_bytes!;
    expect(cacheOf(lora)).toBeLessThan(cacheOf(null));
  });
});
