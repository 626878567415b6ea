import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fineTuningWorkload, trainingWorkload } from "../../lib/architectures/workloads";
import { designOf } from "../../lib/review/design";
import { trainingFigures } from "../../lib/review/figures/training";
import { p5 } from "../review/p5-cluster";

const figures = (workload: Parameters<typeof designOf>[1]) =>
  trainingFigures(designOf(p5({ pool: { nodes: { min: 0, max: 2 } } }), workload))!;

const RUN = { model: "llama-3.1-8b", tokens: 1e9, sequenceLength: 8192, globalBatchSequences: 64 } as const;

describe("a workload in TypeScript says all that one of a blueprint does", () => {
  it("a layout and a framework", () => {
    const own = figures(trainingWorkload({ ...RUN, parallelism: { tensor: 8 }, framework: "torchtitan" }));
    expect(own).toMatchObject({ chosenBy: "workload", tensorParallel: 8 });
    expect(own.alternative).not.toBeNull();
  });

  it("samples that are padded, not packed", () => {
    const packed = figures(trainingWorkload(RUN));
    const padded = figures(trainingWorkload({ ...RUN, meanSampleTokens: 2048 }));
    expect(padded.days!.expected).toBeCloseTo(4 * packed.days!.expected, 9);
  });

  it("preferences and rewards", () => {
    const tuned = { ...RUN, method: "full" } as const;
    const seconds = (workload: Parameters<typeof designOf>[1]) => figures(workload).stepSeconds!.expected;
    const answers = seconds(fineTuningWorkload(tuned));
    expect(seconds(fineTuningWorkload({ ...tuned, objective: "dpo" }))).toBeGreaterThan(answers);
    const rewards = fineTuningWorkload({ ...tuned, objective: "grpo", promptTokens: 1024 });
    expect(figures(rewards).stepParts.map(({ name }) => name)).toContain("generation");
  });

  it("a model by its config.json of Hugging Face", () => {
    const folder = mkdtempSync(join(tmpdir(), "workload-"));
    const config = join(folder, "config.json");
    const llama = {
      architectures: ["LlamaForCausalLM"],
      model_type: "llama",
      hidden_size: 4096,
      intermediate_size: 14_336,
      num_hidden_layers: 32,
      num_attention_heads: 32,
      num_key_value_heads: 8,
      vocab_size: 128_256,
      max_position_embeddings: 131_072,
      tie_word_embeddings: false,
    };
    writeFileSync(config, JSON.stringify(llama));
    const byConfig = figures(trainingWorkload({ ...RUN, model: { config } }));
    expect(byConfig.stepSeconds!.expected).toBeCloseTo(figures(trainingWorkload(RUN)).stepSeconds!.expected, 6);
    rmSync(folder, { recursive: true });
  });
});
