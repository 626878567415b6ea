import { modelArchitecture } from "../../../lib/catalog/models";
import { designOf } from "../../../lib/review/design";
import { figuresOf } from "../../../lib/review/figures/figures";
import { figureGaps } from "../../../lib/review/figures/gaps";
import { scalingCurve, trainingFigures } from "../../../lib/review/figures/training";
import { nodeCounts } from "../../../lib/review/figures/training-request";
import { instanceInterconnect } from "../../../lib/sizing/fabric/interconnect";
import { fineTuning } from "../../../lib/sizing/time/fine-tuning";
import { gpuSpec } from "../../../lib/sizing/time/kernel-efficiency";
import { GIB } from "../../../lib/units/bytes";
import { LLAMA_70B, p5 } from "../p5-cluster";

const on = (nodes: number, workload: typeof LLAMA_70B = LLAMA_70B) =>
  designOf(p5({ pool: { nodes: { min: 0, max: nodes } } }), workload);

describe("trainingFigures", () => {
  it("leaves a seventeenth node spare, since the batch does not divide by seventeen", () => {
    expect(trainingFigures(on(17))).toMatchObject({ nodes: 16, gpus: 128, fits: true });
  });

  it("adds its memory and step parts up to their totals", () => {
    const figures = trainingFigures(on(16));
    const sum = (parts: readonly { value: number }[] = []) => parts.reduce((total, p) => total + p.value, 0);
    expect(sum(figures?.memoryParts) / (figures?.memoryBytes?.expected ?? 0)).toBeCloseTo(1, 1);
    expect(sum(figures?.stepParts) / (figures?.stepSeconds?.expected ?? 0)).toBeCloseTo(1, 1);
  });

  it("slows where nodes have fewer EFA interfaces than their type", () => {
    const nodes = { min: 0, max: 16 };
    const all = designOf(p5({ pool: { nodes } }), LLAMA_70B);
    const few = all.pools[0]!.pool.aws!.networkInterfaces.slice(0, 3);
    const slow = designOf(p5({ pool: { nodes }, interfaces: few }), LLAMA_70B);
    const step = (design: typeof all) => trainingFigures(design)!.stepSeconds!.expected;
    expect(step(slow)).toBeGreaterThan(1.1 * step(all));
  });

  it("prefers a layout that fits at the upper end of its range", () => {
    const figures = trainingFigures(on(16));
    expect(figures?.memoryBytesAtMost).toBeLessThanOrEqual(figures?.memoryLimitBytes ?? 0);
  });

  it("explains the layout that its figures are of, where that is not the fastest", () => {
    const figures = trainingFigures(on(16));
    expect(figures?.explanation.join("; ")).toContain(figures?.layout ?? "none");
    expect(figures?.explanation[0]).toMatch(/^chosen: .* % more time per step than the fastest/);
    const seconds = figures!.stepSeconds!.expected.toPrecision(3);
    expect(figures?.explanation.find((line) => line.startsWith("step: "))).toContain(`step: ${seconds} s`);
    expect(figures?.explanation.at(-2)).toMatch(/^alternative \(fastest\): /);
    expect(figures?.explanation.at(-1)).toMatch(/^whole runs: .* up to [\d.]+ times the time of their steps/);
    const curve = scalingCurve(on(16));
    expect(curve.map(({ nodes }) => nodes).at(-1)).toBe(32);
    expect(curve.find(({ nodes }) => nodes === 16)?.tokensPerSecond).toEqual(figures?.tokensPerSecond);
  });

  it("sizes nodes without a fabric for what TCP has of them, and slows on an oversubscribed one", () => {
    const nodes = { min: 0, max: 16 };
    const step = (changes: Parameters<typeof p5>[0]) =>
      trainingFigures(designOf(p5({ ...changes, pool: { nodes, ...changes?.pool } }), LLAMA_70B))!.stepSeconds!
        .expected;
    const whole = step({});
    const plain = { networkCardIndex: 0, deviceIndex: 0, interfaceType: "interface" as const };
    const one = step({ pool: { fabric: null }, interfaces: [plain] });
    const eight = Array.from({ length: 8 }, (_, i) => ({
      ...plain,
      networkCardIndex: 4 * i,
      deviceIndex: i > 0 ? 1 : 0,
    }));
    const more = step({ pool: { fabric: null }, interfaces: eight });
    expect(one).toBeGreaterThan(1.15 * whole);
    expect(more).toBeLessThan(one);
    expect(more).toBeGreaterThan(whole);
    expect(step({ pool: { fabric: null }, interfaces: [] })).toBe(one);
    expect(step({ fabric: { oversubscription: 8 } })).toBeGreaterThan(1.01 * whole);
  });

  it("says by how much a model does not fit", () => {
    const figures = trainingFigures(on(1, { ...LLAMA_70B, model: modelArchitecture("llama-3.1-405b") }));
    expect(figures).toMatchObject({ fits: false, layout: null, days: null });
    expect(figures?.explanation.join(" ")).toMatch(/fits|needs/);
  });

  it("fits the adapters of a model on a node that cannot train all of it", () => {
    const { deadlineDays, checkpointMinutes, model, sequenceLength } = LLAMA_70B;
    const common = { kind: "fine-tuning" as const, model, sequenceLength, globalBatchSequences: 16, tokens: 1e9 };
    const one = p5({ pool: { nodes: { min: 0, max: 1 } } });
    const run = (method: "full" | "lora" | "qlora") => {
      const loraRank = method === "full" ? null : 16;
      return figuresOf(designOf(one, { ...common, method, loraRank, deadlineDays, checkpointMinutes }));
    };
    expect(run("full").training?.fits).toBe(false);
    expect(run("lora").training?.fits).toBe(true);
    expect(run("qlora").training?.fits).toBe(true);
    expect(run("lora").reliability?.checkpointBytes.expected).toBeLessThan(10e9);
  });

  it("trains adapters on the software that fine-tuning is sized for", () => {
    const { deadlineDays, checkpointMinutes, sequenceLength } = LLAMA_70B;
    const job = { model: modelArchitecture("llama-3.1-8b"), sequenceLength, globalBatchSequences: 16, tokens: 1e9 };
    const node = p5({ pool: { nodes: { min: 0, max: 1 } } });
    const { pool, type, accelerator } = designOf(node).pools[0]!;
    for (const method of ["lora", "qlora"] as const) {
      const workload = { kind: "fine-tuning" as const, ...job, method, loraRank: 16, deadlineDays, checkpointMinutes };
      const reviewed = trainingFigures(designOf(node, workload))!.stepSeconds!.expected;
      const gpu = gpuSpec(accelerator!);
      const link = instanceInterconnect(type!, accelerator!, pool.fabric !== null);
      const sized = fineTuning({ ...job, method, gpus: 8, gpu, link }).plan.plans.map(
        (plan) => plan.step.seconds.expected,
      );
      expect(sized).toContain(reviewed);
    }
  });

  it("takes half the days on twice the nodes, within a tenth", () => {
    const [half, full] = [8, 16].map((n) => trainingFigures(on(n))?.days?.expected ?? 0);
    expect(half! / full!).toBeGreaterThan(1.8);
    expect(half! / full!).toBeLessThan(2.2);
  });
});

describe("scalingCurve", () => {
  it("grows with the nodes over powers of two", () => {
    const speeds = scalingCurve(on(16)).map((p) => p.tokensPerSecond.expected);
    expect(speeds).toEqual([...speeds].sort((a, b) => a - b));
  });

  it("looks at powers of two and at all nodes", () => {
    expect(nodeCounts(17)).toEqual([1, 2, 4, 8, 16, 17]);
    expect(nodeCounts(1)).toEqual([1]);
  });
});

describe("figuresOf", () => {
  it("is worked out once for a design", () => {
    const design = on(16);
    expect(figuresOf(design)).toBe(figuresOf(design));
  });

  it("lengthens the run by what failures and checkpoints cost", () => {
    const { run, training, reliability } = figuresOf(on(16));
    expect(run?.days.expected).toBeCloseTo(
      (training?.days?.expected ?? 0) / (reliability?.effectiveTrainingTime.expected ?? 1),
      6,
    );
    expect(run?.usd?.expected).toBeCloseTo((run?.days.expected ?? 0) * 24 * figuresOf(on(16)).cost.usdPerHour, 0);
  });

  it("draws the power that is published for eight H100", () => {
    const { power } = figuresOf(on(16));
    expect(power?.nameplateWatts.expected).toBeCloseTo(16 * 10_200, -3);
    expect(power?.references).toEqual(["DGX H100"]);
  });
});

describe("trainingFigures of what the workload declares", () => {
  const declared = (changes: Partial<typeof LLAMA_70B>) => trainingFigures(on(16, { ...LLAMA_70B, ...changes }))!;

  it("takes FP8 at its rate: well over a tenth faster than BF16 on H100, and less than twice as fast", () => {
    const faster = declared({}).stepSeconds!.expected / declared({ precision: "fp8" }).stepSeconds!.expected;
    expect(faster).toBeGreaterThan(1.15);
    expect(faster).toBeLessThan(2);
  });

  it("judges the layout that is declared, and names the library's own as an alternative", () => {
    const { layout, chosenBy, alternative, stepSeconds, explanation } = declared({
      parallelism: { tensor: 8, pipeline: 4, recompute: "full" },
    });
    expect(layout).toBe("tensor 8 x pipeline 4 x data 4, microbatch 1, ZeRO 1, full recomputation");
    expect(chosenBy).toBe("workload");
    expect(alternative?.layout).toBe(declared({}).layout);
    expect(alternative?.stepSeconds).toEqual(declared({}).stepSeconds);
    expect(stepSeconds!.expected).toBeGreaterThan(alternative!.stepSeconds.expected);
    expect(explanation[0]).toBe(`declared: ${layout}`);
  });

  it("says by how much a declared layout does not fit", () => {
    const { fits, explanation } = declared({ parallelism: { tensor: 2 } });
    expect(fits).toBe(false);
    expect(explanation[0]).toMatch(/^declared: tensor 2 x data 64, .* needs \d+ GiB of 80 GiB per GPU$/);
  });

  it("divides the weights too where the framework is FSDP and the layout does not say", () => {
    const parallelism = { tensor: 8 };
    expect(declared({ parallelism, framework: "torchtitan" }).layout).toMatch(/^tensor 8 x data 16, .*FSDP|ZeRO 3/);
    expect(declared({ parallelism, framework: "deepspeed" }).explanation[0]).toContain("ZeRO 1");
    expect(declared({ parallelism: { tensor: 8, zeroStage: 1 }, framework: "torchtitan" }).explanation[0]).toContain(
      "ZeRO 1",
    );
  });

  it("counts the declared data-parallel ranks, and leaves the other nodes spare", () => {
    expect(declared({ parallelism: { tensor: 8, pipeline: 4, data: 2 } })).toMatchObject({ nodes: 8, gpus: 64 });
  });

  it("counts the moments of the optimizer, and no FP32 weights where the workload has none", () => {
    const parallelism = { zeroStage: 3, recompute: "full", data: 64 } as const;
    const memory = (changes: Partial<typeof LLAMA_70B>) => {
      const { memoryParts, memoryBytes } = declared({ parallelism, framework: "axolotl", ...changes });
      const of = Object.fromEntries(memoryParts.map(({ name, value }) => [name, value]));
      return [of.optimizer! / 70.55e9, memoryBytes!.expected / GIB];
    };
    const [[usual], [eight, eightBytes], [pure, pureBytes]] = [
      memory({}),
      memory({ optimizer: "adamw-8bit" }),
      memory({ optimizer: "adamw-torchao-4bit", masterWeights: "none" }),
    ];
    expect([usual! * 64, eight! * 64, pure! * 64].map((bytes) => bytes.toFixed(1))).toEqual(["12.0", "6.1", "1.1"]);
    expect(pureBytes).toBeLessThan(eightBytes!);
  });

  it.each([
    ["p5.48xlarge", 8, "tensor parallelism of 8 stays within the 8-GPU NVLink domain"],
    ["p5.48xlarge", 16, "tensor parallelism of 16 exceeds the 8-GPU NVLink domain"],
    ["g6e.48xlarge", 8, "tensor parallelism of 8 stays within the node of 8 GPUs, over PCIe"],
    [
      "trn1.32xlarge",
      8,
      "tensor parallelism of 8 stays within the 16-chip NeuronLink domain; ranks are chips, where NxD's tensor_parallel_size counts NeuronCores",
    ],
  ])("says in the maker's words where tensor ranks are: %s, %d", (instanceType, tensor, text) => {
    const workload = { ...LLAMA_70B, parallelism: { tensor, pipeline: 4, recompute: "full" } } as const;
    const figures = trainingFigures(designOf(p5({ pool: { instanceType } }), workload))!;
    expect(figures.explanation).toContain(text);
    expect(figures.device).toBe(instanceType.startsWith("trn") ? "chip" : "GPU");
  });

  it("keeps inputs of recomputed layers in host memory, five of them on the GPU", () => {
    const parallelism = { zeroStage: 3, recompute: "full", data: 64 } as const;
    const [gpu, host] = [false, true].map((offloadActivations) =>
      declared({ parallelism: { ...parallelism, offloadActivations } }),
    );
    const activations = (of: typeof gpu) => of!.memoryParts.find(({ name }) => name === "activations")!.value;
    const { layers, hiddenSize } = LLAMA_70B.model;
    const saved = (layers - 5) * 2 * hiddenSize * LLAMA_70B.sequenceLength;
    expect(activations(gpu) - activations(host)).toBeCloseTo(saved, -3);
    expect(host!.layout).toContain("full recomputation, activations on the host");
    expect(host!.explanation.join()).toMatch(/host memory: 80 GiB of 2 TiB per node; copies of activations/);
    const { fits, illegal } = declared({ parallelism: { zeroStage: 3, data: 64, offloadActivations: true } });
    expect([fits, illegal]).toEqual([false, [expect.stringContaining('use recompute "full"')]]);
  });

  it("keeps an offloaded optimizer in host memory, which it compares with the node's, and makes the step longer", () => {
    const parallelism = { zeroStage: 3, recompute: "full", data: 64 } as const;
    const [gpu, host, both] = (["none", "optimizer", "optimizer-and-weights"] as const).map((offload) =>
      declared({ parallelism: { ...parallelism, offload } }),
    );
    const parts = (of: typeof gpu) => Object.fromEntries(of!.memoryParts.map(({ name, value }) => [name, value]));
    expect([parts(gpu).optimizer! > 0, parts(host).optimizer, parts(both).weights]).toEqual([true, 0, 0]);
    expect(parts(host).weights).toBe(parts(gpu).weights);
    expect(host!.stepSeconds!.expected).toBeGreaterThan(gpu!.stepSeconds!.expected);
    expect(both!.stepSeconds!.expected).toBeGreaterThan(host!.stepSeconds!.expected);
    expect(host!.layout).toContain("optimizer on the host");
    expect(host!.explanation.join()).toMatch(/host memory: [\d.]+ GiB \([\d.]+–[\d.]+ GiB\) of 2 TiB per node/);
  });
});

describe("hybrids with state layers", () => {
  const hybrid = { attentionLayers: 4, stateLayers: 36, ffnLayers: 40, stateParameters: 1e8, stateBytes: 4e6 };
  const workload = { ...LLAMA_70B, model: { ...LLAMA_70B.model, name: "granite-4", hybrid } };

  it("are not trained by figures of attention: the review says what it does not size", () => {
    const design = on(16, workload);
    expect(trainingFigures(design)).toBeNull();
    expect(figureGaps(design, figuresOf(design)).map(({ path, reason }) => [path, reason])).toContainEqual([
      "workload.model",
      "training of granite-4, which has 36 layers with a state space or linear attention, is not sized",
    ]);
  });
});
