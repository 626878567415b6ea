import { dirname, resolve } from "node:path";
import { type CatalogRows, extendCatalog, extendCatalogFromFile } from "../../catalog/extend";
import { WarpformError } from "../../errors";
import { catalogSchema } from "../schema/schema-catalog";
import { type BlueprintProblem, problem } from "./blueprint-error";
import type { Path } from "./path";
import type { BlueprintSource } from "./source";

/**
 * Adds the rows of a blueprint's `catalog` to the catalog of this process, before anything looks a type up.
 *
 * @returns what is wrong with them; nothing of a section that the blueprint's schema refuses, which says so itself
 */
export function readCatalog(section: unknown, file: string, source: BlueprintSource): BlueprintProblem[] {
  const parsed = catalogSchema.safeParse(section);
  if (!parsed.success) return [];
  const { files = [], ...rows } = parsed.data;
  const folder = file === "-" ? "." : dirname(file);
  return [
    ...files.flatMap((name, i) => {
      const at = ["catalog", "files", i];
      const add = () => extendCatalogFromFile(resolve(folder, name));
      return refused(add, (message) => problem("malformed", at, `${name}: ${message}`, source.locate(at)));
    }),
    ...refused(
      () => extendCatalog(rows as unknown as CatalogRows),
      (message, path) => {
        const at: Path = ["catalog", ...path.split(".").map((part) => (/^\d+$/.test(part) ? Number(part) : part))];
        return problem("malformed", at, `catalog.${message}`, source.locate(at));
      },
    ),
  ];
}

/** Problems without those of an instance type that rows which could not be read may be of. */
export function withoutUnreadTypes<P extends Pick<BlueprintProblem, "code" | "path">>(problems: readonly P[]): P[] {
  return problems.filter(({ code, path }) => code !== "unknown-name" || !TYPE.test(path));
}

/** Keys that name an instance type. */
const TYPE = /([iI]nstanceType|alternativeTypes\[\d+\])$/;

function refused(add: () => void, noted: (message: string, path: string) => BlueprintProblem): BlueprintProblem[] {
  try {
    add();
    return [];
  } catch (error) {
    if (!(error instanceof WarpformError)) throw error;
    return error.problems.map(({ message, path }) => noted(message, path));
  }
}
