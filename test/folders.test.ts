import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

const root = join(__dirname, "..");
const MOST_FILES = 30;
const MOST_LINES = 300;

/** Data of one file for each family of instances. */
const FLAT = ["availability", "instance-prices", "instance-types"].map((kind) => `lib/catalog/data/${kind}`);

/** Lists with a line for each rule. */
const LISTS = ["lib/review/rules/list.ts"];

/** The folders below one, each with the number of its own files. */
function folders(folder: string): { readonly folder: string; readonly files: number }[] {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => name !== "__pycache__");
  return [
    { folder: relative(root, folder), files: entries.filter((entry) => entry.isFile()).length },
    ...entries.filter((entry) => entry.isDirectory()).flatMap(({ name }) => folders(join(folder, name))),
  ];
}

describe.each(["lib", "test"])("the folders of %s", (top) => {
  it(`hold at most ${MOST_FILES} files each`, () => {
    const full = folders(join(root, top)).filter(({ folder, files }) => files > MOST_FILES && !FLAT.includes(folder));
    expect(full).toEqual([]);
  });
});

it(`files of lib have at most ${MOST_LINES} lines each`, () => {
  const files = readdirSync(join(root, "lib"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts") && !entry.name.includes(".generated."))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
  const long = files
    .map((file) => ({ file, lines: readFileSync(join(root, file), "utf8").split("\n").length - 1 }))
    .filter(({ file, lines }) => lines > MOST_LINES && !LISTS.includes(file));
  expect(long).toEqual([]);
});
