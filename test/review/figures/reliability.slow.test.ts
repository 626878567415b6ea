import { designOf } from "../../../lib/review/design";
import { figuresOf } from "../../../lib/review/figures/figures";
import { ipGbps, storeOf } from "../../../lib/review/figures/store";
import { block, LLAMA_70B, p5 } from "../p5-cluster";

const reliability = (changes: Parameters<typeof p5>[0] = {}, workload = LLAMA_70B) =>
  figuresOf(designOf(p5(changes), workload)).reliability;

describe("reliabilityFigures", () => {
  it("writes 14 bytes a parameter through the file system's own limit", () => {
    const figures = reliability();
    expect(figures?.checkpointBytes.expected).toBeCloseTo(14 * 70.55e9, -9);
    // 46.9 TiB at 500 MB/s/TiB, 80 to 100 % of it
    expect(figures?.checkpoint.writeSeconds.low).toBeGreaterThan(35);
    expect(figures?.checkpoint.writeSeconds.high).toBeLessThan(55);
  });

  it("takes Daly's interval where the workload gives none", () => {
    expect(reliability()).toMatchObject({ intervalGiven: false, intervalSeconds: reliability()?.dalySeconds });
    expect(reliability({}, { ...LLAMA_70B, checkpointMinutes: 30 })).toMatchObject({
      intervalGiven: true,
      intervalSeconds: 1800,
    });
  });

  it("waits for the provider where nothing stands behind a block", () => {
    const alone = reliability({ pool: { nodes: { min: 16, max: 16 }, capacity: [block()] } });
    expect(alone?.repairHours).toBeGreaterThan(reliability()?.repairHours ?? 0);
  });

  it("fails less often with fewer nodes", () => {
    const few = reliability({ pool: { nodes: { min: 0, max: 4 } } });
    expect(few?.hoursBetweenFailures.expected).toBeCloseTo(4 * (reliability()?.hoursBetweenFailures.expected ?? 0), 6);
  });

  it("is not known without a place for checkpoints", () => {
    expect(reliability({ pool: { mounts: [] }, cluster: { buckets: [] } })).toBeNull();
  });
});

describe("storeOf", () => {
  const pool = (changes: Parameters<typeof p5>[0] = {}) => {
    const design = designOf(p5(changes), LLAMA_70B);
    return { design, p: design.workPool! };
  };

  it("takes the file system before the bucket", () => {
    const { design, p } = pool();
    expect(storeOf(design, p, "checkpoints")?.name).toBe("Lustre scratch");
    const without = pool({ pool: { mounts: [] } });
    expect(storeOf(without.design, without.p, "checkpoints")?.name).toBe("S3 bucket data");
  });

  it("reaches it over EFA only where both ends speak it", () => {
    const { design, p } = pool({ scratch: { overFabric: true, capacityGiB: 48000 } });
    expect(storeOf(design, p, "checkpoints")?.nodeGbps).toBe(3200);
    expect(ipGbps(pool().p)).toBe(100);
  });
});
