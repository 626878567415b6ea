import { readFileSync } from "node:fs";
import { join } from "node:path";
import { EMPTY_FRAGMENTS, withBurst } from "../../../slurm/files/burst-fragments";
import { cgroupConf } from "../../../slurm/files/cgroup-conf";
import { slurmConf } from "../../../slurm/files/slurm-conf";
import { topologyConf } from "../../../slurm/files/topology-conf";
import { type BundleFile, json } from "../shared/bundle-file";
import type { OnPremDefinition } from "../shared/on-prem-definition";

/** Devices are found on each node by NVML: which file is which GPU differs from server to server. */
function gresConf({ name, pools }: OnPremDefinition): string {
  const gpus = pools.some(({ type }) => type.accelerators > 0);
  return [`# gres.conf of ${name}, written by warpform`, ...(gpus ? ["AutoDetect=nvml"] : []), ""].join("\n");
}

/** What a node must have to take jobs, by pool. */
function healthOf({ pools, fabric, fileSystems }: OnPremDefinition) {
  return {
    pools: pools.map(({ type, nodes }) => ({
      nodes: nodes.map(({ name }) => name),
      gpus: type.accelerators,
      // Ports that must be up, and their rate; null without a fabric.
      fabric: fabric === null ? null : { ports: type.fabric.ports, gbps: type.fabric.linkGbps },
    })),
    mounts: fileSystems.map(({ mountPath }) => mountPath),
  };
}

/** Files of /etc/slurm on all hosts, and the program that checks a node. */
export function slurmFiles(definition: OnPremDefinition): readonly BundleFile[] {
  const { slurm, burst } = definition;
  if (slurm === null) return [];
  const topology = topologyConf(slurm);
  return [
    { path: "slurm/slurm.conf", text: burst ? withBurst(slurmConf(slurm)) : slurmConf(slurm) },
    { path: "slurm/gres.conf", text: `${gresConf(definition)}${burst ? "Include warpform-gres.conf\n" : ""}` },
    ...(burst ? Object.entries(EMPTY_FRAGMENTS).map(([name, text]) => ({ path: `slurm/${name}`, text })) : []),
    { path: "slurm/cgroup.conf", text: cgroupConf() },
    { path: "slurm/node-health.json", text: json(healthOf(definition)) },
    { path: "slurm/node-health", text: readFileSync(join(__dirname, "node-health.py"), "utf8"), executable: true },
    ...(topology === null ? [] : [{ path: "slurm/topology.conf", text: topology }]),
  ];
}
