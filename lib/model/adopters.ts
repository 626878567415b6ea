/** Who can start a pool's nodes, as people write it: the construct, its prop that takes pools, and a blueprint's key. */
export const ADOPTERS = {
  slurm: { construct: "SlurmHeadNode", prop: "partitions", key: "slurm" },
  pcs: { construct: "ParallelComputing", prop: "partitions", key: "parallelComputing" },
  kubernetes: { construct: "KubeRayCluster", prop: "pools", key: "kubeRay" },
  fleet: { construct: "NodeFleet", prop: "pool", key: "fleets" },
} as const;

/** What starts a pool's nodes, in the model's terms. */
export type AdopterKind = keyof typeof ADOPTERS;

/** The constructs that can start a pool's nodes, as an alternative: "a SlurmHeadNode, a KubeRayCluster or a NodeFleet". */
export function adoptersInWords(
  word: (of: (typeof ADOPTERS)[AdopterKind]) => string = ({ construct }) => `a ${construct}`,
): string {
  const names = Object.values(ADOPTERS).map(word);
  return `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}
