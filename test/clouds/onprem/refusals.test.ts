import { defineOnPremCluster } from "../../../lib/clouds/onprem/define-on-prem-cluster";
import type { OnPremClusterProps } from "../../../lib/clouds/onprem/shared/on-prem-cluster-props";
import type { WarpformError } from "../../../lib/errors";
import { guidCsv, small } from "./sites";

/** What is said of a site that differs from `small`. */
function said(more: object): readonly string[] {
  try {
    defineOnPremCluster({ ...small, ...more } as OnPremClusterProps);
  } catch (error) {
    return (error as WarpformError).problems.map(({ message }) => message);
  }
  return [];
}

const fabric = (more: object) => ({ fabric: { ...small.fabric, ...more } });
const slurm = (more: object) => ({ slurm: { ...small.slurm, ...more } });
const network = (more: object) => ({ network: { ...small.network, ...more } });
const machine = (more: object) => ({
  pools: { h100: { nodes: 12, names: "dgx[001-012]", machine: { ...row, ...more } } },
});
const mount = (more: object) => ({
  fileSystems: { scratch: { type: "nfs", source: "10.10.4.1:/export", mountPath: "/scratch", ...more } },
});

/** A server of the user's own. */
const row = {
  name: "hgx-refused",
  maker: "Maker",
  accelerator: "H100-SXM-80GB",
  accelerators: 8,
  architecture: "x86_64",
  cpu: { model: "CPU", sockets: 2, coresPerSocket: 48, threadsPerCore: 2 },
  memoryGiB: 1024,
  fabric: { ports: 8, linkGbps: 400, devices: null },
  localNvme: null,
  nvlinkDomain: 8,
  rackUnits: 8,
  nameplateWatts: 9000,
  usd: null,
  source: "a quote",
  checkedOn: "2026-11-01",
};

describe("the refusals of OnPremCluster", () => {
  it.each([
    [fabric({ planes: 3 }), ["fabric.planes must divide the 8 fabric ports per node, got 3; use 1, 2, 4, 8"]],
    [
      fabric({ nodesPerUnit: 33 }),
      ["fabric.nodesPerUnit must be at most 32, the limit with 32 downlinks per leaf, got 33; use 32"],
    ],
    [
      slurm({ partitions: { default: { pools: ["h100"] } } }),
      ["slurm.partitions.default cannot be default, which Slurm reserves for defaults; use main"],
    ],
    [
      slurm({ partitions: { a: { pools: ["h100"], default: true }, b: { pools: ["h100"], default: true } } }),
      ["slurm.partitions.b.default must be true for one partition, got true for a and b; leave one out"],
    ],
    [
      slurm({ slurmConf: { ClusterName: "x" } }),
      ["slurm.slurmConf.ClusterName cannot be set, because accounting and cost tags go by it; use name"],
    ],
    [
      slurm({ slurmConf: { SuspendTime: 5 } }),
      [
        "slurm.slurmConf.SuspendTime cannot be set, because a prop sets it, in minutes; use nothing: OnPremCluster has no prop for it",
      ],
    ],
    [
      slurm({ accounting: { kind: "external" } }),
      ["slurm.accounting.databaseHost must be the host of the external database, got none; give its endpoint"],
    ],
    [
      { pools: { h100: { ...small.pools.h100, labels: { "a b": "c,d" } } } },
      [
        'pools.h100.labels.a b must be letters, digits, -, _, . and /, since it is a feature of Slurm, got "c,d"; use c-d',
      ],
    ],
  ])("name props that it has: %j", (more, messages) => {
    expect(said(more)).toEqual(messages);
  });

  it("say a thing once that the scheduler would say too", () => {
    expect(said(slurm({ version: "21.08" }))).toHaveLength(1);
    expect(said(slurm({ controllers: ["a", "b", "c"] }))).toHaveLength(1);
  });

  it.each([
    [{}, /^pools\.h100\.machine\.name must be letters.*got undefined/m],
    [{ ...row, accelerator: "H100" }, /^pools\.h100\.machine\.accelerator must be .*got "H100"; use H100-/m],
    [{ ...row, cpu: { ...row.cpu, cores: 4 } }, /^pools\.h100\.machine\.cpu\.cores is not a prop/m],
    [{ ...row, memoryGiB: "1024" }, /^pools\.h100\.machine\.memoryGiB must be a number/m],
    [
      { ...row, fabric: { ...row.fabric, devices: ["mlx5_0"] } },
      /devices must have one name for each of the 8 ports, got 1/,
    ],
    [{ ...row, nvlinkDomain: 12 }, /nvlinkDomain must be a multiple of the 8 accelerators, got 12; use 8/],
  ])("tell what a row of the user's own lacks: %j", (given, message) => {
    const pools = { h100: { machine: given, nodes: 12, names: "dgx[001-012]" } };
    expect(said({ pools }).join("\n")).toMatch(message);
  });

  const trays = (nodes: number, site: object, version: string) => ({
    site: { ...small.site, ...site },
    pools: { trays: { machine: "dgx-gb200-tray", nodes } },
    slurm: { controllers: ["head1"], version, partitions: { train: { pools: ["trays"] } } },
  });

  it("hold nodes that no job could use: parts of an NVLink domain, by Slurm's blocks", () => {
    expect(said(trays(40, { rackKilowatts: 140 }, "24.11"))).toEqual([
      "pools.trays.nodes must be whole NVLink domains of 18 dgx-gb200-tray, since Slurm starts no job on part of one, got 40; use 36 or 54",
    ]);
    // A part of one domain makes no block: the tree has it.
    expect(said(trays(9, { rackKilowatts: 140 }, "24.11"))).toEqual([]);
    expect(said(trays(36, { rackKilowatts: 140 }, "24.11"))).toEqual([]);
    expect(said(trays(40, { rackKilowatts: 140 }, "23.11"))).toEqual([]);
  });

  it("hold racks that a whole NVLink domain does not fit", () => {
    expect(said(trays(36, { rackKilowatts: 42 }, "24.11"))).toEqual([
      "site.rackKilowatts must be at least the 120.006 kW of one NVLink domain of 18 dgx-gb200-tray (pools.trays.machine), got 42; use racks of 121 kW or more",
    ]);
  });

  it("take a row that says all that a catalog row does", () => {
    expect(said(machine({}))).toEqual([]);
  });

  it("tell what names a pool that is not there beside a pool that is wrong", () => {
    const partitions = { main: { pools: ["h100", "zz"] } };
    expect(said({ ...machine({ nvlinkDomain: 7 }), ...slurm({ partitions }) })).toEqual([
      expect.stringMatching(/^pools\.h100\.machine\.nvlinkDomain must be a multiple/),
      "slurm.partitions.main.pools names zz, which is not a pool; use h100",
    ]);
  });

  it.each([
    [network({ nodeCidr: "224.0.0.0/8" }), /network\.nodeCidr .*multicast/],
    [network({ bmcCidr: "127.0.0.0/16" }), /network\.bmcCidr .*loopback/],
    [fabric({ switch: "SN5600", subnetManagers: ["sm1"] }), /^fabric\.subnetManagers .* is Ethernet; leave them out/],
    [fabric({ switch: "SN5600", guids: guidCsv(12) }), /^fabric\.guids .* is Ethernet; leave them out/],
    [
      slurm({ loginNodes: ["head1"] }),
      /^slurm\.loginNodes must use each host for one role, got head1 of slurm\.controllers/,
    ],
    [slurm({ controllers: ["dgx001"] }), /^slurm\.controllers must name hosts other than nodes, got dgx001/],
    [mount({ source: "a:/b\nc" }), /^fileSystems\.scratch\.source must be a mount source/],
    [mount({ options: "ro, noatime" }), /^fileSystems\.scratch\.options must be mount options/],
    [
      mount({ type: "lustre", source: "scratch" }),
      /^fileSystems\.scratch\.source must be a server and a folder of type "lustre"/,
    ],
    [{ site: { ...small.site, name: "a\nb" } }, /^site\.name must be one line/],
    [{ alertmanagers: ["alerts:65536"] }, /^alertmanagers\[0\] must be a host with its port/],
    [
      { hosts: "host,serial,bmc_mac,boot_mac\ndgx001,S1,,\ndgx002,S1,," },
      /^hosts\[line 3\] serial must differ from that of dgx001, got S1 twice/,
    ],
  ])("hold %j", (more, message) => {
    expect(said(more).join("\n")).toMatch(message);
  });
});
