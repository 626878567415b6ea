import { Problems } from "../errors";
import { BlueprintError, problem } from "./reader/blueprint-error";
import { readTexts } from "./reader/read-texts";
import { BlueprintSource, SourceFile } from "./reader/source";

/** `pools[1].nodes.min` as its keys and places. */
const keysOf = (path: string): (string | number)[] =>
  [...path.matchAll(/[^.[\]]+/g)].map(([key]) => (/^\d+$/.test(key) ? Number(key) : key));

/**
 * Reads and builds a blueprint whose keys are the props of one construct.
 *
 * @param build notes problems of the text in what it is given, and may throw those of the construct
 * @throws BlueprintError with the problems of both, each with file, line and column
 */
export function atLines<T>(file: string, build: (problems: Problems) => T): T {
  const problems = new Problems();
  const built = problems.attempt(() => build(problems));
  if (!problems.any) return built as T;
  const [text] = readTexts([file]);
  const source = new BlueprintSource([new SourceFile(file, text!.text)]);
  throw new BlueprintError(
    file,
    problems.all.map(({ code, path, message }) => {
      const keys = keysOf(path);
      return problem(code, keys, message, source.locate(keys));
    }),
  );
}
