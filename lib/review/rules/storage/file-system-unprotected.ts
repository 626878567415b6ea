import { checkEach, type Rule } from "../../rule";

export const fileSystemUnprotected: Rule = {
  id: "file-system-unprotected",
  area: "storage",
  severity: "warning",
  clouds: "all",
  title: "file system that `terraform destroy` or a replacement deletes with its data",
  why: "Changing the subnet, security group or deployment type of a managed file system replaces it, and everything on it is gone. Peers have lost user data this way.",
  fix: "Leave `deletionProtected` on; take it away knowingly, in a change of its own, once the data is elsewhere.",
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
              allowed: "true for a file system that holds data",
              fix: "leave deletionProtected at its default",
            },
    ),
};
