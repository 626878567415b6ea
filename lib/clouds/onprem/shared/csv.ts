import type { Problems } from "../../../errors";
import { nearest } from "../../../units/nearest";

/** One row by column, with its line in the file. */
export interface CsvRow<Column extends string> {
  readonly line: number;
  readonly values: Readonly<Record<Column, string>>;
}

/**
 * Rows of a CSV file with a header of exactly these columns, in any order. Fields have no commas or quotes: names, numbers and
 * addresses need none. Lines that begin with `#` and empty ones are left out.
 */
export function readCsv<Column extends string>(
  problems: Problems,
  path: string,
  text: string,
  columns: readonly Column[],
): CsvRow<Column>[] {
  const lines = text.split(/\r?\n/).map((line, index) => ({ line: index + 1, text: line.trim() }));
  const [head, ...rows] = lines.filter((line) => line.text !== "" && !line.text.startsWith("#"));
  const header = (head?.text ?? "").split(",").map((name) => name.trim().toLowerCase());
  const missing = columns.filter((column) => !header.includes(column));
  const unknown = header.filter((name) => !columns.includes(name as Column));
  if (missing.length > 0 || unknown.length > 0) {
    const [near] = unknown.length > 0 ? nearest(unknown[0]!, missing, 1) : [];
    const hint = near === undefined ? "" : `; did you mean ${near} for ${unknown[0]}`;
    problems.add(
      "malformed",
      path,
      `${path} must be CSV with the header ${columns.join(",")}, got ${JSON.stringify(head?.text ?? "")}${hint}`,
    );
    return [];
  }
  return rows.flatMap(({ line, text: row }) => {
    const fields = row.split(",").map((field) => field.trim());
    if (fields.length === header.length) {
      const values = Object.fromEntries(columns.map((column) => [column, fields[header.indexOf(column)]!]));
      return [{ line, values: values as Record<Column, string> }];
    }
    problems.add(
      "malformed",
      `${path}[line ${line}]`,
      `${path} must have ${header.length} fields per line, got ${fields.length} in line ${line}: ${JSON.stringify(row)}`,
    );
    return [];
  });
}
