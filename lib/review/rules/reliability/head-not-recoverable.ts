import { set } from "../../../remedies/remedy";
import { checkEach, type Rule } from "../../rule";

export const headNotRecoverable: Rule = {
  id: "head-not-recoverable",
  area: "reliability",
  severity: "warning",
  clouds: "all",
  title: "Slurm controller has no auto-recovery",
  why: "If the host fails, the queue stops: running jobs finish, no new job starts, and no node is suspended, so idle nodes are billed until an operator intervenes.",
  fix: "Keep `autoRecovery` enabled (the default), or set `backupController`.",
  verify:
    "On AWS, `aws cloudwatch describe-alarms` lists a StatusCheckFailed_System alarm with the recover action, or `scontrol ping` shows a backup controller.",
  source:
    "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-instance-recover.html https://slurm.schedmd.com/slurm.conf.html#OPT_SlurmctldHost",
  check: (design) =>
    checkEach(design.slurm, (s) =>
      s.autoRecovery || s.backupController
        ? null
        : {
            path: `schedulers.${s.name}.autoRecovery`,
            value: false,
            allowed: "autoRecovery or backupController",
            // Where no instance of a cloud is the head, nothing else starts it again.
            fix: s.headInstanceType === "" ? "add a second controller" : set("autoRecovery", true),
          },
    ),
};
