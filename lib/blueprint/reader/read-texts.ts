import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { requireArgument } from "../../props/require-argument";
import { nearest } from "../../units/nearest";
import { BlueprintError, problem } from "./blueprint-error";
import { wholeFile } from "./source";
import { standardInput } from "./standard-input";

/** Text of a blueprint and the name that messages call it by. */
export interface BlueprintText {
  readonly file: string;
  readonly text: string;
}

/** Stops where texts are given in another shape, which TypeScript refuses and JavaScript does not. */
export function requireTexts(where: string, texts: unknown): void {
  const isText = (one: Partial<BlueprintText> | null) => typeof one?.file === "string" && typeof one.text === "string";
  const fits = (given: unknown) => Array.isArray(given) && given.length > 0 && given.every(isText);
  requireArgument(where, "texts", texts, fits, 'a list of texts, such as [{ file: "cluster.yaml", text }]');
}

/** The path that stands for standard input, and what messages call it. */
const STANDARD_INPUT = "-";
const STANDARD_INPUT_NAME = "<stdin>";

/** The largest blueprint of the examples has 5 kB; what is larger than this is another file, which no message should repeat. */
const MOST_BYTES = 1_000_000;

/** @throws BlueprintError with every file that cannot be read, is too large or is no text. */
export function readTexts(paths: readonly string[]): BlueprintText[] {
  const fits = (given: unknown) => Array.isArray(given) && given.length > 0;
  requireArgument("loadBlueprint", "paths", paths, fits, 'a list of paths, such as ["cluster.yaml"]');
  const read = paths.map((path) => ({ file: path === STANDARD_INPUT ? STANDARD_INPUT_NAME : path, ...textOf(path) }));
  const problems = read.flatMap(({ file, refusal }) =>
    refusal === undefined ? [] : [problem("unknown-name", [], refusal, wholeFile(file))],
  );
  if (problems.length > 0) throw new BlueprintError(read[0]!.file, problems);
  return read.map(({ file, text }) => ({ file, text: text! }));
}

function textOf(path: string): { readonly text?: string; readonly refusal?: string } {
  const piped = path === STANDARD_INPUT;
  let bytes: Buffer;
  try {
    bytes = piped ? standardInput(process.stdin.fd, MOST_BYTES) : readFileSync(path);
  } catch (error) {
    return { refusal: unreadable(path, (error as NodeJS.ErrnoException).code ?? "unknown error") };
  }
  const [name, give] = piped ? [STANDARD_INPUT_NAME, "give a blueprint"] : [path, GIVE];
  if (bytes.length > MOST_BYTES)
    return { refusal: `${name} has ${piped ? `more than ${MOST_BYTES}` : bytes.length} bytes; ${give}` };
  if (bytes.includes(0)) return { refusal: `${name} is a binary file; ${give}` };
  return { text: bytes.toString("utf8") };
}

const GIVE = "give the path of a blueprint";

function unreadable(path: string, code: string): string {
  if (code === "EISDIR") return `${path} is a directory without Terraform; ${GIVE}`;
  if (code !== "ENOENT") return `${path} cannot be read (${code}); ${GIVE}`;
  if (/^[\w.-]+=/.test(path)) return `no such file: ${path}; write --set ${path} to change a value`;
  const near = filesNear(path);
  return `no such file: ${path}; ${near.length > 0 ? `did you mean ${near.join(", ")}` : GIVE}`;
}

/** Files of the same directory whose names are nearly that of a path: `cluster.yaml` for `cluster.yml`. */
function filesNear(path: string): readonly string[] {
  try {
    const names = readdirSync(dirname(path)).filter((name) => /\.(ya?ml|json)$/.test(name));
    return nearest(basename(path), names, 2).map((name) => join(dirname(path), name));
  } catch {
    return [];
  }
}
