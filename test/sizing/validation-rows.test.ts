import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fabricRows } from "../../scripts/validation/fabric-rows";
import { validationPage } from "../../scripts/validation/page";
import { reliabilityRows } from "../../scripts/validation/reliability-rows";
import { relativeError, type ValidationRow } from "../../scripts/validation/row";
import { servingRows } from "../../scripts/validation/serving-rows";

const rows = [...fabricRows(), ...reliabilityRows(), ...servingRows()];
const counted = rows.filter((row) => row.set !== "inconsistent");

describe("validation rows of fabric, reliability and serving", () => {
  it("name a source each, and say what is inconsistent in those that are", () => {
    for (const row of rows) {
      expect(row.source).not.toBe("");
      if (row.set === "inconsistent") expect(row.note).toBeDefined();
    }
  });

  it("count every switch, cable and adapter exactly", () => {
    expect(counted.filter((row) => row.aim === 0 && relativeError(row) !== 0)).toEqual([]);
  });

  it("meet their aim outside serving, and in nine of ten rows of serving", () => {
    const misses = (some: readonly ValidationRow[]) =>
      some.filter((row) => Math.abs(relativeError(row)) > row.aim + 1e-9);
    const serving = counted.filter((row) => row.section === "Serving throughput");
    expect(misses(counted.filter((row) => row.section !== "Serving throughput")).map((row) => row.name)).toEqual([]);
    expect(misses(serving).length / serving.length).toBeLessThanOrEqual(0.1);
  });

  it("stand on the page as they are now", () => {
    const page = readFileSync(join(__dirname, "../../docs/validation.md"), "utf8");
    const [, ...ours] = validationPage(rows).split("\n## ");
    for (const part of ours) expect(page).toContain(part.trimEnd());
  });
});
