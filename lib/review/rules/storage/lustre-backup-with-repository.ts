import { leaveOut, set } from "../../../remedies/remedy";
import { say } from "../../../remedies/sentence";
import { checkEach, type Rule } from "../../rule";

export const lustreBackupWithRepository: Rule = {
  id: "lustre-backup-with-repository",
  area: "storage",
  severity: "error",
  clouds: ["aws"],
  title: "Backups on a scratch or S3-linked Lustre file system",
  why: "FSx supports backups only for persistent file systems without a data repository association, and rejects the setting otherwise.",
  fix: "Disable backups and rely on export to S3, or remove the data repository association.",
  verify: "`aws fsx create-backup` on the file system succeeds.",
  source: "https://docs.aws.amazon.com/fsx/latest/LustreGuide/using-backups-fsx.html",
  check: (design) =>
    checkEach(
      design.cluster.fileSystems.filter((f) => f.kind === "lustre" && f.backupRetentionDays > 0),
      (f) => {
        const scratch = f.deploymentType?.startsWith("SCRATCH") ?? false;
        if (!scratch && f.dataRepositories.length === 0) return null;
        return {
          path: `fileSystems.${f.name}.backupRetentionDays`,
          value: f.backupRetentionDays,
          allowed: `0 ${scratch ? "on a scratch file system" : "with a data repository association"}`,
          fix: scratch
            ? [leaveOut("backupRetentionDays"), set("deploymentType", "PERSISTENT_2")]
            : say`${leaveOut("backupRetentionDays")}; export to S3 preserves the data`,
        };
      },
    ),
};
