import { join } from "node:path";
import { workloadOfBlueprint, workloadOfFlags } from "../../lib/cli/plan-workload";
import type { ModelWork } from "../../lib/model/workload";
import { lengthProblem } from "../../lib/review/rules/fit/sequence-above-model";

describe("the workload of flags", () => {
  const run = { model: "llama-3.1-70b", tokens: "1T", sequenceLength: "8k", globalBatch: "512" };

  it.each([
    ["60", 60],
    ["8w", 56],
    ["2026-12-01..2027-01-15", 45],
  ])("takes a deadline of %s", (deadlineDays, days) => {
    expect(workloadOfFlags({ ...run, deadlineDays })).toMatchObject({ deadlineDays: days, tokens: 1e12 });
  });

  it.each([
    ["2027-01-15", /must be a number of days such as 60, 60d, 8w, or start and end: 2026-12-01\.\.2027-01-15, got/],
    ["2027-01-15..2026-12-01", /--deadline-days must be greater than 0/],
    ["-3", /--deadline-days must be greater than 0, got "-3"/],
  ])("refuses a deadline of %s, and says what it may be", (deadlineDays, message) => {
    expect(() => workloadOfFlags({ ...run, deadlineDays })).toThrow(message);
  });

  it("ranks designs with the store of the blueprint: its Lustre, or its bucket alone", () => {
    const of = (name: string) => workloadOfBlueprint([join(__dirname, `../../examples/blueprints/${name}.yaml`)], []);
    expect(of("training-16-p5").lustre).toEqual({ capacityTiB: 48, throughputPerTiB: 250 });
    expect(of("lora-one-node")).toMatchObject({ lustre: null, types: ["p4de.24xlarge"] });
    expect(of("multi-region").lustre).toBeUndefined();
  });

  it("says of sequences above the model's maximum that no design runs them", () => {
    const of = (sequenceLength: string) => lengthProblem(workloadOfFlags({ ...run, sequenceLength }) as ModelWork);
    expect(of("131072")).toBeNull();
    expect(of("300000")).toBe(
      "workload.sequenceLength comes to 300,000 tokens per sequence, above the maximum of llama-3.1-70b, 131,072; use 131072 or less, or a model with a longer context",
    );
  });
});
