import { TRAINING_SOFTWARE } from "../../../lib/sizing/time/training-software";
import { ownMemorySection } from "../../../scripts/validation/own-runs";
import { unseenMemorySections } from "../../../scripts/validation/unseen-memory";

describe("memory of Transformers and PEFT", () => {
  const rows = ownMemorySection().rows;

  it.each(rows.map((row) => [row.what, row] as const))("%s: as measured on a GPU, within 6 %%", (_, row) => {
    expect(Math.abs(row.predicted / row.published - 1)).toBeLessThan(0.06);
  });

  it("counts 12 bytes a logit, as the slope of measured memory over tokens does", () => {
    const at = (tokens: string) =>
      rows.find(({ what }) => what.includes(`llama-3.1-8b, LoRA, ${tokens} tokens, checkpointed`))!;
    const perToken = ((at("4 x 2048").published - at("1 x 2048").published) * 1e9) / (3 * 2048);
    const kept = 32 * 2 * 4096 + 4 * 4096;
    expect((perToken - kept) / 128_256).toBeCloseTo(TRAINING_SOFTWARE.transformers.logitBytes, 0);
  });
});

describe("memory of published runs with Transformers and torchtitan", () => {
  const rows = unseenMemorySections().flatMap((section) => section.rows);
  const near = (what: RegExp) =>
    rows.filter((row) => what.test(row.what)).map((row) => Math.abs(row.predicted / row.published - 1));

  it.each([
    [
      "counts the gradients of a recomputed layer beside it, and FP32 hidden states of adapters under FSDP",
      /^fms-acceleration, .*foak.*llama-3-8b, Q?LoRA.* GPUs$/,
      5,
      0.08,
    ],
    ["counts AdamW's copies of 2024", /^fms-acceleration, none: mistral-7b-v0.1, full.* tokens$/, 2, 0.01],
    ["counts a compiled loss as the logits and their gradient", /^torchtitan, /, 9, 0.13],
  ])("%s", (_, what, least, within) => {
    expect(near(what).length).toBeGreaterThanOrEqual(least);
    expect(Math.max(...near(what))).toBeLessThan(within);
  });
});
