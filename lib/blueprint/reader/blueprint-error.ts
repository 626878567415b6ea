import type { ErrorCode, Problem } from "../../errors";
import { WarpformError } from "../../errors";
import type { Location } from "./source";

/** A problem of a blueprint and where it stands. */
export interface BlueprintProblem extends Problem {
  readonly location: Location;
}

/** `file:line:column: message`, the line itself, and a mark below it. */
export function showProblem({ message, location }: BlueprintProblem): string {
  const number = String(location.line);
  const gutter = " ".repeat(number.length);
  const mark = " ".repeat(Math.max(0, location.column - 1));
  return `${location.file}:${location.line}:${location.column}: ${message}\n  ${number} | ${location.text}\n  ${gutter} | ${mark}^`;
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
    this.message = `${file} has ${count}:\n\n${sorted.map(showProblem).join("\n\n")}`;
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
