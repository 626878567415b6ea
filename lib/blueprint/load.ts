import { readFileSync } from "node:fs";
import { BlueprintError, problem } from "./reader/blueprint-error";
import { checkChoices } from "./reader/check-choices";
import { checkNames } from "./reader/check-names";
import { issueMessages } from "./reader/issue-message";
import { overlay } from "./reader/overlay";
import { settingAsSource } from "./reader/setting";
import { BlueprintSource, SourceFile } from "./reader/source";
import { knownKeys } from "./schema/known-keys";
import { moveKeys } from "./schema/moved-keys";
import { type Blueprint, blueprintSchema } from "./schema/schema";

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
 * Reads a blueprint: the first text is the base, each later one an overlay that changes parts of it, then settings of the form
 * `pools.h100.nodes.max=8`.
 *
 * @throws BlueprintError with every problem of the texts, each with file, line and column.
 */
export function parseBlueprint(texts: readonly BlueprintText[], settings: readonly string[] = []): LoadedBlueprint {
  const files = [...texts.map(({ file, text }) => new SourceFile(file, text)), ...settings.map(settingAsSource)];
  const name = texts[0]!.file;
  const syntax = files.flatMap((file) =>
    file.mistakes.map(({ message, offset }) => problem("malformed", [], message, file.at(offset))),
  );
  if (syntax.length > 0) throw new BlueprintError(name, syntax);

  const source = new BlueprintSource(files);
  const data = files
    .map((file) => named(moveKeys(contentOf(name, file))))
    .reduce((base, over) => (over === null ? base : overlay(base, over)));
  const ofRegions = hasRegions(data);
  if (ofRegions && (data as { network?: unknown }).network !== undefined) {
    const message =
      "network is of one region, and architecture inferenceRegions has several; say vpcCidr or existingNetwork in each of its regions";
    throw new BlueprintError(name, [problem("conflict", ["network"], message, source.locate([], "network"))]);
  }
  const parsed = blueprintSchema.safeParse(ofRegions ? inFirstRegion(data) : (data ?? {}), { reportInput: true });
  if (!parsed.success) {
    const problems = parsed.error.issues
      .flatMap((issue) => issueMessages(issue, (path) => knownKeys(blueprintSchema, path, data)))
      .map(({ code, path, message, key }) => problem(code, path, message, source.locate(path, key)));
    throw new BlueprintError(name, problems);
  }
  const problems = [...checkNames(parsed.data, source), ...checkChoices(parsed.data, source)];
  if (problems.length > 0) throw new BlueprintError(name, problems);
  return { file: name, blueprint: parsed.data, source };
}

/** `architecture: training` for `architecture: { kind: training }`. */
function named(data: unknown): unknown {
  const architecture = (data as { architecture?: unknown } | null)?.architecture;
  return typeof architecture === "string" ? { ...(data as object), architecture: { kind: architecture } } : data;
}

interface OfRegions {
  readonly architecture: { readonly regions?: readonly { readonly availabilityZone?: unknown }[] };
}

/** Whether the architecture is of several regions, each with a network of its own. */
function hasRegions(data: unknown): data is OfRegions {
  const { architecture } = (data ?? {}) as { architecture?: { kind?: unknown } };
  return architecture?.kind === "inferenceRegions";
}

/** The blueprint with a network as all others have one, which nobody asks for more than its zone. */
function inFirstRegion(data: OfRegions): object {
  const { regions } = data.architecture;
  const zone = Array.isArray(regions) ? regions[0]?.availabilityZone : undefined;
  return { ...data, network: { availabilityZone: typeof zone === "string" ? zone : "us-east-1a" } };
}

/** What a file says; null where it says nothing, such as comments only. */
function contentOf(name: string, file: SourceFile): unknown {
  try {
    return file.document.toJS() as unknown;
  } catch (error) {
    // yaml refuses aliases that multiply one another without end, and says so by a ReferenceError.
    const message = `this cannot be read as YAML: ${error instanceof Error ? error.message : String(error)}`;
    throw new BlueprintError(name, [problem("malformed", [], message, file.at(0))]);
  }
}

/**
 * Reads a blueprint from files, and settings of the form `pools.h100.nodes.max=8` over them.
 *
 * @throws BlueprintError, also where a file cannot be read or a setting has no `=`.
 */
export function loadBlueprint(paths: readonly string[], settings: readonly string[] = []): LoadedBlueprint {
  const read = paths.map((file) => ({ file, text: textOf(file) }));
  const unread = read.filter(({ text }) => typeof text !== "string");
  if (unread.length > 0) {
    const problems = unread.map(({ file, text }) => {
      const { code } = text as NodeJS.ErrnoException;
      const what =
        code === "ENOENT"
          ? `there is no file ${file}`
          : code === "EISDIR"
            ? `${file} is a folder`
            : `${file} cannot be read (${code})`;
      return problem("unknown-name", [], `${what}; give the path of a blueprint`, {
        file,
        line: 1,
        column: 1,
        text: "",
      });
    });
    throw new BlueprintError(paths[0]!, problems);
  }
  return parseBlueprint(read as BlueprintText[], settings);
}

function textOf(file: string): string | Error {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    return error as Error;
  }
}
