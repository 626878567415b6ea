import { rankDesigns } from "../../../lib/architectures/sizing/rank-designs";
import { fineTuningWorkload } from "../../../lib/architectures/workloads";
import { planBars, planTable, planVerdict, RUN_FIGURES } from "../../../lib/cli/tables/plan-table";
import { awsFacts } from "../../../lib/review/clouds/aws/aws-facts";
import { LLAMA_70B } from "../../review/p5-cluster";

describe("the ranking of designs", () => {
  const places = [{ cloud: awsFacts, region: "us-east-2" }];
  const options = { cloud: awsFacts, region: "us-east-2", by: "cost", instanceTypes: ["p5.48xlarge"] } as const;
  const ranked = (deadlineDays: number | null) => rankDesigns({ ...LLAMA_70B, deadlineDays }, { ...options, nodes: 8 });
  const designs = ranked(400);

  it("names purchase options and columns as people do", () => {
    const { head, rows } = planTable(designs, places);
    expect(head).toEqual(expect.arrayContaining(["purchase option", "time to train", "cost to train"]));
    expect(rows.map(([, purchase]) => purchase)).toEqual(expect.arrayContaining(["On-Demand"]));
  });

  it("dates each price and names the Region that it is of, another Region's as such", () => {
    const days = (region: string) => {
      const { head, rows } = planTable(designs, [{ cloud: awsFacts, region }]);
      return rows.map((row) => row[head.indexOf("prices as of")]);
    };
    for (const day of days("us-east-2")) expect(day).toMatch(/^20\d\d-\d\d-\d\d$/);
    // no p5 is sold there, so each design is counted at another Region's price
    for (const day of days("eu-west-3")) expect(day).toMatch(/^us-east-1, not eu-west-3, 20\d\d-\d\d-\d\d$/);
  });

  it("ends with the best design, or with what to change", () => {
    expect(planVerdict(designs, "cost")).toMatch(/^Lowest cost: 8 x p5\.48xlarge, .*; objective met\.$/);
    expect(planVerdict(ranked(0.5), "time")).toMatch(/^No design meets the objective\. Allow more nodes/);
    expect(planVerdict([], "cost")).toMatch(/^No design fits\./);
    const message = "workload.model: training of jamba-v0.1 is not sized; measure one step";
    expect(planVerdict([], "cost", [{ path: "workload.model", message }])).toBe(`No design fits. ${message}.`);
  });

  it("counts the boot of nodes by the hour: a short run is dearer on large nodes than its own hours cost", () => {
    const work = {
      model: "phi-4-14b",
      method: "qlora",
      tokens: 6e7,
      sequenceLength: 4096,
      globalBatchSequences: 16,
    } as const;
    const types = ["p6-b200.48xlarge", "p5.4xlarge"];
    const short = rankDesigns(fineTuningWorkload(work), {
      ...options,
      instanceTypes: types,
      nodes: 1,
      purchases: ["on-demand"],
    });
    const [small, large] = short;
    expect(short.map(({ instanceType }) => instanceType)).toEqual(["p5.4xlarge", "p6-b200.48xlarge"]);
    expect(large!.usd!.expected).toBeLessThan(small!.usd!.expected);
    // 7 minutes of 113.93 USD an hour and of 6.88, with what stands around the nodes
    expect(large!.bootUsd).toBeCloseTo((large!.usdPerHour * 420) / 3600, 9);
    const { head, rows } = planTable(short, places);
    expect(rows.every((row) => /^\d+(\.\d)? USD$/.test(row[head.indexOf("with node boot")]!))).toBe(true);
    expect(planVerdict(short, "cost")).toMatch(/USD, [\d.]+ USD with node boot; objective met\.$/);
    expect(planTable(designs, places).head).not.toContain("with node boot");
  });

  it("says of independent tasks what their time and cost are of", () => {
    expect(planTable(designs, places, RUN_FIGURES.batch).head).toEqual(
      expect.arrayContaining(["time for all tasks", "cost of all tasks"]),
    );
    expect(planBars(designs, null, RUN_FIGURES.batch).map(({ title }) => title)).toEqual([
      "Time for all tasks",
      "Cost of all tasks",
    ]);
  });

  it("is drawn with the deadline across", () => {
    const [time, cost] = planBars(designs, 400);
    expect(time).toMatchObject({ title: "Time to train", limit: { value: 400, text: "deadline, 400 days" } });
    expect(cost!.rows).toHaveLength(designs.length);
  });
});
