import { workloadOf } from "../../../lib/blueprint/assemble/workload";
import { type Blueprint, blueprintSchema } from "../../../lib/blueprint/schema/schema";
import { checkWorkload, WORKLOAD_NUMBERS } from "../../../lib/review/check-workload";
import type { NumberRule } from "../../../lib/sizing/inputs/check-number";

type WorkloadBlueprint = NonNullable<Blueprint["workload"]>;

const RUN = {
  kind: "fine-tuning",
  model: "llama-3.1-8b",
  method: "lora",
  tokens: 1e9,
  sequenceLength: 2048,
  globalBatchSequences: 64,
} as const;
const SERVICE = {
  kind: "inference",
  model: "llama-3.1-8b",
  requestsPerSecond: 10,
  promptTokens: 1000,
  outputTokens: 200,
} as const;

const ofService = new Set<string>([
  "requestsPerSecond",
  "promptTokens",
  "outputTokens",
  "timeToFirstTokenSeconds",
  "timePerOutputTokenSeconds",
  "loraAdapters",
]);

/** The ends of what a rule allows, and what is next to them on the other side. */
const edges = ({ min, max, above }: NumberRule): readonly number[] => [
  ...(min === undefined ? [] : [min, min - 1]),
  ...(above === undefined ? [] : [above, above + 1e-6]),
  ...(max === undefined ? [] : [max, 2 * max]),
];

const cases = Object.entries(WORKLOAD_NUMBERS).flatMap(([key, rule]) =>
  edges(rule).map((value) => [key, value] as const),
);

const holds = (check: () => unknown): boolean => {
  try {
    check();
    return true;
  } catch {
    return false;
  }
};

describe("the workload of a blueprint", () => {
  it.each(cases)("takes %s of %d where the review does, and nowhere else", (key, value) => {
    const workload = { ...(ofService.has(key) ? SERVICE : RUN), [key]: value } as WorkloadBlueprint;
    const taken = blueprintSchema.shape.workload.safeParse(workload).success;
    expect(taken).toBe(holds(() => checkWorkload(workloadOf(workload)!)));
  });

  it("is known by number in all that the review checks", () => {
    const known = cases.filter(([key, value]) => {
      const workload = { ...(ofService.has(key) ? SERVICE : RUN), [key]: value } as WorkloadBlueprint;
      return blueprintSchema.shape.workload.safeParse(workload).success;
    });
    expect(new Set(known.map(([key]) => key)).size).toBe(Object.keys(WORKLOAD_NUMBERS).length);
  });
});
