import type { Path } from "./path";

/** `; write 120` where a text is a number with the unit that the key is named for: "120 days" of deadlineDays, "100 GiB" of rootVolumeGiB. */
export function withoutUnit(path: Path, expected: string, got: unknown): string {
  if ((expected !== "number" && expected !== "int") || typeof got !== "string") return "";
  const [, digits, unit] = /^\s*(\d+(?:\.\d+)?)\s*([a-z]+)\s*$/i.exec(got) ?? [];
  if (digits === undefined || unit === undefined) return "";
  const bare = (text: string) => text.toLowerCase().replace(/s$/, "");
  const named = bare(String(path.at(-1))).endsWith(bare(unit)) && bare(unit).length > 1;
  return named ? `; write ${Number(digits)}, since the unit is in the name` : "";
}
