import type { AdopterKind } from "../../remedies/adopters";
import { adoptersIn, poolsNamedBy } from "../reader/written-adopters";
import type { Place } from "./key";

// What a blueprint's text says of the parts that a key's value follows from. What follows is decided where the constructs decide it.

export type Tree = Readonly<Record<string, unknown>>;

const tree = (value: unknown): Tree => (typeof value === "object" && value !== null ? (value as Tree) : {});

/** A map below another, empty where it is left out. */
export const part = (of: Tree, ...keys: readonly string[]): Tree => keys.reduce<Tree>((at, key) => tree(at[key]), of);

/** The maps of a list, empty where it is left out. */
export const parts = (of: Tree, key: string): readonly Tree[] =>
  Array.isArray(of[key]) ? (of[key] as readonly unknown[]).map(tree) : [];

/** Whether a part is made, and not there already. */
export const isMade = ({ owner }: Place): boolean => owner.existing === undefined;

/** Whether a blueprint names its parts, and no architecture brings them. */
export const ofParts = ({ root }: Place): boolean => root.architecture === undefined;

export const clusterName = (root: Tree): string => String(part(root, "network").clusterName ?? root.name);

/** Who starts the nodes of the pool of a name, as far as the blueprint says. */
export function adopterOf(root: Tree, pool: string): AdopterKind | undefined {
  return adoptersIn(root).find((adopter) => poolsNamedBy(adopter).includes(pool))?.row.kind;
}
