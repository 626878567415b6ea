import type { ErrorCode, Problem } from "../../errors";
import { WarpformError } from "../../errors";
import type { Location } from "./source";

/** A problem of a blueprint and where it stands. */
export interface BlueprintProblem extends Problem {
  readonly location: Location;
}

/** `file:line:column: message`, the line itself, and a mark below it; the message alone where no line shows it. */
export function showProblem({ message, location }: BlueprintProblem): string {
  if (location.wholeFile) return message;
  const number = String(location.line);
  const gutter = " ".repeat(number.length);
  const { text, column } = excerpt(location);
  const mark = " ".repeat(Math.max(0, column - 1));
  return `${location.file}:${location.line}:${location.column}: ${message}\n  ${number} | ${text}\n  ${gutter} | ${mark}^`;
}

/** Most characters of a line that are shown. */
const WIDEST = 160;

/** The line, or of a very long one the part around the column. */
function excerpt({ text, column }: Location): { readonly text: string; readonly column: number } {
  if (text.length <= WIDEST) return { text, column };
  const start = Math.max(0, Math.min(column - 1 - WIDEST / 2, text.length - WIDEST));
  const before = start > 0 ? "…" : "";
  const after = start + WIDEST < text.length ? "…" : "";
  return { text: `${before}${text.slice(start, start + WIDEST)}${after}`, column: column - start + before.length };
}

/** All problems of a blueprint at once, in the order of its lines. */
export class BlueprintError extends WarpformError {
  public override readonly problems: readonly BlueprintProblem[];

  constructor(file: string, problems: readonly BlueprintProblem[]) {
    const sorted = [...problems].sort(
      (a, b) => a.location.line - b.location.line || a.location.column - b.location.column,
    );
    super(file, sorted);
    this.name = "BlueprintError";
    this.problems = sorted;
    const count = sorted.length === 1 ? "1 problem" : `${sorted.length} problems`;
    const head = sorted.every(({ location }) => location.wholeFile) ? "" : `${file} has ${count}:\n\n`;
    this.message = `${head}${sorted.map(showProblem).join("\n\n")}`;
    this.stack = this.message;
  }
}

export function problem(
  code: ErrorCode,
  path: readonly (string | number)[],
  message: string,
  location: Location,
): BlueprintProblem {
  return { code, path: pathText(path), message, location };
}

/** `pools.h100.capacity[0].nodes` */
export function pathText(path: readonly (string | number)[]): string {
  return path.reduce<string>(
    (text, part) => (typeof part === "number" ? `${text}[${part}]` : text === "" ? part : `${text}.${part}`),
    "",
  );
}
