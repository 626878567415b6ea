import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const SCRIPT = join(__dirname, "../../scripts/catalog/skypilot.mjs");
const folder = mkdtempSync(join(tmpdir(), "skypilot-"));
afterAll(() => rmSync(folder, { recursive: true }));

// skypilot-org/skypilot-catalog@00148f2 catalogs/v8/aws/vms.csv, the column about the GPUs shortened
const HEADER =
  "InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,GpuInfo,Price,SpotPrice,Region,AvailabilityZone,Arch";
const H100 = `H100,1.0,16.0,256.0,"{'Gpus': [{'Name': 'H100', 'Count': 1}], 'TotalGpuMemoryInMiB': 81920}"`;
const H200 = `H200,8.0,192.0,2048.0,"{'Gpus': [{'Name': 'H200', 'Count': 8}], 'TotalGpuMemoryInMiB': 1155072}"`;
const ROWS = [
  `p5.4xlarge,${H100},8.6,8.600000,ap-northeast-1,apne1-az1,x86_64`,
  `p5.4xlarge,${H100},9.4944,9.494400,ap-southeast-3,apse3-az1,x86_64`,
  `p5.4xlarge,${H100},6.88,,us-east-1,use1-az5,x86_64`,
  `p5e.48xlarge,${H200},,19.425400,ap-southeast-3,apse3-az1,x86_64`,
  `p5en.48xlarge,${H200},79.12,11.764200,us-west-1,usw1-az3,x86_64`,
  `p5en.48xlarge,${H200},63.296,17.207400,us-east-1,use1-atl2-az1,x86_64`,
  `p5en.48xlarge,${H200},63.296,18.249200,us-east-1,use1-az2,x86_64`,
  "m7g.2xlarge,,,8.0,32.0,,0.3264,0.132900,us-west-2,usw2-az1,arm64",
];

function compared(rows: readonly string[], header = HEADER) {
  const file = join(folder, "vms.csv");
  writeFileSync(file, `${[header, ...rows].join("\n")}\n`);
  return spawnSync(process.execPath, [SCRIPT, file], { encoding: "utf8" });
}

describe("scripts/catalog/skypilot.mjs", () => {
  it("finds the catalog's prices, Regions and zones in a second source", () => {
    const last = compared(ROWS).stdout.trim().split("\n").at(-1);
    expect(last).toBe("6 prices agree, 0 differ, 0 are missing; 0 Regions and 0 zones are unknown");
  });

  it("prints what differs", () => {
    const { stdout } = compared([
      `p5.4xlarge,${H100},6.98,,us-east-1,use1-az9,x86_64`,
      `p5.4xlarge,${H100},8.4,,eu-west-9,euw9-az1,x86_64`,
    ]);
    expect(stdout).toMatch(/p5\.4xlarge us-east-1: 6\.88 of [\d-]+, 6\.98 there/);
    expect(stdout).toContain("p5.4xlarge us-east-1: not among the zones of the catalog: use1-az9");
    expect(stdout).toContain("p5.4xlarge eu-west-9: no price in the catalog, 8.4 there");
    expect(stdout).toContain("p5.4xlarge eu-west-9: not among the Regions of the catalog");
  });

  it("refuses another file", () => {
    const { status, stderr } = compared([], "a,b");
    expect([status, stderr]).toEqual([2, expect.stringContaining("is no vms.csv")]);
  });
});
