import type { Workload } from "../../lib/model/model";
import { reviewMarkdown } from "../../lib/review/report/markdown";
import { review } from "../../lib/review/review";
import { LLAMA_70B, p5, spot } from "./p5-cluster";

const texts = (region: string) => {
  const design = p5();
  const networks = design.networks.map((network) => ({ ...network, region }));
  return review({ ...design, region, networks }).assumptions.map(({ text }) => text);
};

describe("assumptions about prices", () => {
  it("name what is counted at another region's price, the dearest first", () => {
    const [text] = texts("eu-central-1").filter((line) => line.startsWith("us-east-1 prices for items"));
    expect(text).toMatch(/without a price in eu-central-1, .*: 1\d x p5\.48xlarge, /);
    expect(texts("us-east-1").some((line) => line.startsWith("us-east-1 prices"))).toBe(false);
  });

  it("name nodes that are counted at the On-Demand price, which the hourly cost says as well", () => {
    const standIns = (capacity: object[]) =>
      review(p5({ pool: { capacity } as never })).assumptions.filter(({ text }) => text.startsWith("On-Demand prices"));
    expect(standIns([spot()])[0]!.text).toMatch(
      /^On-Demand prices for nodes without a price of how they are bought: \d+ x p5\.48xlarge, Spot \(h100\); give your rate as usdPerHour/,
    );
    expect(standIns([{ ...spot(), usdPerHour: 22 }])).toEqual([]);
    expect(reviewMarkdown(review(p5({ pool: { capacity: [spot()] } })))).toMatch(
      /\| Hourly cost \| .* with every node running; Spot nodes at the On-Demand price/,
    );
  });

  it("name prices that were old when the newest one was checked", () => {
    const [text] = texts("us-east-2").filter((line) => line.startsWith("prices more than 60 days older"));
    expect(text).toMatch(/\(2026-11-2\d\): .* x p5\.48xlarge, .*, 20\d\d-\d\d-\d\d; .*warpform prices refresh/);
  });
});

describe("assumptions about training", () => {
  const first = (workload: Workload) => review(p5(), { workload }).assumptions[0]!.text;

  it("name the format, the framework and the bytes per parameter that the figures count", () => {
    expect(first(LLAMA_70B)).toContain("BF16 with FP32 gradients, master weights and Adam (18 bytes per parameter)");
    expect(first({ ...LLAMA_70B, precision: "fp8" })).toContain("training in FP8 with FP32 gradients");
    expect(first({ ...LLAMA_70B, framework: "deepspeed" })).toContain(
      "16 bytes per parameter of weights, gradients and optimizer on DeepSpeed ZeRO",
    );
  });

  it("name the reference model of DPO", () => {
    const { kind: _, ...run } = LLAMA_70B;
    const dpo: Workload = { ...run, kind: "fine-tuning", method: "full", loraRank: null, objective: "dpo" };
    expect(first(dpo)).toContain("besides a frozen reference model in BF16");
    expect(first({ ...dpo, objective: "sft" })).not.toContain("reference model");
  });
});
