import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { localChart, writeChart } from "../../lib/kubernetes/chart/chart";

const root = mkdtempSync(join(tmpdir(), "warpform-write-chart-"));
afterAll(() => rmSync(root, { recursive: true }));
const chart = localChart({ name: "small", description: "one file", groups: {} });

describe("a written chart", () => {
  it("mends a file that another process left half written", () => {
    const folder = join(root, "half");
    mkdirSync(folder);
    writeFileSync(join(folder, "Chart.yaml"), "");
    writeChart(chart, folder);
    expect(readFileSync(join(folder, "Chart.yaml"), "utf8")).toBe(chart.files[0]!.text);
    expect(readdirSync(folder)).toEqual(["Chart.yaml"]);
  });

  it("leaves files alone that are as they should be, for somebody may be copying them", () => {
    const folder = join(root, "whole");
    writeChart(chart, folder);
    const before = statSync(join(folder, "Chart.yaml")).ino;
    writeChart(chart, folder);
    expect(statSync(join(folder, "Chart.yaml")).ino).toBe(before);
    expect(readdirSync(root).filter((name) => name.startsWith("whole"))).toEqual(["whole"]);
  });
});
