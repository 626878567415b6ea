import { accelerator, accelerators } from "../../lib/catalog/accelerators";
import { instanceTypes } from "../../lib/catalog/instance-types";
import { modelArchitecture } from "../../lib/catalog/models";
import type { Accelerator } from "../../lib/catalog/types";
import { collective } from "../../lib/sizing/fabric/collectives";
import { instanceInterconnect, interconnect } from "../../lib/sizing/fabric/interconnect";
import type { Collective } from "../../lib/sizing/fabric/rank-group";
import { TRAINING_PRECISIONS, weightsBytes } from "../../lib/sizing/memory/model-memory";
import { parameterCount } from "../../lib/sizing/memory/parameters";
import { SINGLE_GPU } from "../../lib/sizing/parallelism/parallel-layout";
import { servingRate } from "../../lib/sizing/serving/serving-rate";
import { gpuSpec } from "../../lib/sizing/time/kernel-efficiency";
import { stepTime } from "../../lib/sizing/time/step-time";
import { TRAINING_SOFTWARE } from "../../lib/sizing/time/training-software";

const MODELS = ["llama-3.1-8b", "gemma-3-1b", "mixtral-8x7b"].map(modelArchitecture);
const FORMATS = ["bf16", "fp8", "int8", "int4", "fp4"] as const;
type Format = (typeof FORMATS)[number];

/** FLOP/s of the data sheet: of the format where the part has units for it, else of 16 bits. */
function peak({ tflops }: Accelerator, format: Format): number {
  const native = { bf16: null, fp8: tflops.fp8, int8: tflops.int8, int4: null, fp4: tflops.fp4 }[format];
  return (native ?? tflops.bf16 ?? tflops.fp16)! * 1e12;
}

const serve = (part: Accelerator, model: (typeof MODELS)[number], precision: Format, tensorParallel = 1) =>
  servingRate({
    model,
    accelerator: part,
    tensorParallel,
    precision,
    kvPrecision: "bf16",
    promptTokens: 2048,
    outputTokens: 256,
  });

describe("serving on every accelerator of the catalog", () => {
  // Parts whose vendor publishes no rate of 16-bit products cannot be sized.
  const rated = accelerators().filter(({ tflops }) => (tflops.bf16 ?? tflops.fp16) !== null);
  const all = rated.flatMap((part) => MODELS.flatMap((model) => FORMATS.map((f) => [part, model, f] as const)));

  it("decodes no faster, at no end of the range, than the weights can be read", () => {
    for (const [part, model, format] of all) {
      const count = parameterCount(model);
      const idle = model.experts
        ? (count.experts / count.total) * (1 - model.experts.activePerToken / model.experts.count)
        : 0;
      const embedding = count.outputHead > 0 ? 2 * count.embedding : 0;
      const read = weightsBytes(model, format) * (1 - idle) - embedding;
      const { low, high } = serve(part, model, format).stepSeconds(1);
      expect(low).toBeGreaterThanOrEqual((read / (part.memoryBandwidthGBps! * 1e9)) * 0.999);
      expect(Number.isFinite(high)).toBe(true);
    }
  });

  it("answers no sooner, at no end of the range, than the prompt can be computed", () => {
    for (const [part, model, format] of all) {
      const { active, embedding, outputHead } = parameterCount(model);
      const { low, high } = serve(part, model, format, 2).prefillSeconds;
      const products = 2 * 2048 * (active - embedding - outputHead);
      expect(low).toBeGreaterThanOrEqual(products / (2 * peak(part, format)));
      expect(Number.isFinite(high)).toBe(true);
    }
  });

  it("serves no fewer tokens a second in FP4 than in FP8, nor in FP8 than in BF16, where the part computes in them", () => {
    for (const part of accelerators())
      for (const model of MODELS) {
        const rate = (format: Format) => serve(part, model, format).tokensPerSecond(64).expected;
        if (part.tflops.fp8) expect(rate("fp8")).toBeGreaterThanOrEqual(rate("bf16") * 0.999);
        if (part.tflops.fp4) expect(rate("fp4")).toBeGreaterThanOrEqual(rate("fp8") * 0.999);
      }
  });
});

describe("collectives on every instance type of the catalog", () => {
  const KINDS: readonly Collective[] = ["all-reduce", "all-gather", "reduce-scatter", "all-to-all", "send-receive"];

  it("are no faster, at no end of the range, than the links carry the bytes", () => {
    const bytes = 2 ** 34;
    for (const type of instanceTypes().filter((row) => row.accelerator && row.acceleratorCount > 0)) {
      const link = instanceInterconnect(type, accelerator(type.accelerator!));
      const per = link.gpusPerDomain;
      const card = link.fabricBytesPerSecondPerGpu;
      for (const nodes of [2, 3, 16])
        for (const kind of KINDS) {
          const crossing = (nodes - 1) / nodes;
          const least = {
            "all-reduce": (2 * crossing * bytes) / (per * card),
            "all-gather": (crossing * bytes) / (per * card),
            "reduce-scatter": (crossing * bytes) / (per * card),
            "all-to-all": (crossing * bytes) / card,
            "send-receive": per > 1 ? bytes / link.domainBytesPerSecondPerGpu : bytes / card,
          }[kind];
          const { seconds } = collective(kind, bytes, { ranks: nodes * per, ranksPerDomain: per }, link);
          expect(seconds.low).toBeGreaterThanOrEqual(least * 0.999);
        }
    }
  });

  it("ramp up with the bytes of each rank where a switch of 72 reduces, not with those of all", () => {
    const rack = interconnect(accelerator("GB200-186GB"), 72, {
      kind: "infiniband",
      gbpsPerNode: 1600,
      gpusPerNode: 4,
    });
    const reached = (ranks: number, mebibytes: number) =>
      collective("all-reduce", mebibytes * 2 ** 20, { ranks, ranksPerDomain: ranks }, rack).algorithmBandwidth.expected;
    expect(reached(72, 9 * 512) / reached(8, 512)).toBeCloseTo(1, 1);
    expect(reached(72, 512)).toBeLessThan(0.75 * reached(8, 512));
  });
});

describe("training on every accelerator of the catalog", () => {
  it("utilizes no more than the peak, at no end of the range", () => {
    for (const part of accelerators()) {
      const gpu = gpuSpec(part);
      const link = interconnect(part, part.linkGBps === null ? 1 : 8, {
        kind: "infiniband",
        gbpsPerNode: 3200,
        gpusPerNode: 8,
      });
      for (const precision of ["bf16", "fp8", "fp4"] as const)
        for (const model of MODELS) {
          if (gpu.flops[precision] === null) continue;
          const job = { model, sequenceLength: 4096, globalBatchSequences: 256, precision, gpu, link };
          const { causalFlopsUtilization } = stepTime(
            { ...job, state: TRAINING_PRECISIONS["bf16-adam"], software: TRAINING_SOFTWARE["megatron-core"] },
            { ...SINGLE_GPU, data: 8, zeroStage: 1, microBatchSequences: 4 },
          );
          expect(causalFlopsUtilization.high).toBeLessThan(1 + 1e-9);
          expect(causalFlopsUtilization.low).toBeGreaterThan(0);
        }
    }
  });
});
