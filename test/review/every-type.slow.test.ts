import { acceleratedInstanceTypes, efaInterfaces } from "../../lib/catalog/instance-types";
import { designOf } from "../../lib/review/design";
import { reviewHtml } from "../../lib/review/report/html/page";
import { reviewMarkdown } from "../../lib/review/report/markdown";
import { reviewDesign } from "../../lib/review/review";
import { CHAT_8B, LLAMA_70B, p5 } from "./p5-cluster";

const SMALL = { ...LLAMA_70B, globalBatchSequences: 8 };

describe("a review of every accelerated instance type", () => {
  it.each(acceleratedInstanceTypes().map((type) => [type.name, type] as const))(
    "says something readable of %s",
    (_name, type) => {
      const efa = efaInterfaces(type) > 0;
      const cluster = p5({
        pool: {
          instanceType: type.name,
          nodes: { min: 0, max: 2 },
          ...(efa ? {} : { fabric: null }),
        },
      });
      for (const workload of [null, SMALL, CHAT_8B]) {
        const design = designOf(cluster, workload);
        const review = reviewDesign(design);
        expect(review.findings.map((f) => f.rule)).not.toContain("network-interface-invalid");
        expect(reviewMarkdown(review) + reviewHtml(design, review)).not.toMatch(/NaN|undefined|\[object/);
      }
    },
  );
});
