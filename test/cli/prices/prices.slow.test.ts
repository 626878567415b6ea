import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { COMMAND_LINE } from "../../command-line";
import { ANSWERS, priceListServer } from "./price-lists";

const root = join(__dirname, "../../..");
const run = async (...args: string[]) =>
  (await promisify(execFile)(process.execPath, [...COMMAND_LINE, ...args], { cwd: root, maxBuffer: 1 << 26 })).stdout;

it("prices of the public lists are those of the next review and plan, with their day", async () => {
  const { server, url } = await priceListServer(() => ANSWERS);
  const folder = mkdtempSync(join(tmpdir(), "warpform-prices-"));
  const region = "ap-northeast-1";
  const [onDemand, plans, design] = ["on-demand.json", "plans.json", "design.yaml"].map((name) => join(folder, name));
  const example = readFileSync(join(root, "examples/blueprints/training-16-p5.yaml"), "utf8");
  writeFileSync(design!, example.replaceAll("us-east-2", region));
  try {
    const refresh = ["prices", "refresh", "--public", "--price-lists", url, "--region", region];
    await run(...refresh, "--output", onDemand!);
    await run(...refresh, "--purchase", "savings-plan", "--output", plans!);
    const before = await run("review", design!);
    expect(before).toContain(
      "us-east-1 prices for items without a price in ap-northeast-1, where they may cost a quarter more: 48,000 GiB Lustre",
    );
    const review = await run("--catalog", onDemand!, "--catalog", plans!, "review", design!);
    expect(review).toContain("| On-Demand | 979 |");
    expect(review).toContain("list price of ap-northeast-1, 2026-11-24");
    expect(review).toContain("| Compute Savings Plan, 1 year, no upfront | 715 |");
    expect(review).toContain("| Compute Savings Plan, 3 years, no upfront | 446 |");
    expect(review).not.toMatch(/may cost a quarter more:.* GiB Lustre/);
    const workload = [
      "--model",
      "llama-3.1-70b",
      "--tokens",
      "4e11",
      "--sequence-length",
      "8192",
      "--global-batch",
      "512",
    ];
    const fleet = ["--region", region, "--instance-type", "p5.48xlarge", "--nodes", "16", "--json"];
    const plan = await run("--catalog", onDemand!, "plan", ...workload, ...fleet);
    const [first] = (JSON.parse(plan) as { designs: { purchase: string; price: object }[] }).designs;
    expect(first).toMatchObject({ purchase: "on-demand", price: { region, pricedOn: "2026-11-24" } });
  } finally {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  }
}, 240_000);
