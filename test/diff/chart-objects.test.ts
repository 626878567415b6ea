import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chartObjects } from "../../lib/diff/chart-objects";
import { localChart } from "../../lib/kubernetes/chart/chart";
import { alertRules } from "../../lib/kubernetes/monitoring/alert-rules";

describe("chartObjects", () => {
  it("reads the texts of alerts, whose braces a template escapes, to the last group", () => {
    const folder = mkdtempSync(join(tmpdir(), "chart-"));
    const rule = alertRules({
      idleGpuMinutes: 30,
      queueHours: 4,
      namespace: "monitoring",
      fabric: [],
      checksNodes: true,
    });
    const chart = localChart({ name: "alerts", description: "alerts", groups: { monitoring: [rule] }, files: [] });
    for (const { path, text } of chart.files) {
      mkdirSync(join(folder, path, ".."), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    expect(chartObjects(folder, "{}")?.get("PrometheusRule monitoring/gpu-cluster")).toEqual(rule);
    rmSync(folder, { recursive: true });
  });
});
