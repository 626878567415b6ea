import { defineOnPremCluster } from "../../../lib/clouds/onprem/define-on-prem-cluster";
import { ansibleFiles } from "../../../lib/clouds/onprem/provisioning/ansible-files";
import { netboxFiles } from "../../../lib/clouds/onprem/provisioning/netbox-files";
import type { OnPremClusterProps, OnPremPoolOptions } from "../../../lib/clouds/onprem/shared/on-prem-cluster-props";
import type { OnPremDefinition } from "../../../lib/clouds/onprem/shared/on-prem-definition";
import { small } from "./sites";

/** A server of the user's own with so many ports, GPUs and watts. */
const server = (name: string, ports: number, nameplateWatts: number): OnPremPoolOptions["machine"] => ({
  name,
  maker: "Maker",
  accelerator: "H100-SXM-80GB",
  accelerators: ports,
  architecture: "x86_64",
  cpu: { model: "CPU", sockets: 2, coresPerSocket: 32, threadsPerCore: 2 },
  memoryGiB: 512,
  fabric: { ports, linkGbps: 400, devices: null },
  localNvme: null,
  nvlinkDomain: ports,
  rackUnits: 6,
  nameplateWatts,
  usd: null,
  source: "a quote",
  checkedOn: "2026-11-01",
});

const site = (pools: OnPremClusterProps["pools"], more: Partial<OnPremClusterProps>): OnPremClusterProps => ({
  ...small,
  ...more,
  pools,
  slurm: { controllers: ["head1"], partitions: { all: { pools: Object.keys(pools) } } },
});

const SITES: Readonly<Record<string, OnPremClusterProps>> = {
  "one node": site({ one: { machine: "dgx-h100", nodes: 1 } }, { fabric: { switch: "QM9700" } }),
  "three rails in racks of two nodes": site(
    { rails: { machine: server("odd-three", 3, 5000), nodes: 5 } },
    { site: { rackKilowatts: 11 }, fabric: { switch: "QM9700", subnetManagers: ["sm1"] } },
  ),
  "seven nodes packed at 2:1": site(
    { packed: { machine: "dgx-h100", nodes: 7 } },
    { fabric: { switch: "QM9700", layout: "node-packed", oversubscription: 2 } },
  ),
  "one node in a second unit": site(
    { more: { machine: "dgx-h100", nodes: 33 } },
    { fabric: { switch: "QM9700", subnetManagers: ["sm1", "sm2"] } },
  ),
  "two pools in low racks with less cooling than power": site(
    { h100: { machine: "dgx-h100", nodes: 13, spares: 2 }, h200: { machine: "dgx-h200", nodes: 7 } },
    {
      site: { rackKilowatts: 33, rackCoolingKilowatts: 21, rackUnits: 24, racksPerRow: 3 },
      fabric: { switch: "QM9700", nodesPerUnit: 8 },
    },
  ),
  "six rails on two planes": site(
    { planes: { machine: server("odd-six", 6, 8000), nodes: 11 } },
    { fabric: { switch: "QM9700", planes: 2 } },
  ),
  "names of several kinds": site(
    { odd: { machine: "dgx-h100", nodes: 7, names: "a1,b[01-03],zz[9-11]" } },
    { fabric: { switch: "QM9700" } },
  ),
  "a node for each rack": site(
    { b200: { machine: "dgx-b200", nodes: 65 } },
    { site: { rackKilowatts: 15, racksPerRow: 7 }, fabric: { switch: "Q3400-RA" } },
  ),
};

/** What cannot be built of a plan. */
function faultsOf({ site: { rackUnits, ...limits }, racks, nodes, fabric }: OnPremDefinition): string[] {
  const faults: string[] = [];
  const seats = racks.flatMap(({ contents }) => contents.map(({ name }) => name));
  for (const { name, contents, watts } of racks) {
    const units = contents.flatMap(({ unit, units: height }) => Array.from({ length: height }, (_, i) => unit + i));
    if (new Set(units).size < units.length || Math.max(...units) > rackUnits) faults.push(`height of ${name}`);
    if (watts > Math.min(limits.rackKilowatts, limits.rackCoolingKilowatts) * 1000) faults.push(`power of ${name}`);
  }
  const { cables, switches, model } = fabric!;
  const ends = cables.flatMap(({ from, to }) => [from, to].map(({ device, port }) => `${device}:${port}`));
  if (new Set(ends).size < ends.length) faults.push("a port twice");
  if (new Set(cables.map(({ label }) => label)).size < cables.length) faults.push("a label twice");
  for (const { name } of [...nodes, ...switches])
    if (seats.filter((seat) => seat === name).length !== 1) faults.push(`place of ${name}`);
  for (const { name, type } of nodes)
    for (let port = 1; port <= type.fabric.ports; port++)
      if (!ends.includes(`${name}:${port}`)) faults.push(`no cable at ${name}:${port}`);
  for (const { name } of switches) {
    const used = ends.filter((end) => end.startsWith(`${name}:`)).length;
    if (used === 0 || used > model.ports) faults.push(`${used} ports of ${name}`);
  }
  return faults;
}

describe("sites of odd sizes", () => {
  it.each(Object.keys(SITES))("can be built: %s", (name) => {
    expect(faultsOf(defineOnPremCluster(SITES[name]!))).toEqual([]);
  });

  it("are told from plans that cannot", () => {
    const plan = defineOnPremCluster(SITES["three rails in racks of two nodes"]!);
    const [first, second, ...rest] = plan.fabric!.cables;
    const twice = { ...plan, fabric: { ...plan.fabric!, cables: [first!, { ...second!, to: first!.to }, ...rest] } };
    expect(faultsOf(twice)).toEqual(["a port twice"]);
    const pulled = { ...plan, fabric: { ...plan.fabric!, cables: [second!, ...rest] } };
    expect(faultsOf(pulled)).toEqual([expect.stringMatching(/^no cable at /)]);
    expect(faultsOf({ ...plan, site: { ...plan.site, rackKilowatts: 9 } })).toContain("power of rack01");
  });

  it("give no host the network or broadcast address of a small range", () => {
    const network = { ...small.network, nodeCidr: "192.168.0.0/28", bmcCidr: "192.168.0.16/28" };
    const of = (nodes: number) => defineOnPremCluster(site({ tight: { machine: "dgx-h100", nodes } }, { network }));
    const { nodes } = of(14);
    expect([nodes[0]!.bmcAddress, nodes[13]!.address, nodes[13]!.bmcAddress]).toEqual([
      "192.168.0.17",
      "192.168.0.14",
      "192.168.0.30",
    ]);
    expect(() => of(15)).toThrow("network.nodeCidr must have room for 15 hosts, got /28 with 14; use a /27");
  });

  it("need no BMC addresses, unless an installer powers nodes on through them", () => {
    const { bmcCidr: _, ...network } = small.network;
    const pools = { one: { machine: "dgx-h100", nodes: 1 } };
    const plan = defineOnPremCluster(site(pools, { network }));
    expect(plan.nodes.map(({ bmcAddress }) => bmcAddress)).toEqual([null]);
    const files = [...ansibleFiles(plan), ...netboxFiles(plan)].map(({ text }) => text).join("\n");
    expect(files).not.toMatch(/bmc_address|null\//);
    expect(() =>
      defineOnPremCluster(
        site(pools, { network, provisioning: { tool: "warewulf", image: "rocky", interface: "eno1" } }),
      ),
    ).toThrow("network.bmcCidr is required with provisioning");
  });

  it("have names with digits in front and with several ranges, in Slurm's order", () => {
    const names = "2u[08-09],r[1-2]n[1-2],x1";
    const plan = defineOnPremCluster(site({ rack: { machine: "dgx-h100", nodes: 7, names } }, {}));
    expect(plan.nodes.map(({ name }) => name)).toEqual(["2u08", "2u09", "r1n1", "r1n2", "r2n1", "r2n2", "x1"]);
  });

  it.each(["[01-07]", "a[1-7", "a[7-1]", "a[1-7]_b", "a[1-65536]b[1-65536]"])(
    "say how names are written, got %s",
    (names) => {
      expect(() => defineOnPremCluster(site({ rack: { machine: "dgx-h100", nodes: 7, names } }, {}))).toThrow(
        "must be a host list, with names of lower-case letters, digits and -, a letter in each",
      );
    },
  );
});
