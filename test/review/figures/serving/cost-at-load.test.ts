import { designOf } from "../../../../lib/review/design";
import { figuresOf } from "../../../../lib/review/figures/figures";
import { servingLines } from "../../../../lib/review/report/headline-serving";
import { CHAT_8B } from "../../p5-cluster";
import { deployed } from "../../ray-cluster";

const of = (replicas: { min: number; max: number }, nodes = { min: 2, max: 8 }) =>
  figuresOf(designOf(deployed({ replicas }, { nodes, capacity: [ON_DEMAND], rootVolumeIops: 6000 }), CHAT_8B));

const ON_DEMAND = {
  kind: "on-demand",
  reservationId: null,
  nodes: null,
  availabilityZone: null,
  startsOn: null,
  endsOn: null,
} as const;

/** A g6e.xlarge in us-east-2 with 200 GiB of gp3 and 3,000 IOPS beyond what it has. */
const NODE = 1.861 + (200 * 0.08 + 3000 * 0.005) / 730;

describe("withCost", () => {
  it("counts nodes that do not run neither as nodes nor by their volumes", () => {
    const { serving, cost } = of({ min: 2, max: 8 });
    const running = serving!.nodesAtLoad!;
    const standing = cost.usdPerHour - 8 * NODE;
    const tokensPerHour = CHAT_8B.requestsPerSecond * CHAT_8B.outputTokens * 3600;
    expect(running).toBeLessThan(8);
    expect(serving!.usdPerMillionTokensAtLoad).toBeCloseTo(((standing + running * NODE) / tokensPerHour) * 1e6, 6);
  });

  it("counts at full load the nodes that replicas take, not those that an upgrade may start", () => {
    const { serving, cost } = of({ min: 2, max: 4 });
    const tokensPerHour = serving!.tokensPerSecondPerReplica!.expected * 4 * 3600;
    const standing = cost.usdPerHour - 8 * NODE;
    expect(serving).toMatchObject({ replicasHeld: 8, replicasAtMost: 4 });
    expect(serving!.usdPerMillionTokensAtFullLoad!.expected).toBeCloseTo(
      ((standing + 4 * NODE) / tokensPerHour) * 1e6,
      6,
    );
  });

  it("names no cost at a load that needs more replicas than may start, and no saving over an API", () => {
    const design = designOf(deployed({ replicas: { min: 1, max: 1 } }, { capacity: [ON_DEMAND] }), {
      ...CHAT_8B,
      requestsPerSecond: 500,
    });
    const { serving, managedApi } = figuresOf(design);
    expect(serving!.replicasNeeded!.expected).toBeGreaterThan(1);
    expect([serving!.usdPerMillionTokensAtLoad, managedApi]).toEqual([null, null]);
    const [tokens, ttft] = ["Cost per million output tokens", "TTFT (p95)"].map((label) =>
      servingLines(figuresOf(design)).find((line) => line.label === label),
    );
    expect(tokens!.note).toContain("at full load, since the stated request rate needs more replicas than may start");
    expect(ttft!.note).toMatch(/^\d.* (–|to|or more).*; time to first token/);
    expect(ttft!.note).toMatch(/; with \d+ replicas; the queue of 1 never empties; /);
  });

  it("is dearest at the slow end of the rate", () => {
    const { low, expected, high } = of({ min: 2, max: 8 }).serving!.usdPerMillionTokensAtFullLoad!;
    expect([low < expected, expected < high]).toEqual([true, true]);
  });
});
