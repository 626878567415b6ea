import { defaultAuthentication } from "../../../slurm/definition/slurm-defaults";
import type { SlurmOptions } from "../../../slurm/definition/slurm-options";
import { defaultVersion } from "../../../slurm/definition/versions";
import { hasContainers } from "../../common/slurm/container-packages";
import type { GpuNodePool } from "../pools/gpu-node-pool";
import type { SlurmHeadNodeProps } from "./slurm-head-node-props";
import { SLURM_HEAD_NODE } from "./slurm-head-node-table";

/** The head's props in the terms of `defineSlurmCluster`. */
export function slurmOptions(id: string, props: SlurmHeadNodeProps, pools: readonly GpuNodePool[]): SlurmOptions {
  const head = `${id}-head`;
  const packaged = (props.slurmPackages ?? SLURM_HEAD_NODE.slurmPackages.default) === "distribution";
  const { passwordSecretArn: _, ...accounting } = props.accounting ?? { kind: "local" as const };
  return {
    name: props.slurmClusterName ?? props.network.clusterName,
    version: props.version,
    controllers: props.backupController ? [head, `${id}-backup`] : [head],
    authentication:
      props.authentication ?? (packaged ? defaultAuthentication(defaultVersion, "distribution") : undefined),
    pools: pools.map((pool) => ({
      pool: pool.describe(),
      launch: props.launch,
      backoffMinutes: props.backoffMinutes,
    })),
    partitions: props.partitions.map((partition) => ({
      ...partition,
      pools: partition.pools.map((pool) => pool.name),
    })),
    suspendMinutes: props.suspendMinutes,
    resumeTimeoutSeconds: props.resumeTimeoutSeconds,
    blockDrainMinutes: props.blockDrainMinutes,
    maxFailedBoots: props.maxFailedBoots,
    updates: props.updates,
    jobPrograms: props.jobPrograms,
    privateData: props.privateData,
    accounting,
    preemption: props.preemption,
    priority: props.priority,
    qos: props.qos,
    accounts: props.accounts,
    users: props.users,
    topology: props.topology,
    privateTmp: props.privateTmp,
    containers: hasContainers(props),
    healthChecks: props.healthChecks,
    healthCheckSeconds: props.healthCheckSeconds,
    restApi: props.restApi !== undefined,
    directoryUsers: props.directory !== undefined,
    slurmConf: props.slurmConf,
  };
}
