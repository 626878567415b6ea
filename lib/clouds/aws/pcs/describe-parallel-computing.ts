import type { Scheduler } from "../../../model/model";
import { describeQueue } from "../../../slurm/definition/slurm-queue";
import type { ParallelComputingDefinition } from "./define-parallel-computing";

/** Seconds that AWS PCS gives a node to register; see ResumeTimeout in docs/limits.md. */
const RESUME_SECONDS = 1800;

/** The cluster in the plain terms of the model: Slurm whose controller AWS runs. */
export function describeParallelComputing(cluster: ParallelComputingDefinition): Scheduler {
  const { name, version, size, groups, loginPools, accounting, suspendMinutes, preemption } = cluster;
  const ofLogin = groups.filter(({ pool }) => loginPools.includes(pool));
  return {
    kind: "slurm",
    name,
    version,
    headInstanceType: "",
    managed: { service: "AWS PCS", size, nodes: groups.reduce((sum, { max }) => sum + max, 0), accounting },
    backupController: false,
    autoRecovery: true,
    stateProtected: true,
    accounting: accounting ? "local" : "none",
    // Instances of their pools, which have a bill of their own.
    loginNodes: ofLogin.reduce((sum, { max }) => sum + max, 0),
    loginPools: [],
    loginCidrs: [],
    suspendMinutes,
    resumeTimeoutSeconds: RESUME_SECONDS,
    preemption,
    healthChecked: cluster.healthChecks,
    partitions: cluster.queues.map(describeQueue),
  };
}
