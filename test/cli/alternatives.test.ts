import { measuredTypes } from "../../lib/architectures/sizing/measured-types";
import { alternativesOf } from "../../lib/cli/alternatives";
import { defaultCloud } from "../../lib/clouds/default-cloud";
import { designOf } from "../../lib/review/design";
import { reviewHtml } from "../../lib/review/report/html/page";
import { reviewDesign } from "../../lib/review/review";
import { images } from "../review/batch-work";
import { p5 } from "../review/p5-cluster";

describe("designs for tasks whose rate was measured", () => {
  const measured = images({ benchmark: undefined, unitsPerHourPerGpu: 4000, units: 1e5 });
  const place = { region: "us-east-2", cloud: defaultCloud.facts };

  it("are those with the GPU that it was measured on", () => {
    expect(measuredTypes(measured, ["g6.2xlarge"], place)).toEqual(
      expect.arrayContaining(["g6.xlarge", "g6.2xlarge", "g6.12xlarge"]),
    );
    expect(measuredTypes(measured, ["g6.2xlarge"], place)).not.toContain("g6e.2xlarge");
    expect(measuredTypes(images(), ["g6.2xlarge"], place)).toBeUndefined();
  });

  it("are ranked in the report's own words for tasks", () => {
    const cluster = p5({ pool: { instanceType: "g6.2xlarge", nodes: { min: 0, max: 4 }, fabric: null } });
    const design = designOf(cluster, measured);
    const html = reviewHtml(design, reviewDesign(design), { alternatives: alternativesOf(design) });
    expect(html).toMatch(/Cost of all tasks, paid and used/);
    expect(html).toMatch(/4 tasks of 1 GPU/);
    expect(html).not.toMatch(/training progress|Cost to train|Time to train/);
  });

  it("are the alternatives of a report", () => {
    const cluster = p5({ pool: { instanceType: "g6.2xlarge", nodes: { min: 0, max: 4 }, fabric: null } });
    const names = alternativesOf(designOf(cluster, measured)).map(({ design }) => design);
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !/ gr?6\./.test(name))).toEqual([]);
  });
});
