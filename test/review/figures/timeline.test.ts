import { designOf } from "../../../lib/review/design";
import { figuresOf } from "../../../lib/review/figures/figures";
import { timelineOf } from "../../../lib/review/figures/timeline";
import { block, CHAT_8B, LLAMA_70B, onDemand, type P5Changes, p5 } from "../p5-cluster";
import { serving } from "../ray-cluster";

const timeline = (pool: P5Changes["pool"] = {}, workload = LLAMA_70B) => {
  const design = designOf(p5({ pool }), workload);
  return timelineOf(design, figuresOf(design));
};

describe("timelineOf", () => {
  it("starts with the first Capacity Block and keeps the gap to the next", () => {
    const later = block({ startsOn: "2027-01-20T11:30:00Z", endsOn: "2027-01-27T11:30:00Z" });
    const { startsOn, blocks } = timeline({ capacity: [later, block(), onDemand()] })!;
    expect(startsOn).toBe("2027-01-04");
    expect(blocks).toEqual([
      { nodes: 16, from: 16, to: 23, dated: true },
      { nodes: 16, from: 0, to: 14, dated: true },
    ]);
  });

  it("takes a block without dates to be as long as the slow estimate needs", () => {
    const { startsOn, blocks, run } = timeline({ capacity: [block({ startsOn: null, endsOn: null })] })!;
    expect(startsOn).toBeNull();
    expect(blocks[0]!.dated).toBe(false);
    expect(blocks[0]!.to).toBeGreaterThan(run.high);
    expect(blocks[0]!.to).toBeLessThan(run.high + 8);
  });

  it("counts failures and checkpoints of the expected run", () => {
    const { run, failures, checkpoints } = timeline({}, { ...LLAMA_70B, checkpointMinutes: 60, deadlineDays: 30 })!;
    expect(checkpoints).toEqual({ everySeconds: 3600, number: Math.floor(run.expected * 24) });
    const { hoursBetweenFailures } = figuresOf(designOf(p5(), LLAMA_70B)).reliability!;
    expect(failures!.expected).toBeCloseTo((run.expected * 24) / hoursBetweenFailures.expected, 1);
  });

  it("has nothing to show of a service", () => {
    const design = designOf(serving(), CHAT_8B);
    expect(timelineOf(design, figuresOf(design))).toBeNull();
  });
});
