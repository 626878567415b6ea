import { checkEach, type Rule } from "../../rule";

export const scratchIsOnlyHome: Rule = {
  id: "scratch-is-only-home",
  area: "storage",
  severity: "warning",
  clouds: ["aws"],
  title: "scratch file system that nothing copies to S3",
  why: "SCRATCH file systems keep one copy of each block; a failed server takes its files with it, checkpoints included.",
  fix: "Export to S3 with a data repository, or use PERSISTENT_2.",
  verify: "`lfs hsm_state FILE` shows `archived` for finished checkpoints.",
  source: "https://docs.aws.amazon.com/fsx/latest/LustreGuide/using-fsx-lustre.html",
  check: (design) =>
    checkEach(
      design.cluster.fileSystems.filter((f) => f.deploymentType?.startsWith("SCRATCH") && !f.existing),
      (f) =>
        f.dataRepositories.some((d) => d.exports)
          ? null
          : {
              path: `fileSystems.${f.name}.dataRepositories`,
              value: "no export",
              allowed: "an export to S3",
              fix: "export to a bucket, or set deploymentType to PERSISTENT_2",
            },
    ),
};
