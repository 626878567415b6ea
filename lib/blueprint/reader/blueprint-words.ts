import type { Blueprint } from "../schema/schema";

/** What constructs, rules and their fixes say in a program's words, and what a blueprint says in their place; the longer first. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [
    /pass it to a SlurmHeadNode \(partitions\).*NodeFleet \(pool\)/,
    "name it in slurm.partitions, kubeRay.pools or a fleet",
  ],
  [/or add Capacity\.onDemand\(\)/g, "or add { kind: on-demand } to capacity"],
  [/Capacity\.onDemand\(\) to the pool\b/g, "{ kind: on-demand } to the pool's capacity"],
  [/Capacity\.onDemand\(\)/g, "{ kind: on-demand }"],
  [/Capacity\.(block|reservation|spot)\(\)/g, "{ kind: $1 }"],
  [/Image\.id\([^)]*\)/g, "image: { os: …, amiId: ami-… }"],
  [/Image\.(?:dlami|plain)\("([^"]+)"\)/g, "image: { os: $1 }"],
  [/Image\.ssmParameter\("([^"]+)", "([^"]+)"\)/g, "image: { os: $2, ssmParameter: $1 }"],
  [/Placement\.(cluster|none)\(\)/g, "$1"],
  [/Placement\.existing\(name\)/g, "placementGroupName"],
  [/GpuSharing\.timeSlicing\((\d+)\)/g, "timeSlicingReplicas: $1"],
  [/GpuSharing\.mig or GpuSharing\.timeSlicing/g, "migProfile or timeSlicingReplicas"],
  [/pools\[(\d+)\]\.gpuSharing\.replicas/g, "mpsReplicas of pools[$1]"],
  [/gpuSharing replicas/g, "gpuSharing"],
  [/gpuSharing (?:profile|by MIG)|gpuSharing\.profile/g, "migProfile"],
  [/gpuSharing\.instancesPerGpu/g, "migProfile"],
  [/\bnvmeCache\b/g, "nvmeCachePath"],
  [/(?:an? )?ClusterMonitoring\b/g, "monitoring"],
  [/(?:the )?KubeRayCluster\b/g, "kubeRay"],
  [/(?:a )?SlurmHeadNode\b/g, "slurm"],
  [/(?:a )?NodeFleet\b/g, "a fleet"],
];

/** Keys that say how GPUs are shared, for which constructs have one prop. */
const SHARING = "migProfile, timeSlicingReplicas or mpsReplicas";

/**
 * A sentence of a construct in the words of a blueprint.
 *
 * @param sharing key by which the blueprint says how GPUs are shared
 */
export function inBlueprintWords(text: string, sharing = SHARING): string {
  return WORDS.reduce((said, [word, ours]) => said.replace(word, ours), text).replace(/\bgpuSharing\b/g, sharing);
}

type Architecture = NonNullable<Blueprint["architecture"]>;

/** The key of an architecture for the most nodes of its pool. */
const MOST_NODES: Readonly<Record<Architecture["kind"], string>> = {
  training: "nodes and spareNodes together",
  fineTuning: "nodesPerRun x runsAtOnce",
  inference: "nodes",
  inferenceRegions: "nodes of the region",
  singleNode: "nodes",
};

/** The same sentence where an architecture makes the parts, and has keys of its own for what is said of them. */
export function inArchitectureWords(text: string, { kind }: Architecture): string {
  const owner = kind === "inferenceRegions" ? "of the region" : "of the architecture";
  return text
    .replace(/\bnodes\.max\b/g, MOST_NODES[kind])
    .replace(/\b(of|in|on|add) kubeRay\b/g, `$1 ray ${owner}`)
    .replace(/\b(of|in|on|add) (slurm|monitoring)\b/g, `$1 $2 ${owner}`)
    .replace(/\bimage: \{/g, "pool.image: {");
}
