import { readFileSync } from "node:fs";
import { join } from "node:path";
import { buildInMemory } from "../../lib/cli/build-in-memory";
import { review } from "../../lib/review/review";
import { blueprintNames, blueprints, pageOf, reviewsOf } from "../../scripts/blueprint-reviews";

describe("the example overlay eu-central-1", () => {
  it("makes the other region of inference-multi-region, with nothing to mend", () => {
    const files = ["inference-multi-region.yaml", "overlays/eu-central-1.yaml"].map((name) => join(blueprints, name));
    const { cluster, loaded } = buildInMemory(files, []);
    expect([loaded.blueprint.name, cluster.region]).toEqual(["serving-eu-central-1", "eu-central-1"]);
    expect(review(cluster).findings.filter(({ severity }) => severity !== "info")).toEqual([]);
  });
});

describe.each(blueprintNames())("the example blueprint %s", (name) => {
  let reviews: ReturnType<typeof reviewsOf> = [];
  beforeAll(() => {
    reviews = reviewsOf(name);
  });

  it("has no error or warning that it does not declare, and declares none that is not there", () => {
    expect(reviews.length).toBeGreaterThan(0);
    for (const { findings, unusedSuppressions } of reviews) {
      expect(findings.filter(({ severity }) => severity !== "info")).toEqual([]);
      expect(unusedSuppressions).toEqual([]);
    }
  });

  it("has its review beside it; npm run examples writes it anew", () => {
    expect(readFileSync(join(blueprints, "reviews", `${name}.md`), "utf8")).toBe(pageOf(reviews));
  });

  it("is one that editors can check", () => {
    const text = readFileSync(join(blueprints, `${name}.yaml`), "utf8");
    expect(text.split("\n")[0]).toBe("# yaml-language-server: $schema=../../schema/blueprint.schema.json");
  });
});
