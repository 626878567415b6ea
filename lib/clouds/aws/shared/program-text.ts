import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Single quotes for the shell, whatever is inside. */
export function quoted(value: string): string {
  return `'${value.replaceAll("'", `'\\''`)}'`;
}

/**
 * A shell program of `programs/` with its settings as variables in front. The programs are files of their own so that they
 * can be read, checked by shellcheck and run by hand.
 */
export function program(file: string, settings: Readonly<Record<string, string>>): string {
  const text = readFileSync(join(__dirname, "programs", file), "utf8");
  const firstLineEnd = text.indexOf("\n") + 1;
  const variables = Object.entries(settings).map(([name, value]) => `${name}=${quoted(value)}\n`);
  return text.slice(0, firstLineEnd) + variables.join("") + text.slice(firstLineEnd);
}
