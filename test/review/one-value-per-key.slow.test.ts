import fc from "fast-check";
import type { Workload } from "../../lib/model/model";
import { type Review, review } from "../../lib/review/review";
import { block, CHAT_8B, LLAMA_70B, onDemand, p5, reservation } from "./p5-cluster";
import { deployed } from "./ray-cluster";

/** What fixes say to write, by pool or section and key: `pools.h100 nodes.max` with `17` or `lower`. */
function proposals({ findings }: Review): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const { path, fix } of findings) {
    const section = path.split(".").slice(0, path.startsWith("workload") ? 1 : 2);
    const note = (key: string, value: string) => {
      const id = `${section.join(".")} ${key}`;
      found.set(id, (found.get(id) ?? new Set()).add(value));
    };
    for (const [, key, value] of fix.matchAll(/\b(\w+(?:\.\w+)*) to (\d+(?:\.\d+)?)\b/g)) note(key!, value!);
    for (const [, way, key] of fix.matchAll(/\b(raise|lower) (\w+(?:\.\w+)*)(?! to)\b/g)) note(key!, way!);
  }
  return found;
}

function contradictions(of: Review): string[] {
  return [...proposals(of)].flatMap(([key, values]) =>
    values.size > 1 ? [`${key}: ${[...values].join(" or ")}`] : [],
  );
}

const nodes = fc.integer({ min: 1, max: 40 });

const training = fc
  .record({
    most: nodes,
    reserved: nodes,
    kind: fc.constantFrom("reservation", "block", "both"),
    throughputPerTiB: fc.constantFrom(125, 1000),
    checkpointMinutes: fc.constantFrom(null, 1, 5, 60, 1440, 10_000),
    deadlineDays: fc.constantFrom(null, 1, 30, 300),
    globalBatchSequences: fc.constantFrom(64, 500, 512),
  })
  .map(({ most, reserved, kind, throughputPerTiB, ...job }) => {
    const source = kind === "block" ? block({ nodes: reserved }) : reservation({ nodes: reserved });
    const capacity = kind === "both" ? [source, onDemand()] : [source];
    const design = p5({
      pool: { nodes: { min: 0, max: most }, capacity },
      scratch: { capacityGiB: 4800, throughputPerTiB },
    });
    return { design, workload: { ...LLAMA_70B, ...job } as Workload };
  });

const serving = fc
  .record({
    min: fc.integer({ min: 0, max: 3 }),
    more: fc.integer({ min: 0, max: 20 }),
    replicas: fc.integer({ min: 1, max: 20 }),
    requestsPerSecond: fc.constantFrom(0.01, 1, 20, 200, 2000),
    sources: fc.constantFrom([onDemand()], [reservation({ nodes: 3 })]),
  })
  .map(({ min, more, replicas, requestsPerSecond, sources }) => ({
    design: deployed(
      { replicas: { min: 1, max: replicas } },
      { nodes: { min, max: min + more + 1 }, capacity: sources },
    ),
    workload: { ...CHAT_8B, requestsPerSecond } as Workload,
  }));

describe("the findings of one review", () => {
  it.each([
    ["training runs", training, 12],
    ["services", serving, 12],
  ] as const)("never propose two values for one key: %s", (_name, designs, numRuns) => {
    fc.assert(
      fc.property(designs, ({ design, workload }) => {
        expect(contradictions(review(design, { workload }))).toEqual([]);
      }),
      { numRuns, seed: 17 },
    );
  });

  it("give one interval where checkpoints are both too frequent and slower than their interval", () => {
    const slow = p5({ scratch: { capacityGiB: 4800, throughputPerTiB: 125 } });
    const found = review(slow, { workload: { ...LLAMA_70B, checkpointMinutes: 1 } });
    expect(found.findings.map(({ rule }) => rule)).toEqual(
      expect.arrayContaining(["checkpoint-interval-off", "checkpoint-longer-than-interval"]),
    );
    expect(proposals(found).get("workload checkpointMinutes")?.size).toBe(1);
  });
});
