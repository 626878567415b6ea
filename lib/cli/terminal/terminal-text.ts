import { aligned, blocks, screenWidth } from "./text-table";
import { wrapped } from "./wrap";

/** Where a page is shown: `hasColors` heeds NO_COLOR, FORCE_COLOR and what the terminal can do. */
interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
  hasColors?(): boolean;
}

/** A Markdown page as the screen takes it: laid out for people on a terminal, as it is in files and pipes. */
export function forScreen(markdown: string, screen: Screen = process.stdout): string {
  return screen.isTTY ? terminalText(markdown, screen.hasColors?.() ?? false, screenWidth(screen)) : markdown;
}

// Select Graphic Rendition codes of ECMA-48.
const BOLD = "1";
const RED = "1;31";
const GREEN = "1;32";
const YELLOW = "1;33";

/** How a line begins, and what it is shown in; the first that fits counts. */
const STYLES: readonly (readonly [RegExp, string])[] = [
  [/^(\*\*Not ready|## Errors)/, RED],
  [/^(\*\*Ready, with|## Warnings)/, YELLOW],
  [/^\*\*Ready/, GREEN],
  [/^#/, BOLD],
];

/** A Markdown page for a terminal: tables in columns or blocks, lines that fit, headings and verdict in colors where there are any. */
export function terminalText(markdown: string, colors: boolean, width = Number.POSITIVE_INFINITY): string {
  const shown: string[] = [];
  let table: string[][] = [];
  for (const line of [...markdown.split("\n"), ""]) {
    if (line.startsWith("|")) {
      if (!/^\|[-|]+\|$/.test(line)) table.push(cellsOf(line));
      continue;
    }
    shown.push(...laidOut(table, width), ...styled(line, colors, width));
    table = [];
  }
  return shown.slice(0, -1).join("\n");
}

function styled(line: string, colors: boolean, width: number): string[] {
  const text = line.startsWith("-") ? plain(line) : plain(line.replace(/^#+ |^\*\*|\*\*$/g, "")).replaceAll("`", "");
  const style = colors ? STYLES.find(([start]) => start.test(line))?.[1] : undefined;
  return wrapped(text, width, text.startsWith("-") ? "  " : "").map((part) =>
    style === undefined ? part : `\u001b[${style}m${part}\u001b[0m`,
  );
}

/** Text without Markdown's escapes. */
function plain(text: string): string {
  return text.replace(/\\([\\|*_`<>[\]])/g, "$1");
}

function cellsOf(line: string): string[] {
  return line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => plain(cell.trim()));
}

/** Rows in columns, or each as a block where they are wider than the screen; rows without a word are left out. */
function laidOut(rows: readonly (readonly string[])[], width: number): string[] {
  const [head = [], ...body] = rows;
  const lines = aligned(rows, width) ?? blocks(head, body, width);
  return head.some((cell) => cell !== "") ? lines : lines.filter((line) => line !== "");
}
