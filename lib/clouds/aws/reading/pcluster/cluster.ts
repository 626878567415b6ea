import type { Cluster, Scheduler } from "../../../../model/model";
import { count, known, regionOf, type Section, section, sections } from "./config";
import { FABRIC, partitionsOf, poolsOf } from "./queues";
import { fileSystemsOf } from "./shared-storage";

/** Minutes until an idle node stops, and seconds that a node may boot. @see aws/aws-parallelcluster cli/src/pcluster (451cc53, read 2026-11-23) */
const IDLE_MINUTES = 10;
const BOOT_SECONDS = 1800;

function schedulerOf(config: Section, pools: Cluster["pools"]): Scheduler {
  const settings = section(section(config, "Scheduling"), "SlurmSettings");
  const timeouts = section(section(config, "DevSettings"), "Timeouts");
  const loginPools = sections(section(config, "LoginNodes"), "Pools");
  return {
    kind: "slurm",
    name: "slurm",
    version: "unknown",
    headInstanceType: known(section(config, "HeadNode").InstanceType) ?? "",
    backupController: false,
    autoRecovery: true,
    stateProtected: true,
    accounting: settings.Database !== undefined || settings.ExternalSlurmdbd !== undefined ? "external" : "none",
    loginNodes: loginPools.reduce((sum, pool) => sum + (count(pool.Count) ?? 0), 0),
    loginCidrs: [],
    suspendMinutes: count(settings.ScaledownIdletime) ?? IDLE_MINUTES,
    resumeTimeoutSeconds: count(timeouts.ComputeNodeBootstrapTimeout) ?? BOOT_SECONDS,
    preemption: "none",
    healthChecked: true,
    partitions: partitionsOf(config, pools),
  };
}

/** The cluster that a configuration of ParallelCluster 3 describes. */
export function clusterOfPcluster(name: string, config: Section): Cluster {
  const pools = poolsOf(config);
  const efa = pools.some(({ fabric }) => fabric !== null);
  return {
    name,
    cloud: "aws",
    region: regionOf(config),
    networks: [],
    fabrics: efa
      ? [
          {
            name: FABRIC,
            kind: "efa",
            availabilityZone: null,
            aws: { nicLayout: "legacy-all-efa", selfIngress: null, selfEgress: null },
          },
        ]
      : [],
    fileSystems: fileSystemsOf(config),
    buckets: [],
    pools,
    schedulers: section(config, "Scheduling").Scheduler === "slurm" ? [schedulerOf(config, pools)] : [],
    monitoring: [],
    workload: null,
  };
}
