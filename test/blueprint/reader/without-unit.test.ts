import { withoutUnit } from "../../../lib/blueprint/reader/without-unit";

describe("withoutUnit", () => {
  it.each([
    ["deadlineDays", "120 days", "; write 120, since the unit is in the name"],
    ["deadlineDays", "1 day", "; write 1, since the unit is in the name"],
    ["rootVolumeGiB", "100GiB", "; write 100, since the unit is in the name"],
    ["capacityTiB", "4.8 TiB", "; write 4.8, since the unit is in the name"],
    ["datasetGB", "1TB", "; write 1000, since datasetGB is in GB"],
    ["datasetGB", "500 MB", "; write 0.5, since datasetGB is in GB"],
    ["capacityTiB", "512 GiB", "; write 0.5, since capacityTiB is in TiB"],
    ["egressTBPerMonth", "5 GB", ""],
    ["deadlineDays", "4 months", ""],
    ["rootVolumeGiB", "100 GB", ""],
    ["nodes", "8 s", ""],
    ["deadlineDays", "soon", ""],
  ])("of %s, %s: %s", (key, text, advice) => {
    expect(withoutUnit(["workload", key], "number", text)).toBe(advice);
  });

  it("says nothing of texts and of what is no text", () => {
    expect(withoutUnit(["deadlineDays"], "string", "120 days")).toBe("");
    expect(withoutUnit(["deadlineDays"], "number", true)).toBe("");
  });
});
