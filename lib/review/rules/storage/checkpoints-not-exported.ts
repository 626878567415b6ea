import { checkEach, DOES_NOT_APPLY, type Rule } from "../../rule";

export const checkpointsNotExported: Rule = {
  id: "checkpoints-not-exported",
  area: "storage",
  severity: "info",
  clouds: ["aws"],
  title: "training on Lustre that imports from S3 and exports nothing",
  why: "An import alone looks like a mirror of the bucket, but what the run writes stays on the file system: checkpoints have one zone and no versions, and go with the file system when it is deleted or replaced.",
  fix: "Export the checkpoint folder as well (`autoExport`), or let the job copy its checkpoints to the bucket.",
  verify: "`lfs hsm_state FILE` shows `archived` for finished checkpoints, and `aws s3 ls` lists them in the bucket.",
  source: "https://docs.aws.amazon.com/fsx/latest/LustreGuide/autoexport-data-repo-dra.html",
  check: (design) =>
    design.workload === null || design.workload.kind === "inference"
      ? DOES_NOT_APPLY
      : checkEach(
          design.mounts.flatMap(({ pool, readOnly, fileSystem }) =>
            pool === design.workPool &&
            !readOnly &&
            fileSystem?.kind === "lustre" &&
            fileSystem.dataRepositories.length > 0 &&
            !fileSystem.deploymentType?.startsWith("SCRATCH")
              ? [fileSystem]
              : [],
          ),
          (f) =>
            f.dataRepositories.some((d) => d.exports)
              ? null
              : {
                  path: `fileSystems.${f.name}.dataRepositories`,
                  value: "imports alone",
                  allowed: "an export of the folder with the checkpoints",
                  fix: `give the checkpoints' folder a link with autoExport NEW, CHANGED and DELETED in dataRepositories${f.dataRepositories.some(({ path }) => path === "/") ? ", in place of importFrom" : ""}`,
                },
        ),
};
