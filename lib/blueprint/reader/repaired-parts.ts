import { SINGLE_ADOPTERS } from "../../remedies/adopters";
import { NAMED_SECTIONS } from "./check-names";
import type { IssueMessage } from "./issue-message";
import type { Path } from "./path";
import { tree } from "./tree";

/** A part that is wrong as it is written, without what is wrong with it. */
export interface RepairedPart {
  readonly path: Path;
  readonly value: unknown;
}

type Told = Pick<IssueMessage, "path" | "key">;
type Issues = (data: unknown) => readonly Told[];

/** What holds in place of a key that a part cannot do without. */
const STAND_INS: Readonly<Record<string, unknown>> = {
  nodes: { min: 0, max: 1 },
  address: { name: "llm.example.com", hostedZoneId: "Z0123456789ABCDEFGHIJ" },
  tokens: 1e9,
  sequenceLength: 2048,
  globalBatchSequences: 64,
  requestsPerSecond: 1,
  promptTokens: 1000,
  outputTokens: 100,
};

/** Most times that something is taken out of a part. */
const MOST_REPAIRS = 30;

/**
 * The parts of `data` that `sound` was left without, each without what its shape is refused for, so that constructs can say what else is
 * wrong with it. Left out are those of which nothing can be made then.
 */
export function repairedParts(data: unknown, sound: unknown, issuesOf: Issues): RepairedPart[] {
  return partsLeftOut(data, sound).flatMap((path) => {
    const value = repaired(path, at(data, path), sound, issuesOf);
    return value === undefined ? [] : [{ path, value }];
  });
}

/** A blueprint with parts in their places. */
export function withParts(data: unknown, parts: readonly RepairedPart[]): unknown {
  return parts.reduce((made, { path, value }) => put(made, path, value), data);
}

function partsLeftOut(data: unknown, sound: unknown): Path[] {
  const named = NAMED_SECTIONS.flatMap((section) =>
    Object.keys(tree(tree(data)[section])).map((name) => [section, name]),
  );
  const single = [...SINGLE_ADOPTERS.map(({ key }) => key), "workload", "architecture"].map((section) => [section]);
  return [...named, ...single].filter((path) => at(data, path) !== undefined && at(sound, path) === undefined);
}

function repaired(path: Path, value: unknown, sound: unknown, issuesOf: Issues): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  const copy: unknown = structuredClone(value);
  for (let tries = 0; tries < MOST_REPAIRS; tries += 1) {
    const [issue] = [...issuesOf(put(sound, path, copy))].reverse();
    if (issue === undefined) return copy;
    const wrong = issue.key === undefined ? issue.path : [...issue.path, issue.key];
    if (!takeOut(copy, wrong.slice(path.length))) return undefined;
  }
  return undefined;
}

/** Takes out what stands at a path, or else what cannot do without it; false where that is all. */
function takeOut(part: unknown, path: Path): boolean {
  const key = path.at(-1);
  if (key === undefined) return false;
  const owner = at(part, path.slice(0, -1)) as Record<string | number, unknown> | undefined;
  const instead = STAND_INS[key];
  if (Array.isArray(owner)) owner.splice(Number(key), 1);
  else if (owner !== undefined && instead !== undefined && owner[key] !== instead) owner[key] = instead;
  else if (owner !== undefined && key in owner) delete owner[key];
  else return takeOut(part, path.slice(0, -1));
  return true;
}

function put(data: unknown, [key, ...rest]: Path, value: unknown): unknown {
  return key === undefined ? value : { ...tree(data), [key]: put(tree(data)[key], rest, value) };
}

const at = (data: unknown, path: Path): unknown => path.reduce((here, key) => tree(here)[key], data);
