import fc from "fast-check";
import { stringify } from "yaml";
import { arbitraryBlueprint } from "./arbitrary-blueprint";

export const MISTAKES = [
  "dropped key",
  "misspelt key",
  "wrong type",
  "wrong value",
  "negative number",
  "huge number",
  "null",
  "duplicate key",
  "bad yaml",
] as const;

/** A valid blueprint with one mistake made in it. */
export interface MistakenBlueprint {
  readonly mistake: (typeof MISTAKES)[number];
  readonly text: string;
  /** Whether it must be refused; else what was dropped may be optional, what was written another right value. */
  readonly certain: boolean;
}

type Key = string | number;
interface Place {
  readonly path: readonly Key[];
  readonly value: unknown;
}

export function mistakenBlueprint(): fc.Arbitrary<MistakenBlueprint> {
  return fc
    .tuple(arbitraryBlueprint(), fc.constantFrom(...MISTAKES), fc.nat(), fc.nat())
    .map(([blueprint, mistake, which, how]) => mistaken(blueprint, mistake, which, how));
}

/** Maps whose keys people choose: there a misspelt key is another name. */
const NAMES_OF_PEOPLE = ["buckets", "fileSystems", "pools", "fleets", "tags", "labels", "gpus"];

function mistaken(
  blueprint: object,
  mistake: MistakenBlueprint["mistake"],
  which: number,
  how: number,
): MistakenBlueprint {
  const pick = <T>(all: readonly T[]): T => all[which % all.length]!;
  const places = placesIn(blueprint);
  const keyed = places.filter(({ path }) => typeof path.at(-1) === "string");
  const change = (path: readonly Key[], value: unknown) => stringify(withValue(blueprint, path, value));
  switch (mistake) {
    case "dropped key":
      return { mistake, text: change(pick(keyed).path, undefined), certain: false };
    case "misspelt key": {
      const { path } = pick(keyed);
      const certain = !(path.length > 1 && NAMES_OF_PEOPLE.includes(String(path.at(-2))));
      return { mistake, text: stringify(withKey(blueprint, path, `${String(path.at(-1))}x`)), certain };
    }
    case "wrong type": {
      const { path, value } = pick(places);
      const wrong = typeof value === "object" ? "text" : how % 2 === 0 ? { wrong: 1 } : [1];
      return { mistake, text: change(path, wrong), certain: true };
    }
    case "wrong value": {
      const { path } = pick(places.filter(({ value }) => typeof value === "string"));
      return {
        mistake,
        text: change(path, ["@@@", "x".repeat(300), "a\nb", "../../etc", "${x}"][how % 5]),
        certain: false,
      };
    }
    case "negative number":
    case "huge number": {
      const numbers = places.filter(({ value }) => typeof value === "number");
      const { path, value } = pick(numbers);
      const negative = mistake === "negative number";
      return {
        mistake,
        text: change(path, negative ? -1 - Number(value) : [1e9, 1e18, 1e300][how % 3]),
        certain: negative,
      };
    }
    case "null":
      return { mistake, text: change(pick(places).path, null), certain: true };
    case "duplicate key": {
      const lines = stringify(blueprint).split("\n");
      const at = pick(lines.flatMap((line, index) => (/^ *[\w-]+: [^|>]+$/.test(line) ? [index] : [])));
      return { mistake, text: [...lines.slice(0, at + 1), ...lines.slice(at)].join("\n"), certain: true };
    }
    case "bad yaml": {
      const lines = stringify(blueprint).split("\n");
      const at = 1 + (which % (lines.length - 1));
      const bad = ["\t]}", "key: [", "? {", ": : :", '"open', "*nothing"][how % 6]!;
      return { mistake, text: [...lines.slice(0, at), bad, ...lines.slice(at)].join("\n"), certain: true };
    }
  }
}

/** Every value below the top, with its path. */
function placesIn(value: unknown, path: readonly Key[] = []): Place[] {
  const here = path.length === 0 ? [] : [{ path, value }];
  if (typeof value !== "object" || value === null) return here;
  const keys = Array.isArray(value) ? value.map((_, index) => index) : Object.keys(value);
  return [...here, ...keys.flatMap((key) => placesIn((value as Record<Key, unknown>)[key], [...path, key]))];
}

/** A copy with the value at a path replaced, or its key left out where that is undefined. */
function withValue(root: object, path: readonly Key[], value: unknown): object {
  const copy = structuredClone(root);
  const owner = ownerOf(copy, path);
  const key = path.at(-1)!;
  if (value === undefined) delete owner[key];
  else owner[key] = value;
  return copy;
}

function withKey(root: object, path: readonly Key[], name: string): object {
  const copy = structuredClone(root);
  const owner = ownerOf(copy, path);
  const key = path.at(-1)!;
  owner[name] = owner[key];
  delete owner[key];
  return copy;
}

function ownerOf(root: object, path: readonly Key[]): Record<Key, unknown> {
  return path.slice(0, -1).reduce((node, key) => node[key] as Record<Key, unknown>, root as Record<Key, unknown>);
}
