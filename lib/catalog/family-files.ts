import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** `p5en` of `p5en.48xlarge`: the name of the data file that holds the type. */
export function familyOf(instanceType: string): string {
  return String(instanceType).split(".")[0] ?? "";
}

/** Rows that lie in one data file per instance family, each read on first use. */
export class FamilyFiles<Row> {
  private readonly read = new Map<string, readonly Row[]>();
  private names?: readonly string[];

  constructor(private readonly folder: string) {}

  /** Families that have a file, sorted. */
  public families(): readonly string[] {
    this.names ??= readdirSync(this.path())
      .map((file) => file.slice(0, -".json".length))
      .sort();
    return this.names;
  }

  /** Rows of a family; none where it has no file. */
  public rowsOf(family: string): readonly Row[] {
    const known = this.read.get(family);
    if (known) return known;
    const text = this.families().includes(family) ? readFileSync(join(this.path(), `${family}.json`), "utf8") : "[]";
    const rows = JSON.parse(text) as readonly Row[];
    this.read.set(family, rows);
    return rows;
  }

  private path(): string {
    return join(__dirname, "data", this.folder);
  }
}
