import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const LIB = join(__dirname, "../lib");

/** The folders that `warpform/cdktn` has copies of. */
const [, list] = /const folders = \[([^\]]+)\]/.exec(
  readFileSync(join(__dirname, "../scripts/cdktn-entry.mjs"), "utf8"),
)!;
const COPIED = [...list!.matchAll(/"(\w+)"/g)].map(([, folder]) => folder!);

/** Files that a module of those folders reads from another folder, by a path from its own place. */
const reachingOut = (file: string): string[] =>
  [...readFileSync(join(LIB, file), "utf8").matchAll(/join\(__dirname, "(\.\.[^"]+)"/g)]
    .map(([, path]) => relative(LIB, join(LIB, dirname(file), path!)))
    .filter((path) => !COPIED.includes(path.split("/")[0]!))
    .map((path) => `${file} reads ${path}`);

it("modules that the second entry point copies read no files beside those copies", () => {
  expect(COPIED).toContain("clouds");
  const files = COPIED.flatMap((folder) =>
    readdirSync(join(LIB, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => join(folder, file)),
  );
  expect(files.flatMap(reachingOut)).toEqual([]);
});
