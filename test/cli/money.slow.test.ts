import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../../lib/cli/program";
import { runProgram } from "../run-program";

/**
 * Money as `review`, `plan`, `compare` and the ejected program say it, against calculations by hand. 16 p5.48xlarge in us-east-2:
 * a Capacity Block is 8 x 5.970 = 47.76 USD per node-hour (2026-10-07), 764.16 per hour and 18,339.84 per day of all;
 * On-Demand is 55.04 (2025-11-18), 880.64 per hour of all.
 */
const HOUR = { block: 764.16, onDemand: 880.64, spot: 16 * 22 };
const DAY_OF_BLOCKS = 18_339.84;

const prices = ["spot: 22", "savings-plan-1-year: 40", "savings-plan-3-years: 28"].map((line) => {
  const [purchase, usd] = line.split(": ");
  return `{ instanceType: p5.48xlarge, purchase: ${purchase}, usdPerHour: { us-east-2: ${usd} }, pricedOn: 2026-11-20, checkedOn: 2026-11-20, source: "https://example.com/prices" }`;
});

const quote = `nodeUsd: 310000, networkShare: 0.26, lifeYears: 4, residualShare: 0.2, interestShare: 0.08, supportShare: 0.05,
  usdPerKwh: 0.08, pue: 1.3, colocationUsdPerKwMonth: 184, staffUsdPerYear: 400000`;

const blueprint = (max: number, tokens: string, ...capacity: string[]) => `
apiVersion: warpform/v1
name: money
network: { availabilityZone: us-east-2a }
fabric: {}
buckets: { checkpoints: {} }
fileSystems: { scratch: { kind: lustre, capacityTiB: 48, throughputPerTiB: 250, importFrom: checkpoints } }
pools:
  h100:
    instanceType: p5.48xlarge
    nodes: { min: 0, max: ${max} }
    buckets: [checkpoints]
    capacity: [${capacity.map((source) => `{ ${source} }`).join(", ")}]
    mounts: [{ fileSystem: scratch, path: /fsx }]
slurm: { partitions: [{ name: train, pools: [h100] }] }
catalog:
  instancePrices:
${prices.map((row) => `    - ${row}`).join("\n")}
ownership: { ${quote} }
workload: { kind: training, model: llama-3.1-70b, tokens: ${tokens}, sequenceLength: 8192, globalBatchSequences: 512 }
`;

const block = (id: number, dates: string) => `kind: block, reservationId: cr-0123456789abcdef${id}, nodes: 16${dates}`;
const january = (from: string, to: string) =>
  `, startsOn: "2027-01-${from}T11:30:00Z", endsOn: "2027-01-${to}T11:30:00Z"`;

async function json(...args: string[]) {
  let out = "";
  const spies = [jest.spyOn(console, "log"), jest.spyOn(process.stdout, "write")].map((spy) =>
    spy.mockImplementation(((text: unknown) => {
      out += `${String(text)}\n`;
      return true;
    }) as never),
  );
  try {
    await run(["node", "warpform", ...args, "--json"]);
  } finally {
    for (const spy of spies) spy.mockRestore();
    process.exitCode = 0;
  }
  return JSON.parse(out);
}

/** The figures of a blueprint by each way to ask for them. */
async function asked(yaml: string, purchase: string) {
  const folder = mkdtempSync(join(tmpdir(), "money-"));
  const file = join(folder, "cluster.yaml");
  writeFileSync(file, yaml);
  const review = (await json("review", file, "--fail-on", "error")).figures;
  const compared = (await json("compare", file, file))[0].figures ?? null;
  const one = ["--instance-type", "p5.48xlarge", "--nodes", "16", "--purchase", purchase];
  const spot = purchase === "spot" ? ["--spot-price", "p5.48xlarge=22"] : [];
  const planned = (await json("plan", file, ...one, ...spot)).designs[0];
  const program = join(folder, "main.ts");
  await run(["node", "warpform", "eject", file, "--output", program]);
  runProgram(readFileSync(program, "utf8"), join(folder, "out"));
  const programmed = JSON.parse(readFileSync(join(folder, "out/stacks/money/review.json"), "utf8")).figures;
  return { review, compared, planned, programmed };
}

/** What is not nodes, per hour. */
const around = ({ cost }: { cost: { parts: { kind: string; usdPerHour: number | null }[] } }) =>
  cost.parts.filter(({ kind }) => kind !== "compute").reduce((sum, part) => sum + (part.usdPerHour ?? 0), 0);

const option = (figures: { purchases: { choices: { option: string }[] } }, name: string) =>
  figures.purchases.choices.find((choice) => choice.option === name) as never as {
    usdPerHour: number;
    usdOfRun: { expected: number };
    note: string;
  };

describe("money by hand", () => {
  it.each([
    // 14 days by the dates: 14 x 18,339.84
    ["a block by its dates", blueprint(16, "1.0e+11", block(0, january("04", "18"))), 14, 256_757.76],
    // the same two weeks bought as two blocks
    [
      "two blocks in a row",
      blueprint(32, "1.0e+11", block(0, january("04", "11")), block(1, january("11", "18"))),
      14,
      256_757.76,
    ],
    // the slow end takes 11.1 to 12 days: 12 days, sold by the day
    ["a block without dates, in days", blueprint(16, "1.0e+11", block(0, "")), 12, 220_078.08],
    // the slow end takes 21.1 to 28 days: four weeks, sold by the week
    ["a block without dates, in weeks", blueprint(16, "2.0e+11", block(0, "")), 28, 513_515.52],
  ])("%s", async (_name, yaml, days, paid) => {
    const { review, compared, planned, programmed } = await asked(yaml, "capacity-block");
    expect(paid).toBeCloseTo(days * DAY_OF_BLOCKS, 2);
    for (const figures of [review, compared, programmed]) {
      const { run, training } = figures;
      expect(training.nodes).toBe(16);
      expect(run.prepaid.usd).toBeCloseTo(paid, 2);
      expect(run.prepaid.days).toBe(days);
      const hours = run.days.expected * 24;
      expect(run.usd.expected).toBeCloseTo(paid + around(figures) * hours, 2);
      expect(run.usedUsd.expected).toBeCloseTo((HOUR.block + around(figures)) * hours, 2);
      expect(option(figures, "capacity-block").usdOfRun.expected).toBeCloseTo(paid, 2);
    }
    // plan buys the shortest block that holds the slow end, whatever dates the blueprint has
    const bought = days === 14 ? 12 : days;
    const storage = planned.usdPerHour - HOUR.block;
    expect(planned.days.expected).toBeCloseTo(review.run.days.expected, 6);
    expect(planned.prepaidDays).toBe(bought);
    expect(planned.usd.expected).toBeCloseTo(bought * DAY_OF_BLOCKS + storage * 24 * planned.days.expected, 2);
  });

  it("Spot: 352 USD per hour for the days that interruptions make of the work", async () => {
    const { review, compared, planned, programmed } = await asked(blueprint(16, "1.0e+11", "kind: spot"), "spot");
    for (const figures of [review, compared, programmed]) {
      const { run, training, reliability } = figures;
      // ln(1 / 0.8) / 30.4 = 0.00734 interruptions per node-day, as -ln(0.8) / 30.4, beside the failures
      const perDay = 16 * (reliability.failuresPerNodeDay.expected + 0.0073);
      const mttf = 86_400 / perDay;
      expect(reliability.hoursBetweenFailures.expected).toBeCloseTo(24 / perDay, 6);
      // Daly: t / (M e^(R/M) (e^((t + d)/M) - 1))
      const { intervalSeconds: t, checkpoint, restartSeconds: restart } = reliability;
      const kept =
        t / (mttf * Math.exp(restart.expected / mttf) * (Math.exp((t + checkpoint.stallSeconds.expected) / mttf) - 1));
      expect(run.days.expected).toBeCloseTo(training.days.expected / kept, 6);
      expect(run.usd.expected).toBeCloseTo((HOUR.spot + around(figures)) * 24 * run.days.expected, 2);
      expect(option(figures, "spot")).toMatchObject({ usdPerHour: HOUR.spot });
      expect(option(figures, "spot").usdOfRun.expected).toBeCloseTo(HOUR.spot * 24 * run.days.expected, 2);
      // On-Demand beside it has no interruptions: fewer days at 880.64 USD
      const sure = option(figures, "on-demand").usdOfRun.expected / HOUR.onDemand / 24;
      expect(sure).toBeLessThan(run.days.expected);
      expect(sure).toBeGreaterThan(0.97 * run.days.expected);
    }
    const storage = planned.usdPerHour - HOUR.spot;
    expect(planned.usd.expected).toBeCloseTo((HOUR.spot + storage) * 24 * planned.days.expected, 2);
    expect(planned.days.expected).toBeCloseTo(review.run.days.expected, 6);
  });

  it("Spot at a rate of one's own: 4 x 55.04 + 12 x 21.5 = 478.16 USD per hour, 36 interruptions per 1,000 node-days", async () => {
    const own = "kind: spot, usdPerHour: 21.5, interruptionsPerHour: 0.002";
    const mixed = await asked(blueprint(16, "1.0e+11", "kind: on-demand, nodes: 4", own), "on-demand");
    for (const figures of [mixed.review, mixed.compared, mixed.programmed]) {
      const { run, cost, reliability } = figures;
      // 12 of 16 nodes, 24 x 0.002 a day each
      expect(reliability.interruptionsPerNodeDay).toBeCloseTo(0.036, 12);
      expect(run.usd.expected).toBeCloseTo((478.16 + around(figures)) * 24 * run.days.expected, 2);
      const [, spot] = cost.parts.filter(({ kind }: { kind: string }) => kind === "compute");
      expect(spot).toMatchObject({ usdPerHour: 12 * 21.5, pricedOn: null });
      expect(spot.note).toBe("your rate, 21.5 USD per node and hour; catalog: 22 USD, Spot in us-east-2, 2026-11-20");
      expect(option(figures, "spot").usdPerHour).toBe(16 * 21.5);
      expect(option(figures, "spot").note).toContain("your rate, 21.5 USD per node and hour; catalog: 22 USD");
    }
    // plan takes rate and interruptions from the blueprint: the same days and dollars as the review of Spot alone
    const file = join(mkdtempSync(join(tmpdir(), "money-")), "cluster.yaml");
    writeFileSync(file, blueprint(16, "1.0e+11", own));
    const { figures } = await json("review", file, "--fail-on", "error");
    const one = ["--instance-type", "p5.48xlarge", "--nodes", "16", "--purchase", "spot"];
    const [planned] = (await json("plan", file, ...one)).designs;
    expect(planned.days.expected).toBeCloseTo(figures.run.days.expected, 6);
    const storage = planned.usdPerHour - 16 * 21.5;
    expect(planned.usd.expected).toBeCloseTo((16 * 21.5 + storage) * 24 * planned.days.expected, 2);
  });

  it("On-Demand, Savings Plans and owned nodes: the hour, the term and the year", async () => {
    const { review, programmed, planned } = await asked(blueprint(16, "1.0e+11", "kind: on-demand"), "on-demand");
    for (const figures of [review, programmed]) {
      const { run } = figures;
      const hours = run.days.expected * 24;
      expect(run.prepaid).toBeNull();
      expect(run.usd.expected).toBeCloseTo((HOUR.onDemand + around(figures)) * hours, 2);
      // 16 x 40 USD x 8,760 h; 16 x 28 x 26,280 h: committed, whatever is used
      expect(option(figures, "savings-plan-1-year").usdPerHour).toBe(640);
      expect(option(figures, "savings-plan-1-year").note).toContain("5,606,400 USD over the term of 1 year");
      expect(option(figures, "savings-plan-3-years").note).toContain("11,773,440 USD over the term of 3 years");
      /*
       * 16 x 310,000 x 1.26 = 6,249,600 USD. A year: depreciation x 0.8 / 4 = 1,249,920; capital x (1 + 0.2) / 2 x 0.08 = 299,980.80;
       * support x 0.05 = 312,480; energy 16 x 7.752 kW x 1.3 x 8,760 h x 0.08; space 16 x 7.752 kW x 12 x 184; staff 400,000.
       */
      const kilowatts = 16 * 7.752;
      const year = 1_249_920 + 299_980.8 + 312_480 + kilowatts * (1.3 * 8_760 * 0.08 + 12 * 184) + 400_000;
      expect(option(figures, "ownership").usdPerHour).toBeCloseTo(year / 8_760, 1);
    }
    const storage = planned.usdPerHour - HOUR.onDemand;
    expect(planned.usd.expected).toBeCloseTo((HOUR.onDemand + storage) * 24 * planned.days.expected, 2);
  });
});
