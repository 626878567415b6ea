import type { Path } from "../reader/path";

/** A key that stood elsewhere in blueprints of this version that were written earlier. */
export interface MovedKey {
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/** Every key that has moved, so that earlier blueprints are still read; `expand` writes the new place. */
export const movedKeys: readonly MovedKey[] = [{ from: ["kubeRay", "teams"], to: ["kubeRay", "queues", "teams"] }];

type Tree = Record<string, unknown>;

const isTree = (value: unknown): value is Tree => typeof value === "object" && value !== null && !Array.isArray(value);

/** What an earlier blueprint says, at the places of today. A key that stands at both places stays at both, to be refused. */
export function moveKeys(data: unknown, moved: readonly MovedKey[] = movedKeys): unknown {
  return moved.reduce(moveKey, data);
}

function moveKey(data: unknown, { from, to }: MovedKey): unknown {
  if (at(data, from) === undefined || at(data, to) !== undefined) return data;
  const copy = structuredClone(data) as Tree;
  const owner = at(copy, from.slice(0, -1)) as Tree;
  const value = owner[from.at(-1)!];
  delete owner[from.at(-1)!];
  let here = copy;
  for (const key of to.slice(0, -1)) {
    if (here[key] === undefined) here[key] = {};
    else if (!isTree(here[key])) return data;
    here = here[key] as Tree;
  }
  here[to.at(-1)!] = value;
  return copy;
}

function at(data: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((here, key) => (isTree(here) ? here[key] : undefined), data);
}

/** Where a path of today may stand in an earlier blueprint. */
export function earlierPaths(path: Path, moved: readonly MovedKey[] = movedKeys): Path[] {
  return moved
    .filter(({ to }) => to.every((key, index) => path[index] === key))
    .map(({ from, to }) => [...from, ...path.slice(to.length)]);
}
