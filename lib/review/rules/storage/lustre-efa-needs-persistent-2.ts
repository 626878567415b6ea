import { checkEach, type Rule } from "../../rule";

export const lustreEfaNeedsPersistent2: Rule = {
  id: "lustre-efa-needs-persistent-2",
  area: "storage",
  severity: "error",
  clouds: ["aws"],
  title: "EFA on a Lustre deployment that has none",
  why: "Only PERSISTENT_2 file systems speak EFA. On the others the flag is refused or, worse, ignored, and clients use TCP while the design counts on EFA.",
  fix: "Set `deploymentType` to PERSISTENT_2, or leave `efaEnabled` out.",
  verify: "On a client, `lnetctl net show` lists a net of type efa where it works.",
  source: "https://docs.aws.amazon.com/fsx/latest/LustreGuide/efa-file-systems.html",
  check: (design) =>
    checkEach(
      design.cluster.fileSystems.filter((f) => f.kind === "lustre" && f.efaEnabled),
      (f) =>
        f.deploymentType === "PERSISTENT_2" || (f.existing && f.deploymentType === null)
          ? null
          : {
              path: `fileSystems.${f.name}.efaEnabled`,
              value: `true with ${f.deploymentType}`,
              allowed: "true only with PERSISTENT_2",
              fix: "set deploymentType to PERSISTENT_2, or leave efaEnabled out",
            },
    ),
};
