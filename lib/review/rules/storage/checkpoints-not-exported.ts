import type { FileSystem } from "../../../model/model";
import { trains } from "../../../model/workload";
import { factsOf } from "../../clouds/list";
import type { Design } from "../../design";
import { checkEach, DOES_NOT_APPLY, type Rule } from "../../rule";

/** File systems that the workload writes to: those of its nodes, or those of pods, of which no node says anything. */
function writtenTo({ kubernetes, cluster, mounts, workPool }: Design): readonly FileSystem[] {
  if (kubernetes.length > 0) return cluster.fileSystems;
  return mounts.flatMap(({ pool, readOnly, fileSystem }) =>
    pool === workPool && !readOnly && fileSystem !== null ? [fileSystem] : [],
  );
}

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
          writtenTo(design).filter(
            (f) =>
              f.kind === "lustre" && f.dataRepositories.length > 0 && f.deploymentType?.startsWith("SCRATCH") !== true,
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
