import type { Scheduler } from "../../../model/model";
import { describeQueue } from "../../../slurm/definition/slurm-queue";
import type { HybridDefinition } from "./define-hybrid";

/** The site's Slurm in the plain terms of the model, as far as it is in AWS: its controllers are none of the stack. */
export function describeHybrid(name: string, { cluster, site, staging }: HybridDefinition): Scheduler {
  return {
    kind: "slurm",
    name,
    version: cluster.version,
    headInstanceType: "",
    backupController: site.controllers.length > 1,
    autoRecovery: true,
    stateProtected: true,
    // Whether the site accounts is its own affair, which no rule here may find missing.
    accounting: "external",
    loginNodes: 0,
    loginPools: [],
    loginCidrs: [],
    suspendMinutes: cluster.suspendSeconds / 60,
    resumeTimeoutSeconds: cluster.resumeTimeoutSeconds,
    preemption: cluster.preemption,
    // So is its HealthCheckProgram, which it runs on nodes in AWS too; at boot they are checked by their pool.
    healthChecked: true,
    joins: site.clusterName,
    ...(staging === null ? {} : { staging }),
    partitions: cluster.partitions.map(describeQueue),
  };
}
