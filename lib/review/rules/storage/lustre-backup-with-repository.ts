import { checkEach, type Rule } from "../../rule";

export const lustreBackupWithRepository: Rule = {
  id: "lustre-backup-with-repository",
  area: "storage",
  severity: "error",
  clouds: ["aws"],
  title: "backups of a Lustre file system that is linked to S3 or is scratch",
  why: "FSx makes backups only of persistent file systems without a data repository; it refuses the setting otherwise.",
  fix: "Leave backups out and let exports to S3 keep the data, or drop the data repository.",
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
          allowed: `0 ${scratch ? "on scratch" : "with a data repository"}`,
          fix: scratch ? "leave it out, or use PERSISTENT_2" : "leave it out: exports to S3 keep the data",
        };
      },
    ),
};
