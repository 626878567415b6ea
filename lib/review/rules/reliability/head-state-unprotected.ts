import { set } from "../../../remedies/remedy";
import { checkEach, type Rule } from "../../rule";

export const headStateUnprotected: Rule = {
  id: "head-state-unprotected",
  area: "reliability",
  severity: "error",
  clouds: "all",
  title: "Slurm controller state on the root volume only",
  why: "StateSaveLocation holds the queue, job IDs and running jobs. If the head node is replaced without it, all of them are lost, and the new controller kills jobs that it does not know.",
  fix: "Keep `stateProtected` enabled (the default): the state is on a separate volume that Terraform does not delete.",
  verify: "`scontrol show config | grep StateSaveLocation` shows a path on a separate mount, not on the root volume.",
  source: "https://slurm.schedmd.com/slurm.conf.html#OPT_StateSaveLocation",
  check: (design) =>
    checkEach(design.slurm, (s) =>
      s.stateProtected
        ? null
        : {
            path: `schedulers.${s.name}.stateProtected`,
            value: false,
            allowed: "true",
            fix: set("stateProtected", true),
          },
    ),
};
