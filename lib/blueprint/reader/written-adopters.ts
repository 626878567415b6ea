import { type AdopterKind, type AdopterRow, NAMED_ADOPTERS, SINGLE_ADOPTERS } from "../../remedies/adopters";
import type { Path } from "./path";

type Tree = Readonly<Record<string, unknown>>;

const tree = (value: unknown): Tree => (typeof value === "object" && value !== null ? (value as Tree) : {});
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** What a blueprint says of one that starts nodes, not checked any further. */
export interface WrittenAdopter {
  readonly row: AdopterRow & { readonly kind: AdopterKind };
  /** Id of its construct, by which the model calls it. */
  readonly id: string;
  readonly path: Path;
  readonly section: unknown;
}

/** Those that start nodes in a blueprint, in the order in which they are made. */
export function adoptersIn(blueprint: unknown): WrittenAdopter[] {
  const root = tree(blueprint);
  const named = NAMED_ADOPTERS.flatMap((row) =>
    Object.entries(tree(root[row.key])).map(([id, section]) => ({ row, id, path: [row.key, id], section })),
  );
  const single = SINGLE_ADOPTERS.filter(({ key }) => root[key] !== undefined);
  return [...named, ...single.map((row) => ({ row, id: row.id, path: [row.key], section: root[row.key] }))];
}

/** Names of the pools that it starts, each once, in the order in which they are written. */
export function poolsNamedBy(written: Pick<WrittenAdopter, "row" | "section">): string[] {
  return [...new Set(poolPlacesOf({ ...written, path: [] }).map(({ name }) => name))];
}

/** Where it names pools, in the order in which they are written. */
export function poolPlacesOf({ row, path, section }: Pick<WrittenAdopter, "row" | "path" | "section">) {
  const places = row.pools.flatMap((place) => valuesAt(path, section, place.split(".")));
  return places.flatMap(({ path: at, value }) => (value === undefined ? [] : [{ path: at, name: String(value) }]));
}

/** Whether the list of what it starts can be read. */
export function namesPools({ row, section }: WrittenAdopter): boolean {
  const [key, isList] = stepOf(row.pools[0]!.split(".")[0]!);
  return !isList || Array.isArray(tree(section)[key]);
}

/** What stands at a place: `partitions[].pools[]`. */
function valuesAt(
  path: Path,
  value: unknown,
  [step, ...rest]: readonly string[],
): readonly { readonly path: Path; readonly value: unknown }[] {
  if (step === undefined) return [{ path, value }];
  const [key, isList] = stepOf(step);
  const next = tree(value)[key];
  if (!isList) return valuesAt([...path, key], next, rest);
  return list(next).flatMap((one, index) => valuesAt([...path, key, index], one, rest));
}

/** A key, and whether a list stands there: `pools[]`. */
export const stepOf = (step: string) => [step.replace("[]", ""), step.endsWith("[]")] as const;
