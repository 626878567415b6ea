import type { NodePool } from "../../model/model";
import { type Field, optional, type Table } from "../../props/field";
import { isObject, list, made, map, part } from "../../props/nested-fields";
import type { Notes } from "../../props/notes";
import { flag, number, oneOf, text, textOrNumber, whole } from "../../props/simple-fields";
import { MINUTES_PER_YEAR } from "../../units/minutes";
import { addUnknownProps } from "../../units/unknown-props";
import { namePatterns } from "./check-value";
import type { SlurmTopology } from "./slurm-cluster";
import type {
  PriorityWeightOptions,
  SlurmAccountingOptions,
  SlurmAccountOptions,
  SlurmJobPrograms,
  SlurmOptions,
  SlurmPartitionOptions,
  SlurmPoolOptions,
  SlurmQosOptions,
  SlurmScheduling,
  SlurmUpdateOptions,
  SlurmUserOptions,
} from "./slurm-options";
import { defaultVersion, slurmVersions } from "./versions";

/** How many login nodes a cluster has. */
export const LOGIN_NODES = { min: 0, max: 16 } as const;

/** What a pool of login nodes takes in every cloud. */
export const LOGIN_POOL = {
  name: text({
    like: /^[a-z][a-z0-9-]{0,22}[a-z0-9]$/,
    words: "2 to 24 lower-case letters, digits and dashes, beginning with a letter",
    example: "login-eu",
  }),
  count: optional(whole({ min: 1, max: LOGIN_NODES.max }), 1),
} satisfies Table<{ readonly name: string; readonly count?: number }>;

/** https://slurm.schedmd.com/slurm.conf.html#OPT_SlurmctldPort */
export const SLURMCTLD_PORT = 6817;
/** https://slurm.schedmd.com/slurmdbd.conf.html#OPT_DbdPort */
export const SLURMDBD_PORT = 6819;
/** MySQL's and MariaDB's. */
export const DATABASE_PORT = 3306;

/**
 * Distributions give ids of 1000 and up to people, of which the images' own user (ubuntu, ec2-user) has the first, and systemd gives
 * 61184 and up to services that come and go.
 */
const USER_IDS = { min: 1001, max: 59_999 } as const;

const minutes = (min: number, max: number) => whole({ min, max, unit: "minutes" });
const seconds = (min: number, max: number) => whole({ min, max, unit: "seconds" });
/** A name that others refer to, and that files and programs hold. */
const name = () => text({ known: "names are compared with one another" });
const names = () => list(name(), { words: "a list of names" });
/** Weights and priorities are 32 bits wide, of which the highest value means "none". */
/** sacctmgr 23.11 changes nothing for a larger one, and says so as an error, though the field is larger. */
const MOST_PRIORITY = 2_147_483_647;
const weight = () => whole({ min: 0, max: 4_294_967_294 });
/** What somebody may use at most; what the pools have is checked with them. */
const limit = (unit: string) => optional(whole({ min: 0, max: 10_000_000, unit }));
/** What somebody may use in all. */
const hours = (unit: string) => optional(whole({ min: 1, max: 1_000_000_000, unit: `${unit} hours` }));

/** What a partition takes, but for its pools. */
export const SLURM_PARTITION = {
  name: name(),
  default: optional(flag()),
  exclusive: optional(flag(), false),
  priorityTier: optional(whole({ min: 1, max: 65_533 }), 1),
  defaultTimeMinutes: optional(minutes(1, MINUTES_PER_YEAR)),
  maxTimeMinutes: optional(minutes(1, MINUTES_PER_YEAR)),
  preemptMode: optional(oneOf(["off", "requeue", "cancel"]), "off"),
  graceSeconds: optional(seconds(0, 3600), 0),
  weights: optional(map(whole({ min: 1, max: 1_000_000 }), { words: "an object of numbers, such as { h100: 1 }" })),
  maxNodesPerJob: optional(whole({ min: 1, unit: "nodes", byOthers: true })),
  allowAccounts: optional(names()),
  allowQos: optional(names()),
  suspendMinutes: optional(minutes(1, 1440)),
} satisfies Table<Omit<SlurmPartitionOptions, "pools">>;

/** What a QoS takes. */
export const SLURM_QOS = {
  name: name(),
  priority: optional(whole({ min: 0, max: MOST_PRIORITY }), 0),
  preempts: optional(names(), []),
  maxGpusPerUser: limit("GPUs"),
  maxNeuronDevicesPerUser: limit("Neuron devices"),
  maxCpusPerUser: limit("CPUs"),
  maxGpus: limit("GPUs"),
  maxNeuronDevices: limit("Neuron devices"),
  maxCpus: limit("CPUs"),
  maxTimeMinutes: optional(minutes(1, MINUTES_PER_YEAR)),
  graceSeconds: optional(seconds(0, 3600), 0),
} satisfies Table<SlurmQosOptions>;

/** What an account takes. */
export const SLURM_ACCOUNT = {
  name: name(),
  parent: optional(name(), "root"),
  share: optional(whole({ min: 1, max: 65_535 }), 1),
  gpuHours: hours("GPU"),
  neuronDeviceHours: hours("Neuron device"),
  cpuHours: hours("CPU"),
  maxGpus: limit("GPUs"),
  maxNeuronDevices: limit("Neuron devices"),
  maxCpus: limit("CPUs"),
  users: optional(names(), []),
  qos: optional(names()),
  defaultQos: optional(name()),
} satisfies Table<SlurmAccountOptions>;

/** What a user takes. */
export const SLURM_USER = {
  name: name(),
  uid: whole(USER_IDS),
  gid: optional(whole(USER_IDS)),
  sshKeys: optional(list(text(), { words: "a list of lines of authorized_keys" }), []),
  administrator: optional(flag(), false),
  maxGpus: limit("GPUs"),
  maxNeuronDevices: limit("Neuron devices"),
  maxCpus: limit("CPUs"),
} satisfies Table<SlurmUserOptions>;

/** How a job's priority is made up. */
export const SLURM_PRIORITY = {
  fairShare: optional(weight(), 100_000),
  age: optional(weight(), 1000),
  qos: optional(weight(), 1_000_000),
  partition: optional(weight(), 10_000),
  jobSize: optional(weight(), 1000),
  halfLifeDays: optional(whole({ min: 0, max: 365, unit: "days" })),
  maxAgeDays: optional(whole({ min: 1, max: 365, unit: "days" }), 7),
  usageReset: optional(oneOf(["none", "weekly", "monthly", "quarterly", "yearly"]), "none"),
} satisfies Table<PriorityWeightOptions>;

/** How running nodes take over a changed launch template. */
export const SLURM_UPDATES = {
  strategy: optional(oneOf(["keep", "drain"]), "keep"),
  atOnce: optional(whole({ min: 1, max: 1000, unit: "nodes" })),
} satisfies Table<SlurmUpdateOptions>;

/** What accounting takes. */
export const SLURM_ACCOUNTING = {
  kind: oneOf(["none", "local", "external"]),
  databaseHost: optional(text({ empty: true })),
  databasePort: optional(whole({ min: 1, max: 65_535 }), DATABASE_PORT),
  databaseName: optional(text({ known: "it is part of an SQL statement" }), "slurm_acct_db"),
  databaseUser: optional(text({ known: "it is part of an SQL statement" }), "slurm"),
  databaseCaFile: optional(
    text({
      like: /^(\/[\w.+@-]+)+$/,
      words: "an absolute path on the head",
      example: "/etc/ssl/certs/ca-certificates.crt",
      known: "its form is checked",
    }),
  ),
  purgeMonths: optional(whole({ min: 1, max: 120, unit: "months" }), 24),
} satisfies Table<SlurmAccountingOptions>;

/** What holds for a cluster as a whole. */
export const SLURM_SCHEDULING = {
  suspendMinutes: optional(minutes(1, 1440), 10),
  resumeTimeoutSeconds: optional(seconds(60, 7200)),
  blockDrainMinutes: optional(minutes(30, 1440), 60),
  maxFailedBoots: optional(whole({ min: 0, max: 1000, unit: "boots" }), 10),
  updates: optional(part<SlurmUpdateOptions>(SLURM_UPDATES), {}),
  jobPrograms: optional(
    part<SlurmJobPrograms>({ prolog: optional(text()), epilog: optional(text()), submit: optional(text()) }),
    {},
  ),
  privateData: optional(
    list(oneOf(["accounts", "events", "jobs", "nodes", "partitions", "reservations", "usage", "users"]), {
      words: 'a list of what users do not see, such as ["jobs"]',
    }),
    [],
  ),
  preemption: optional(oneOf(["none", "qos", "partition"]), "none"),
  priority: optional(part<PriorityWeightOptions>(SLURM_PRIORITY), {}),
  qos: optional(list(part<SlurmQosOptions>(SLURM_QOS), { words: "a list of objects" }), []),
  accounts: optional(list(part<SlurmAccountOptions>(SLURM_ACCOUNT), { words: "a list of objects" }), []),
  users: optional(list(part<SlurmUserOptions>(SLURM_USER), { words: "a list of objects" }), []),
  privateTmp: optional(flag(), false),
  healthChecks: optional(flag(), true),
  healthCheckSeconds: optional(seconds(30, 3600), 300),
} satisfies Table<SlurmScheduling & Pick<SlurmOptions, "blockDrainMinutes">>;

/** What Slurm's accounting calls the cluster. */
export const slurmClusterName = () =>
  text({ like: namePatterns.cluster.pattern, words: namePatterns.cluster.says, example: "prod" });

/** A release that the writers know. */
export const slurmVersion = () => oneOf(slurmVersions);

/** Who vouches for daemons to one another. */
export const slurmAuthentication = () => oneOf(["munge", "slurm"]);

const TOPOLOGIES = { none: null, tree: "switches", block: "blocks" } as const;
const TOPOLOGY_PROPS = {
  none: ["kind"],
  tree: ["kind", "refresh", "switches"],
  block: ["kind", "refresh", "blockSize", "blocks"],
};
const PART_PROPS = { switches: ["name", "nodes", "switches"], blocks: ["name", "nodes"] };

/** Switches or blocks: objects of texts. */
function checkParts(kind: keyof typeof PART_PROPS, parts: unknown, at: string, notes: Notes): void {
  const words = `a list of ${kind}, which may be empty with refresh: true`;
  if (parts === undefined) {
    notes.missing(at, words);
    return;
  }
  if (!Array.isArray(parts)) {
    notes.kind(at, words, parts);
    return;
  }
  parts.forEach((one: unknown, index) => {
    const path = `${at}[${index}]`;
    if (!isObject(one)) {
      notes.kind(path, `an object with ${PART_PROPS[kind].join(", ")}`, one);
      return;
    }
    addUnknownProps(notes.problems, path, one, PART_PROPS[kind]);
    for (const prop of PART_PROPS[kind]) {
      const given = (one as Readonly<Record<string, unknown>>)[prop];
      const orNull = kind === "switches" && prop !== "name";
      if (given === undefined) notes.missing(`${path}.${prop}`, orNull ? "a list of names, or null for none" : "text");
      else if (given !== null || !orNull) text().check(given, `${path}.${prop}`, notes);
    }
  });
}

/** A tree, blocks or none; which nodes there are is checked with the pools. */
export function slurmTopology(): Field<SlurmTopology, false> {
  type Given = Readonly<Record<string, unknown>>;
  const field = made<SlurmTopology>(
    'a topology, such as { kind: "none" } or { kind: "tree", refresh: true, switches: [] }',
    (value) => Object.hasOwn(TOPOLOGIES, String((value as SlurmTopology).kind)),
  );
  return {
    ...field,
    check(value, at, notes) {
      field.check(value, at, notes);
      const { kind, ...given } = (value ?? {}) as SlurmTopology & Given;
      if (!Object.hasOwn(TOPOLOGIES, String(kind))) return;
      const parts = TOPOLOGIES[kind];
      addUnknownProps(notes.problems, at, given, TOPOLOGY_PROPS[kind]);
      if (parts === null) return;
      if (given.refresh !== undefined) flag().check(given.refresh, `${at}.refresh`, notes);
      if (kind === "block" && given.blockSize === undefined)
        notes.missing(`${at}.blockSize`, "the nodes of one block, such as the 18 of an UltraServer");
      checkParts(parts, given[parts], `${at}.${parts}`, notes);
    },
  };
}

/** How Slurm starts the nodes of a pool. */
export const SLURM_POOL = {
  pool: made<NodePool>("a pool of the model", (value) => "instanceType" in value && "capacity" in value),
  launch: optional(oneOf(["per-job", "best-effort"])),
  backoffMinutes: optional(minutes(1, 1440), 10),
  realMemoryMiB: optional(whole({ min: 1024, unit: "MiB", byOthers: true })),
  billingPerNodeHour: optional(number({ above: 0 })),
} satisfies Table<SlurmPoolOptions>;

/** What defineSlurmCluster takes; what goes together is checked after it. */
export const SLURM_CLUSTER = {
  ...SLURM_SCHEDULING,
  name: name(),
  version: optional(slurmVersion(), defaultVersion),
  controllers: optional(list(text(), { most: 2, words: "a list of hosts" }), ["slurm-head"]),
  authentication: optional(slurmAuthentication()),
  pools: list(part<SlurmPoolOptions>(SLURM_POOL), { words: "a list of objects" }),
  partitions: list(part<SlurmPartitionOptions>({ ...SLURM_PARTITION, pools: names() }), { words: "a list of objects" }),
  accounting: optional(part<SlurmAccountingOptions>(SLURM_ACCOUNTING), { kind: "local" }),
  topology: optional(slurmTopology(), { kind: "none" }),
  containers: optional(flag(), true),
  restApi: optional(flag(), false),
  directoryUsers: optional(flag(), false),
  slurmConf: optional(map(textOrNumber()), {}),
} satisfies Table<SlurmOptions>;
