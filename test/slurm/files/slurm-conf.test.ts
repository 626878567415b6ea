import { instanceType } from "../../../lib/catalog/instance-types";
import { poolFabric } from "../../../lib/model/fabric-devices";
import { defineSlurmCluster } from "../../../lib/slurm/definition/define-slurm-cluster";
import type { SlurmOptions } from "../../../lib/slurm/definition/slurm-options";
import { type SlurmVersion, slurmVersions } from "../../../lib/slurm/definition/versions";
import { slurmConf } from "../../../lib/slurm/files/slurm-conf";
import { pool, source } from "../pools";

const training: SlurmOptions = {
  name: "train",
  pools: [
    {
      pool: pool("h100", "p5.48xlarge", 24, {
        capacity: [source("block", { nodes: 16 }), source("on-demand")],
        fabric: poolFabric("efa", instanceType("p5.48xlarge")),
      }),
    },
    { pool: pool("cpu", "c7i.4xlarge", 8) },
  ],
  partitions: [
    { name: "train", pools: ["h100"], exclusive: true, maxTimeMinutes: 7 * 24 * 60 },
    { name: "all", pools: ["cpu", "h100"], priorityTier: 2, maxNodesPerJob: 4, suspendMinutes: 5 },
  ],
};

const conf = (more: Partial<SlurmOptions> = {}) => slurmConf(defineSlurmCluster({ ...training, ...more }));
const lines = (text: string, key: string) => text.split("\n").filter((line) => line.startsWith(`${key}=`));

describe("slurmConf", () => {
  it.each(slurmVersions)("writes the same cluster for Slurm %s", (version) => {
    expect(conf({ version })).toMatchSnapshot();
  });

  it("fills the nodes of the cheaper pool first in every partition that lists it, unless weights say otherwise", () => {
    const pools = [{ pool: pool("h200", "p5en.48xlarge", 2) }, { pool: pool("l40s", "g6e.12xlarge", 2) }];
    const weights = (partitions: SlurmOptions["partitions"]) =>
      slurmConf(defineSlurmCluster({ name: "c", pools, partitions }))
        .split("\n")
        .flatMap((line) => /^NodeName=(\w+).* Weight=(\d+)/.exec(line)?.slice(1).join(" ") ?? []);
    const train = { name: "train", pools: ["h200"] };
    expect(weights([train, { name: "mixed", pools: ["l40s", "h200"] }])).toEqual(["h200 5", "l40s 3"]);
    expect(weights([train, { name: "mixed", pools: ["l40s", "h200"], weights: { h200: 1, l40s: 2 } }])).toEqual([
      "h200 3",
      "l40s 5",
    ]);
  });

  it("names a block's nodes static and the rest dynamic, with sockets, cores and memory", () => {
    expect(lines(conf(), "NodeName").slice(0, 2)).toEqual([
      "NodeName=h100-st-[1-16] Sockets=2 CoresPerSocket=48 ThreadsPerCore=2 RealMemory=1992294 Gres=gpu:h100:8 Feature=h100,p5.48xlarge,static Weight=4 State=CLOUD",
      "NodeName=h100-dy-[1-8] Sockets=2 CoresPerSocket=48 ThreadsPerCore=2 RealMemory=1992294 Gres=gpu:h100:8 Feature=h100,p5.48xlarge,dynamic Weight=5 State=CLOUD",
    ]);
  });

  it("counts one thread per core where SMT is off, in the CPUs of a GPU too", () => {
    const pools = [{ pool: pool("h100", "p5.48xlarge", 8, { threadsPerCore: 1 }) }];
    const text = slurmConf(defineSlurmCluster({ name: "c", pools, partitions: [{ name: "train", pools: ["h100"] }] }));
    expect(lines(text, "NodeName")[0]).toContain("Sockets=2 CoresPerSocket=48 ThreadsPerCore=1 ");
    expect(text).toContain("DefCpuPerGPU=12 ");
  });

  it("never suspends the nodes of a block", () => {
    expect(lines(conf(), "SuspendExcNodes")).toEqual(["SuspendExcNodes=h100-st-[1-16]"]);
  });

  it.each<[SlurmVersion, string | undefined]>([
    ["23.02", "TreeWidth=65533"],
    ["23.11", undefined],
  ])("writes for %s the fan-out that cloud nodes need: %s", (version, line) => {
    expect(lines(conf({ version }), "TreeWidth")[0]).toBe(line);
  });

  it.each<[SlurmVersion, string]>([
    ["23.02", "AuthType=auth/munge"],
    ["23.11", "AuthType=auth/slurm"],
  ])("authenticates in %s by %s", (version, line) => {
    expect(conf({ version })).toContain(`\n${line}\n`);
  });

  it("gives a node twice its boot time, and at least 15 minutes", () => {
    const slow = [{ pool: pool("h100", "p5.48xlarge", 1, { bootSeconds: 1000 }) }];
    const partitions = [{ name: "train", pools: ["h100"] }];
    expect(conf()).toContain("\nResumeTimeout=900\n");
    expect(conf({ pools: slow, partitions })).toContain("\nResumeTimeout=2040\n");
  });

  it("writes every option once, also where one that is given replaces its own", () => {
    const given = { SlurmctldDebug: "debug", KillWait: 90, mailprog: "/usr/sbin/sendmail", BatchStartTimeout: 600 };
    const keys = conf({ slurmConf: given })
      .split("\n")
      .filter((line) => /^\w+=/.test(line) && !/^(NodeName|PartitionName|SlurmctldHost)=/.test(line))
      .map((line) => line.split("=")[0]!);
    expect(keys).toContain("MailProg");
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
    expect(conf({ slurmConf: given })).toContain("\nKillWait=90\n");
  });

  it("looks as far ahead as the longest job may run", () => {
    expect(conf()).toContain(",bf_window=10080,bf_resolution=300,");
  });

  it("looks no more than 30 days ahead, since slurmctld takes a longer window for an error and looks a day ahead", () => {
    const partitions = [{ name: "long", pools: ["h100", "cpu"], maxTimeMinutes: 525_600 }];
    expect(conf({ partitions })).toContain(",bf_window=43200,bf_resolution=1500,");
  });

  it("adds the user's entries to the lists that it makes itself", () => {
    const text = conf({ slurmConf: { schedulerparameters: "bf_max_job_test=500", MaxArraySize: 10001 } });
    expect(lines(text, "SchedulerParameters")).toHaveLength(1);
    expect(text).toContain("nohold_on_prolog_fail,bf_max_job_test=500\n");
    const twice = conf({ slurmConf: { LaunchParameters: "use_interactive_step,test_exec" } });
    expect(twice).toContain("\nLaunchParameters=use_interactive_step,test_exec\n");
    expect(text).toContain("\nMaxArraySize=10001\n");
  });

  it("charges a job for the largest part of a node that it takes: cents of list price", () => {
    expect(lines(conf(), "PartitionName")[0]).toContain("TRESBillingWeights=CPU=28.6667,Mem=2.82895G,GRES/gpu=688");
  });

  it("charges jobs on GPUs for the GPUs in a partition whose first pool has none", () => {
    const partitions = [{ name: "all", pools: ["cpu", "h100"] }];
    const [line] = lines(conf({ partitions }), "PartitionName");
    expect(line).toMatch(/TRESBillingWeights=CPU=4\.[\d.]+,Mem=[\d.]+G,GRES\/gpu=688$/);
  });

  it("bills nothing and weighs no history without a database, which slurmctld would refuse", () => {
    const text = conf({ accounting: { kind: "none" } });
    expect(text).not.toMatch(/TRESBillingWeights|AccountingStorage|PriorityWeightFairshare|PriorityWeightAge/);
  });

  it("writes 1,000 pools with 100,000 nodes in under a second, one line a pool", () => {
    const pools = Array.from({ length: 1000 }, (_, n) => ({ pool: pool(`p${n}`, "p5.48xlarge", 100) }));
    const partitions = pools.map(({ pool: { name } }) => ({ name, pools: [name] }));
    const start = process.cpuUsage();
    const text = conf({ pools, partitions });
    // Work, not time: other programs of the machine don't count.
    expect(process.cpuUsage(start).user / 1e6).toBeLessThan(1);
    expect(lines(text, "NodeName")).toHaveLength(1000);
    expect(text.length).toBeLessThan(500_000);
  });
});
