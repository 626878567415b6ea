import { trains } from "../../../model/workload";
import { factsOf } from "../../clouds/list";
import { checkEach, DOES_NOT_APPLY, type Rule } from "../../rule";

export const checkpointsNotExported: Rule = {
  id: "checkpoints-not-exported",
  area: "storage",
  severity: "info",
  clouds: ["aws", "azure"],
  title: "Checkpoints on Lustre are not exported to object storage",
  why: "With import only, files that the run writes stay on the file system. Checkpoints then live in one Availability Zone without versioning, and are lost when the file system is deleted or replaced.",
  fix: "Export the checkpoint directory too (`autoExport`), or have the job copy its checkpoints to the bucket or container.",
  verify:
    "`lfs hsm_state FILE` shows `archived` for finished checkpoints, and `aws s3 ls` or `az storage blob list` lists them.",
  source: "https://docs.aws.amazon.com/fsx/latest/LustreGuide/autoexport-data-repo-dra.html",
  check: (design) =>
    !trains(design.workload)
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
                  value: "import only",
                  allowed: "automatic export of the checkpoint directory",
                  fix: factsOf(design)?.lustreExport?.(f) ?? "have the job copy its checkpoints",
                },
        ),
};
