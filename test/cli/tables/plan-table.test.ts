import { rankDesigns } from "../../../lib/architectures/sizing/rank-designs";
import { planBars, planTable, planVerdict } from "../../../lib/cli/tables/plan-table";
import { awsFacts } from "../../../lib/review/clouds/aws/aws-facts";
import { LLAMA_70B } from "../../review/p5-cluster";

describe("the ranking of designs", () => {
  const places = [{ cloud: awsFacts, region: "us-east-2" }];
  const options = { cloud: awsFacts, region: "us-east-2", by: "cost", instanceTypes: ["p5.48xlarge"] } as const;
  const ranked = (deadlineDays: number | null) => rankDesigns({ ...LLAMA_70B, deadlineDays }, { ...options, nodes: 8 });
  const designs = ranked(400);

  it("names purchase options and columns as people do", () => {
    const { head, rows } = planTable(designs, places);
    expect(head).toEqual(expect.arrayContaining(["purchase option", "time to train, days", "cost to train"]));
    expect(rows.map(([, purchase]) => purchase)).toEqual(expect.arrayContaining(["On-Demand"]));
  });

  it("ends with the best design, or with what to change", () => {
    expect(planVerdict(designs, "cost")).toMatch(/^Lowest cost: 8 x p5\.48xlarge, .*; objective met\.$/);
    expect(planVerdict(ranked(0.5), "time")).toMatch(/^No design meets the objective\. Allow more nodes/);
    expect(planVerdict([], "cost")).toMatch(/^No design fits\./);
  });

  it("is drawn with the deadline across", () => {
    const [time, cost] = planBars(designs, 400);
    expect(time).toMatchObject({ title: "Time to train", limit: { value: 400, text: "deadline, 400 days" } });
    expect(cost!.rows).toHaveLength(designs.length);
  });
});
