/** A row of a price list: its cells by the names of their columns. */
export type ListRow = (column: string) => string;

/** Cells of a line of CSV; quotes stand around cells with commas, and twice for themselves. */
export function cellsOf(line: string): string[] {
  if (!line.includes('"')) return line.split(",");
  const cells: string[] = [];
  for (const [, quoted, plain, comma] of line.matchAll(/(?:"((?:[^"]|"")*)"|([^,]*))(,|$)/g)) {
    cells.push(quoted === undefined ? (plain ?? "") : quoted.replaceAll('""', '"'));
    if (comma === "") break;
  }
  return cells;
}

/**
 * Reads a price list of AWS in CSV line by line, since that of EC2 has hundreds of megabytes: lines about the file, a header, a price a line.
 * @see https://docs.aws.amazon.com/awsaccountbilling/latest/aboutv2/reading-service-price-list-file-for-services.html
 */
export class ListReader {
  private columns: ReadonlyMap<string, number> | undefined;
  private count = 0;
  private published: string | undefined;
  private last = "";

  public constructor(
    private readonly wanted: readonly string[],
    private readonly take: (row: ListRow, publishedOn: string) => void,
  ) {}

  /** @throws Error that says why this is no price list */
  public line(text: string): void {
    if (text === "") return;
    this.count++;
    this.last = text;
    if (this.count === 1 && !/^"?FormatVersion"?,/.test(text)) {
      throw new Error(`it begins with ${JSON.stringify(text.trim().slice(0, 40))}, which no price list in CSV does`);
    }
    if (this.columns === undefined) this.about(cellsOf(text));
    else this.row(this.columns, text);
  }

  /** @throws Error where the list ends before it is whole */
  public end(): void {
    if (this.count === 0) throw new Error("it is empty");
    if (this.columns === undefined) throw new Error(`it ends after ${this.count} lines, before its columns`);
    if (cellsOf(this.last).length !== this.columns.size) throw new Error(`it ends within line ${this.count}`);
  }

  private about(cells: readonly string[]): void {
    if (cells[0] === "Publication Date") this.published = cells[1]?.slice(0, 10);
    if (cells[0] !== "SKU") return;
    this.columns = new Map(cells.map((name, index) => [name, index]));
    const missing = this.wanted.filter((name) => !this.columns!.has(name));
    if (missing.length > 0) throw new Error(`it has no column ${missing.join(", ")}`);
    if (!/^20\d\d-\d\d-\d\d$/.test(this.published ?? "")) throw new Error("it names no publication date");
  }

  private row(columns: ReadonlyMap<string, number>, text: string): void {
    const cells = cellsOf(text);
    // A line that is cut off is the last one, of which `end` tells.
    if (cells.length !== columns.size) return;
    this.take((column) => cells[columns.get(column)!]!, this.published!);
  }
}
