import { type Compared, comparisonBars, comparisonTable, conclusion } from "../../../lib/cli/tables/comparison";
import type { Workload } from "../../../lib/model/model";
import { designOf } from "../../../lib/review/design";
import { reviewDesign } from "../../../lib/review/review";
import { CHAT_8B, LLAMA_70B, p5 } from "../../review/p5-cluster";

function compared(name: string, nodes: number, workload: Workload, encrypted = true): Compared {
  const cluster = { ...p5({ pool: { nodes: { min: nodes, max: nodes }, encrypted } }), workload };
  return { name, cluster, result: reviewDesign(designOf(cluster)), market: null };
}

describe("comparisonTable", () => {
  const two = [compared("a.yaml", 16, LLAMA_70B), compared("b.yaml", 32, LLAMA_70B, false)];
  const { head, rows, best } = comparisonTable(two);
  const bestOf = (title: string) => best![rows.findIndex(([name]) => name === title)];

  it("begins with the verdict and ends with the open findings", () => {
    expect(head).toEqual(["", "a.yaml", "b.yaml"]);
    expect(rows[0]![0]).toBe("verdict");
    expect(rows.at(-1)![0]).toBe("open findings");
    expect(rows.at(-1)![2]).toContain("volume-not-encrypted");
  });

  it("marks the shorter time, and the longer time between failures", () => {
    expect(bestOf("time to train")).toEqual([2]);
    expect(bestOf("cluster MTBF")).toEqual([1]);
  });

  it("draws time and cost, and says which is best and which is not ready", () => {
    expect(comparisonBars(two).map(({ title }) => title)).toEqual(["Time to train", "Cost to train"]);
    const [ready, best] = conclusion(two);
    expect(ready).toBe("Not ready: b.yaml.");
    expect(best).toMatch(/shortest time to train: b\.yaml \([\d.]+ days\)\.$/i);
  });

  it("compares no totals of different workloads", () => {
    const other = [two[0]!, compared("c.yaml", 16, { ...LLAMA_70B, tokens: 1e9 })];
    const table = comparisonTable(other);
    expect(table.best![table.rows.findIndex(([name]) => name === "time to train")]).toEqual([]);
    expect(conclusion(other).at(-1)).toBe(
      "The designs have different workloads: compare rates and costs per token, not totals.",
    );
  });

  it("compares services by their hourly cost", () => {
    const services = [compared("a.yaml", 8, CHAT_8B), compared("b.yaml", 4, CHAT_8B)];
    expect(comparisonBars(services).map(({ title }) => title)).toEqual(["Hourly cost"]);
    expect(conclusion(services).at(-1)).toMatch(/^Lowest hourly cost: b\.yaml/);
  });
});
