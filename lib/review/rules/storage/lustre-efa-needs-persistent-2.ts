import { leaveOut, set } from "../../../remedies/remedy";
import { checkEach, type Rule } from "../../rule";

export const lustreEfaNeedsPersistent2: Rule = {
  id: "lustre-efa-needs-persistent-2",
  area: "storage",
  severity: "error",
  clouds: ["aws"],
  title: "EFA on a Lustre deployment type that does not support it",
  why: "Only PERSISTENT_2 file systems support EFA. Other deployment types reject the flag or ignore it, and clients use TCP instead of EFA.",
  fix: "Set `deploymentType` to PERSISTENT_2, or omit `efaEnabled`.",
  verify: "On a client, `lnetctl net show` lists a network of type efa.",
  source: "https://docs.aws.amazon.com/fsx/latest/LustreGuide/efa-file-systems.html",
  check: (design) =>
    checkEach(
      design.cluster.fileSystems.filter((f) => f.kind === "lustre" && f.overFabric),
      (f) =>
        f.deploymentType === "PERSISTENT_2" || (f.existing && f.deploymentType === null)
          ? null
          : {
              path: `fileSystems.${f.name}.efaEnabled`,
              value: `true with ${f.deploymentType}`,
              allowed: "true only with PERSISTENT_2",
              fix: [set("deploymentType", "PERSISTENT_2"), leaveOut("efaEnabled")],
            },
    ),
};
