import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { NodePool } from "../../lib/model/model";
import { designOf } from "../../lib/review/design";
import { preflightScript } from "../../lib/review/report/preflight";
import { onDemand, p5, reservation } from "./p5-cluster";

const GROUP = "/subscriptions/1/resourceGroups/g/providers/Microsoft.Compute/capacityReservationGroups/nc";

/** Sixteen nodes of 96 vCPUs. */
const design = (
  capacity = [onDemand()],
  on: { instanceType?: string; availabilityZone?: string; adoptedBy?: NodePool["adoptedBy"] } = {},
) => {
  const { pools, ...rest } = p5();
  const place = { availabilityZone: "eastus-1", instanceType: "Standard_ND96isr_H100_v5" };
  const pool = { ...pools[0]!, ...place, nodes: { min: 16, max: 16 }, capacity, ...on };
  return designOf(p5({ cluster: { ...rest, cloud: "azure", region: "eastus", pools: [pool], schedulers: [] } }));
};

/** What the script says of a subscription, as the Azure CLI shows it. */
function said(usage: string, sku: string, of = design(), feature = "") {
  const folder = mkdtempSync(join(tmpdir(), "warpform-preflight-"));
  const az = `#!/bin/bash
case "$1 $2" in
  "vm list-usage") printf '${usage}' ;;
  "vm list-skus") printf '${sku}' ;;
  "resource show") exit 3 ;;
  "feature show") echo "${feature}" ;;
esac
`;
  writeFileSync(join(folder, "az"), az, { mode: 0o755 });
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}`, ARM_SUBSCRIPTION_ID: "" };
  const run = spawnSync("bash", ["-c", preflightScript(of)], { env, encoding: "utf8" });
  rmSync(folder, { recursive: true });
  return [run.status, run.stdout.trim().split("\n")];
}

const FAMILY = "standardNDSH100v5Family";
const SOLD = "Standard_ND96isr_H100_v5\\t1 3\\t\\t3\\n";

describe("the preflight of a design in Azure", () => {
  it("asks Azure alone", () => {
    expect(preflightScript(design())).not.toMatch(/\baws\b|us-east/);
  });

  it.each([
    ["enough is free", `cores\\t0\\t10\\n${FAMILY}\\t100\\t1700\\n`, SOLD, 0, "all checks passed"],
    ["a family is printed with spaces", "standard NDSH100v5 Family\\t0\\t1536\\n", SOLD, 0, "all checks passed"],
    [
      "too little is free",
      `${FAMILY}\\t165\\t1700\\n`,
      SOLD,
      1,
      `FAILED  ${FAMILY}: 165 of 1700 vCPUs in use, the design takes 1536`,
    ],
    ["there is no such quota", "cores\\t0\\t10\\n", SOLD, 1, `FAILED  ${FAMILY}: the quota cannot be read`],
    [
      "the zone has none",
      `${FAMILY}\\t0\\t1536\\n`,
      "Standard_ND96isr_H100_v5\\t2 3\\t\\t\\n",
      1,
      "FAILED  Standard_ND96isr_H100_v5 is not in zone 1, only in: 2 3",
    ],
    [
      "the zone is closed to it",
      `${FAMILY}\\t0\\t1536\\n`,
      "Standard_ND96isr_H100_v5\\t1 3\\t\\t1\\n",
      1,
      "FAILED  Standard_ND96isr_H100_v5 is not for this subscription in zone 1",
    ],
    [
      "the subscription has no access",
      `${FAMILY}\\t0\\t1536\\n`,
      "Standard_ND96isr_H100_v5\\t1\\tNotAvailableForSubscription\\t\\n",
      1,
      "FAILED  Standard_ND96isr_H100_v5 is not for this subscription: NotAvailableForSubscription",
    ],
    [
      "the Region has none",
      `${FAMILY}\\t0\\t1536\\n`,
      "",
      1,
      "FAILED  Standard_ND96isr_H100_v5 is not offered in eastus",
    ],
  ])("says so where %s", (_, usage, sku, status, line) => {
    const [code, lines] = said(usage, sku);
    expect(lines).toContain(line);
    expect(code).toBe(status);
  });

  it("asks for no zone in a Region that has none", () => {
    const [code, lines] = said(
      `${FAMILY}\\t0\\t1536\\n`,
      "Standard_ND96isr_H100_v5\\t\\t\\t\\n",
      design(undefined, { availabilityZone: "westus" }),
    );
    expect([code, lines]).toEqual([
      0,
      expect.arrayContaining(["ok      Standard_ND96isr_H100_v5 is offered in eastus"]),
    ]);
  });

  it.each([
    [
      "Standard_ND96isr_H100_v5",
      "NotRegistered",
      "FAILED  AKSInfinibandSupport is NotRegistered: az feature register ",
    ],
    ["Standard_ND96isr_H100_v5", "", "FAILED  AKSInfinibandSupport is unknown: az feature register "],
    ["Standard_ND96isr_H100_v5", "Registered", "ok      AKSInfinibandSupport is Registered"],
    ["Standard_ND128isr_GB300_v6", "Registered", "FAILED  AKSInfinibandSupport is Registered: az feature unregister "],
    ["Standard_ND128isr_GB300_v6", "NotRegistered", "ok      AKSInfinibandSupport is NotRegistered"],
  ])("says of AKS' feature for InfiniBand with %s, which is '%s': %s", (instanceType, feature, line) => {
    const adoptedBy = { kind: "kubernetes" as const, name: "ray" };
    const [, lines] = said("", "", design([onDemand()], { instanceType, adoptedBy }), feature);
    expect((lines as string[]).filter((one) => one.includes("AKSInf"))).toEqual([expect.stringContaining(line)]);
    expect(preflightScript(design([onDemand()], { instanceType }))).not.toMatch(/^infiniband o/m);
  });

  it("looks for a capacity reservation group", () => {
    const [, lines] = said(`${FAMILY}\\t0\\t1536\\n`, SOLD, design([reservation({ reservationId: GROUP })]));
    expect(lines).toContain(`FAILED  ${GROUP} does not exist`);
  });
});
