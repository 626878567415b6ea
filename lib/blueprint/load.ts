import { CLOUD_NAMES } from "../clouds/names";
import { isObject } from "../props/nested-fields";
import { withModelBeside, withServedModelsBeside } from "./assemble/workload";
import { BlueprintError, type BlueprintProblem, pathText, problem } from "./reader/blueprint-error";
import { checkConflicts, checkTypes } from "./reader/check-conflicts";
import { checkNames } from "./reader/check-names";
import { fieldsOfUnbuilt } from "./reader/fields-of-unbuilt";
import { type IssueMessage, issueMessages } from "./reader/issue-message";
import { misnamed } from "./reader/misnamed";
import { noSuchName } from "./reader/no-such-name";
import { notABlueprint } from "./reader/not-a-blueprint";
import { overlay } from "./reader/overlay";
import type { Path } from "./reader/path";
import { readCatalog, withoutUnreadTypes } from "./reader/read-catalog";
import { type BlueprintText, readTexts, requireTexts } from "./reader/read-texts";
import { type Removal, removalProblems, removalsOfNothing } from "./reader/removed-keys";
import { repairedParts, withParts } from "./reader/repaired-parts";
import { settingAsSource } from "./reader/setting";
import { namedByAdopters, soundParts } from "./reader/sound-parts";
import { BlueprintSource, SourceFile, wholeFile } from "./reader/source";
import { tree } from "./reader/tree";
import { namesOfUnreadable, withKnownKeys, withStandIns } from "./reader/with-stand-ins";
import { adoptersIn, poolPlacesOf } from "./reader/written-adopters";
import type { Blueprint } from "./schema/aws/aws-blueprint";
import { knownAt, knownKeys } from "./schema/known-keys";
import { moveKeys } from "./schema/moved-keys";
import { cloudOf, onlyIn, schemaOf } from "./schema/schema-of-cloud";

/** A blueprint and where each part of it stands. */
export interface LoadedBlueprint {
  readonly file: string;
  readonly blueprint: Blueprint;
  readonly source: BlueprintSource;
}

/** A blueprint as far as it can be read: of parts that are wrong as they are written, the problems. */
export interface ReadBlueprint extends LoadedBlueprint {
  readonly problems: readonly BlueprintProblem[];
  /** Names of parts that were left out for their problems. */
  readonly broken: ReadonlySet<string>;
  /** Pools that somebody is named for to start their nodes. */
  readonly adopted: ReadonlySet<string>;
  /** Whether rows of its own catalog could not be read. */
  readonly rowsUnread: boolean;
  /** Names that parts with a wrong name have while the rest of them is checked, by their paths. */
  readonly standIns: ReadonlyMap<string, string>;
  /** Parts that were left out, without what their shape is refused for. */
  readonly repaired: readonly { readonly path: readonly (string | number)[]; readonly value: unknown }[];
}

/**
 * Reads a blueprint: the first text is the base, each later one an overlay that changes parts of it, then settings of the form
 * `pools.h100.nodes.max=8`.
 *
 * @throws BlueprintError with every problem of the texts, each with file, line and column.
 */
export function parseBlueprint(texts: readonly BlueprintText[], settings: readonly string[] = []): LoadedBlueprint {
  requireTexts("parseBlueprint", texts);
  const { file, blueprint, source, problems } = readTextsAsBlueprint(texts, settings);
  if (problems.length > 0) throw new BlueprintError(file, problems);
  return { file, blueprint, source };
}

/** The same of texts, as far as they can be read. @throws BlueprintError where nothing can be said of the parts that are right as they are written */
export function readTextsAsBlueprint(texts: readonly BlueprintText[], settings: readonly string[]): ReadBlueprint {
  const files = [...texts.map(({ file, text }) => new SourceFile(file, text)), ...settings.map(settingAsSource)];
  const name = texts[0]!.file;
  const strangers = files.slice(0, texts.length).flatMap((file, index) => {
    const is = notABlueprint(file, knownKeys(schemaOf(undefined), [], undefined), index === 0);
    return is === undefined ? [] : [problem("not-allowed", [], is, wholeFile(file.file))];
  });
  if (strangers.length > 0) throw new BlueprintError(name, strangers);
  const syntax = files.flatMap((file) =>
    file.mistakes.map(({ message, offset }) => problem("malformed", [], message, file.at(offset))),
  );
  if (syntax.length > 0) throw new BlueprintError(name, syntax);

  const source = new BlueprintSource(files);
  const contents = files.map((file) => named(moveKeys(withoutExtensions(contentOf(name, file)))));
  const removals: Removal[] = [];
  const merge = (layers: readonly unknown[]) =>
    layers.reduce((base, over) => (over === null ? base : overlay(base, over)));
  contents.slice(1).forEach((over, index) => {
    removals.push(...removalsOfNothing(merge(contents.slice(0, index + 1)), over));
  });
  const data = merge(contents);
  const ofRegions = hasRegions(data);
  const twoNetworks: BlueprintProblem[] = [];
  if (ofRegions && (data as { network?: unknown }).network !== undefined) {
    const message =
      "network is of one region, and architecture inferenceRegions has several; say vpcCidr or existingNetwork in each of its regions";
    twoNetworks.push(problem("conflict", ["network"], message, source.locate([], "network")));
  }
  const meant = ofRegions ? inFirstRegion(data) : (data ?? {});
  const ofCatalog = readCatalog((meant as { catalog?: unknown }).catalog ?? {}, name, source);
  const inShape = checkedShape(meant, source);
  const adopted = inShape.someKeyIsUnknown
    ? new Set(Object.keys(tree(tree(meant).pools)))
    : namedByAdopters(inShape.keyed);
  if (inShape.problems.length > 0 && settings.length > 0) {
    const unmeant = misnamed(inShape.problems, merge(contents.slice(0, texts.length)), source);
    if (unmeant.length > 0) throw new BlueprintError(name, unmeant);
  }
  const ofRemovals = removalProblems(removals, (path) => knownKeys(schemaOf(data), path, data), source);
  const before = [...ofCatalog, ...twoNetworks, ...ofRemovals, ...inShape.problems];
  if (inShape.sound === undefined) throw new BlueprintError(name, before);
  const { blueprint: written, broken, repaired } = inShape.sound;
  const { workload, kubeRay } = written;
  const blueprint = {
    ...written,
    ...(workload && { workload: withModelBeside(workload, name) }),
    ...(kubeRay && { kubeRay: withServedModelsBeside(kubeRay, name) }),
  };
  const names = checkNames(inShape.keyed, blueprint, source);
  const choices = [
    ...checkConflicts(blueprint, source).filter(({ path }) => path !== "pools" || broken.size === 0),
    ...checkTypes(withParts(blueprint, repaired) as Blueprint, source),
  ];
  const rowsUnread = before.some(({ path }) => path.startsWith("catalog"));
  const found = [...before, ...names.problems, ...choices];
  const problems = rowsUnread ? withoutUnreadTypes(found) : found;
  const read = {
    file: name,
    blueprint,
    source,
    problems,
    broken,
    adopted,
    rowsUnread,
    standIns: names.standIns,
    repaired,
  };
  if (choices.length === 0) return read;
  const rest = soundParts(blueprint, choices);
  if (rest === undefined) throw new BlueprintError(name, problems);
  return { ...read, blueprint: rest.data as Blueprint, broken: new Set([...broken, ...rest.broken]) };
}

interface Checked {
  /** What was read, its keys under the names that they are likely to mean. */
  readonly keyed: unknown;
  /** Whether a top-level key is unknown: it could have been the section that names the pools. */
  readonly someKeyIsUnknown: boolean;
  readonly problems: readonly BlueprintProblem[];
  /** The parts that are in shape; undefined where a problem lies in what all parts need. */
  readonly sound?: Pick<ReadBlueprint, "blueprint" | "broken" | "repaired">;
}

/** What the schema says of a blueprint, and the parts that it takes. */
function checkedShape(data: unknown, source: BlueprintSource): Checked {
  const schema = schemaOf(data);
  const parsed = schema.safeParse(data);
  if (parsed.success)
    return {
      keyed: data,
      someKeyIsUnknown: false,
      problems: [],
      sound: { blueprint: parsed.data, broken: new Set(), repaired: [] },
    };
  const issuesOf = (read: unknown) => {
    const known = knownAt(schema, read);
    const { error } = schema.safeParse(read, { reportInput: true });
    return (error?.issues ?? []).flatMap((issue) => issueMessages(issue, known));
  };
  const problemOf = ({ code, path, message, key }: IssueMessage) =>
    problem(code, path, message, source.locate(path, key));
  // Below a key under the name that it is likely to mean there may be further ones.
  const unknown: IssueMessage[] = [];
  let keyed = data;
  let told = issuesOf(data);
  for (let found = unknownKeys(told); found.length > 0; found = unknownKeys(told)) {
    unknown.push(...found.map((one) => ofAnotherCloud(one, keyed)));
    for (const { path, key, meant } of found) if (meant !== undefined) source.takeAs(path, key!, meant);
    keyed = withKnownKeys(keyed, found);
    told = issuesOf(keyed);
  }
  const problems = [...unknown, ...told].map(problemOf);
  const mended = withStandIns(keyed, told);
  const left = issuesOf(mended);
  const rest =
    left.length === 0 ? { data: mended, broken: new Set<string>() } : soundParts(mended, left.map(problemOf));
  const reparsed = rest && schema.safeParse(rest.data);
  const broken = new Set([...(rest?.broken ?? []), ...namesOfUnreadable(keyed, told)]);
  const sound = reparsed?.success
    ? { blueprint: reparsed.data, broken, repaired: repairedParts(mended, rest?.data, issuesOf) }
    : undefined;
  return {
    keyed,
    someKeyIsUnknown: unknown.some(({ path, meant }) => path.length === 0 && meant === undefined),
    problems: [...problems, ...inUnbuiltParts(keyed, problems, sound?.blueprint, source)],
    sound,
  };
}

const unknownKeys = (told: readonly IssueMessage[]) => told.filter(({ key }) => key !== undefined);

/** An unknown key that blueprints of another cloud have is no misspelling. */
function ofAnotherCloud(told: IssueMessage, data: unknown): IssueMessage {
  const title = told.key === undefined ? undefined : onlyIn(told.path, told.key, data);
  if (title === undefined) return told;
  const [, advice = ""] = told.message.split("; ", 2);
  const message = `${pathText([...told.path, told.key!])} is a key of ${title}, and this blueprint has cloud: ${cloudOf(data)}; leave it out, ${advice}`;
  return { ...told, code: "not-allowed", message };
}

/** What the tables of props say of parts that nothing is built of, beside what their shape was refused for. */
function inUnbuiltParts(
  data: unknown,
  problems: readonly BlueprintProblem[],
  sound: Blueprint | undefined,
  source: BlueprintSource,
): BlueprintProblem[] {
  const refused = new Set(problems.map(({ path }) => path));
  // monitoring is of pools: without one, it is not made
  const built = Object.keys(sound?.pools ?? {}).length > 0 ? sound : { ...sound, monitoring: undefined };
  const unbuilt = (path: Path) => !refused.has(pathText(path)) && !stands(built, path);
  return [
    ...fieldsOfUnbuilt(data, source, unbuilt),
    ...missingPools(data, source)
      .filter(({ at }) => unbuilt(at))
      .map(({ told }) => told),
  ];
}

/** Where pools are named of which there is none. */
function missingPools(
  data: unknown,
  source: BlueprintSource,
): { readonly at: Path; readonly told: BlueprintProblem }[] {
  const { pools } = tree(data);
  if (!isObject(pools)) return [];
  const known = Object.keys(pools);
  const missing = adoptersIn(data)
    .flatMap(poolPlacesOf)
    .filter(({ name }) => !known.includes(name));
  return missing.map(({ path, name }) => ({ at: path, told: noSuchName(path, "pool", name, known, source) }));
}

/** Whether something stands at a path. */
function stands(data: unknown, path: Path): boolean {
  return (
    path.reduce<unknown>((at, key) => (at as Record<string | number, unknown> | undefined)?.[key], data) !== undefined
  );
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

/** Whether the architecture is of several regions, each with its own network. */
function hasRegions(data: unknown): data is OfRegions {
  const { architecture } = (data ?? {}) as { architecture?: { kind?: unknown } };
  return architecture?.kind === "inferenceRegions";
}

/** The blueprint with a network as all others have one, which nobody asks for more than its zone. */
function inFirstRegion(data: OfRegions): object {
  const { regions } = data.architecture;
  const given = Array.isArray(regions) ? regions[0]?.availabilityZone : undefined;
  const zone = typeof given === "string" ? given : CLOUD_NAMES[cloudOf(data)].zonesInstead("").at(-1);
  return { ...data, network: { availabilityZone: zone } };
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

/** The same, of a blueprint that is going to be built: parts that are wrong as they are written are left out, with their problems. */
export function readBlueprint(paths: readonly string[], settings: readonly string[] = []): ReadBlueprint {
  return readTextsAsBlueprint(readTexts(paths), settings);
}
