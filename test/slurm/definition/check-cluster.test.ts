import type { SlurmOptions } from "../../../lib/slurm/definition/slurm-options";
import { good, messageOf, options } from "../options";

describe("checkCluster refuses", () => {
  it.each<[string, SlurmOptions, string]>([
    [
      "an update of so many nodes at once that replaces none",
      options({ updates: { atOnce: 4 } }),
      'updates.atOnce is how many nodes are replaced at once, and strategy "keep" replaces none; use strategy "drain", or leave it out',
    ],
    [
      "an update of no node at once",
      options({ updates: { strategy: "drain", atOnce: 0 } }),
      "updates.atOnce must be a whole number of nodes from 1 to 1000, got 0; use 1",
    ],
    [
      "a misspelt option, as a program without types has it",
      { ...good, suspendMinute: 5 } as SlurmOptions,
      "suspendMinute is not a prop; did you mean suspendMinutes",
    ],
    [
      "an update that ends jobs",
      options({ updates: { strategy: "terminate" as "drain" } }),
      'updates.strategy must be "keep" or "drain", got "terminate"; use "keep"',
    ],
    [
      "private data that Slurm does not know",
      options({ privateData: ["job" as "jobs"] }),
      'privateData[0] must be "accounts", "events", "jobs", "nodes", "partitions", "reservations", "usage" or "users", got "job"; use "jobs"',
    ],
    [
      "a database's endpoint where its host belongs",
      options({ accounting: { kind: "external", databaseHost: "db.example.com:3306" } }),
      'accounting.databaseHost must be only a host name, got "db.example.com:3306"; give the port in databasePort',
    ],
    [
      "a database name that SQL reads otherwise",
      options({ accounting: { kind: "local", databaseName: "a`; drop" } }),
      'accounting.databaseName must be letters, digits and _, at most 64, got "a`; drop"; use slurm_acct_db',
    ],
    [
      "a cluster name that accounting would change to lower case",
      options({ name: "Train" }),
      'name must be lower-case letters, digits and -, begin with a letter, at most 40, got "Train"; use train',
    ],
    [
      "a release that the writers don't know",
      options({ version: "23.10" as never }),
      'version must be "22.05", "23.02", "23.11", "24.05", "24.11", "25.05" or "25.11", got "23.10"; use "23.11"',
    ],
    [
      "authentication that the release lacks",
      options({ version: "22.05", authentication: "slurm" }),
      'authentication "slurm" needs Slurm 23.11, got 22.05; use "munge"',
    ],
    [
      "three controllers",
      options({ controllers: ["head-1", "head-2", "head-3"] }),
      "controllers must be a list of hosts with at most 2 entries, got 3",
    ],
    [
      "a controller that is no host name",
      options({ controllers: ["Head_1"] }),
      'controllers[0] must be a host name of lower-case letters, digits and -, got "Head_1"; use head-1',
    ],
    [
      "a resume timeout below the boot time",
      options({ resumeTimeoutSeconds: 300 }),
      "resumeTimeoutSeconds must be at least the 420 s that a node of h100 takes to boot, got 300; use 840",
    ],
    [
      "an external database without a host",
      options({ accounting: { kind: "external" } }),
      "accounting.databaseHost must be the host of the external database, got none; give its endpoint",
    ],
    [
      "a database host that is not used",
      options({ accounting: { kind: "local", databaseHost: "db.example.com" } }),
      'accounting.databaseHost cannot be used with kind "local"; use kind "external"',
    ],
    [
      "an idle time of a week",
      options({ suspendMinutes: 10_080 }),
      "suspendMinutes must be a whole number of minutes from 1 to 1440, got 10080; use 1440",
    ],
    [
      "a drain after the block has begun to end",
      options({ blockDrainMinutes: 10 }),
      "blockDrainMinutes must be a whole number of minutes from 30 to 1440, got 10; use 30",
    ],
    [
      "a half-life beside a monthly reset",
      options({ priority: { usageReset: "monthly", halfLifeDays: 7 } }),
      "priority.halfLifeDays must be 0 where use starts again monthly, got 7; leave it out",
    ],
    [
      "use that never ends to count",
      options({ priority: { halfLifeDays: 0 } }),
      'priority.halfLifeDays 0 needs usageReset, or use counts indefinitely; use usageReset "monthly"',
    ],
    [
      "blocks of nodes in a release that has none",
      options({
        version: "23.11",
        topology: { kind: "block", refresh: false, blockSize: 2, blocks: [{ name: "b1", nodes: "h100-dy-[1-2]" }] },
      }),
      'topology "block" needs Slurm 24.05, got 23.11; use "tree"',
    ],
  ])("%s", (_, bad, message) => {
    expect(messageOf(bad)).toBe(`slurm: ${message}`);
  });

  it("everything that is wrong at once", () => {
    const bad = options({ name: "T", suspendMinutes: 0, slurmConf: { TreeWidth: 50 } });
    expect(messageOf(bad).split("\n")).toHaveLength(4);
  });
});
