import { rankDesigns } from "../../../lib/architectures/sizing/rank-designs";
import {
  batchWorkload,
  fineTuningWorkload,
  inferenceWorkload,
  trainingWorkload,
} from "../../../lib/architectures/workloads";
import { availability } from "../../../lib/catalog/availability";

const run = { model: "llama-3.1-8b", tokens: 1e11, sequenceLength: 8192, globalBatchSequences: 256, deadlineDays: 10 };
const options = { region: "us-east-1", by: "cost", instanceTypes: ["p5.48xlarge", "p4d.24xlarge"] } as const;

describe("rankDesigns", () => {
  it("puts designs that meet the deadline before all others, the cheapest first", () => {
    const designs = rankDesigns(trainingWorkload(run), options);
    const met = designs.filter((d) => d.meetsObjective === "yes");
    expect(designs.slice(0, met.length)).toEqual(met);
    const costs = met.map((d) => d.usd!.expected);
    expect(costs).toEqual([...costs].sort((a, b) => a - b));
  });

  it("puts the fastest first by time", () => {
    const days = rankDesigns(trainingWorkload(run), { ...options, by: "time" })
      .filter((d) => d.meetsObjective === "yes")
      .map((d) => d.days!.expected);
    expect(days).toEqual([...days].sort((a, b) => a - b));
  });

  it("offers no Capacity Block of more than 64 nodes", () => {
    const designs = rankDesigns(trainingWorkload(run), { ...options, maxNodes: 128 });
    expect(designs.some((d) => d.purchase === "on-demand" && d.nodes === 128)).toBe(true);
    expect(designs.some((d) => d.purchase === "capacity-block" && d.nodes === 128)).toBe(false);
  });

  it("leaves out types that the region does not sell, and refuses one that is asked for there", () => {
    const paris = { region: "eu-west-3", by: "cost", maxNodes: 2 } as const;
    const types = new Set(rankDesigns(trainingWorkload(run), paris).map((d) => d.instanceType));
    expect([...types].filter((type) => !availability(type)?.regions.includes("eu-west-3"))).toEqual([]);
    expect(() => rankDesigns(trainingWorkload(run), { ...paris, instanceTypes: ["p5.48xlarge"] })).toThrow(
      /p5\.48xlarge is not sold in eu-west-3; use one of ap-northeast-1, .*us-east-2/,
    );
  });

  it("ranks independent tasks over the GPUs with a published rate, a fabric or none", () => {
    const images = batchWorkload({ units: 1e6, benchmark: "stable-diffusion-xl" });
    const designs = rankDesigns(images, { region: "us-east-1", by: "cost", maxNodes: 4 });
    const types = new Set(designs.map((d) => d.instanceType));
    expect([...types]).toEqual(expect.arrayContaining(["g6e.xlarge", "p5.48xlarge"]));
    expect(types.has("p4d.24xlarge")).toBe(false);
    expect(designs.find((d) => d.instanceType === "g6e.12xlarge" && d.nodes === 4)!.layout).toBe("16 tasks of 1 GPU");
    const measured = batchWorkload({ units: 1e6, unitsPerHourPerGpu: 100 });
    expect(() => rankDesigns(measured, { region: "us-east-1", by: "cost" })).toThrow(
      /holds on the GPU that it was measured on/,
    );
    expect(rankDesigns(measured, { ...options, instanceTypes: ["p4d.24xlarge"] }).length).toBeGreaterThan(0);
  });

  it("counts an UltraServer's machines by whole UltraServers", () => {
    const designs = rankDesigns(trainingWorkload(run), { ...options, instanceTypes: ["p6e-gb200.36xlarge"] });
    expect(designs.length).toBeGreaterThan(0);
    expect(designs.filter((d) => d.nodes % 9 !== 0)).toEqual([]);
  });

  it("sizes a service with as many nodes as its replicas need", () => {
    const service = { model: "llama-3.1-8b", requestsPerSecond: 20, promptTokens: 1000, outputTokens: 300 };
    const [few] = rankDesigns(inferenceWorkload(service), { ...options, instanceTypes: ["g6e.xlarge"] });
    const [many] = rankDesigns(inferenceWorkload({ ...service, requestsPerSecond: 200 }), {
      ...options,
      instanceTypes: ["g6e.xlarge"],
    });
    expect(many!.nodes).toBeGreaterThan(few!.nodes);
    expect(few!.purchase).toBe("on-demand");
  });

  it("fits QLoRA of a small model on one small machine", () => {
    const workload = fineTuningWorkload({
      ...run,
      tokens: 1e8,
      globalBatchSequences: 32,
      sequenceLength: 2048,
      method: "qlora",
    });
    const designs = rankDesigns(workload, { ...options, instanceTypes: ["g6e.xlarge"] });
    expect(designs.map((d) => d.nodes)).toEqual([1]);
  });

  it("rejects an unknown instance type with the nearest name", () => {
    expect(() => rankDesigns(trainingWorkload(run), { ...options, instanceTypes: ["p5.49xlarge"] })).toThrow(
      "p5.48xlarge",
    );
  });
});
