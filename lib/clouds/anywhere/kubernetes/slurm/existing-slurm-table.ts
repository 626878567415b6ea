import { optional, type Table } from "../../../../props/field";
import { list, map, part } from "../../../../props/nested-fields";
import { oneOf, text, textOrNumber, whole } from "../../../../props/simple-fields";
import { SLURM_ACCOUNTING, SLURM_PARTITION } from "../../../../slurm/definition/slurm-tables";
import type {
  ExistingSlurm,
  ExistingSlurmAccounting,
  ExistingSlurmLogin,
  ExistingSlurmPartition,
} from "./existing-slurm-props";

const known = { known: "names are compared with one another" };
const secret = (example: string) => text({ example });

/** What a partition takes. */
const PARTITION = {
  name: SLURM_PARTITION.name,
  pools: list(text({ example: "h100", ...known }), { words: "a list of names of pools", least: 1, unique: true }),
  default: SLURM_PARTITION.default,
  exclusive: SLURM_PARTITION.exclusive,
  priorityTier: SLURM_PARTITION.priorityTier,
  defaultTimeMinutes: SLURM_PARTITION.defaultTimeMinutes,
  maxTimeMinutes: SLURM_PARTITION.maxTimeMinutes,
  maxNodesPerJob: SLURM_PARTITION.maxNodesPerJob,
  allowAccounts: SLURM_PARTITION.allowAccounts,
  allowQos: SLURM_PARTITION.allowQos,
} satisfies Table<ExistingSlurmPartition>;

/** What login pods take. */
export const EXISTING_SLURM_LOGIN = {
  replicas: optional(whole({ min: 1, max: 16 }), 1),
  sssdSecret: secret("slurm-sssd"),
  rootSshKeys: optional(list(text({ example: "ssh-ed25519 AAAA…" }), { words: "a list of public keys" })),
  service: optional(oneOf(["ClusterIP", "LoadBalancer"]), "ClusterIP"),
  serviceAnnotations: optional(map(text(), { words: 'an object of text, such as { name: "value" }' })),
  allowedCidrs: optional(list(text({ example: "10.0.0.0/8" }), { words: "a list of IPv4 blocks" })),
  image: optional(text()),
} satisfies Table<ExistingSlurmLogin>;

/** What the database of accounting takes. */
export const EXISTING_SLURM_ACCOUNTING = {
  databaseHost: text({ example: "mariadb.slurm.svc" }),
  databasePort: SLURM_ACCOUNTING.databasePort,
  databaseName: SLURM_ACCOUNTING.databaseName,
  databaseUser: SLURM_ACCOUNTING.databaseUser,
  passwordSecret: secret("slurm-database"),
} satisfies Table<ExistingSlurmAccounting>;

/** What Slurm on a cluster takes. */
export const EXISTING_SLURM = {
  partitions: list(part<ExistingSlurmPartition>(PARTITION), { words: "a list of objects", least: 1 }),
  namespace: optional(text(known), "slurm"),
  keySecret: optional(secret("slurm-key"), "slurm-key"),
  tokenKeySecret: optional(secret("slurm-jwt-key"), "slurm-jwt-key"),
  login: optional(part<ExistingSlurmLogin>(EXISTING_SLURM_LOGIN)),
  accounting: optional(part<ExistingSlurmAccounting>(EXISTING_SLURM_ACCOUNTING)),
  stateStorageClass: optional(text({ example: "fast" })),
  stateGiB: optional(whole({ min: 1, max: 1024, unit: "GiB" }), 4),
  image: optional(text()),
  configFiles: optional(map(text(known), { words: 'an object of texts, such as { "topology.yaml": "…" }' })),
  slurmConf: optional(map(textOrNumber())),
} satisfies Table<ExistingSlurm>;
