import { set } from "../../../remedies/remedy";
import { checkEach, type Rule } from "../../rule";

export const resumeTimeoutBelowBoot: Rule = {
  id: "resume-timeout-below-boot",
  area: "scheduling",
  severity: "error",
  clouds: "all",
  title: "Slurm ResumeTimeout shorter than node boot time",
  why: "GPU nodes take four to seven minutes to boot. A shorter ResumeTimeout marks them DOWN and launches replacements, so nodes are launched, billed and terminated in a loop.",
  fix: "Set `resumeTimeoutSeconds` to 1800, which also covers slow launches from a Capacity Block.",
  verify: "In slurmctld.log, no `not resumed by ResumeTimeout` follows a resume of the pool.",
  source:
    "https://github.com/aws/aws-parallelcluster/issues/6842 https://slurm.schedmd.com/slurm.conf.html#OPT_ResumeTimeout",
  check: (design) =>
    checkEach(
      design.slurm.flatMap((s) =>
        design.pools.filter((p) => p.pool.adoptedBy?.name === s.name).map((p) => ({ s, pool: p.pool })),
      ),
      ({ s, pool }) =>
        s.resumeTimeoutSeconds >= pool.bootSeconds
          ? null
          : {
              path: `schedulers.${s.name}.resumeTimeoutSeconds`,
              value: `${s.resumeTimeoutSeconds} s`,
              allowed: `${pool.bootSeconds} s or more, the boot time of ${pool.name}`,
              fix: set("resumeTimeoutSeconds", 1800),
            },
    ),
};
