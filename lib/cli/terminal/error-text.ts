import { screenWidth } from "./text-table";
import { wrapped } from "./wrap";

/** A quoted line of a file: `  3 | name: a`, and the mark below it: `    |       ^`. */
const QUOTED = /^( +\d+ \| )(.*)$/;
const MARK = /^ +\| ( *)\^$/;

/** An error for the screen: sentences are broken between words; of a quoted line that is wider, the part around its mark is shown. */
export function errorText(message: string, width: number = screenWidth(process.stderr)): string {
  const lines = message.split("\n");
  const shown: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    const quoted = QUOTED.exec(line);
    const mark = MARK.exec(lines[at + 1] ?? "");
    if (quoted && mark) {
      shown.push(...around(quoted[1]!, quoted[2]!, mark[1]!.length, width));
      at++;
    } else shown.push(...wrapped(line, width, /^ +- /.test(line) ? "    " : "  "));
  }
  return shown.join("\n");
}

/** The part of a quoted line that fits, with its mark. */
function around(gutter: string, text: string, column: number, width: number): string[] {
  const room = width - gutter.length;
  const below = `${" ".repeat(gutter.length - 2)}| `;
  if (text.length <= room) return [`${gutter}${text}`, `${below}${" ".repeat(column)}^`];
  const start = Math.max(0, Math.min(column - Math.floor(room / 2), text.length - room));
  const part = text.slice(start, start + room);
  const before = start > 0 ? `…${part.slice(1)}` : part;
  const whole = start + room < text.length ? `${before.slice(0, -1)}…` : before;
  return [`${gutter}${whole}`, `${below}${" ".repeat(column - start)}^`];
}
