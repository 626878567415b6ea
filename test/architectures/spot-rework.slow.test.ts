import { rankDesigns } from "../../lib/architectures/sizing/rank-designs";
import { trainingWorkload } from "../../lib/architectures/workloads";

const run = { model: "llama-3.1-8b", tokens: 1e11, sequenceLength: 8192, globalBatchSequences: 256, deadlineDays: 60 };
const options = { region: "us-east-1", by: "cost", instanceTypes: ["p5.48xlarge"], nodes: 8 } as const;
const spotOf = (interruptionsPerNodeDay?: number) =>
  rankDesigns(trainingWorkload(run), {
    ...options,
    purchases: ["spot"],
    spot: { usdPerHour: { "p5.48xlarge": 20 }, interruptionsPerNodeDay },
  })[0]!;

describe("spotRework", () => {
  it("ranks no spot without a price", () => {
    expect(rankDesigns(trainingWorkload(run), { ...options, purchases: ["spot"] })).toEqual([]);
  });

  it("costs what the given price says, and storage", () => {
    const { usdPerHour } = spotOf();
    expect(usdPerHour).toBeGreaterThan(8 * 20);
    expect(usdPerHour).toBeLessThan(8 * 20 * 1.1);
  });

  it("takes longer and keeps less the more interruptions there are", () => {
    const [none, usual, many] = [spotOf(0), spotOf(), spotOf(1)];
    expect(none.days!.expected).toBeLessThanOrEqual(usual.days!.expected);
    expect(usual.days!.expected).toBeLessThan(many.days!.expected);
    expect(none.workKept!.expected).toBeGreaterThan(usual.workKept!.expected);
    expect(usual.workKept!.expected).toBeGreaterThan(many.workKept!.expected);
    expect(many.workKept!.expected).toBeGreaterThan(0);
  });

  it("says nothing of work kept where nodes are not taken back", () => {
    expect(rankDesigns(trainingWorkload(run), options)[0]!.workKept).toBeNull();
  });
});
