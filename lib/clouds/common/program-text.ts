import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Single quotes for the shell, whatever is inside. */
export function quoted(value: string): string {
  return `'${value.replaceAll("'", `'\\''`)}'`;
}

/** How programs are told of a choice. */
export const yesOrNo = (value: boolean): string => (value ? "yes" : "no");

/** Shell variables, a line each. */
export const shellSettings = (settings: Readonly<Record<string, string>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `${name}=${quoted(value)}\n`)
    .join("");

/** A shell program of a folder with its settings as variables in front, after its first line. */
export function programOf(folder: string, file: string, settings: Readonly<Record<string, string>>): string {
  const text = readFileSync(join(folder, file), "utf8");
  const firstLineEnd = text.indexOf("\n") + 1;
  return text.slice(0, firstLineEnd) + shellSettings(settings) + text.slice(firstLineEnd);
}
