import { programWords } from "../../../remedies/program-words";
import type { Fix } from "../../../remedies/remedy";
import type { Missing, Surface } from "../../../remedies/vocabulary";
import type { WordsOf } from "../../../review/review";

const ADDED: Partial<Record<Missing, string>> = {
  lustre: "mount a parallel file system of the platform: give volumes its storageClass and type",
  monitoring: "install the Prometheus operator and set software.monitoring to true",
  "on-demand": "rent on-demand nodes as well",
  fabric: "set fabric to true on the pool",
  "bucket-access": "let the pods write checkpoints to a bucket",
  "gpu-pool": "add a pool",
};

const surface: Surface = { ...programWords, add: (missing) => ADDED[missing] ?? programWords.add(missing) };

/** What to do on a cluster that exists, where the construct has no prop for what the rule names. */
const FIXES: Readonly<Record<string, Fix>> = {
  // pods of Slurm: for those of Ray the platform checks its nodes
  "gpu-health-unchecked":
    "let what checks the GPUs (DCGM with a node problem detector, or the platform's) cordon bad nodes: the operator then drains them in Slurm",
  "gang-without-queueing": "set teams with at least one team, and queue on the Ray cluster",
  "gpu-nodes-always-on": "give back nodes that no job needs, where the platform takes them back within the contract",
  "ray-head-not-recoverable": "checkpoint to the shared file system, so that a new Ray head continues the job",
  "pool-not-adopted": "name the pool in rayClusters or slurm.partitions",
  "nvme-unused": "mount the node's local disk as a hostPath or generic ephemeral volume of the platform",
};

/** Findings about an existing cluster name its own props, and no construct that makes a cluster. */
export const existingWords: WordsOf = (rule) => {
  const fix = FIXES[rule];
  return fix === undefined ? { surface } : { surface, fix };
};
