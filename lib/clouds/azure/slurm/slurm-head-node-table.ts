import { optional, type Table } from "../../../props/field";
import { list, made, map, part } from "../../../props/nested-fields";
import { flag, oneOf, text, textOrNumber, whole } from "../../../props/simple-fields";
import type { SlurmSwitch } from "../../../slurm/definition/slurm-cluster";
import {
  LOGIN_NODES,
  SLURM_ACCOUNTING,
  LOGIN_POOL as SLURM_LOGIN_POOL,
  SLURM_PARTITION,
  SLURM_POOL,
  SLURM_SCHEDULING,
  slurmClusterName,
  slurmTopology,
} from "../../../slurm/definition/slurm-tables";
import { containerPackages } from "../../common/slurm/checked-file-field";
import { DIRECTORY_OPTIONS } from "../../common/slurm/directory-table";
import { subnetId } from "../network/cluster-network-table";
import { network } from "../network/network-field";
import type { GpuNodePool } from "../pools/gpu-node-pool";
import { GPU_NODE_POOL } from "../pools/gpu-node-pool-table";
import type { SlurmDirectoryProps } from "./directory-props";
import type {
  SlurmAccountingProps,
  SlurmHeadNodeProps,
  SlurmLoginPoolProps,
  SlurmPartitionProps,
} from "./slurm-head-node-props";
import { NIGHTLY, type SlurmStateSnapshots } from "./state-snapshots";

/** What a partition takes. */
export const PARTITION = {
  ...SLURM_PARTITION,
  pools: list(made<GpuNodePool>("a GpuNodePool of warpform/azure", (value) => "customData" in value)),
} satisfies Table<SlurmPartitionProps>;

/** Authorities of the system's package ca-certificates, of which the database's is one. */
export const SYSTEM_CA_FILE = "/etc/ssl/certs/ca-certificates.crt";

/**
 * Those that the provider takes, a tier with a size of its own.
 * @see hashicorp/terraform-provider-azurerm internal/services/mysql/validate/flexible_server_sku_name.go
 */
const DATABASE_SKU =
  /^(B_Standard_B(1|1m|2|2m|4m|8m|12m|16m|20m)s|GP_Standard_D(2|4|8|16|32|48|64)(ds_v4|ads_v5)|MO_Standard_E((2|4|8|16|32|48|64|80i)ds_v4|(2|4|8|16|32|48|64|96|2a|4a|8a|16a|32a|48a|64a)ds_v5))$/;

/** Where a password is. */
const passwordSecret = (name: string) =>
  text({
    like: /^\/subscriptions\/[^/]+\/resourceGroups\/[^/]+\/providers\/Microsoft\.KeyVault\/vaults\/[^/]+\/secrets\/[^/]+$/i,
    words:
      "the resource ID of a Key Vault secret without a version, so that no secret enters Terraform's state; put the password into a secret and give its ID",
    example: `/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/data/providers/Microsoft.KeyVault/vaults/data/secrets/${name}`,
    secret: true,
  });

export const ACCOUNTING = {
  ...SLURM_ACCOUNTING,
  kind: optional(oneOf(["local", "managed", "external", "none"]), "local"),
  databaseServerName: optional(
    text({
      like: /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/,
      words: "3 to 63 lower-case letters, digits and dashes, with no dash first or last",
      example: "train-slurm-accounts",
    }),
  ),
  databaseServerSku: optional(
    text({ like: DATABASE_SKU, words: "a tier and a size of Azure Database for MySQL", example: "B_Standard_B2ms" }),
    "B_Standard_B2ms",
  ),
  databaseStorageGiB: optional(whole({ min: 20, max: 16_384, unit: "GiB" }), 64),
  databaseBackupDays: optional(whole({ min: 1, max: 35, unit: "days" }), 14),
  databaseSubnetId: optional(subnetId()),
  passwordSecretId: optional(passwordSecret("slurm-database")),
} satisfies Table<SlurmAccountingProps>;

const DIRECTORY = {
  ...DIRECTORY_OPTIONS,
  bindPasswordSecretId: optional(passwordSecret("directory")),
} satisfies Table<SlurmDirectoryProps>;

const STATE_SNAPSHOTS = {
  everyHours: optional(oneOf([4, 6, 8, 12, 24]), NIGHTLY.everyHours),
  keepDays: optional(whole({ min: 1, max: 360, unit: "days" }), NIGHTLY.keepDays),
} satisfies Table<SlurmStateSnapshots>;

/** Who may log in; an empty list would look like nobody, and admit everybody. */
const admitted = (who: string) => list(text(), { least: 1, words: `a list of ${who}` });

/** What a pool of login nodes takes. */
export const LOGIN_POOL = {
  name: SLURM_LOGIN_POOL.name,
  count: SLURM_LOGIN_POOL.count,
  instanceType: optional(text({ example: "Standard_D4as_v5" }), "Standard_D4as_v5"),
  allowUsers: optional(admitted("users"), []),
  allowGroups: optional(admitted("groups"), []),
} satisfies Table<SlurmLoginPoolProps>;

/** Nodes by placement group, at which InfiniBand ends; known once they run. */
export const BY_PLACEMENT_GROUP = { kind: "tree" as const, refresh: true, switches: [] as SlurmSwitch[] };

/** What a SlurmHeadNode takes; what goes together is checked after it. */
export const SLURM_HEAD_NODE = {
  ...SLURM_SCHEDULING,
  network: network(),
  partitions: list(part<SlurmPartitionProps>(PARTITION), { words: "a list of objects" }),
  siteAccountName: text({
    like: /^[a-z0-9]{3,24}$/,
    words: "3 to 24 lower-case letters and digits",
    example: "trainslurmsite",
  }),
  vaultName: text({
    like: /^[a-zA-Z](?!.*--)[a-zA-Z0-9-]{1,22}[a-zA-Z0-9]$/,
    words:
      "3 to 24 letters, digits and dashes, of which no two follow one another, with a letter first and no dash last",
    example: "train-slurm",
  }),
  deployCidrs: optional(list(text({ example: "203.0.113.0/24" }), { words: "a list of IPv4 CIDR blocks" })),
  slurmConf: optional(map(textOrNumber()), {}),
  slurmClusterName: optional(slurmClusterName()),
  instanceType: optional(
    text({ example: "Standard_D4as_v5", catalog: ["instanceTypeWithoutAccelerators"] }),
    "Standard_D4as_v5",
  ),
  adminPublicKey: GPU_NODE_POOL.adminPublicKey,
  imageVersion: GPU_NODE_POOL.imageVersion,
  mounts: GPU_NODE_POOL.mounts,
  stateVolumeGiB: optional(whole({ min: 10, max: 4095, unit: "GiB" }), 100),
  stateSnapshots: optional(part<SlurmStateSnapshots>(STATE_SNAPSHOTS)),
  loginNodes: optional(whole({ ...LOGIN_NODES, unit: "nodes" }), 0),
  loginInstanceType: optional(text({ example: "Standard_D4as_v5" }), "Standard_D4as_v5"),
  loginPools: optional(list(part<SlurmLoginPoolProps>(LOGIN_POOL), { words: "a list of objects" }), []),
  accounting: optional(part<SlurmAccountingProps>(ACCOUNTING), { kind: "local" }),
  containerPackages: optional(containerPackages()),
  containers: optional(flag()),
  directory: optional(part<SlurmDirectoryProps>(DIRECTORY)),
  restApi: optional(flag(), false),
  topology: optional(slurmTopology()),
  launch: SLURM_POOL.launch,
  backoffMinutes: SLURM_POOL.backoffMinutes,
  sshToNodes: optional(oneOf(["with-job", "anyone"]), "with-job"),
  jobsUseNodeIdentity: optional(flag(), false),
} satisfies Table<SlurmHeadNodeProps>;
