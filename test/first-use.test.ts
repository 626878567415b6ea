import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(__dirname, "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");

/** A test by its file and title, or a heading of docs/limits.md that says why not. */
type Shown = readonly [file: string, title: string];

/** What first users of the package ran into in November 2026, and what shows that it is so no longer. */
const FOUND: Readonly<Record<string, readonly [found: string, ...shown: Shown[]]>> = {
  B1: [
    "Capacity Blocks cost the hours used, not the days sold",
    ["test/review/figures/hand-calculation.test.ts", "of a Capacity Block: 16 x p5.48xlarge for 14 days"],
    ["test/sizing/cost/cost.test.ts", "pays a Capacity Block up front and loses its last half-hour"],
    ["test/cli/tables/market-table.slow.test.ts", "counts a Capacity Block as it is paid, as the purchase options do"],
  ],
  S1: [
    "cost and quotas of EKS designs without system nodes and Valkey",
    [
      "test/review/figures/bill.test.ts",
      "counts the system nodes of EKS, with nodes up and without, and in the quotas",
    ],
    ["test/review/figures/bill.test.ts", "counts the nodes of Valkey and load balancers"],
  ],
  S2: [
    "subpaths without types in projects of pulumi new, cdktf init and cdktn init",
    ["test/package-json.test.ts", "gives %s types where moduleResolution is node10 too"],
    ["test/acceptance/package/run.mjs", "subpaths have types in a project of"],
  ],
  S3: [
    "the page explains another layout than the one it counts with",
    ["test/review/figures/training.test.ts", "explains the layout that its figures are of"],
  ],
  S4: [
    "terminal output wider than the terminal, verdict out of sight",
    ["test/acceptance/package/columns.mjs", "on a terminal of 80 columns, every command's output fits"],
    ["test/cli/terminal/text-table.test.ts", "folds each row into a block where the screen is too narrow"],
    ["test/cli/first-use.slow.test.ts", "says the verdict again at the end on a terminal"],
  ],
  S5: [
    "a missing peer is reported as a bug",
    ["test/cli/missing-peer.test.ts", "names what is missing with %s and the command that installs it"],
    ["test/acceptance/package/run.mjs", "what writes no Terraform needs no peer"],
  ],
  S6: [
    "not installable, not findable, links of the packed README lead nowhere",
    ["test/package-json.test.ts", "packs every file that the README links to"],
    ["test/integrations/publish-workflow.test.ts", "names repository, home page and issues"],
    ["docs/limits.md", "Languages and tools"],
  ],
  S7: [
    "efa-missing says an order of magnitude where the figures say a quarter",
    ["test/review/figures/training.test.ts", "sizes nodes without a fabric for what TCP has of them"],
    ["test/cli/first-use.slow.test.ts", "claims no more of a missing fabric than the figures show"],
  ],
  M1: [
    "the first snippet fails as an ES module",
    ["test/acceptance/package/run.mjs", "an ES module synthesizes the same"],
    ["test/readme.test.ts", "tells users of ES modules the import that Node.js finds"],
  ],
  M2: ["an Availability Zone that does not exist passes", ["test/clouds/aws/bad-input.test.ts", "availabilityZone"]],
  M3: [
    "documents print what the program does not",
    ["test/docs.slow.test.ts", "quotes the first review as it is"],
    ["test/readme.test.ts", "quotes the example's review as it is"],
  ],
  M4: ["--set takes the file behind it", ["test/cli/repeated-option.test.ts", "takes one value each time"]],
  M5: [
    "YAML merge keys and x- keys refused",
    ["test/blueprint/load.test.ts", "takes YAML's merge keys, and keys that begin"],
  ],
  M6: [
    "editors complete no instance type and no model",
    ["test/blueprint/schema/catalog-names.test.ts", "lists the names of the catalog, for editors to complete"],
  ],
  M7: [
    "a misspelt key in --set makes a new pool",
    ["test/cli/program.slow.test.ts", "refuses %j with exit status 2 and says why"],
    ["test/cli/first-use.slow.test.ts", "takes a misspelt pool in --set for no new pool"],
  ],
  M8: ["1T and 8k refused in the words of zod", ["test/cli/plan-workload.test.ts", "takes a deadline of %s"]],
  M9: [
    "--html does not say what it wrote",
    ["test/cli/commands/review-command.slow.test.ts", "write the report as a page where --html says, name the file"],
  ],
  M10: [
    "wrong files echoed, no standard input, write errors that pass, errors without JSON, raw system errors",
    ["test/blueprint/reader/read-texts.test.ts", "refuses what is no blueprint without repeating it"],
    ["test/acceptance/package/run.mjs", "the packed command line fails where its output cannot be written"],
    ["test/cli/program.slow.test.ts", "is JSON on standard output where --json asks for it, with line and column"],
    ["test/cli/first-use.slow.test.ts", "reads a blueprint from standard input"],
    ["test/cli/first-use.slow.test.ts", "says that a file is no directory for a project"],
  ],
  M11: [
    "rules cannot be listed, the catalog shows no price and no filter",
    ["test/cli/program.slow.test.ts", "%j prints JSON"],
    ["test/cli/catalog-filter.test.ts", "keeps the accelerators, memory and price that are asked for"],
    ["test/cli/tables/catalog-row.test.ts", "gives dated prices of every Region"],
  ],
  M12: [
    "fixes with the wrong plural: a block of 1 days",
    ["test/cli/first-use.slow.test.ts", "counts one day as a day"],
  ],
  M13: [
    "one day for prices of many days",
    ["test/review/report/html.test.ts", "prints the day of the prices and no other date"],
  ],
  M14: [
    "projects only for training, without a test and a workflow",
    ["test/cli/commands/init-command.slow.test.ts", "writes a blueprint of the workload, with a test and a workflow"],
    ["test/acceptance/package/init.mjs", "installs and passes its test, which fails on an error of the design"],
  ],
  M15: [
    "the comparison's page without charts, best value and dark mode",
    ["test/cli/tables/tables-page.test.ts", "marks the best value, and says what the mark is"],
    ["test/cli/tables/tables-page.test.ts", "draws ranges with the limit across"],
    ["test/acceptance/report/run.mjs", "the colour scheme is the reader's"],
  ],
};

/** Whether a file has a test of that title, or a page that heading. */
function exists([file, title]: Shown): boolean {
  const text = read(file);
  if (file.endsWith(".md")) return text.split("\n").some((line) => /^#+ /.test(line) && line.endsWith(title));
  return text.split("\n").some((line) => line.includes(title));
}

describe("what first users ran into", () => {
  it.each(Object.entries(FOUND))("%s is shown mended by tests that exist", (_, [, ...shown]) => {
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.filter((one) => !exists(one))).toEqual([]);
  });

  it("is the whole list", () => {
    const of = (letter: string, last: number) => Array.from({ length: last }, (_, index) => `${letter}${index + 1}`);
    expect(Object.keys(FOUND)).toEqual([...of("B", 1), ...of("S", 7), ...of("M", 15)]);
  });
});
