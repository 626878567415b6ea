import type { Scheduler } from "../../../model/model";
import type { SlurmCluster } from "../../../slurm/definition/slurm-cluster";
import { describeQueue } from "../../../slurm/definition/slurm-queue";
import { ROOT_GIB } from "./controller";
import type { SlurmHeadNodeProps } from "./slurm-head-node-props";
import { SLURM_HEAD_NODE } from "./slurm-head-node-table";

/** The head in the plain terms of the model. */
export function describeSlurm(id: string, cluster: SlurmCluster, props: SlurmHeadNodeProps): Scheduler {
  const { mounts = [], instanceType, stateVolumeGiB } = props;
  return {
    kind: "slurm",
    name: id,
    version: cluster.version,
    headInstanceType: instanceType ?? SLURM_HEAD_NODE.instanceType.default,
    backupController: false,
    // Azure moves a VM to another host when its own fails
    autoRecovery: true,
    stateProtected: true,
    accounting: cluster.accounting.kind,
    loginNodes: 0,
    loginPools: [],
    volumesGiB: ROOT_GIB + (stateVolumeGiB ?? SLURM_HEAD_NODE.stateVolumeGiB.default),
    homePath: mounts.find(({ path, readOnly }) => path === "/home" && !readOnly)?.path ?? null,
    loginCidrs: [],
    suspendMinutes: cluster.suspendSeconds / 60,
    resumeTimeoutSeconds: cluster.resumeTimeoutSeconds,
    preemption: cluster.preemption,
    healthChecked: cluster.healthChecks,
    partitions: cluster.partitions.map(describeQueue),
  };
}
