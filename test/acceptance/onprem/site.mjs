// The site that the checks build: twelve DGX H100 on a fat-tree of two tiers, two tenants, Slurm with a spare.
import { require as load } from "tsx/cjs/api";

const { defineOnPremCluster } = load("../../../lib/clouds/onprem/define-on-prem-cluster.ts", import.meta.url);
const { onPremBundle, writeOnPremBundle } = load("../../../lib/clouds/onprem/bundle.ts", import.meta.url);
const { fatTreeWiring } = load("../../../lib/sizing/fabric/fat-tree-wiring.ts", import.meta.url);

export const props = (more = {}) => ({
  name: "dc1-h100",
  site: { rackKilowatts: 42 },
  network: {
    domain: "dc1.example.com",
    nodeCidr: "10.10.0.0/20",
    bmcCidr: "10.20.0.0/20",
    serviceCidr: "10.30.0.0/24",
  },
  pools: { h100: { machine: "dgx-h100", nodes: 12, names: "dgx[001-012]", spares: 1 } },
  fabric: { switch: "QM9700", nodesPerUnit: 4, subnetManagers: ["sm1"], extraEndpoints: 1, ...more },
  slurm: {
    controllers: ["localhost"],
    version: "22.05",
    partitions: { train: { pools: ["h100"], maxTimeMinutes: 1440 } },
  },
  fileSystems: { scratch: { type: "lustre", source: "10.10.4.1@o2ib:/scratch", mountPath: "/scratch" } },
});

export const tenants = {
  red: { pkey: "0x0010", nodes: "dgx[001-004]" },
  blue: { pkey: "0x0011", nodes: "dgx[005-011]" },
};

export const defineSite = (all) => defineOnPremCluster(all);
export const define = (more) => defineOnPremCluster(props(more));
/** The wiring with the subnet manager's host in its place; the other endpoint beside the nodes stays as it is. */
export function wiringOf({ fabric, nodes }) {
  const wiring = fatTreeWiring(
    fabric.tree,
    nodes.map(({ name }) => name),
  );
  const managed = fabric.cables.some(({ from }) => from.device === "sm1");
  const named = (end) => (managed && end.name === "extra1" ? { ...end, name: "sm1" } : end);
  return { ...wiring, cables: wiring.cables.map(({ kind, from, to }) => ({ kind, from: named(from), to })) };
}
export function write(definition, folder) {
  writeOnPremBundle(onPremBundle(definition), folder);
}
