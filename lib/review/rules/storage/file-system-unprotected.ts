import { keepDefault } from "../../../remedies/remedy";
import { checkEach, type Rule } from "../../rule";

export const fileSystemUnprotected: Rule = {
  id: "file-system-unprotected",
  area: "storage",
  severity: "warning",
  clouds: "all",
  title: "File system not protected from deletion",
  why: "`terraform destroy`, or a change of subnet, security group or deployment type, deletes or replaces the file system with all of its data. Users of comparable tools have lost data this way.",
  fix: "Keep `deletionProtected` enabled. Remove it in a separate change, after you move the data.",
  verify: "`terraform plan -destroy` must stop with `prevent_destroy` for this file system.",
  source:
    "https://github.com/aws/aws-parallelcluster/issues/4651 https://developer.hashicorp.com/terraform/language/meta-arguments/lifecycle",
  check: (design) =>
    checkEach(
      design.cluster.fileSystems.filter((f) => !f.existing && !(f.deploymentType ?? "").startsWith("SCRATCH")),
      (f) =>
        f.deletionProtected
          ? null
          : {
              path: `fileSystems.${f.name}.deletionProtected`,
              value: false,
              allowed: "true for a file system with data",
              fix: keepDefault("deletionProtected"),
            },
    ),
};
