import { WarpformError } from "../errors";
import { nearest } from "../units/nearest";

/** Rows of a data file under their names, with the one error for a name that no row has. */
export class NamedTable<Row extends { readonly name: string }> {
  private readonly byName: ReadonlyMap<string, Row>;

  constructor(
    private readonly what: string,
    public readonly rows: readonly Row[],
  ) {
    this.byName = new Map(rows.map((row) => [row.name, row]));
  }

  public find(name: string): Row | undefined {
    return this.byName.get(name);
  }

  /** The names nearest to what was typed, best first; of a name on a hub (`meta-llama/Llama-3.1-8B`) what follows its owner counts. */
  public nearest(name: string): string[] {
    return nearest(String(name).split("/").at(-1)!, this.byName.keys());
  }

  public get(name: string): Row {
    const row = this.byName.get(name);
    if (row) return row;
    const near = this.nearest(name);
    throw new WarpformError(this.what, [
      {
        code: "unknown-name",
        path: "name",
        message: `${JSON.stringify(name)} is not in the catalog${near.length > 0 ? `; nearest are ${near.join(", ")}` : ""}`,
      },
    ]);
  }
}
