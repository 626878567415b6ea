import fc from "fast-check";
import { modelArchitecture } from "../../lib/catalog/models";
import { TRAINING_PRECISIONS } from "../../lib/sizing/memory/model-memory";
import { parameterCount } from "../../lib/sizing/memory/parameters";
import { trainingMemory } from "../../lib/sizing/memory/training-memory";
import { gpuCount, type ParallelLayout, SINGLE_GPU } from "../../lib/sizing/parallelism/parallel-layout";
import { stageParameters } from "../../lib/sizing/parallelism/pipeline-stage";
import { adapterOf } from "../../lib/sizing/time/fine-tuning";

const power = (most: number) => fc.integer({ min: 0, max: most }).map((n) => 2 ** n);
const layouts = fc
  .record({
    tensor: power(3),
    pipeline: fc.integer({ min: 1, max: 12 }),
    context: power(2),
    data: power(4),
    expert: power(3),
    zeroStage: fc.constantFrom(0, 1, 2, 3),
  })
  .map((l): ParallelLayout => ({ ...SINGLE_GPU, ...l, zeroStage: l.zeroStage as 0 | 1 | 2 | 3 }));

describe("the fullest GPU times the GPUs", () => {
  it.each(["llama-3.1-8b", "mixtral-8x7b", "deepseek-v2-lite", "phi-4-14b"])(
    "holds at least one copy of %s",
    (name) => {
      const model = modelArchitecture(name);
      const state = TRAINING_PRECISIONS["bf16-adam"];
      const job = {
        model,
        state,
        sequenceLength: 4096,
        globalBatchSequences: 64,
        attention: "flash" as const,
        dropout: false,
      };
      const adapter = model.latentAttention ? undefined : adapterOf(model, "qlora", 16);
      fc.assert(
        fc.property(layouts, (given) => {
          const ranks = given.tensor * given.context * given.data;
          const expert = model.experts && ranks % given.expert === 0 ? given.expert : 1;
          const tensor = model.kvHeads % given.tensor === 0 ? given.tensor : 1;
          const layout = {
            ...given,
            tensor,
            expert: (tensor * given.context * given.data) % expert === 0 ? expert : 1,
          };
          const gpus = gpuCount(layout);
          const full = trainingMemory(job, layout);
          const total = parameterCount(model).total;
          if (layout.expert === 1 || layout.pipeline === 1)
            expect(gpus * full.weights).toBeGreaterThanOrEqual(0.9999 * 2 * total);
          const state = full.weights + full.gradients + full.optimizer;
          if (layout.zeroStage < 2) expect(gpus * state).toBeGreaterThanOrEqual(0.9999 * 16 * total);
          // where experts are apart, another stage may have more of the optimizer's share
          if (layout.expert === 1) expect(gpus * full.optimizer).toBeGreaterThanOrEqual(0.9999 * 12 * total);
          if (adapter) {
            const frozen = trainingMemory({ ...job, adapter }, layout);
            expect(gpus * frozen.weights).toBeGreaterThanOrEqual(0.9999 * adapter.frozenBytes);
          }
        }),
      );
    },
  );
});

describe("the fullest pipeline stage", () => {
  const model = modelArchitecture("deepseek-v3");
  const held = (pipeline: number) => stageParameters(model, { ...SINGLE_GPU, pipeline }, parameterCount(model));
  const layer = parameterCount(model).experts / 61;

  it.each([
    ["all layers on one", 1, 61],
    ["31 of 61 on one of two", 2, 31],
    ["four of 61 between the ends of sixteen", 16, 4],
    ["a layer on each of 61", 61, 1],
  ])("has %s", (_, pipeline, layers) => {
    expect(held(pipeline).experts / layer).toBeCloseTo(layers, 9);
  });

  it("has the embedding where it is more than a further layer, as BLOOM's stages of six layers and five", () => {
    const bloom = modelArchitecture("bloom-176b");
    const count = parameterCount(bloom);
    const { dense } = stageParameters(bloom, { ...SINGLE_GPU, pipeline: 12 }, count);
    expect(dense).toBeGreaterThan(count.embedding + 5 * (count.attentionPerLayer + count.denseFfnPerLayer));
  });
});
