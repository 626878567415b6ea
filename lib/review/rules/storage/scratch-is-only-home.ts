import { set } from "../../../remedies/remedy";
import { checkEach, type Rule } from "../../rule";

export const scratchIsOnlyHome: Rule = {
  id: "scratch-is-only-home",
  area: "storage",
  severity: "warning",
  clouds: ["aws"],
  title: "Scratch file system without export to S3",
  why: "SCRATCH file systems do not replicate data. If a file server fails, its files are lost, including checkpoints.",
  fix: "Export to S3 with a data repository association, or use PERSISTENT_2.",
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
              fix: ["export to a bucket", set("deploymentType", "PERSISTENT_2")],
            },
    ),
};
