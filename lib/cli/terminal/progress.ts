/** Where progress is shown. */
interface Screen {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const CLEAR_LINE = "\r\u001b[K";

/** Does `work` with `text` on the last line of the terminal meanwhile; shows nothing where there is no terminal. */
export function withProgress<T>(text: string, work: () => T, screen: Screen = process.stderr): T {
  if (!screen.isTTY) return work();
  screen.write(`${CLEAR_LINE}${text} …`);
  try {
    return work();
  } finally {
    screen.write(CLEAR_LINE);
  }
}
