import { readdirSync } from "node:fs";
import { join, relative } from "node:path";

const root = join(__dirname, "..");
const MOST_FILES = 30;

/** Data of one file for each family of instances. */
const FLAT = ["lib/catalog/data/instance-prices", "lib/catalog/data/instance-types"];

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
