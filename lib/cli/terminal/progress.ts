import { screenWidth } from "./text-table";

/** Where progress is shown. */
interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const CLEAR_LINE = "\r\u001b[K";

/** Does `work` with `text` on the last line of the terminal meanwhile; shows nothing where there is no terminal. */
export function withProgress<T>(text: string, work: () => T, screen: Screen = process.stderr): T {
  if (!screen.isTTY) return work();
  screen.write(`${CLEAR_LINE}${shortened(text, screenWidth(screen))} …`);
  try {
    return work();
  } finally {
    screen.write(CLEAR_LINE);
  }
}

/** Of a text that takes more than a line, which could not be taken away again, the end: paths end with the name of the file. */
function shortened(text: string, width: number): string {
  const room = width - " …".length;
  if (text.length <= room) return text;
  const [verb = ""] = text.split(" ", 1);
  return `${verb} …${text.slice(verb.length + " …".length + text.length - room)}`;
}
