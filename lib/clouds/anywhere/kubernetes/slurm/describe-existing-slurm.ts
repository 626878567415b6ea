import type { Scheduler } from "../../../../model/model";
import { describeQueue } from "../../../../slurm/definition/slurm-queue";
import { SLINKY_SLURM_VERSION, type SlurmOnKubernetes } from "./define-existing-slurm";

/** Name of Slurm in the model, beside the cluster that it is on. */
export const slurmName = (cluster: string): string => `${cluster}-slurm`;

/** What the model says of Slurm on a cluster: Kubernetes starts its controller again, and its state is on a volume that outlives the pod. */
export function describeExistingSlurm(cluster: string, slurm: SlurmOnKubernetes): Scheduler {
  return {
    kind: "slurm",
    name: slurmName(cluster),
    version: SLINKY_SLURM_VERSION,
    headInstanceType: "",
    backupController: false,
    autoRecovery: true,
    stateProtected: true,
    accounting: slurm.accounting === null ? "none" : "external",
    loginNodes: slurm.login?.replicas ?? 0,
    loginCidrs: slurm.login?.service === "LoadBalancer" ? slurm.login.allowedCidrs : [],
    suspendMinutes: 0,
    resumeTimeoutSeconds: 0,
    preemption: "none",
    healthChecked: false,
    partitions: slurm.partitions.map(describeQueue),
  };
}
