import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { findNodeType } from "../../../lib/catalog/node-types";
import { onPremBundle } from "../../../lib/clouds/onprem/bundle";
import { defineOnPremCluster } from "../../../lib/clouds/onprem/define-on-prem-cluster";
import { describeOnPremCluster } from "../../../lib/clouds/onprem/describe-on-prem";
import type { OnPremClusterProps, OnPremPoolOptions } from "../../../lib/clouds/onprem/shared/on-prem-cluster-props";
import type { WarpformError } from "../../../lib/errors";
import { review } from "../../../lib/review/review";
import { rules } from "../../../lib/review/rules/list";
import { guidCsv, small } from "./sites";

const problemsOf = (props: OnPremClusterProps): string[] => {
  try {
    defineOnPremCluster(props);
  } catch (error) {
    return (error as WarpformError).problems.map(({ path, message }) => `${path}: ${message}`);
  }
  return [];
};
const fileOf = (props: OnPremClusterProps, path: string): string =>
  onPremBundle(defineOnPremCluster(props)).find((file) => file.path === path)?.text ?? "";
const withFabric = (fabric: Partial<NonNullable<OnPremClusterProps["fabric"]>>): OnPremClusterProps => ({
  ...small,
  fabric: { switch: "QM9700", nodesPerUnit: 4, ...fabric },
});
const tenants = { red: { pkey: "0x0010", nodes: "dgx[001-002]" }, blue: { pkey: 17, nodes: "dgx[003-004]" } };

describe("a cluster on premises", () => {
  it("has static nodes at the addresses of the plan, and spares outside of all partitions", () => {
    const conf = fileOf(small, "slurm/slurm.conf").split("\n");
    const nodes = conf.filter((line) => line.startsWith("NodeName="));
    expect(nodes[0]).toMatch(
      /^NodeName=dgx\[001-011\] NodeAddr=10\.10\.0\.\[1-11\] .*Gres=gpu:h100:8 .*State=UNKNOWN$/,
    );
    expect(nodes[1]).toMatch(/^NodeName=dgx012 NodeAddr=10\.10\.0\.12 .*State=UNKNOWN$/);
    expect(conf.find((line) => line.startsWith("PartitionName="))).toContain("Nodes=dgx[001-011] ");
    expect(conf.join("\n")).not.toMatch(/CLOUD|ResumeProgram|SuspendTime/);
    expect(fileOf(small, "slurm/topology.conf")).toContain("SwitchName=unit1 Nodes=dgx[001-004]");
  });

  it("takes a prop that is given as undefined for one that is left out", () => {
    const unset = { rackUnits: undefined, rackCoolingKilowatts: undefined, powerKilowatts: undefined, pue: undefined };
    const routed = (routing: object) => ({
      ...small,
      pools: { b200: { machine: "dgx-b200", nodes: 4 } },
      slurm: undefined,
      fabric: { switch: "SN5600", routing: { cidr: "10.64.0.0/14", ...routing } },
    });
    expect(defineOnPremCluster({ ...small, site: { ...small.site, ...unset } })).toEqual(defineOnPremCluster(small));
    expect(defineOnPremCluster(routed({ firstAsn: undefined }))).toEqual(defineOnPremCluster(routed({})));
  });

  it("skips the last octets 0 and 255, and starts a line where the network part changes", () => {
    const props = { ...small, pools: { h100: { machine: "dgx-h100", nodes: 256, names: "dgx[001-256]" } } };
    const nodes = fileOf(props, "slurm/slurm.conf")
      .split("\n")
      .filter((line) => line.startsWith("NodeName="));
    expect(nodes.map((line) => line.split(" ").slice(0, 2).join(" "))).toEqual([
      "NodeName=dgx[001-254] NodeAddr=10.10.0.[1-254]",
      "NodeName=dgx[255-256] NodeAddr=10.10.1.[1-2]",
    ]);
  });

  it("lists every cable of the fat-tree once, with no port at two of them", () => {
    const { fabric } = defineOnPremCluster(small);
    const ends = fabric!.cables.flatMap(({ from, to }) => [from, to].map((end) => `${end.device}:${end.port}`));
    expect(fabric!.cables.length).toBe(fabric!.tree.links.nodeLeaf + fabric!.tree.links.leafSpine);
    expect(new Set(ends).size).toBe(ends.length);
    expect(new Set(fabric!.cables.map(({ label }) => label)).size).toBe(fabric!.cables.length);
    expect(fabric!.cables.every(({ meters, from, to }) => meters >= (from.rack === to.rack ? 1 : 2))).toBe(true);
  });

  describe("of AMD's and NVIDIA's GPUs", () => {
    const mi300x: OnPremPoolOptions["machine"] = {
      ...findNodeType("dgx-h100")!,
      name: "mi300x",
      maker: "Maker",
      accelerator: "MI300X-192GB",
      source: "a quote",
    };
    const amd: OnPremPoolOptions = { machine: mi300x, nodes: 5, spares: 1, names: "amd[1-5]" };
    const alone: OnPremClusterProps = {
      ...small,
      pools: { amd },
      slurm: { controllers: ["head1"], partitions: { all: { pools: ["amd"] } } },
    };
    const mixed: OnPremClusterProps = {
      ...small,
      pools: { amd, nv: { machine: "dgx-h100", nodes: 6, names: "nv[1-6]" } },
      slurm: { controllers: ["head1"], partitions: { all: { pools: ["amd", "nv"] } } },
    };

    it("has Slurm find each with its maker's library", () => {
      const of = (props: OnPremClusterProps) => fileOf(props, "slurm/gres.conf").split("\n").slice(1, -1);
      expect(of(small)).toEqual(["AutoDetect=nvml"]);
      expect(of(alone)).toEqual(["AutoDetect=rsmi"]);
      expect(of(mixed)).toEqual([
        "NodeName=amd[1-4] AutoDetect=rsmi",
        "NodeName=amd5 AutoDetect=rsmi",
        "NodeName=nv[1-6] AutoDetect=nvml",
      ]);
    });

    it("asks NVIDIA's exporter and diagnosis of NVIDIA's nodes alone", () => {
      expect(fileOf(mixed, "monitoring/dcgm-targets.json")).not.toContain("amd1");
      expect(fileOf(mixed, "monitoring/dcgm-targets.json")).toContain("nv6.");
      const { pools } = JSON.parse(fileOf(mixed, "acceptance/plan.json"));
      expect(pools.map(({ gpuVendor }: { gpuVendor: string }) => gpuVendor)).toEqual(["amd", "nvidia"]);
    });

    it.each([
      ["a whole node", 8, "ue: 0\nce: 3\n", ""],
      ["a node that lost a GPU", 7, "ue: 0\nce: 0\n", "7 of 8 GPUs"],
      ["memory errors", 8, "ue: 2\nce: 0\n", "card1: 2 uncorrected memory errors"],
    ])("checks AMD's by the kernel's driver: %s", (_, gpus, errors, problem) => {
      const root = mkdtempSync(join(tmpdir(), "warpform-amd-"));
      const put = (path: string, text: string) => {
        mkdirSync(dirname(join(root, path)), { recursive: true });
        writeFileSync(join(root, path), text);
      };
      // two processors, which the driver lists too
      for (let i = 0; i < gpus + 2; i++) put(`sys/class/kfd/kfd/topology/nodes/${i}/gpu_id`, i < 2 ? "0\n" : `${i}\n`);
      put("sys/class/drm/card1/device/ras/umc_err_count", errors);
      put("proc/mounts", "");
      for (const name of ["node-health", "node-health.json"])
        put(name.endsWith("json") ? name : "prolog", fileOf({ ...alone, fabric: undefined }, `slurm/${name}`));
      const env = { ...process.env, NODE_HEALTH_ROOT: root, NODE_HEALTH_CONFIG: join(root, "node-health.json") };
      const done = spawnSync("python3", [join(root, "prolog")], {
        env: { ...env, SLURMD_NODENAME: "amd2" },
        encoding: "utf8",
      });
      rmSync(root, { recursive: true });
      expect([done.status, done.stderr.trim()]).toEqual(problem === "" ? [0, ""] : [1, `node-health: ${problem}`]);
    });
  });

  describe("of servers with ports of different rates", () => {
    const mixed: OnPremClusterProps = {
      ...small,
      pools: { h100: { machine: "dgx-h100", nodes: 9 }, a100: { machine: "dgx-a100", nodes: 7 } },
      slurm: { controllers: ["head1"], partitions: { all: { pools: ["h100", "a100"] } } },
    };

    it("holds each node to the rate of its own ports, which the review counts too", () => {
      const health = JSON.parse(fileOf(mixed, "slurm/node-health.json"));
      expect(health.pools.map(({ fabric }: { fabric: object }) => fabric)).toEqual([
        { ports: 8, gbps: 400 },
        { ports: 8, gbps: 200 },
      ]);
      const { pools } = describeOnPremCluster(defineOnPremCluster(mixed));
      expect(pools.map(({ fabric }) => fabric!.gbpsEach)).toEqual([400, 200]);
    });

    it("sets each leaf port of a routed fabric to the rate of its node, and the others to the fastest", () => {
      const fabric = { switch: "SN5600", nodesPerUnit: 4, routing: { cidr: "10.64.0.0/14" } };
      const ports = JSON.parse(fileOf({ ...mixed, fabric }, "fabric/switches/leaf17/config_db.json")).PORT;
      const speeds = Object.values(ports as Record<string, { speed: string; description: string }>);
      const of = (what: RegExp) => [
        ...new Set(speeds.filter(({ description }) => what.test(description)).map(({ speed }) => speed)),
      ];
      expect(of(/^a100/)).toEqual(["200000"]);
      expect(of(/^h100/)).toEqual(["400000"]);
      expect(of(/^spine/)).toEqual(["400000"]);
    });
  });

  it("has the tree of a part of an NVL72, which makes no block, and says what is wrong with pools in their own words alone", () => {
    const trays = {
      ...small,
      site: { rackKilowatts: 80 },
      pools: { gb: { machine: "dgx-gb200-tray", nodes: 10 } },
      fabric: { switch: "QM9700" },
    };
    const slurm = { controllers: ["head1"], version: "24.11" as const, partitions: { all: { pools: ["gb"] } } };
    expect(fileOf({ ...trays, slurm }, "slurm/topology.conf")).toContain("SwitchName=");
    const alone = {
      ...small,
      pools: { h100: { machine: "dgx-h100", nodes: 1, spares: 1 } },
      fabric: { switch: "QM9700" },
    };
    expect(problemsOf(alone)).toHaveLength(1);
    expect(problemsOf({ ...small, pools: { p: { machine: "dgx-h100", nodes: 2 } } })[0]).toMatch(/^pools/);
  });

  it("names props of the fabric as they are written", () => {
    expect(problemsOf(withFabric({ nodesPerUnit: 40 }))).toEqual([
      "fabric.nodesPerUnit: fabric.nodesPerUnit must be at most 32, the limit with 32 downlinks per leaf, got 40; use 32",
    ]);
    expect(problemsOf(withFabric({ planes: 3 }))[0]).toMatch(/^fabric\.planes: fabric\.planes must divide/);
  });

  describe("with storage of its own", () => {
    const server = {
      model: "R6615",
      drives: 10,
      driveTB: 15.36,
      driveReadMBps: 5700,
      driveWriteMBps: 4000,
      networkGbps: 200,
    };
    const withCeph = (more: object = {}): OnPremClusterProps => ({
      ...small,
      ceph: {
        server,
        usableTB: 1000,
        readMBps: 80_000,
        writeMBps: 30_000,
        protection: "4+2",
        mountPath: "/scratch",
        ...more,
      },
    });

    it("buys as many servers as the rates ask for, places them and mounts them", () => {
      const { ceph, fileSystems, services, racks } = defineOnPremCluster(withCeph());
      expect(ceph!.plan).toMatchObject({ servers: 13, decidedBy: "capacity" });
      expect(services.filter(({ role }) => role === "storage").map(({ address }) => address)[0]).toBe("10.30.0.2");
      expect(racks.flatMap(({ contents }) => contents).filter(({ what }) => what === "R6615")).toHaveLength(13);
      expect(fileSystems).toMatchObject([
        {
          type: "cephfs",
          source: "10.30.0.2,10.30.0.3,10.30.0.4,10.30.0.5,10.30.0.6:/data",
          options: "name=dc1-h100,fs=scratch,secretfile=/etc/ceph/dc1-h100.secret,noatime,_netdev",
        },
      ]);
      expect(fileOf(withCeph(), "bill-of-materials.csv")).toContain("storage server,R6615,13,,,scratch");
    });

    it("puts servers of one rack into one, and monitors into different ones, where racks may fail", () => {
      const { ceph } = defineOnPremCluster(withCeph({ failureDomain: "rack" }));
      const racks = new Map<string, number>();
      for (const { rack } of ceph!.servers) racks.set(rack, (racks.get(rack) ?? 0) + 1);
      expect([...racks.values()]).toEqual(Array.from({ length: 7 }, () => 2));
      expect(new Set(ceph!.monitors.map(({ rack }) => rack)).size).toBe(5);
    });

    it("gives the review its capacity and the lower of its rates", () => {
      const cluster = describeOnPremCluster(defineOnPremCluster(withCeph()));
      expect(cluster.fileSystems[0]).toMatchObject({ name: "scratch", kind: "cephfs" });
      expect(cluster.fileSystems[0]!.capacityGiB! * 2 ** 30).toBeGreaterThan(0.99e15);
      expect(cluster.fileSystems[0]!.throughputMBps!).toBeGreaterThan(30_000);
      expect(review(cluster).findings.map(({ rule }) => rule)).not.toContain("training-without-shared-storage");
    });

    it.each([
      [{ protection: "2x" }, /ceph\.protection must survive a second failure during a repair, got 2x/],
      [{ protection: "4+1" }, /two chunks of parity such as 4\+2/],
      [{ protection: "raid6" }, /ceph\.protection/],
      [{ name: "dgx001" }, /^$/],
      [{ server: { ...server, drives: 0 } }, /ceph\.server\.drives/],
      [{ server: { ...server, drivs: 4 } }, /drivs/],
      [{ usableTB: 900_000 }, /ceph takes \d+ servers for its capacity, more than 1000/],
      [{ server: { ...server, watts: 20_000, drives: 120 }, usableTB: 10 }, /^$/],
      [{ server: { ...server, rackUnits: 16 } }, /^$/],
      [{ usableTB: undefined }, /ceph\.usableTB/],
    ])("says of %j what is wrong", (more, message) => {
      expect(problemsOf(withCeph(more)).join("\n")).toMatch(message);
    });

    it("refuses the name of another file system", () => {
      const fileSystems = { scratch: { type: "nfs" as const, source: "a:/b", mountPath: "/b" } };
      expect(problemsOf({ ...withCeph(), fileSystems }).join()).toMatch(
        /ceph\.name must differ from those of fileSystems/,
      );
    });
  });

  describe("that grows", () => {
    const at = (nodes: number, more: object = {}): OnPremClusterProps => ({
      ...small,
      pools: { h100: { machine: "dgx-h100", nodes, names: `dgx[001-${String(nodes).padStart(3, "0")}]` } },
      fabric: { switch: "QM9700", nodesPerUnit: 4, growth: [11, 23, 48], subnetManagers: ["sm1"], ...more },
    });
    const lines = (nodes: number, path: string, more: object = {}) => fileOf(at(nodes, more), path).split("\n");

    it.each([
      ["fabric/cables.csv", {}],
      ["racks/devices.csv", {}],
      ["slurm/topology.conf", {}],
      ["fabric/rails.csv", { switch: "SN5600", subnetManagers: undefined, routing: { cidr: "10.64.0.0/14" } }],
    ])("keeps every line of %s at each later purchase", (path, more) => {
      for (const [some, all] of [
        [11, 23],
        [23, 48],
      ] as const) {
        const later = new Set(lines(all, path, more));
        const gone = lines(some, path, more).filter((line) => !later.has(line));
        // The top of Slurm's tree names the units below it.
        expect(gone.filter((line) => !line.startsWith("SwitchName=fabric") && line !== "")).toEqual([]);
      }
    });

    it("gives each plane one of the extra endpoints in turn, for its subnet manager", () => {
      const planes = { subnetManagers: undefined, planes: 2, extraEndpoints: 2 };
      const { fabric } = defineOnPremCluster(at(11, planes));
      const planeOf = new Map(fabric!.switches.map(({ name, planned }) => [name, planned.plane]));
      expect(fabric!.reserved.map(({ to }) => planeOf.get(to.device))).toEqual([1, 2]);
    });

    it("orders what one purchase adds, and the orders together are the whole", () => {
      const count = (nodes: number, kind: string) =>
        lines(nodes, "bill-of-materials.csv")
          .filter((line) => line.startsWith(`${kind},`))
          .reduce((sum, line) => sum + Number(line.split(",")[2]), 0);
      const whole = defineOnPremCluster(at(48));
      expect(count(11, "node") + count(23, "node") + count(48, "node")).toBe(48);
      expect(count(11, "switch") + count(23, "switch") + count(48, "switch")).toBe(whole.fabric!.switches.length);
      expect(count(11, "cable") + count(23, "cable") + count(48, "cable")).toBe(whole.fabric!.cables.length);
    });

    it("has the subnet manager at a leaf of the first purchase, also at the last", () => {
      const port = (nodes: number) =>
        defineOnPremCluster(at(nodes)).fabric!.cables.find(({ from }) => from.device === "sm1")!;
      expect(port(11).to).toEqual(port(48).to);
      expect(port(11).purchase).toBe(0);
    });

    it("tells each purchase, and what the same nodes would take without the next", () => {
      const { growth } = defineOnPremCluster(at(23)).fabric!;
      expect(growth.map(({ nodes, now }) => [nodes, now])).toEqual([
        [11, false],
        [23, true],
        [48, false],
      ]);
      expect(growth[2]!.alone.switches).toBe(growth[2]!.counts.total);
      expect(growth[0]!.alone.switches).toBeLessThan(growth[0]!.counts.total);
    });

    it.each([
      [
        { growth: [12, 24] },
        /^fabric\.growth: fabric\.growth must have the 11 nodes that the pools have now, got 12, 24; add 11$/,
      ],
      [{ growth: [24, 11] }, /must be ascending, got 24, 11; use \[11, 24\]/],
      [{ growth: [11, 11] }, /must be ascending/],
      [{ growth: [11] }, /fabric\.growth/],
      [{ growth: [11, 9000] }, /fabric must reach every node/],
    ])("refuses %j", (more, message) => {
      expect(problemsOf(at(11, more)).join("\n")).toMatch(message);
    });
  });

  it("puts no rack above its power, cooling or height, and no two devices at one place", () => {
    for (const site of [
      { rackKilowatts: 42 },
      { rackKilowatts: 60, rackCoolingKilowatts: 21 },
      { rackKilowatts: 90, rackUnits: 24 },
    ]) {
      const { racks } = defineOnPremCluster({ ...small, site });
      for (const { watts, contents } of racks) {
        expect(watts).toBeLessThanOrEqual((site.rackCoolingKilowatts ?? site.rackKilowatts) * 1000);
        const units = contents.flatMap(({ unit, units: height }) => Array.from({ length: height }, (_, i) => unit + i));
        expect(new Set(units).size).toBe(units.length);
        expect(Math.max(...units)).toBeLessThanOrEqual(site.rackUnits ?? 42);
      }
    }
  });

  it("gives each tenant a partition of its ports, and leaves all ports limited members of the default one", () => {
    const text = fileOf(withFabric({ guids: guidCsv(4), tenants }), "fabric/partitions.conf");
    expect(text.split("\n")[0]).toBe("Default=0x7fff,ipoib : ALL=limited, SELF=full ;");
    expect(text).toContain("red=0x0010,defmember=full :\n    0x5000e60000000101, ");
    expect(text).toContain("blue=0x0011,defmember=full :");
    expect(text.match(/0x5000e6/g)?.length).toBe(32);
  });

  it.each([
    ["a host name", "dgx001,1,dgx002", /fabric\.guids\[line 2\].*16 hexadecimal digits, got "dgx002"/],
    ["a short number", "dgx001,1,0x5000e6", /16 hexadecimal digits/],
    ["zero", "dgx001,1,0x0000000000000000", /16 hexadecimal digits/],
    ["a port too many", "dgx001,9,0x5000e60000000109", /port of dgx001 must be 1 to 8, got "9"/],
    [
      "a GUID twice",
      "dgx001,1,0x5000e60000000201\ndgx001,2,5000E60000000201",
      /must differ from that of dgx001 port 1/,
    ],
    ["an unknown node", "dgx01,1,0x5000e60000000101", /is not a node or switch of the plan; did you mean dgx001/],
  ])("refuses %s in place of a port GUID, over which OpenSM would drop all partitions", (_, lines, message) => {
    const found = problemsOf(withFabric({ guids: `device,port,guid\n${lines}`, tenants }));
    expect(found.some((problem) => message.test(problem))).toBe(true);
  });

  it("names each tenant's node whose ports are not all known", () => {
    const found = problemsOf(withFabric({ guids: guidCsv(4).split("\n").slice(0, -1).join("\n"), tenants }));
    expect(found).toEqual([expect.stringContaining("every port of dgx004, which tenant blue needs")]);
  });

  it("tells all problems of all parts at once", () => {
    const found = problemsOf({
      ...withFabric({ switch: "QM9701", tenants }),
      site: { rackKilowatts: 8 },
      network: { ...small.network, bmcCidr: "10.10.8.0/24" },
      slurm: { controllers: ["head1"], partitions: { train: { pools: ["h10"] } } },
    });
    expect(found.map((problem) => problem.split(":")[0]).sort()).toEqual([
      "fabric.switch",
      "network.bmcCidr",
      "pools.h100",
      "site.rackKilowatts",
      "slurm.partitions.train.pools",
    ]);
  });

  it("is reviewed by the rules of all clouds and by none of another's", () => {
    const { results } = review(describeOnPremCluster(defineOnPremCluster(small)));
    const foreign = rules.filter(({ clouds }) => clouds !== "all" && !clouds.includes("onprem")).map(({ id }) => id);
    expect(results.filter(({ rule, outcome }) => foreign.includes(rule) && outcome !== "does-not-apply")).toEqual([]);
    expect(results.filter(({ outcome }) => outcome !== "does-not-apply").length).toBeGreaterThan(15);
  });

  describe("with routing", () => {
    const routed = (routing: object, fabric = {}): OnPremClusterProps =>
      withFabric({ switch: "SN5600", routing: { cidr: "10.64.0.0/16", ...routing }, ...fabric });

    it("gives each port of a node a subnet in the range of its rail, and each switch a system and a loopback", () => {
      const { routing, cables } = defineOnPremCluster(routed({})).fabric!;
      expect(routing!.rails.length).toBe(96);
      expect(routing!.railCidrs.slice(0, 2)).toEqual(["10.64.0.0/27", "10.64.0.32/27"]);
      expect(routing!.rails.find(({ node, rail }) => node === "dgx002" && rail === 2)).toEqual({
        node: "dgx002",
        rail: 2,
        hca: "mlx5_3",
        gbps: 400,
        address: "10.64.0.35",
        gateway: "10.64.0.34",
        leaf: "leaf2",
        leafPort: "Ethernet8",
      });
      const addresses = [
        ...routing!.rails.flatMap(({ address, gateway }) => [address, gateway]),
        ...routing!.switches.map(({ loopback }) => loopback),
      ];
      expect(new Set(addresses).size).toBe(addresses.length);
      const asns = (tier: string) =>
        new Set(routing!.switches.filter(({ name }) => name.startsWith(tier)).map(({ asn }) => asn));
      expect([asns("leaf").size, asns("spine").size]).toEqual([24, 1]);
      const sessions = routing!.switches.flatMap(({ uplinks }) => uplinks).length;
      expect(sessions).toBe(2 * cables.filter(({ kind }) => kind === "leaf-spine").length);
    });

    it("writes each switch's files, and the lossless class in the nodes' and the switches' words", () => {
      const nccl = fileOf(routed({}), "fabric/rails/nccl.conf");
      expect(nccl).toBe(
        "NCCL_IB_HCA==mlx5_0,mlx5_10,mlx5_11,mlx5_3,mlx5_4,mlx5_5,mlx5_6,mlx5_9\nNCCL_IB_GID_INDEX=3\nNCCL_IB_TC=106\n",
      );
      expect(JSON.parse(fileOf(routed({}), "fabric/switches/qos.json")).DSCP_TO_TC_MAP.AZURE).toEqual({
        "26": "3",
        "48": "6",
      });
      const leaf = JSON.parse(fileOf(routed({}), "fabric/switches/leaf1/config_db.json"));
      expect(leaf.PORT.Ethernet0).toMatchObject({ speed: "400000", description: "dgx001:rail1" });
      expect(fileOf(routed({ firstAsn: 4_210_000_000 }), "fabric/switches/leaf1/frr.conf")).toContain(
        "router bgp 4210010001\n",
      );
    });

    it("says what has no port names, and refuses what cannot be routed", () => {
      const unnamed = { ...routed({}), pools: { h100: { machine: "dgx-b200", nodes: 12 } }, slurm: undefined };
      expect(fileOf(unnamed as OnPremClusterProps, "README.md")).toContain(
        "12 of 12 nodes have no names of their HCAs",
      );
      expect(problemsOf(routed({ cidr: "10.64.0.0/24" }))).toEqual([
        "fabric.routing.cidr: fabric.routing.cidr must have room for 8 rails of 12 nodes and 26 switches, got /24; use a /23 or larger",
      ]);
      expect(problemsOf(routed({ cidr: "10.10.0.0/16" }))).toEqual([
        "fabric.routing.cidr: fabric.routing.cidr must not overlap network.nodeCidr, got 10.10.0.0/16 and 10.10.0.0/20; use a separate range",
      ]);
      expect(problemsOf(routed({}, { switch: "QM9700" }))).toEqual([
        "fabric.routing: fabric.routing is of Ethernet, and QM9700 is InfiniBand, which its subnet manager routes; leave it out",
      ]);
      expect(problemsOf(routed({ cidr: "ten", firstAsn: 65_000 })).join()).toMatch(/cidr.*firstAsn/);
    });
  });

  it("takes a leaf with more uplinks than downlinks", () => {
    expect(problemsOf(withFabric({ switch: "SN5600", nodesPerUnit: 9 }))).toEqual([]);
    expect(fileOf(withFabric({ switch: "SN5600", nodesPerUnit: 9 }), "review.md")).toContain("#");
  });
});
