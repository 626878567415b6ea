import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findAccelerator } from "../../../catalog/accelerators";
import { collective } from "../../../sizing/fabric/collectives";
import { interconnect } from "../../../sizing/fabric/interconnect";
import { OWN_RANGE_ALONE } from "../../../sizing/spread/published-spread";
import { type BundleFile, json } from "../shared/bundle-file";
import { gpuVendor } from "../shared/gpu-vendor";
import type { OnPremDefinition, OnPremFabric, OnPremPool } from "../shared/on-prem-definition";

/** Message of the all-reduce, GiB: large enough that latency does not count. */
const MESSAGE_GIB = 8;

/** Bus bandwidth that nccl-tests' all_reduce_perf must show over all nodes of a pool, GB/s; null where the rates are unknown. */
function expectedAllReduce({ type, nodes }: OnPremPool, fabric: OnPremFabric): number | null {
  const accelerator = findAccelerator(type.accelerator);
  if (accelerator === undefined || nodes.length * type.accelerators < 2) return null;
  const link = interconnect(accelerator, type.nvlinkDomain, {
    kind: fabric.model.fabric === "infiniband" ? "infiniband" : "roce",
    gbpsPerNode: type.fabric.ports * type.fabric.linkGbps,
    gpusPerNode: type.accelerators,
    oversubscription: fabric.oversubscription,
  });
  const ranks = nodes.filter((node) => !node.spare).length * type.accelerators;
  const ranksPerDomain = Math.min(ranks, type.nvlinkDomain);
  if (ranks % ranksPerDomain !== 0) return null;
  const { low } = collective(
    "all-reduce",
    MESSAGE_GIB * 2 ** 30,
    { ranks, ranksPerDomain },
    link,
    OWN_RANGE_ALONE,
  ).busBandwidth;
  return Math.round(low / 1e8) / 10;
}

/** What the acceptance program holds the finished cluster to: cables by name and port, keys by GUID, rates that must be reached. */
export function acceptancePlan({ name, pools, fabric, fileSystems, nodes }: OnPremDefinition) {
  const own = new Set([...nodes, ...(fabric?.switches ?? [])].map((device) => device.name));
  // What has a port and is no node may be one: on several planes each has its own among the extra endpoints.
  const managed = (fabric?.cables ?? []).map(({ from }) => from.device).filter((device) => !own.has(device));
  const subnetManagers = [...managed, ...(fabric?.reserved ?? []).map(({ name: endpoint }) => endpoint)];
  // Of a port that is neither a node's nor a switch's, the card is not known.
  const gbpsOf = new Map<string, number>([
    ...pools.flatMap(({ type, nodes: members }) => members.map((node) => [node.name, type.fabric.linkGbps] as const)),
    ...(fabric?.switches ?? []).map((device) => [device.name, fabric!.model.linkGbps] as const),
  ]);
  return {
    cluster: name,
    fabric:
      fabric === null || fabric.model.fabric !== "infiniband"
        ? null
        : {
            devices: fabric.switches.map((s) => ({ name: s.name, guid: s.guid })),
            ports: Object.entries(fabric.portGuids).flatMap(([node, guids]) =>
              guids.map((guid, index) => ({ node, port: index + 1, guid })),
            ),
            cables: fabric.cables.map(({ label, from, to }) => ({
              label,
              from: [from.device, from.port],
              to: [to.device, to.port],
              gbps: gbpsOf.get(from.device) ?? null,
            })),
            reserved: fabric.reserved.map(({ name: endpoint, to }) => ({
              from: [endpoint, 1],
              to: [to.device, to.port],
            })),
            subnetManagers,
            tenants: fabric.tenants.map(({ name: tenant, pkey, membership, guids }) => ({
              name: tenant,
              pkey,
              membership,
              guids,
            })),
          },
    pools: pools.map((pool) => ({
      name: pool.name,
      nodes: pool.nodes.map((node) => node.name),
      gpus: pool.type.accelerators,
      gpuVendor: gpuVendor(pool),
      allReduce: fabric === null ? null : { messageGiB: MESSAGE_GIB, leastGBps: expectedAllReduce(pool, fabric) },
    })),
    storage: fileSystems.map(({ name: fs, mountPath, throughputMBps }) => ({
      name: fs,
      path: mountPath,
      leastMBps: throughputMBps,
    })),
  };
}

/** The program and what it holds the cluster to. */
export function acceptanceFiles(definition: OnPremDefinition): readonly BundleFile[] {
  const own = (name: string) => readFileSync(join(__dirname, name), "utf8");
  return [
    { path: "acceptance/plan.json", text: json(acceptancePlan(definition)) },
    { path: "acceptance/accept", text: own("accept.py"), executable: true },
    { path: "acceptance/fabric_seen.py", text: own("fabric_seen.py") },
  ];
}
