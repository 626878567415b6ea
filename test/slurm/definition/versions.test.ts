import known from "../../../lib/slurm/data/slurm-conf-options.json";
import { defineSlurmCluster } from "../../../lib/slurm/definition/define-slurm-cluster";
import { deniedOptions } from "../../../lib/slurm/definition/denied-options";
import { slurmChanges, slurmFeatures, slurmVersions } from "../../../lib/slurm/definition/versions";
import { slurmConf } from "../../../lib/slurm/files/slurm-conf";
import { pool, source } from "../pools";

const spans = known.keys as Record<string, { since?: string; until?: string }>;

describe("slurmFeatures", () => {
  it("applies each change from its release on, and not before", () => {
    expect(slurmVersions.map((version) => slurmFeatures(version).authSlurm)).toEqual([
      false,
      false,
      true,
      true,
      true,
      true,
      true,
    ]);
    expect(slurmFeatures("25.05").containerOption).toBe("JobContainerType");
    expect(slurmFeatures("25.11").containerOption).toBe("NamespaceType");
  });

  it("has a source for each change", () => {
    for (const change of slurmChanges)
      expect(change.source).toMatch(/^https:\/\/github.com\/SchedMD\/slurm\/blob\/slurm-/);
  });
});

describe("slurm.conf of each release", () => {
  it.each(slurmVersions)("holds only options that Slurm %s knows", (version) => {
    const text = slurmConf(
      defineSlurmCluster({
        name: "c",
        version,
        preemption: "qos",
        privateTmp: true,
        qos: [{ name: "high", preempts: ["normal"] }],
        accounts: [{ name: "nlp" }],
        pools: [
          { pool: pool("h100", "p5.48xlarge", 4, { capacity: [source("block", { nodes: 2 }), source("spot")] }) },
        ],
        partitions: [{ name: "main", pools: ["h100"] }],
      }),
    );
    const keys = [...text.matchAll(/^(\w+)=/gm)].map((match) => match[1]!);
    const order = (name: string) => slurmVersions.indexOf(name as (typeof slurmVersions)[number]);
    const unknown = keys.filter((key) => {
      const span = spans[key];
      if (span === undefined) return true;
      return order(span.since ?? "22.05") > order(version) || order(span.until ?? "25.11") < order(version);
    });
    expect(unknown).toEqual([]);
  });
});

describe("deniedOptions", () => {
  it("names options that Slurm has, so that a typing error cannot slip past it", () => {
    // Old names of SlurmctldHost, and lines that are no options of their own.
    const aside = ["ControlMachine", "BackupController", "DownNodes", "NodeSet", "Include"];
    const names = Object.keys(deniedOptions).filter((name) => !aside.includes(name));
    expect(names.filter((name) => spans[name] === undefined)).toEqual([]);
  });
});
