import { modelArchitecture, modelArchitectures } from "../../lib/catalog/models";

describe("modelArchitectures", () => {
  const rows = modelArchitectures();

  it("names each model once", () => {
    expect(new Set(rows.map((row) => row.name)).size).toBe(rows.length);
  });

  it.each(rows.map((row) => [row.name, row] as const))("has a source and a date for %s", (_, row) => {
    expect(row.source).toMatch(/^https:\/\//);
    expect(row.checkedOn).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  it.each(rows.map((row) => [row.name, row] as const))("has heads that divide evenly for %s", (_, row) => {
    expect(row.attentionHeads % row.kvHeads).toBe(0);
  });
});

describe("modelArchitecture", () => {
  it("finds Llama 3.1 70B", () => {
    expect(modelArchitecture("llama-3.1-70b").layers).toBe(80);
  });

  it("suggests the nearest names for one it does not know", () => {
    expect(() => modelArchitecture("lama-3.1-70b")).toThrow(
      'model: "lama-3.1-70b" is not in the catalog; nearest are llama-3.1-70b, llama-3.3-70b, llama-3-70b',
    );
  });
});
