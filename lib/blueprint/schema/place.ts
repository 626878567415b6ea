import type { AdopterKind } from "../../model/adopters";
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

export const clusterName = (root: Tree): string => String(part(root, "network").clusterName ?? root.name);

/** Who starts the nodes of the pool of a name, as far as the blueprint says. */
export function adopterOf(root: Tree, pool: string): AdopterKind | undefined {
  const ofKubernetes = part(root, "kubeRay").pools;
  if (Array.isArray(ofKubernetes) && ofKubernetes.includes(pool)) return "kubernetes";
  if (Object.values(part(root, "fleets")).some((fleet) => tree(fleet).pool === pool)) return "fleet";
  const partitions = parts(part(root, "slurm"), "partitions");
  const has = (names: unknown) => Array.isArray(names) && names.includes(pool);
  if (partitions.some(({ pools }) => has(pools))) return "slurm";
  const managed = part(root, "parallelComputing");
  const queues = parts(managed, "partitions");
  return has(managed.loginPools) || queues.some(({ pools }) => has(pools)) ? "pcs" : undefined;
}
