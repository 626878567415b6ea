import { CommanderError } from "commander";
import type { BlueprintProblem } from "../blueprint/reader/blueprint-error";
import { type Problem, WarpformError } from "../errors";
import { missingPeer, placeOf } from "./missing-peer";

/** What `--json` prints on standard output where the input is refused; people read the same on standard error. */
export interface JsonErrors {
  readonly errors: readonly {
    readonly code: Problem["code"];
    readonly path: string;
    readonly message: string;
    /** Where it is written; null where the input is no file. */
    readonly location: { readonly file: string; readonly line: number; readonly column: number } | null;
  }[];
}

/** What refuses the input of a command, its options and missing packages among it; undefined for a fault of the program. */
export function refusal(error: unknown, argv: readonly string[]): WarpformError | undefined {
  if (error instanceof WarpformError) return error;
  if (error instanceof CommanderError) {
    const code = error.code.includes("missing") ? "required" : "not-allowed";
    const [message = ""] = error.message.replace(/^error: /, "").split("\n");
    return new WarpformError("warpform", [{ code, path: "", message }]);
  }
  const message = missingPeer(error, placeOf(argv));
  return message === undefined ? undefined : new WarpformError("warpform", [{ code: "required", path: "", message }]);
}

export function errorsAsJson({ problems }: WarpformError): JsonErrors {
  return {
    errors: (problems as readonly (Problem & Partial<BlueprintProblem>)[]).map(({ code, path, message, location }) => ({
      code,
      path,
      message,
      location: location === undefined ? null : { file: location.file, line: location.line, column: location.column },
    })),
  };
}
