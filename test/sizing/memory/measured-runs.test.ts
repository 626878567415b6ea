import { TRAINING_SOFTWARE } from "../../../lib/sizing/time/training-software";
import { ownMemorySection } from "../../../scripts/validation/own-runs";

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
