/**
 * Writes the whole configuration of one test site with lib/slurm:  node --import tsx generate.ts SITE FOLDER
 *
 * FOLDER/etc gets slurm.conf and the rest, FOLDER/policy.json the declared policy, FOLDER/site.json what the tests need to know.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  cgroupConf,
  defineSlurmCluster,
  gresConf,
  hostList,
  hostLists,
  nodeCount,
  plugstackConf,
  slurmConf,
  slurmdbdConf,
  topologyConf,
} from "../../../lib/slurm";
import { sites } from "./sites";

const [name = "", folder = "."] = process.argv.slice(2);
const site = sites[name];
if (site === undefined) throw new Error(`no site ${name}; there are ${Object.keys(sites).join(", ")}`);
const cluster = defineSlurmCluster(site, name);

const etc = join(folder, "etc");
mkdirSync(etc, { recursive: true });
const files: Record<string, string | null> = {
  "slurm.conf": slurmConf(cluster),
  "gres.conf": gresConf(cluster),
  "cgroup.conf": cgroupConf(),
  "topology.conf": topologyConf(cluster),
  "slurmdbd.conf": slurmdbdConf(cluster),
  "plugstack.conf": plugstackConf(cluster),
};
for (const [file, text] of Object.entries(files)) {
  if (text !== null) writeFileSync(join(etc, file), text);
}
writeFileSync(join(folder, "policy.json"), JSON.stringify(cluster.policy, null, 2));
writeFileSync(
  join(folder, "site.json"),
  JSON.stringify({
    name: cluster.name,
    version: cluster.version,
    database: cluster.accounting.kind !== "none",
    nodes: cluster.pools.reduce((sum, pool) => sum + nodeCount(pool.ranges), 0),
    partitions: cluster.partitions.map((partition) => ({ name: partition.name, pools: partition.pools })),
    pools: cluster.pools.map((pool) => ({
      name: pool.name,
      instanceType: pool.instance.name,
      launch: pool.launch,
      backoffMinutes: pool.backoffMinutes,
      topologyApi: pool.instance.topologyApi,
      capacity: pool.capacity,
      hostList: hostLists(pool.ranges),
      ranges: pool.ranges.map((range) => ({ ...range, hostList: hostList(range) })),
      expect: {
        gpus: pool.hardware.gpu?.devices ?? 0,
        accelerator: pool.accelerator?.name ?? null,
        mig: null,
        nvSwitch: pool.hardware.gpu !== null,
        efaDevices: pool.instance.maxEfaInterfaces,
        nvmeMountPath: pool.model.nvmeCache?.mountPath ?? null,
        mounts: [],
        networkGbps: pool.instance.networkGbps,
      },
    })),
  }),
);
