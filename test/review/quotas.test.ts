import { designOf } from "../../lib/review/design";
import { quotasOf } from "../../lib/review/quotas";
import { block, onDemand, p5, spot } from "./p5-cluster";
import { ray, serving } from "./ray-cluster";

const needs = (cluster: Parameters<typeof designOf>[0]) =>
  Object.fromEntries(quotasOf(designOf(cluster)).map((q) => [q.code, q.needed]));

describe("quotasOf", () => {
  it("asks for the vCPUs of all on-demand and reserved nodes of a family", () => {
    expect(needs(p5())["L-417A185B"]).toBe(17 * 192);
  });

  it("asks for the instances in Capacity Blocks, of which accounts start with none, and for no vCPUs", () => {
    const blocks = quotasOf(designOf(p5({ pool: { nodes: { min: 16, max: 16 }, capacity: [block()] } })));
    expect(blocks.find((q) => q.code === "L-DA6814F2")).toMatchObject({ needed: 16, default: 0, unit: "instances" });
    expect(blocks.find((q) => q.code === "L-417A185B")).toBeUndefined();
    expect(needs(p5({ pool: { nodes: { min: 16, max: 24 }, capacity: [block(), onDemand()] } }))["L-417A185B"]).toBe(
      8 * 192,
    );
  });

  it("counts Capacity Blocks at the same time together, and blocks after each other once", () => {
    const next = { startsOn: "2027-01-18T11:30:00Z", endsOn: "2027-01-25T11:30:00Z" };
    const of = (...capacity: ReturnType<typeof block>[]) => needs(p5({ pool: { capacity } }))["L-DA6814F2"];
    expect(of(block(), block())).toBe(32);
    expect(of(block(), block(next))).toBe(16);
    expect(of(block(), block({ startsOn: null, endsOn: null }))).toBe(32);
  });

  it("asks for vCPUs of HPC instances", () => {
    const hpc = p5({ pool: { instanceType: "hpc7a.96xlarge", nodes: { min: 0, max: 16 }, capacity: [onDemand()] } });
    expect(quotasOf(designOf(hpc)).find((q) => q.code === "L-F7808C92")).toMatchObject({ needed: 3072, default: 0 });
  });

  it("names a quota whose code is not published instead of leaving it out", () => {
    const b200 = p5({ pool: { instanceType: "p6-b200.48xlarge", nodes: { min: 0, max: 2 }, capacity: [spot()] } });
    expect(quotasOf(designOf(b200)).filter((q) => q.code === "unknown")).toEqual([
      expect.objectContaining({ name: "Spot Instances of p6-b200", needed: 384, default: null }),
    ]);
  });

  it("asks for spot and on-demand where a pool falls back from one to the other", () => {
    const both = needs(serving({ capacity: [spot(), onDemand()] }));
    expect([both["L-3819A6DF"], both["L-DB2E81BA"]]).toEqual([8 * 4, 8 * 4]);
  });

  it("counts every network interface of every node", () => {
    expect(needs(p5())["L-DF5E4CA3"]).toBe(17 * 33);
  });

  it("asks for head and login nodes, addresses, Lustre and EKS", () => {
    expect(needs(p5())).toMatchObject({ "L-1216C47A": 16, "L-0263D0A3": 1, "L-F678F1CE": 1, "L-8F1B9C74": 48000 });
    expect(needs(ray())["L-1194D53C"]).toBe(1);
  });

  it("asks for nothing that is there already or lies outside AWS", () => {
    expect(needs(p5({ scratch: { existing: true }, network: { existing: true } }))["L-F678F1CE"]).toBeUndefined();
    expect(needs(p5({ cluster: { cloud: "onprem" } }))).toEqual({});
  });
});
