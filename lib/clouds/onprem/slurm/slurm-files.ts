import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { NodeRange } from "../../../slurm/definition/slurm-cluster";
import { EMPTY_FRAGMENTS, withBurst } from "../../../slurm/files/burst-fragments";
import { cgroupConf } from "../../../slurm/files/cgroup-conf";
import { hostList } from "../../../slurm/files/node-ranges";
import { slurmConf } from "../../../slurm/files/slurm-conf";
import { topologyConf } from "../../../slurm/files/topology-conf";
import { type BundleFile, json } from "../shared/bundle-file";
import { type GpuVendor, gpuVendor } from "../shared/gpu-vendor";
import type { OnPremDefinition } from "../shared/on-prem-definition";

/** Libraries that Slurm finds the GPUs of a maker with. https://slurm.schedmd.com/gres.conf.html#OPT_AutoDetect */
const DETECTION: Readonly<Record<GpuVendor, string>> = { nvidia: "nvml", amd: "rsmi" };

/** Devices are found on each node: which file is which GPU differs from server to server. */
function gresConf({ name, pools, slurm }: OnPremDefinition): string {
  const withGpus = pools.filter(({ type }) => type.accelerators > 0);
  const [vendor, ...others] = new Set(withGpus.map(gpuVendor));
  const poolOf = (range: NodeRange) =>
    withGpus.find(({ nodes }) => nodes.some((node) => node.name === hostList({ ...range, last: range.first })));
  const perNode = slurm!.pools.flatMap(({ ranges }) =>
    ranges.flatMap((range) => {
      const pool = poolOf(range);
      return pool === undefined ? [] : [`NodeName=${hostList(range)} AutoDetect=${DETECTION[gpuVendor(pool)]}`];
    }),
  );
  const lines = vendor === undefined ? [] : others.length === 0 ? [`AutoDetect=${DETECTION[vendor]}`] : perNode;
  return [`# gres.conf of ${name}, written by warpform`, ...lines, ""].join("\n");
}

/** What a node must have to take jobs, by pool. */
function healthOf({ pools, fabric, fileSystems }: OnPremDefinition) {
  return {
    pools: pools.map(({ type, nodes }) => ({
      nodes: nodes.map(({ name }) => name),
      gpus: type.accelerators,
      gpuVendor: gpuVendor({ type }),
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
