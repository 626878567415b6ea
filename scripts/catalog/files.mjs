// The catalog's data files, as the refresh scripts read and write them: one row a line, in files by instance family.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

export const DATA = join(import.meta.dirname, "../../lib/catalog/data");

/** `p5en` of `p5en.48xlarge`. */
export const familyOf = (type) => type.slice(0, type.indexOf("."));

/** Rows of a folder of family files, by family. */
export function readFamilies(folder) {
  const files = readdirSync(join(DATA, folder)).sort();
  return new Map(
    files.map((file) => [basename(file, ".json"), JSON.parse(readFileSync(join(DATA, folder, file), "utf8"))]),
  );
}

/** Writes the rows of each family, those without rows left out. */
export function writeFamilies(folder, families) {
  mkdirSync(join(DATA, folder), { recursive: true });
  for (const [family, rows] of families) if (rows.length > 0) writeRows(join(folder, `${family}.json`), rows);
}

export function writeRows(file, rows) {
  writeFileSync(join(DATA, file), `[\n${rows.map((row) => JSON.stringify(row)).join(",\n")}\n]\n`);
}

/** The one argument of a refresh script, or a line that says what it takes and the end of the process. */
export function argument(usage) {
  const [given] = process.argv.slice(2);
  if (given) return given;
  console.error(usage);
  return process.exit(2);
}

/** Day of a checkout's last commit, and its short name: `2026-08-22`, `0af643a`. */
export async function checkoutOf(folder) {
  const { execFileSync } = await import("node:child_process");
  const git = (format) => execFileSync("git", ["-C", folder, "log", "-1", `--format=${format}`], { encoding: "utf8" });
  return { day: git("%cs").trim(), commit: git("%h").trim().slice(0, 7) };
}
