import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atLines } from "../../../lib/blueprint/at-lines";
import { readSiteBlueprint } from "../../../lib/blueprint/site-blueprint";
import { bundled } from "../../../lib/clouds/bundles";
import { review } from "../../../lib/review/review";
import { messageOf } from "../aws/synthesized";
import { guidCsv, small } from "./sites";

describe("a blueprint of a site", () => {
  const folder = mkdtempSync(join(tmpdir(), "warpform-site-"));
  const file = join(folder, "site.yaml");
  afterAll(() => rmSync(folder, { recursive: true }));
  // JSON is YAML
  const read = (more: object) => {
    writeFileSync(file, JSON.stringify({ cloud: "onprem", ...small, ...more }));
    return readSiteBlueprint(file);
  };

  it("has the props of the construct, and CSV from the file that it names", () => {
    writeFileSync(join(folder, "guids.csv"), guidCsv(2));
    const fabric = {
      switch: "QM9700",
      nodesPerUnit: 4,
      guids: "guids.csv",
      tenants: { red: { pkey: 16, nodes: "dgx[001-002]" } },
    };
    expect(read({ fabric })).toEqual({ ...small, fabric: { ...fabric, guids: guidCsv(2) } });
    expect(bundled(read({ fabric }), file).paths).toContain("fabric/partitions.conf");
  });

  it("counts what the owner was quoted, in use or not, at the site's own PUE", () => {
    const ownership = {
      nodeUsd: 310_000,
      lifeYears: 4,
      interestShare: 0.08,
      supportShare: 0.05,
      usdPerKwh: 0.1,
      staffUsdPerYear: 0,
      colocationUsdPerKwMonth: 0,
    };
    const site = { ...small.site, pue: 1.2 };
    const { cluster } = bundled(read({ site, ownership }), file);
    const { figures } = review(cluster);
    const nodes = cluster.pools[0]!.nodes.max + cluster.pools[0]!.spares!;
    // by hand: 310,000 x 1.11 x (1/4 + 0.08/2 + 0.05) and 7.752 kW x 1.2 x 8,760 h x 0.1, per node and year
    const byHand = (nodes * (310_000 * 1.11 * 0.34 + 7.752 * 1.2 * 8760 * 0.1)) / 8760;
    expect(figures.cost.usdPerHour).toBeCloseTo(byHand, 2);
    expect(figures.cost.usdPerHourIdle).toBe(figures.cost.usdPerHour);
    expect(figures.power!.facilityWatts.expected / figures.power!.drawWatts.expected).toBeCloseTo(1.2, 6);
  });

  it("has the site's spares, and no remedy that only a cloud knows", () => {
    const workload = {
      kind: "training",
      model: "llama-3.1-70b",
      tokens: 1e12,
      sequenceLength: 8192,
      globalBatchSequences: 512,
    };
    const scratch = { type: "lustre", source: "10.40.0.1@o2ib:/scratch", mountPath: "/scratch", capacityTiB: 500 };
    const fileSystems = { scratch: { ...scratch, throughputMBps: 200_000 } };
    const findings = (spares: number) => {
      const pools = { h100: { machine: "dgx-h100", nodes: 64 + spares, spares } };
      return review(bundled(read({ pools, workload, fileSystems }), file).cluster).findings;
    };
    expect(findings(0).find(({ rule }) => rule === "spares-missing")!.fix).toBe("raise spares by 1");
    expect(findings(1).map(({ rule }) => rule)).not.toContain("spares-missing");
    for (const { fix } of findings(0)) expect(fix).not.toMatch(/SlurmHeadNode|Capacity\.|nvmeCache|idleGpuMinutes/);
  });

  it("is told every problem at once, of the workload too, each at its line", () => {
    const lines = [
      "apiVersion: warpform/v2",
      "cloud: onprem",
      "name: DC1",
      "site: { rackKilowatts: lots }",
      "hosts: none.csv",
      "workload:",
      "  kind: training",
      "  model: llama-3.1-70b",
      "  tokens: many",
    ];
    writeFileSync(file, lines.join("\n"));
    const error = messageOf(() => atLines(file, (problems) => bundled(readSiteBlueprint(file, problems), file)));
    for (const [line, message] of [
      [1, 'apiVersion must be "warpform/v1", got "warpform/v2"; write "warpform/v1", or leave it out'],
      [3, "name must be lower-case letters"],
      [4, "site.rackKilowatts must be a number"],
      [5, "hosts must be CSV or a file next to the blueprint"],
      [6, "workload.sequenceLength is required; give it a number"],
      [9, 'workload.tokens must be a number, got "many"'],
    ] as const)
      expect(error).toMatch(new RegExp(`site\\.yaml:${line}:\\d+: ${message.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`));
  });

  it.each([
    [{ cloud: "aws" }, /cloud must be onprem, got "aws"; for this blueprint use warpform synth/],
    [{ hosts: "host.csv" }, /hosts must be CSV or a file next to the blueprint, got "host\.csv"/],
    [{ workload: { kind: "training" } }, /workload\.model/],
    [{ ownership: { nodeUsd: "cheap" } }, /ownership\.nodeUsd must be .*ownership\.lifeYears is required/s],
    [{ fabrik: {} }, /fabrik is not a prop; did you mean fabric/],
  ])("refuses %j", (more, message) => {
    expect(() => bundled(read({ fabric: undefined, ...more }), file)).toThrow(message);
  });
});
