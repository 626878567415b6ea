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
  /\bDate\.parse\(|\bnew Date\(\s*[`"']|\.(?:get|set)(?:Hours|Minutes|Date|Day|Month|FullYear|TimezoneOffset)\(|\.to(?:Locale\w*|DateString|TimeString)\(\)|\.localeCompare\([^,()]*\)/;

it("dates are read in one place, and nothing is written by the time zone or language of a computer", () => {
  for (const planted of [
    "Date.parse(endsOn)",
    'new Date("2026-12-01")',
    "at.getHours()",
    "a.localeCompare(b)",
    "n.toLocaleString()",
  ])
    expect(planted).toMatch(LOCAL);
  expect('a.localeCompare(b, "en")').not.toMatch(LOCAL);
  const local = files.filter((file) => !READERS.includes(file) && LOCAL.test(readFileSync(join(root, file), "utf8")));
  expect(local).toEqual([]);
});
