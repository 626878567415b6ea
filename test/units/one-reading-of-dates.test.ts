import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(__dirname, "../../lib");
const files = (readdirSync(root, { recursive: true, encoding: "utf8" }) as string[]).filter((file) =>
  file.endsWith(".ts"),
);

/** Where texts become dates. */
const READERS = ["units/day-of.ts", "units/moment.ts"];

/** What depends on the computer: a reading of dates without a time zone, dates in local time, and orders and numbers of its language. */
const LOCAL =
  /\bDate\.parse\(|\bnew Date\(\s*[`"']|\.(?:get|set)(?:Hours|Minutes|Date|Day|Month|FullYear|TimezoneOffset)\(|\.to(?:Locale\w*|DateString|TimeString)\(\)|\.localeCompare\([^,()]*\)|\bIntl\.\w+\(\s*(?:\)|undefined|\{|\[\])/;

/** What depends on when, where and by whom a program runs. */
const HERE =
  /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\brandom(?:UUID|Bytes)\(|\bprocess\.(?:cwd|env|hrtime)\b|\b(?:hostname|homedir|userInfo|tmpdir)\(\)/;

/** Who may ask for it, and what for; none of it gets into what is synthesized or reviewed. */
const ASKING: Readonly<Record<string, string>> = {
  "cli/build-in-memory.ts": "a folder to synthesize to, which is removed",
  "cli/commands/diff-command.ts": "a folder to synthesize to, which is removed",
  "cli/commands/mcp-command.ts": "the environment of the program that it starts",
  "cli/commands/prices-command.ts": "today's prices",
  "cli/finding-place.ts": "paths of findings, as people type them",
  "cli/program.ts": "whether to show a stack trace",
  "cli/report-failure.ts": "whether to show a stack trace",
  "cli/review-terraform.ts": "a folder for a plan, which is removed",
  "cli/tables/plan-table.ts": "how old prices are, which the table says",
  "clouds/common/helm/chart-asset.ts": "a folder from which the engine copies charts",
  "pulumi/plan/functions.ts": "the uuid() of a first password, which is another at each apply in Terraform too",
  "pulumi/program/declare-stack.ts": "paths of charts, which Pulumi takes relative to the program",
};

it("dates are read in one place, and nothing is written by the time zone or language of a computer", () => {
  for (const planted of [
    "Date.parse(endsOn)",
    'new Date("2026-12-01")',
    "at.getHours()",
    "a.localeCompare(b)",
    "n.toLocaleString()",
    "name.toLocaleLowerCase()",
    "new Intl.NumberFormat().format(n)",
    "new Intl.DateTimeFormat(undefined, { month: 'long' })",
  ])
    expect(planted).toMatch(LOCAL);
  for (const same of ['a.localeCompare(b, "en")', 'new Intl.NumberFormat("en-US").format(n)'])
    expect(same).not.toMatch(LOCAL);
  const local = files.filter((file) => !READERS.includes(file) && LOCAL.test(readFileSync(join(root, file), "utf8")));
  expect(local).toEqual([]);
});

it("the clock, the folder, the user and chance of a computer are asked by no code whose output is the same everywhere", () => {
  for (const planted of ["new Date()", "Date.now()", "Math.random()", "randomUUID()", "process.cwd()", "hostname()"])
    expect(planted).toMatch(HERE);
  const asking = files.filter((file) => HERE.test(readFileSync(join(root, file), "utf8")));
  expect(asking.sort()).toEqual(Object.keys(ASKING).sort());
});
