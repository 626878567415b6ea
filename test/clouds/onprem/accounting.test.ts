import { defineOnPremCluster } from "../../../lib/clouds/onprem/define-on-prem-cluster";
import type { OnPremSlurmOptions } from "../../../lib/clouds/onprem/shared/on-prem-cluster-props";
import { accountingFiles } from "../../../lib/clouds/onprem/slurm/accounting-files";
import { slurmFiles } from "../../../lib/clouds/onprem/slurm/slurm-files";
import { small } from "./sites";

const define = (accounting?: OnPremSlurmOptions["accounting"]) =>
  defineOnPremCluster({
    ...small,
    fabric: undefined,
    slurm: { ...small.slurm!, ...(accounting ? { accounting } : {}) },
  });
const conf = (definition: ReturnType<typeof define>) =>
  slurmFiles(definition).find(({ path }) => path === "slurm/slurm.conf")!.text;

describe("accounting of a site", () => {
  it("is known by the user of the process on the controller, with no password in any file", () => {
    const definition = define({ kind: "local", purgeMonths: 36 });
    const files = Object.fromEntries(accountingFiles(definition).map(({ path, text }) => [path, text]));
    expect(conf(definition)).toContain("AccountingStorageHost=head1");
    expect(files["ansible/files/slurmdbd.conf.j2"]).toMatch(/StorageHost=localhost[\s\S]*PurgeJobAfter=36month/);
    expect(files["ansible/files/slurmdbd.conf.j2"]).not.toContain("StoragePass");
    expect(files["ansible/files/slurm-accounting.sql"]).toContain("'slurm'@'localhost' IDENTIFIED VIA unix_socket;");
  });

  it("takes the password of the site's database from the play's variables", () => {
    const files = accountingFiles(define({ kind: "external", databaseHost: "db.example.com" }));
    expect(files.map(({ path }) => path)).toEqual(["ansible/files/slurmdbd.conf.j2"]);
    expect(files[0]!.text).toContain("StoragePass={{ slurm_database_password }}");
  });

  it("is none unless asked for", () => {
    expect(accountingFiles(define())).toEqual([]);
    expect(conf(define())).not.toContain("AccountingStorage");
  });

  it("refuses another user of the controller's own database", () => {
    expect(() => define({ kind: "local", databaseUser: "acct" })).toThrow(
      /slurm\.accounting\.databaseUser is that of an external database, got "acct" with kind "local"/,
    );
  });
});
