import type { Problems } from "../../errors";
import { mustBePlain, mustHoldOutputs } from "../argument-problems";
import type { ArgKind } from "../components/compose";
import type { NestedOutput } from "../nested-outputs";

/** Which args of an architecture may be Outputs. */
export class OutputPaths {
  private readonly known: readonly RegExp[];

  /** @param tables what of each part may be an Output, by the key that hands it on */
  constructor(tables: Readonly<Record<string, Readonly<Record<string, ArgKind>>>>) {
    this.known = Object.entries(tables)
      .flatMap(([part, table]) => Object.entries(table).flatMap(([key, how]) => pathsOf(`${part}.${key}`, how)))
      .map((path) => {
        const pattern = path.replaceAll(".", "\\.").replace("*", ".+").replace("#", "(\\.\\d+)?");
        return new RegExp(`^${pattern}$`);
      });
  }

  /** Notes an Output where it cannot be; `own` is its path below the args of the cluster. */
  public check({ path, isNamed }: NestedOutput, problems: Problems, own = path): void {
    if (isNamed || this.has(own)) return;
    if (this.has(`${own}.0`)) mustHoldOutputs(path, problems);
    else mustBePlain(path, problems, "sizes or layout");
  }

  private has(path: string): boolean {
    return this.known.some((known) => known.test(path));
  }
}

/** Paths of one prop: `*` for any entry of a list or map, `#` for each of a list of objects. */
function pathsOf(path: string, how: ArgKind): string[] {
  if (typeof how === "string") return [how === "input" ? path : `${path}.*`];
  return how.map((nested) => `${path}#.${nested.replace("[]", ".*")}`);
}
