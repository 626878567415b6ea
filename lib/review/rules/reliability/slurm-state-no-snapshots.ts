import { set } from "../../../remedies/remedy";
import { checkEach, type Rule } from "../../rule";

export const slurmStateNoSnapshots: Rule = {
  id: "slurm-state-no-snapshots",
  area: "reliability",
  severity: "warning",
  clouds: "all",
  title: "No snapshots of the Slurm state volume",
  why: "Queue, accounting database and the list of running instances are on one EBS volume in one Availability Zone. If the volume fails, or its content is damaged, usage, accounts and all queued jobs are lost without a snapshot.",
  fix: "Leave `stateSnapshots` out (one snapshot per night, 14 kept), or set `keep` to 1 or more.",
  verify:
    "On AWS, `aws ec2 describe-snapshots --owner-ids self --filters Name=tag-key,Values=warpform:slurm-state` lists one from the last night; on Azure, `az dataprotection backup-instance list --resource-group GROUP --vault-name VAULT --query '[].properties.[friendlyName,protectionStatus.status]'` lists the state disk.",
  source: "https://docs.aws.amazon.com/ebs/latest/userguide/snapshot-lifecycle.html",
  check: (design) =>
    checkEach(
      design.slurm.flatMap(({ name, stateSnapshots }) => (stateSnapshots ? [{ name, ...stateSnapshots }] : [])),
      ({ name, keep }) =>
        keep > 0
          ? null
          : {
              path: `schedulers.${name}.stateSnapshots.keep`,
              value: 0,
              allowed: "1 or more",
              fix: set("stateSnapshots.keep", 14),
            },
    ),
};
