import { workloadOfFlags } from "../../lib/cli/plan-workload";

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
});
