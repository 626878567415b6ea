import { BlueprintError, problem } from "./reader/blueprint-error";
import { checkChoices } from "./reader/check-choices";
import { checkNames } from "./reader/check-names";
import { issueMessages } from "./reader/issue-message";
import { misnamed } from "./reader/misnamed";
import { overlay } from "./reader/overlay";
import { type BlueprintText, readTexts } from "./reader/read-texts";
import { settingAsSource } from "./reader/setting";
import { BlueprintSource, SourceFile } from "./reader/source";
import { knownKeys } from "./schema/known-keys";
import { moveKeys } from "./schema/moved-keys";
import { type Blueprint, blueprintSchema } from "./schema/schema";

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
  const contents = files.map((file) => named(moveKeys(withoutExtensions(contentOf(name, file)))));
  const merge = (layers: readonly unknown[]) =>
    layers.reduce((base, over) => (over === null ? base : overlay(base, over)));
  const data = merge(contents);
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
    const unmeant = settings.length === 0 ? [] : misnamed(problems, merge(contents.slice(0, texts.length)));
    throw new BlueprintError(name, unmeant.length > 0 ? unmeant : problems);
  }
  const problems = [...checkNames(parsed.data, source), ...checkChoices(parsed.data, source)];
  if (problems.length > 0) throw new BlueprintError(name, problems);
  return { file: name, blueprint: parsed.data, source };
}

/** What a file says without its `x-` keys, in which people keep what they refer to by `*`. */
function withoutExtensions(data: unknown): unknown {
  if (typeof data !== "object" || data === null || Array.isArray(data)) return data;
  return Object.fromEntries(Object.entries(data).filter(([key]) => !key.startsWith("x-")));
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
 * Reads a blueprint from files (`-` is standard input), and settings of the form `pools.h100.nodes.max=8` over them.
 *
 * @throws BlueprintError, also where a file cannot be read, is no text or a setting has no `=`.
 */
export function loadBlueprint(paths: readonly string[], settings: readonly string[] = []): LoadedBlueprint {
  return parseBlueprint(readTexts(paths), settings);
}
