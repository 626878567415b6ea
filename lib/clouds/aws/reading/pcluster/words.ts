import { programWords } from "../../../../remedies/program-words";
import type { WordsOf } from "../../../../review/review";

/** Fixes in the keys of a ParallelCluster configuration, for each rule that it decides. */
const FIXES: Readonly<Record<string, string>> = {
  "accounting-missing": "set SlurmSettings/Database to a MySQL database",
  "block-dates-unknown": "ParallelCluster reads the dates from EC2; compare them with the run",
  "cheaper-instance-type": "set InstanceType of the compute resource to the cheaper type",
  "cpu-architectures-mixed": "use instance types of one CPU architecture for the head node and all queues",
  "default-time-above-limit": "set DefaultTime in CustomSlurmSettings of the queue to MaxTime or less",
  "efa-not-supported": "set Efa/Enabled of the compute resource to false, or choose a type with EFA",
  "efa-unused": "set Efa/Enabled of the compute resource to true",
  "file-system-not-encrypted":
    "set Encrypted of EfsSettings to true; this replaces the file system: copy its data first",
  "file-system-unprotected": "set DeletionPolicy of the shared storage to Retain",
  "gpu-health-unchecked": "set HealthChecks/Gpu/Enabled of the queue to true",
  "gpu-nodes-always-on": "set MinCount of the compute resource to 0",
  "idle-nodes-dropped-early": "raise SlurmSettings/ScaledownIdletime",
  "idle-nodes-kept-long": "lower SlurmSettings/ScaledownIdletime",
  "imds-v1-allowed": "set Imds/ImdsSupport to v2.0",
  "lustre-backup-with-repository": "set AutomaticBackupRetentionDays to 0, or remove the data repositories",
  "partition-without-time-limit": "set MaxTime in CustomSlurmSettings of the queue",
  "placement-group-missing": "set Networking/PlacementGroup/Enabled of the queue to true",
  "placement-not-supported": "set Networking/PlacementGroup/Enabled of the queue to false",
  "spot-without-fallback": "add a queue with CapacityType ONDEMAND as a fallback",
  "volume-not-encrypted": "set Encrypted of the RootVolume to true",
};

/** How a configuration says it. */
export const pclusterWords: WordsOf = (rule) => {
  const fix = FIXES[rule];
  return fix === undefined ? { surface: programWords } : { surface: programWords, fix };
};
