import type { Problems } from "../../../errors";
import { checkDatabasePassword } from "../../../slurm/definition/check-cluster";
import type { SlurmAccountingOptions } from "../../../slurm/definition/slurm-options";
import { SLURM_ACCOUNTING, SLURM_CLUSTER } from "../../../slurm/definition/slurm-tables";
import type { SlurmAccountingProps } from "./slurm-head-node-props";
import { ACCOUNTING, SYSTEM_CA_FILE } from "./slurm-head-node-table";

/** What only a managed database has. */
const OF_MANAGED = [
  "databaseServerName",
  "databaseServerSku",
  "databaseStorageGiB",
  "databaseBackupDays",
  "databaseSubnetId",
] as const;

/** Where the server is that a managed database would have. */
const OF_SERVER = ["databaseHost", "databasePort", "databaseCaFile"] as const;

/** Names that Azure gives no administrator. @see https://learn.microsoft.com/azure/mysql/flexible-server/quickstart-create-portal */
const TAKEN_USERS = ["azure_superuser", "admin", "administrator", "root", "guest", "sa", "public"];

/** The database that is made for the cluster, every default filled in. */
export interface ManagedDatabase {
  readonly name: string;
  readonly sku: string;
  readonly storageGiB: number;
  readonly backupDays: number;
  readonly subnetId: string | undefined;
  readonly user: string;
}

const kindOf = ({ kind }: SlurmAccountingProps) => kind ?? SLURM_CLUSTER.accounting.default.kind;

/** Undefined where none is made. */
export function managedDatabase(accounting: SlurmAccountingProps = {}): ManagedDatabase | undefined {
  if (kindOf(accounting) !== "managed") return undefined;
  return {
    name: accounting.databaseServerName!,
    sku: accounting.databaseServerSku ?? ACCOUNTING.databaseServerSku.default,
    storageGiB: accounting.databaseStorageGiB ?? ACCOUNTING.databaseStorageGiB.default,
    backupDays: accounting.databaseBackupDays ?? ACCOUNTING.databaseBackupDays.default,
    subnetId: accounting.databaseSubnetId,
    user: accounting.databaseUser ?? SLURM_ACCOUNTING.databaseUser.default,
  };
}

/** What goes together in `accounting`. */
export function checkAccounting(problems: Problems, accounting: SlurmAccountingProps = {}): void {
  const kind = kindOf(accounting);
  checkDatabasePassword(problems, kind, accounting.passwordSecretId, {
    name: "passwordSecretId",
    give: "the resource ID of a Key Vault secret",
  });
  const add = (code: "required" | "conflict" | "not-allowed", prop: string, message: string) =>
    problems.add(code, `accounting.${prop}`, `accounting.${prop} ${message}`);
  if (kind !== "managed") {
    for (const prop of OF_MANAGED) {
      if (accounting[prop] !== undefined)
        add("conflict", prop, `cannot be used with kind "${kind}"; use kind "managed", or leave it out`);
    }
    return;
  }
  if (accounting.databaseServerName === undefined)
    add(
      "required",
      "databaseServerName",
      'is required for a managed database; give a name such as "train-slurm-accounts"',
    );
  for (const prop of OF_SERVER) {
    if (accounting[prop] !== undefined)
      add(
        "conflict",
        prop,
        'cannot be used with kind "managed", whose server is made here; use kind "external", or leave it out',
      );
  }
  const user = accounting.databaseUser?.toLowerCase();
  if (user !== undefined && (TAKEN_USERS.includes(user) || user.startsWith("azure")))
    add(
      "not-allowed",
      "databaseUser",
      `"${accounting.databaseUser}" is a name that Azure gives no administrator of a database; use "slurm"`,
    );
}

/**
 * The same in the terms of `defineSlurmCluster`, to which a database is one that is elsewhere, whoever made it.
 *
 * @param host of a managed database
 */
export function accountingOf(accounting: SlurmAccountingProps = {}, host: string): SlurmAccountingOptions {
  const { databaseHost, databasePort, databaseName, databaseUser, databaseCaFile, purgeMonths } = accounting;
  const kind = kindOf(accounting);
  const common = { databaseName, databaseUser, purgeMonths };
  if (kind === "managed") return { ...common, kind: "external", databaseHost: host, databaseCaFile: SYSTEM_CA_FILE };
  const server = { databaseHost, databasePort, databaseCaFile };
  return kind === "external"
    ? { ...common, ...server, databaseCaFile: databaseCaFile ?? SYSTEM_CA_FILE, kind }
    : { ...common, ...server, kind };
}
