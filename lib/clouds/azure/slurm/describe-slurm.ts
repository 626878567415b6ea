import type { Scheduler } from "../../../model/model";
import type { SlurmCluster } from "../../../slurm/definition/slurm-cluster";
import { describeQueue } from "../../../slurm/definition/slurm-queue";
import { managedDatabase } from "./accounting-options";
import { loginNodeCount, loginPools } from "./login-pools";
import { ROOT_GIB } from "./site-node";
import type { SlurmHeadNodeProps } from "./slurm-head-node-props";
import { SLURM_HEAD_NODE } from "./slurm-head-node-table";
import { NIGHTLY } from "./state-snapshots";

/** The head in the plain terms of the model. */
export function describeSlurm(id: string, cluster: SlurmCluster, props: SlurmHeadNodeProps): Scheduler {
  const { mounts = [], instanceType, stateSnapshots } = props;
  const loginNodes = loginNodeCount(props);
  const volumeGiB = props.stateVolumeGiB ?? SLURM_HEAD_NODE.stateVolumeGiB.default;
  const { everyHours = NIGHTLY.everyHours, keepDays = NIGHTLY.keepDays } = stateSnapshots ?? {};
  const database = managedDatabase(props.accounting);
  return {
    kind: "slurm",
    name: id,
    version: cluster.version,
    headInstanceType: instanceType ?? SLURM_HEAD_NODE.instanceType.default,
    backupController: false,
    // Azure moves a VM to another host when its own fails
    autoRecovery: true,
    stateProtected: true,
    accounting: database ? "managed" : cluster.accounting.kind,
    ...(database && {
      database: { type: database.sku, storageGiB: database.storageGiB, backupDays: database.backupDays },
    }),
    loginNodes,
    loginPools: loginPools(props).map(({ name, instanceType, count }) => ({ name, instanceType, nodes: count })),
    volumesGiB: ROOT_GIB * (1 + loginNodes) + volumeGiB,
    ...(stateSnapshots && {
      stateSnapshots: { volumeGiB, everyHours, keep: Math.floor((keepDays * 24) / everyHours) },
    }),
    homePath: mounts.find(({ path, readOnly }) => path === "/home" && !readOnly)?.path ?? null,
    loginCidrs: [],
    suspendMinutes: cluster.suspendSeconds / 60,
    resumeTimeoutSeconds: cluster.resumeTimeoutSeconds,
    preemption: cluster.preemption,
    healthChecked: cluster.healthChecks,
    partitions: cluster.partitions.map(describeQueue),
  };
}
