import { findBatchRate } from "../../../lib/catalog/batch-rates";
import type { Workload } from "../../../lib/model/model";
import { designOf } from "../../../lib/review/design";
import { figuresOf } from "../../../lib/review/figures/figures";
import { images } from "../batch-work";
import { p5 } from "../p5-cluster";

const sixteen = p5({ pool: { nodes: { min: 0, max: 16 } } });
const of = (workload: Workload, cluster = sixteen) => figuresOf(designOf(cluster, workload));

describe("figures of independent tasks", () => {
  it("multiply a measured rate by the GPUs that tasks use: 16 nodes x 2 tasks x 3 GPUs of 8", () => {
    const work = images({ benchmark: undefined, unitsPerHourPerGpu: 10, units: 96_000, gpusPerTask: 3 });
    const { batch, run } = of(work);
    expect(batch).toMatchObject({ tasks: 32, gpus: 96, idleGpusPerNode: 2, unit: "unit", rate: { measured: true } });
    expect(batch!.unitsPerHour).toEqual({ low: 960, expected: 960, high: 960 });
    expect(run!.days.expected).toBeCloseTo(96_000 / 960 / 24);
    expect(run!.usdPerUnit!.expected).toBeCloseTo(run!.usd!.expected / 96_000);
    expect(run!.usdPerMillionTokens).toBeNull();
  });

  it("take the published rate of the pool's GPU with its spread", () => {
    const { low, high } = findBatchRate("stable-diffusion-xl", "H100-SXM-80GB")!.unitsPerSecond;
    const { unitsPerHour, unit, days } = of(images()).batch!;
    expect(unit).toBe("image");
    expect(unitsPerHour.low).toBeCloseTo(low * 128 * 3600);
    expect(days.low).toBeCloseTo(1e6 / (high * 128 * 86_400));
  });

  it("give a task larger than a node whole nodes", () => {
    expect(of(images({ gpusPerTask: 24 })).batch).toMatchObject({ tasks: 5, gpus: 120, idleGpusPerNode: 0 });
  });

  it("hold what tasks read against the store", () => {
    const { data } = of(images({ readMBPerUnit: 100 }));
    expect(data!.datasetBytes).toBe(1e14);
    expect(data!.neededBytesPerSecond).toBeCloseTo((of(images()).batch!.unitsPerHour.expected * 1e8) / 3600);
    expect(of(images()).data).toBeNull();
  });

  it("are left out where no rate is published, with the reason", () => {
    const design = designOf(p5(), images({ benchmark: "mace-md" }));
    expect(figuresOf(design).batch).toBeNull();
    expect(figuresOf(designOf(p5(), images({ gpusPerTask: 1000 }))).batch).toBeNull();
  });
});
