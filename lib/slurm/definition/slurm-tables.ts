import { optional, type Table } from "../../props/field";
import { list, map, part } from "../../props/nested-fields";
import { flag, oneOf, text, whole } from "../../props/simple-fields";
import { userIds } from "./check-policy";
import type {
  PriorityWeightOptions,
  SlurmAccountingOptions,
  SlurmAccountOptions,
  SlurmJobPrograms,
  SlurmOptions,
  SlurmPartitionOptions,
  SlurmQosOptions,
  SlurmUpdateOptions,
  SlurmUserOptions,
} from "./slurm-options";
import { slurmVersions } from "./versions";

/** MySQL's and MariaDB's. */
export const DATABASE_PORT = 3306;

const A_YEAR = 525_600;

const minutes = (min: number, max: number) => whole({ min, max, unit: "minutes" });
const seconds = (min: number, max: number) => whole({ min, max, unit: "seconds" });
const names = () => list(text(), { words: "a list of names" });
/** Weights and priorities are 32 bits wide, of which the highest value means "none". */
const weight = () => whole({ min: 0, max: 4_294_967_294 });
/** What somebody may use at most; how many there are is checked with the pools. */
const limit = () => optional(whole());

/** What a partition takes, but for its pools. */
export const SLURM_PARTITION = {
  name: text(),
  default: optional(flag()),
  exclusive: optional(flag(), false),
  priorityTier: optional(whole({ min: 1, max: 65_533 }), 1),
  defaultTimeMinutes: optional(minutes(1, A_YEAR)),
  maxTimeMinutes: optional(minutes(1, A_YEAR)),
  preemptMode: optional(oneOf(["off", "requeue", "cancel"]), "off"),
  graceSeconds: optional(seconds(0, 3600), 0),
  weights: optional(map(whole({ min: 1, max: 1_000_000 }), { words: "an object of numbers, such as { h100: 1 }" })),
  maxNodesPerJob: optional(whole({ unit: "nodes" })),
  allowAccounts: optional(names()),
  allowQos: optional(names()),
  suspendMinutes: optional(minutes(1, 1440)),
} satisfies Table<Omit<SlurmPartitionOptions, "pools">>;

const QOS = {
  name: text(),
  priority: optional(weight(), 0),
  preempts: optional(names()),
  maxGpusPerUser: limit(),
  maxNeuronDevicesPerUser: limit(),
  maxCpusPerUser: limit(),
  maxGpus: limit(),
  maxNeuronDevices: limit(),
  maxCpus: limit(),
  maxTimeMinutes: optional(minutes(1, A_YEAR)),
  graceSeconds: optional(seconds(0, 3600), 0),
} satisfies Table<SlurmQosOptions>;

const ACCOUNT = {
  name: text(),
  parent: optional(text(), "root"),
  share: optional(whole({ min: 1, max: 65_535 }), 1),
  gpuHours: limit(),
  neuronDeviceHours: limit(),
  cpuHours: limit(),
  maxGpus: limit(),
  maxNeuronDevices: limit(),
  maxCpus: limit(),
  users: optional(names()),
  qos: optional(names()),
  defaultQos: optional(text()),
} satisfies Table<SlurmAccountOptions>;

const USER = {
  name: text(),
  uid: whole(userIds),
  gid: optional(whole(userIds)),
  sshKeys: optional(list(text(), { words: "a list of lines of authorized_keys" })),
  administrator: optional(flag(), false),
  maxGpus: limit(),
  maxNeuronDevices: limit(),
  maxCpus: limit(),
} satisfies Table<SlurmUserOptions>;

const PRIORITY = {
  fairShare: optional(weight(), 100_000),
  age: optional(weight(), 1000),
  qos: optional(weight(), 1_000_000),
  partition: optional(weight(), 10_000),
  jobSize: optional(weight(), 1000),
  halfLifeDays: optional(whole({ min: 0, max: 365, unit: "days" })),
  maxAgeDays: optional(whole({ min: 1, max: 365, unit: "days" }), 7),
  usageReset: optional(oneOf(["none", "weekly", "monthly", "quarterly", "yearly"]), "none"),
} satisfies Table<PriorityWeightOptions>;

const UPDATES = {
  strategy: optional(oneOf(["keep", "drain"]), "keep"),
  atOnce: optional(whole({ min: 1, max: 1000, unit: "nodes" })),
} satisfies Table<SlurmUpdateOptions>;

/** What accounting takes. */
export const SLURM_ACCOUNTING = {
  kind: oneOf(["none", "local", "external"]),
  databaseHost: optional(text({ empty: true })),
  databasePort: optional(whole({ min: 1, max: 65_535 }), DATABASE_PORT),
  databaseName: optional(text(), "slurm_acct_db"),
  databaseUser: optional(text(), "slurm"),
  purgeMonths: optional(whole({ min: 1, max: 120, unit: "months" }), 24),
} satisfies Table<SlurmAccountingOptions>;

type Scheduling = Pick<
  SlurmOptions,
  | "suspendMinutes"
  | "resumeTimeoutSeconds"
  | "blockDrainMinutes"
  | "maxFailedBoots"
  | "updates"
  | "jobPrograms"
  | "privateData"
  | "preemption"
  | "priority"
  | "qos"
  | "accounts"
  | "users"
  | "privateTmp"
  | "healthChecks"
  | "healthCheckSeconds"
>;

/** What holds for a cluster as a whole. */
export const SLURM_SCHEDULING = {
  suspendMinutes: optional(minutes(1, 1440), 10),
  resumeTimeoutSeconds: optional(seconds(60, 7200)),
  blockDrainMinutes: optional(minutes(30, 1440), 60),
  maxFailedBoots: optional(whole({ min: 0, max: 1000, unit: "boots" }), 10),
  updates: optional(part<SlurmUpdateOptions>(UPDATES)),
  jobPrograms: optional(part<SlurmJobPrograms>({ prolog: optional(text()), epilog: optional(text()) })),
  privateData: optional(
    list(oneOf(["accounts", "events", "jobs", "nodes", "partitions", "reservations", "usage", "users"]), {
      words: 'a list of what users do not see, such as ["jobs"]',
    }),
  ),
  preemption: optional(oneOf(["none", "qos", "partition"]), "none"),
  priority: optional(part<PriorityWeightOptions>(PRIORITY)),
  qos: optional(list(part<SlurmQosOptions>(QOS), { words: "a list of objects" })),
  accounts: optional(list(part<SlurmAccountOptions>(ACCOUNT), { words: "a list of objects" })),
  users: optional(list(part<SlurmUserOptions>(USER), { words: "a list of objects" })),
  privateTmp: optional(flag(), false),
  healthChecks: optional(flag(), true),
  healthCheckSeconds: optional(seconds(30, 3600), 300),
} satisfies Table<Scheduling>;

/** A release that the writers know. */
export const slurmVersion = () => oneOf(slurmVersions);

/** Who vouches for daemons to one another. */
export const slurmAuthentication = () => oneOf(["munge", "slurm"]);
