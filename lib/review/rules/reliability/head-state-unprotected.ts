import { checkEach, type Rule } from "../../rule";

export const headStateUnprotected: Rule = {
  id: "head-state-unprotected",
  area: "reliability",
  severity: "error",
  clouds: "all",
  title: "Slurm state that goes with the head's disk",
  why: "StateSaveLocation holds the queue, job ids and running jobs. Replacing the head without it loses all of them, and a new controller kills jobs it does not know.",
  fix: "Leave `stateProtected` on: the state lives on a volume that Terraform will not delete.",
  verify: "`scontrol show config | grep StateSaveLocation` lies on a mount of its own, not on the root disk.",
  source: "https://slurm.schedmd.com/slurm.conf.html#OPT_StateSaveLocation",
  check: (design) =>
    checkEach(design.slurm, (s) =>
      s.stateProtected
        ? null
        : {
            path: `schedulers.${s.name}.stateProtected`,
            value: false,
            allowed: "true",
            fix: "leave stateProtected at its default",
          },
    ),
};
