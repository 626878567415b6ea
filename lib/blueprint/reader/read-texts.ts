import { readFileSync } from "node:fs";
import { BlueprintError, problem } from "./blueprint-error";

/** Text of a blueprint and the name that messages call it by. */
export interface BlueprintText {
  readonly file: string;
  readonly text: string;
}

/** The path that stands for standard input, and what messages call it. */
const STANDARD_INPUT = "-";
const STANDARD_INPUT_NAME = "<stdin>";

/** The largest blueprint of the examples has 5 kB; what is larger than this is another file, which no message should repeat. */
const MOST_BYTES = 1_000_000;

/** @throws BlueprintError with every file that cannot be read, is too large or is no text. */
export function readTexts(paths: readonly string[]): BlueprintText[] {
  const read = paths.map((path) => ({ file: path === STANDARD_INPUT ? STANDARD_INPUT_NAME : path, ...textOf(path) }));
  const problems = read.flatMap(({ file, refusal }) =>
    refusal === undefined
      ? []
      : [
          problem("unknown-name", [], `${refusal}; give the path of a blueprint`, {
            file,
            line: 1,
            column: 1,
            text: "",
          }),
        ],
  );
  if (problems.length > 0) throw new BlueprintError(read[0]!.file, problems);
  return read.map(({ file, text }) => ({ file, text: text! }));
}

function textOf(path: string): { readonly text?: string; readonly refusal?: string } {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path === STANDARD_INPUT ? process.stdin.fd : path);
  } catch (error) {
    return { refusal: unreadable(path, (error as NodeJS.ErrnoException).code ?? "unknown error") };
  }
  if (bytes.length > MOST_BYTES) return { refusal: `${path} has ${bytes.length} bytes, which is no blueprint` };
  if (bytes.includes(0)) return { refusal: `${path} is a binary file` };
  return { text: bytes.toString("utf8") };
}

function unreadable(path: string, code: string): string {
  if (code === "ENOENT") return `there is no file ${path}`;
  if (code === "EISDIR") return `${path} is a folder`;
  return `${path} cannot be read (${code})`;
}
