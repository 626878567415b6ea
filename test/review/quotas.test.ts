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

  it("leaves out nodes of a Capacity Block, which no vCPU quota limits", () => {
    expect(needs(p5({ pool: { nodes: { min: 16, max: 16 }, capacity: [block()] } }))["L-417A185B"]).toBeUndefined();
    expect(needs(p5({ pool: { nodes: { min: 16, max: 24 }, capacity: [block(), onDemand()] } }))["L-417A185B"]).toBe(
      8 * 192,
    );
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
