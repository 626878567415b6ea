import { existsSync, readFileSync } from "node:fs";
import { BlueprintError, type BlueprintProblem, problem } from "./blueprint-error";
import { issueMessages } from "./issue-message";
import { knownKeys } from "./known-keys";
import { overlay } from "./overlay";
import { type Blueprint, blueprintSchema } from "./schema";
import { BlueprintSource, SourceFile } from "./source";

/** Text of a blueprint and the name that messages call it by. */
export interface BlueprintText {
  readonly file: string;
  readonly text: string;
}

/** A blueprint and where each part of it stands. */
export interface LoadedBlueprint {
  readonly file: string;
  readonly blueprint: Blueprint;
  readonly source: BlueprintSource;
}

/**
 * Reads a blueprint: the first text is the base, each later one an overlay that changes parts of it.
 *
 * @throws BlueprintError with every problem of the texts, each with file, line and column.
 */
export function parseBlueprint(texts: readonly BlueprintText[]): LoadedBlueprint {
  const files = texts.map(({ file, text }) => new SourceFile(file, text));
  const name = texts[0]!.file;
  const syntax = files.flatMap((file) =>
    [...file.document.errors, ...file.document.warnings].map((error) =>
      problem("malformed", [], firstLine(error.message), file.at(error.pos[0])),
    ),
  );
  if (syntax.length > 0) throw new BlueprintError(name, syntax);

  const source = new BlueprintSource(files);
  const data = files.map((file) => file.document.toJS() as unknown).reduce((base, over) => overlay(base, over));
  const parsed = blueprintSchema.safeParse(data ?? {}, { reportInput: true });
  if (parsed.success) return { file: name, blueprint: parsed.data, source };
  const problems: BlueprintProblem[] = parsed.error.issues
    .flatMap((issue) => issueMessages(issue, (path) => knownKeys(blueprintSchema, path, data)))
    .map(({ code, path, message, key }) => problem(code, path, message, source.locate(path, key)));
  throw new BlueprintError(name, problems);
}

/**
 * Reads a blueprint from files, and settings of the form `pools.h100.nodes.max=8` over them.
 *
 * @throws BlueprintError, also where a file is not there or a setting has no `=`.
 */
export function loadBlueprint(paths: readonly string[], settings: readonly string[] = []): LoadedBlueprint {
  const missing = paths.filter((path) => !existsSync(path));
  if (missing.length > 0) {
    throw new BlueprintError(
      paths[0]!,
      missing.map((file) =>
        problem("unknown-name", [], `there is no file ${file}; give the path of a blueprint`, {
          file,
          line: 1,
          column: 1,
          text: "",
        }),
      ),
    );
  }
  const texts = paths.map((file) => ({ file, text: readFileSync(file, "utf8") }));
  return parseBlueprint([...texts, ...settings.map(settingAsText)]);
}

/** A setting as one more overlay, so that its mistakes are reported like any other's. */
function settingAsText(setting: string): BlueprintText {
  const split = setting.indexOf("=");
  const file = `--set ${setting}`;
  if (split < 1) {
    const message = `a setting must look like pools.h100.nodes.max=8, got "${setting}"`;
    throw new BlueprintError(file, [problem("malformed", [], message, { file, line: 1, column: 1, text: setting })]);
  }
  const keys = setting.slice(0, split).split(".");
  const value = setting.slice(split + 1);
  return {
    file,
    text: `${keys.map((key) => `{ ${JSON.stringify(key)}: `).join("")}${value}${" }".repeat(keys.length)}`,
  };
}

function firstLine(text: string): string {
  return text.split("\n")[0]!;
}
