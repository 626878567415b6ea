import type { NodePool } from "../../lib/model/model";
import { defineSlurmCluster } from "../../lib/slurm/definition/define-slurm-cluster";
import type { SlurmTopology } from "../../lib/slurm/definition/slurm-cluster";
import type { SlurmOptions } from "../../lib/slurm/definition/slurm-options";
import type { SlurmVersion } from "../../lib/slurm/definition/versions";
import { cgroupConf } from "../../lib/slurm/files/cgroup-conf";
import type { ClusterFile } from "../../lib/slurm/files/cluster-file";
import { jobContainerConf } from "../../lib/slurm/files/job-container-conf";
import { plugstackConf } from "../../lib/slurm/files/plugstack-conf";
import { programPaths } from "../../lib/slurm/files/program-paths";
import { siteFiles } from "../../lib/slurm/files/site-files";
import { slurmConf } from "../../lib/slurm/files/slurm-conf";
import { slurmdbdConf } from "../../lib/slurm/files/slurmdbd-conf";
import { topologyConf } from "../../lib/slurm/files/topology-conf";
import { clusterFile } from "../../lib/slurm/files/write-cluster-file";
import { nodePrograms } from "../../lib/slurm/node-programs";
import { pool, source } from "./pools";

const cluster = (more: Partial<SlurmOptions> = {}) =>
  defineSlurmCluster({
    name: "c",
    version: "24.05",
    pools: [
      {
        pool: pool("h100", "p5.48xlarge", 8, {
          capacity: [source("block", { nodes: 4 }), source("on-demand")],
          nvmeCache: { mountPath: "/scratch", sizeGB: 30_400 },
          mounts: [{ fileSystem: "fsx", path: "/fsx", readOnly: false }],
        }),
      },
    ],
    partitions: [{ name: "main", pools: ["h100"] }],
    ...more,
  });

describe("topologyConf", () => {
  const tree: SlurmTopology = {
    kind: "tree",
    refresh: false,
    switches: [
      { name: "leaf1", nodes: "h100-st-[1-4]", switches: null },
      { name: "leaf2", nodes: "h100-dy-[1-4]", switches: null },
      { name: "spine", nodes: null, switches: "leaf[1-2]" },
    ],
  };
  const block: SlurmTopology = {
    kind: "block",
    refresh: false,
    blockSize: 4,
    blocks: [{ name: "b1", nodes: "h100-st-[1-4]" }],
  };

  it("writes leaves and the switches above them", () => {
    expect(topologyConf(cluster({ topology: tree }))).toBe(
      "# topology.conf of c, written by warpform\nSwitchName=leaf1 Nodes=h100-st-[1-4]\nSwitchName=leaf2 Nodes=h100-dy-[1-4]\nSwitchName=spine Switches=leaf[1-2]\n",
    );
  });

  it("writes blocks and their size", () => {
    expect(topologyConf(cluster({ topology: block }))).toBe(
      "# topology.conf of c, written by warpform\nBlockName=b1 Nodes=h100-st-[1-4]\nBlockSizes=4\n",
    );
  });

  it.each<[string, SlurmTopology]>([
    ["none", { kind: "none" }],
    ["tree", tree],
    ["block", block],
  ])("goes with the plugin for %s: both or neither", (_, topology) => {
    const made = cluster({ topology });
    expect(topologyConf(made) !== null).toBe(slurmConf(made).includes("TopologyPlugin="));
  });
});

describe("the smaller files", () => {
  it("keep the database password out of slurmdbd.conf", () => {
    expect(slurmdbdConf(cluster())).toContain("\nStoragePass=@DATABASE_PASSWORD@\n");
  });

  it("leave slurmdbd.conf, job_container.conf and plugstack.conf out where nothing asks for them", () => {
    const plain = cluster({ accounting: { kind: "none" }, containers: false });
    expect([slurmdbdConf(plain), jobContainerConf(plain), plugstackConf(plain)]).toEqual([null, null, null]);
  });

  it("put each job's /tmp on the NVMe array", () => {
    expect(jobContainerConf(cluster({ privateTmp: true }))).toContain(
      "NodeName=h100-st-[1-4],h100-dy-[1-4] AutoBasePath=true BasePath=/scratch/slurm-tmp Dirs=/tmp\n",
    );
  });

  it("hold a job to its cores, memory and devices", () => {
    expect(cgroupConf()).toMatch(/ConstrainCores=yes\nConstrainDevices=yes\nConstrainRAMSpace=yes/);
  });
});

describe("clusterFile", () => {
  const site = {
    region: "us-east-2",
    clusterTag: { key: "warpform:slurm", value: "c" },
    tags: {},
    objects: { bucket: "b", prefix: "slurm/" },
    dns: null,
    launchOf: (name: string, index: number) => ({
      launchTemplate: { id: `lt-${name}-${index}`, version: "1" },
      subnetIds: [],
      reservationId: index === 0 ? "cr-0123456789abcdef0" : null,
    }),
    kindOf: () => "lustre",
  };
  const text = clusterFile(cluster(), site);
  const [h100] = (JSON.parse(text) as ClusterFile).pools;

  it.each([
    ["p5.48xlarge", 8, 0],
    ["trn1.32xlarge", 0, 16],
    ["inf2.24xlarge", 0, 6],
    ["c7i.4xlarge", 0, 0],
    ["Standard_ND96isr_MI300X_v5", 0, 0],
  ])("expects of %s %d GPUs and %d Neuron devices", (type, gpus, neuronDevices) => {
    const pools = [{ pool: pool("some", type, 2) }];
    const file = clusterFile(cluster({ pools, partitions: [{ name: "main", pools: ["some"] }] }), site);
    expect((JSON.parse(file) as ClusterFile).pools[0]!.expect).toMatchObject({ gpus, neuronDevices });
    expect((JSON.parse(file) as ClusterFile).pools[0]!.expect.amdGpus).toBe(type.includes("MI300X") ? 8 : undefined);
  });

  it.each<[SlurmOptions["updates"], number, number | null]>([
    [undefined, 64, null],
    [{ strategy: "keep" }, 64, null],
    [{ strategy: "drain" }, 64, 6],
    [{ strategy: "drain" }, 4, 1],
    [{ strategy: "drain", atOnce: 16 }, 64, 16],
  ])("with updates %j of %d nodes, replaces %p at once", (updates, nodes, atOnce) => {
    const pools = [{ pool: pool("some", "c7i.4xlarge", nodes) }];
    const file = clusterFile(cluster({ updates, pools, partitions: [{ name: "main", pools: ["some"] }] }), site);
    expect((JSON.parse(file) as ClusterFile).pools[0]!.replaceAtOnce).toBe(atOnce);
  });

  it("says which programs prolog and epilog start", () => {
    const file = clusterFile(cluster({ healthChecks: false, jobPrograms: { epilog: "#!/bin/sh\n" } }), site);
    const { healthChecks, jobPrograms } = JSON.parse(file) as ClusterFile;
    expect([healthChecks, jobPrograms]).toEqual([false, { prolog: false, epilog: true }]);
    expect(slurmConf(cluster({ healthChecks: false, jobPrograms: { epilog: "#!/bin/sh\n" } }))).toMatch(
      /\nEpilog=\/opt\/warpform\/slurm\/epilog\n/,
    );
    expect(slurmConf(cluster({ healthChecks: false }))).not.toContain("Epilog=");
  });

  it("brings the script for submissions to the controller alone, before the user's other plugins", () => {
    const submit = "function slurm_job_submit() end function slurm_job_modify() end";
    const own = cluster({ jobPrograms: { submit }, slurmConf: { JobSubmitPlugins: "require_timelimit" } });
    expect(slurmConf(own)).toContain("\nJobSubmitPlugins=lua,require_timelimit\n");
    expect(slurmConf(cluster())).not.toContain("JobSubmitPlugins");
    const files = siteFiles(own, site, { cloud: "aws", setUp: [], settings: "" }).filter(({ text }) => text === submit);
    expect(files.map(({ path, roles }) => [path, roles])).toEqual([["/etc/warpform/etc/job_submit.lua", ["head"]]]);
  });

  it("hides from users in slurm.conf what is private, and in slurmdbd.conf what the database knows", () => {
    const own = cluster({ privateData: ["jobs", "nodes"] });
    expect(slurmConf(own)).toContain("\nPrivateData=jobs,nodes\n");
    expect(slurmdbdConf(own)).toContain("\nPrivateData=jobs\n");
    expect(slurmdbdConf(cluster())).not.toContain("PrivateData");
  });

  const efa = { networkCardIndex: 0, deviceIndex: 1, interfaceType: "efa" } as const;
  const allReduce = (type: string, nodes: number, more: Partial<NodePool> = {}) => {
    const pools = [{ pool: pool("some", type, nodes, more) }];
    const file = clusterFile(cluster({ pools, partitions: [{ name: "main", pools: ["some"] }] }), site);
    return (JSON.parse(file) as ClusterFile).pools[0]!.expect.allReduce;
  };

  // 2 nodes: 487 published, 16 to 128: 362 to 368 of 400 GB/s; see the validation of lib/sizing's collectives
  it("expects of an all-reduce what the model of collectives says for so many nodes", () => {
    const { messageGiB, rows } = allReduce("p5.48xlarge", 6, {
      aws: { networkInterfaces: [efa], imdsV2Required: true, imdsHopLimit: 1 },
    })!;
    expect(messageGiB).toBe(8);
    expect(rows.map((row) => row.nodes)).toEqual([1, 2, 4, 8]);
    for (const { leastGBps, expectedGBps } of rows) expect(leastGBps / expectedGBps).toBeCloseTo(1 / 1.35, 2);
    expect(rows[3]!.expectedGBps).toBeGreaterThan(0.8 * 400);
    expect(rows[3]!.expectedGBps).toBeLessThan(400);
  });

  it("expects of nodes without EFA no more than their one interface carries", () => {
    const [, , four] = allReduce("p5.48xlarge", 4)!.rows;
    expect(four!.expectedGBps).toBeLessThan(100 / 8);
  });

  it("counts nodes by whole NVLink domains where one spans nodes", () => {
    const rows = allReduce("p6e-gb200.36xlarge", 36, {
      aws: { networkInterfaces: [efa], imdsV2Required: true, imdsHopLimit: 1 },
    })!.rows;
    expect(rows.map((row) => row.nodes)).toEqual([1, 2, 4, 8, 16, 18, 36]);
    expect(rows[5]!.expectedGBps).toBeGreaterThan(rows[6]!.expectedGBps);
  });

  it.each([
    ["p5.48xlarge", 8],
    ["g6e.48xlarge", 8],
    ["g6.48xlarge", 4],
    ["g5.48xlarge", 4],
    ["g4dn.metal", 4],
  ])("takes a message that fits a GPU of %s three times: %d GiB", (type, messageGiB) => {
    expect(allReduce(type, 1)!.messageGiB).toBe(messageGiB);
  });

  it("expects no all-reduce of nodes without whole GPUs", () => {
    expect(allReduce("c7i.4xlarge", 2)).toBeNull();
    expect(
      allReduce("p5.48xlarge", 2, { sharing: { kind: "mig", profile: "1g.10gb", instancesPerGpu: 7 } }),
    ).toBeNull();
  });

  it("gives each source its template, and each range its sources", () => {
    expect(h100!.sources.map((each) => [each.kind, each.launchTemplate!.id])).toEqual([
      ["block", "lt-h100-0"],
      ["on-demand", "lt-h100-1"],
    ]);
    expect(h100!.ranges.map((range) => [range.hostList, range.sources])).toEqual([
      ["h100-st-[1-4]", [0]],
      ["h100-dy-[1-4]", [1]],
    ]);
  });

  const firstPool = (type: string, capacity: NodePool["capacity"]) => {
    const pools = [{ pool: pool("some", type, 18, { capacity }) }];
    const file = clusterFile(cluster({ pools, partitions: [{ name: "main", pools: ["some"] }] }), site);
    return (JSON.parse(file) as ClusterFile).pools[0]!;
  };

  it.each([
    ["p5.48xlarge", 30],
    ["trn2.48xlarge", 30],
    ["trn2u.48xlarge", 60],
    ["p6e-gb200.36xlarge", 60],
  ])("knows that EC2 ends the instances of a block of %s %d minutes before its end", (type, minutes) => {
    const [block] = firstPool(type, [source("block", { nodes: 18 })]).sources;
    expect(block!.terminationLeadMinutes).toBe(minutes);
    expect(firstPool(type, [source("on-demand")]).sources[0]!.terminationLeadMinutes).toBeNull();
  });

  it.each([
    ["p6e-gb200.36xlarge", true],
    ["p4d.24xlarge", true],
    ["p3dn.24xlarge", false],
    ["g6e.12xlarge", false],
  ])("checks the NVLink fabric of %s: %s", (type, nvSwitch) => {
    expect(firstPool(type, [source("on-demand")]).expect.nvSwitch).toBe(nvSwitch);
  });

  const ofType = (type: string, version: SlurmVersion) =>
    cluster({
      version,
      healthChecks: false,
      pools: [{ pool: pool("some", type, 18) }],
      partitions: [{ name: "main", pools: ["some"] }],
    });

  it.each<[string, SlurmVersion, string | null]>([
    ["p6e-gb200.36xlarge", "24.11", "channel-per-job"],
    ["p6e-gb200.36xlarge", "24.05", "channel-per-job"],
    ["p6e-gb200.36xlarge", "23.11", "channel-shared"],
    ["trn2u.48xlarge", "24.11", null],
    ["p5.48xlarge", "24.11", null],
  ])("lets jobs on %s with Slurm %s use NVLink over nodes: %s", (type, version, imex) => {
    const made = ofType(type, version);
    expect((JSON.parse(clusterFile(made, site)) as ClusterFile).pools[0]!.expect.imex).toBe(imex);
    expect(slurmConf(made).includes("SwitchType=switch/nvidia_imex")).toBe(imex === "channel-per-job");
    // Without health checks too
    expect(slurmConf(made).includes("Prolog=/opt/warpform/slurm/prolog")).toBe(imex !== null);
  });

  it("says what a healthy node shows", () => {
    expect(h100!.expect).toMatchObject({
      gpus: 8,
      accelerator: "H100-SXM-80GB",
      nvSwitch: true,
      nvmeMountPath: "/scratch",
      mounts: [{ path: "/fsx", kind: "lustre" }],
    });
  });
});

describe("nodePrograms", () => {
  it("holds every program that slurm.conf names, executable", () => {
    const executable = nodePrograms("aws").filter((program) => program.executable);
    const names = executable.map((program) => `/opt/warpform/slurm/${program.name}`);
    expect(Object.values(programPaths).filter((path) => !names.includes(path))).toEqual([]);
  });
});
