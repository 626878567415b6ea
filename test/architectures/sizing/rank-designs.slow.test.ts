import { usdFromLaunch } from "../../../lib/architectures/sizing/cost-from-launch";
import { rankDesigns } from "../../../lib/architectures/sizing/rank-designs";
import { sizeInstances } from "../../../lib/architectures/sizing/size-instances";
import { sizeTraining } from "../../../lib/architectures/sizing/size-training";
import { obstaclesOf } from "../../../lib/architectures/sizing/why-nothing-fits";
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
    const costs = met.map(usdFromLaunch);
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

describe("what stands against every design", () => {
  const place = { region: "us-east-2", purchase: "on-demand" } as const;
  const large = { model: "llama-3.1-70b", tokens: 1e11, sequenceLength: 8192, globalBatchSequences: 512 };
  const problemsOf = (size: () => unknown) => {
    try {
      size();
    } catch (error) {
      return (error as { problems: { path: string; message: string }[] }).problems;
    }
    return [];
  };

  it.each([{}, { instanceType: "p5.48xlarge" }])("is a model whose training is not sized, with %j", (choices) => {
    const hybrid = trainingWorkload({ ...large, model: "qwen3-next-80b-a3b" });
    expect(problemsOf(() => sizeTraining(hybrid, { ...place, ...choices }))).toEqual([
      expect.objectContaining({
        path: "workload.model",
        message:
          "workload.model: training of qwen3-next-80b-a3b, which has 36 layers with a state space or linear attention, is not sized; measure one step, or use a model with attention in every layer",
      }),
    ]);
  });

  it("is a number format that the GPU that is given does not compute in", () => {
    const workload = trainingWorkload({ ...large, precision: "fp4" });
    expect(problemsOf(() => sizeInstances(workload, { ...place, instanceType: "p5.48xlarge" }))).toMatchObject([
      {
        path: "workload.precision",
        message: "workload.precision: no training in fp4 on H100-SXM-80GB; use bf16 or fp8, or another instance type",
      },
    ]);
  });

  it("is adapters that are not sized", () => {
    const workload = fineTuningWorkload({ ...large, model: "deepseek-v3", method: "lora" });
    expect(problemsOf(() => sizeInstances(workload, place))[0]).toMatchObject({ path: "workload.method" });
  });

  it("is a declared layout that divides neither model nor batch", () => {
    const tensor = trainingWorkload({ ...large, parallelism: { tensor: 3, pipeline: 2 } });
    expect(problemsOf(() => sizeTraining(tensor, place))[0]).toMatchObject({
      path: "workload.parallelism.tensor",
      message: "workload.parallelism.tensor must divide the attention heads, 64, got 3; use 2",
    });
  });

  it("is a declared layout of more GPUs than the nodes that are given", () => {
    const workload = trainingWorkload({ ...large, parallelism: { tensor: 8, pipeline: 4, data: 4 } });
    const choices = { ...place, instanceType: "p5.48xlarge", nodes: 8 };
    expect(problemsOf(() => sizeTraining(workload, choices))).toEqual([
      expect.objectContaining({
        message: "workload.parallelism: it takes 128 GPUs, and the pool has 64 GPUs",
      }),
    ]);
  });

  it("is nothing where more nodes would do", () => {
    const workload = trainingWorkload(large);
    const options = { region: "us-east-2", by: "cost", instanceTypes: ["p4d.24xlarge"], nodes: 1 } as const;
    expect(rankDesigns(workload, options)).toEqual([]);
    expect(obstaclesOf(workload, options)).toEqual([]);
  });

  it("is no price of a service for DPO", () => {
    const workload = fineTuningWorkload({ ...large, method: "full", objective: "dpo" });
    expect(
      obstaclesOf(workload, { region: "us-east-2", by: "cost", instanceTypes: ["p4d.24xlarge"], nodes: 1 }),
    ).toEqual([]);
  });

  it("is nothing for a declared layout that fills nodes of which no power of two is needed", () => {
    const workload = trainingWorkload({ ...large, parallelism: { tensor: 8, pipeline: 5 } });
    const designs = rankDesigns(workload, { region: "us-east-2", by: "cost", instanceTypes: ["p5.48xlarge"] });
    expect(new Set(designs.map(({ nodes }) => nodes))).toEqual(new Set([5, 10, 20, 40, 80]));
  });
});
