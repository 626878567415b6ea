// Makes the built index files, the list of each cloud's parts, the rules of the review, and the command line load each of their modules on its first use: a program pays for the constructs
// that it names, not for the review, the charts and Slurm as well, and a rule that is explained for no figures. Names and types stay as tsc wrote them, so that Node's scan for the names that an
// ES module may import still finds each.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lazyRequires } from "./lazy-requires.cjs";

const lib = join(import.meta.dirname, "..", "dist", "lib");

for (const file of readdirSync(lib, { recursive: true }).filter((path) =>
  /(^|[/\\])index\.js$|^clouds[/\\]\w+[/\\]parts\.js$|^review[/\\]rules[/\\].*\.js$|^blueprint[/\\]schema[/\\].*\.js$|^cli[/\\].*\.js$/.test(
    path,
  ),
)) {
  const text = readFileSync(join(lib, file), "utf8");
  if (text.includes("const lazily =")) continue;
  const lazy = lazyRequires(text);
  if (lazy === text && !/^(cli|blueprint[/\\]schema|review[/\\]rules)[/\\]/.test(file))
    throw new Error(`${file} loads nothing as tsc used to write it: change scripts/lazy-requires.cjs`);
  writeFileSync(join(lib, file), lazy);
}
