import { databasePasswordPlaceholder, slurmdbdConf } from "../../../slurm/files/slurmdbd-conf";
import type { BundleFile } from "../shared/bundle-file";
import type { OnPremDefinition } from "../shared/on-prem-definition";

/**
 * What slurmdbd asks for beyond MariaDB's defaults; of the buffer a few GB are enough for years of a cluster's jobs.
 * @see https://slurm.schedmd.com/accounting.html#slurm-accounting-configuration-before-build
 */
const MARIADB = [
  "[mysqld]",
  "innodb_buffer_pool_size=1G",
  "innodb_log_file_size=64M",
  "innodb_lock_wait_timeout=900",
  "",
];

/** A database of the controller itself, whose user is known by the user id of its process. @see https://mariadb.com/kb/en/authentication-plugin-unix-socket/ */
const sql = (database: string, user: string): string[] => [
  `CREATE DATABASE IF NOT EXISTS \`${database}\`;`,
  `CREATE USER IF NOT EXISTS '${user}'@'localhost' IDENTIFIED VIA unix_socket;`,
  `GRANT ALL ON \`${database}\`.* TO '${user}'@'localhost';`,
  "",
];

/** slurmdbd's configuration as a template, which no other host gets, and its database. */
export function accountingFiles({ slurm }: OnPremDefinition): readonly BundleFile[] {
  const conf = slurm === null ? null : slurmdbdConf(slurm);
  if (slurm === null || conf === null) return [];
  const { kind, databaseName, databaseUser } = slurm.accounting;
  const lines = conf.split("\n").filter((line) => kind === "external" || !line.startsWith("StoragePass="));
  const template = lines.join("\n").replace(databasePasswordPlaceholder, "{{ slurm_database_password }}");
  return [
    { path: "ansible/files/slurmdbd.conf.j2", text: template },
    ...(kind === "local"
      ? [
          { path: "ansible/files/slurm-mariadb.cnf", text: MARIADB.join("\n") },
          { path: "ansible/files/slurm-accounting.sql", text: sql(databaseName, databaseUser).join("\n") },
        ]
      : []),
  ];
}
