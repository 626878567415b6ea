import type { Path } from "./path";

/** Bytes in decimal and in binary multiples; those of one kind convert to each other. */
const SIZES: readonly (readonly string[])[] = [
  ["kb", "mb", "gb", "tb", "pb"],
  ["kib", "mib", "gib", "tib", "pib"],
];

const STEPS = [1000, 1024];

/** What a number of one unit is multiplied by to have that of the key: 1000 for TB where the key is in GB; undefined where unknown. */
function factor(key: string, unit: string): number | undefined {
  for (const [kind, units] of SIZES.entries()) {
    const [of, is] = [units.findIndex((name) => key.endsWith(name)), units.indexOf(unit)];
    if (of !== -1 && is !== -1) return STEPS[kind]! ** (is - of);
  }
  return undefined;
}

const unitOf = (key: string) => /[kMGTP]i?B$/.exec(key)?.[0];

/**
 * `; write 120` where a text is a number with the unit that the key is named for: "120 days" of deadlineDays, "100 GiB" of
 * rootVolumeGiB; `; write 1000` for "1TB" of datasetGB.
 */
export function withoutUnit(path: Path, expected: string, got: unknown): string {
  if ((expected !== "number" && expected !== "int") || typeof got !== "string") return "";
  const [, digits, unit] = /^\s*(\d+(?:\.\d+)?)\s*([a-z]+)\s*$/i.exec(got) ?? [];
  if (digits === undefined || unit === undefined) return "";
  const bare = (text: string) => text.toLowerCase().replace(/s$/, "");
  const key = bare(String(path.at(-1)));
  if (key.endsWith(bare(unit)) && bare(unit).length > 1)
    return `; write ${Number(digits)}, since the unit is in the name`;
  const times = factor(key, bare(unit));
  const number = times === undefined ? Number.NaN : Number((Number(digits) * times).toPrecision(12));
  return Number.isNaN(number) || (expected === "int" && !Number.isInteger(number))
    ? ""
    : `; write ${number}, since ${path.at(-1)} is in ${unitOf(String(path.at(-1)))}`;
}
