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

  public get(name: string): Row {
    const row = this.byName.get(name);
    if (row) return row;
    const near = nearest(name, this.byName.keys());
    throw new WarpformError(this.what, [
      {
        code: "unknown-name",
        path: "name",
        message: `${JSON.stringify(name)} is not in the catalog${near.length > 0 ? `; nearest are ${near.join(", ")}` : ""}`,
      },
    ]);
  }
}
