import type { BlueprintProblem } from "../blueprint/reader/blueprint-error";
import type { Problem, WarpformError } from "../errors";

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
