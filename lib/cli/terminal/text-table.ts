import { wrapped } from "./wrap";

/** Columns of the terminal that a text is for; unlimited in files and pipes, where programs read lines. */
export function screenWidth(screen: { readonly isTTY?: boolean; readonly columns?: number } = process.stdout): number {
  return screen.isTTY && screen.columns ? screen.columns : Number.POSITIVE_INFINITY;
}

/** A text for the screen, broken between words where it is wider. */
export const paragraph = (text: string, width: number = screenWidth()): string =>
  text
    .split("\n")
    .flatMap((line) =>
      line.length <= width ? [line] : wrapped(line, width, "  ".slice(0, /^ */.exec(line)![0].length ? 2 : 0)),
    )
    .join("\n");

/** A plain table: columns as wide as they must be, two blanks between; a block per row where that is wider than the screen. */
export function textTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  width: number = screenWidth(),
): string {
  const rule = columnWidths([head, ...rows]).map((column) => "-".repeat(column));
  return (aligned([head, rule, ...rows], width) ?? blocks(head, rows, width)).join("\n");
}

/** Rows with their columns aligned; undefined where a line would be wider than `width`. */
export function aligned(rows: readonly (readonly string[])[], width: number): string[] | undefined {
  const widths = columnWidths(rows);
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  return lines.every((line) => line.length <= width) ? lines : undefined;
}

/** Each row as a block: its first cell, then a line for each further one, named by the head. */
export function blocks(head: readonly string[], rows: readonly (readonly string[])[], width: number): string[] {
  return rows.flatMap(([title = "", ...cells], index) => {
    const named = cells.flatMap((cell, column) => {
      const name = head[column + 1] ?? "";
      return cell === "" || cell === "-" ? [] : wrapped(`  ${name === "" ? "" : `${name}: `}${cell}`, width, "    ");
    });
    return [...(index > 0 && head.some((name) => name !== "") ? [""] : []), ...wrapped(title, width), ...named];
  });
}

function columnWidths(rows: readonly (readonly string[])[]): number[] {
  return (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
}
