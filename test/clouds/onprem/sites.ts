import type { OnPremClusterProps } from "../../../lib/clouds/onprem/shared/on-prem-cluster-props";

/** Twelve DGX H100 on two tiers, with what a site gives. */
export const small: OnPremClusterProps = {
  name: "dc1-h100",
  site: { rackKilowatts: 42 },
  network: {
    domain: "dc1.example.com",
    nodeCidr: "10.10.0.0/20",
    bmcCidr: "10.20.0.0/20",
    serviceCidr: "10.30.0.0/24",
  },
  pools: { h100: { machine: "dgx-h100", nodes: 12, names: "dgx[001-012]", spares: 1 } },
  fabric: { switch: "QM9700", nodesPerUnit: 4 },
  slurm: { controllers: ["head1"], partitions: { train: { pools: ["h100"], maxTimeMinutes: 1440 } } },
};

/** A port GUID of a node's rail. */
export const portGuid = (node: number, rail: number) =>
  `0x5000e6000000${node.toString(16).padStart(2, "0")}${rail.toString(16).padStart(2, "0")}`;

/** GUIDs of all ports of `nodes` DGX nodes, as CSV. */
export const guidCsv = (nodes: number, rails = 8): string =>
  [
    "device,port,guid",
    ...Array.from({ length: nodes }, (_, n) =>
      Array.from(
        { length: rails },
        (__, r) => `dgx${String(n + 1).padStart(3, "0")},${r + 1},${portGuid(n + 1, r + 1)}`,
      ),
    ).flat(),
  ].join("\n");
