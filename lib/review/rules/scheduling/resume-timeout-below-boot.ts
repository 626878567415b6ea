import { checkEach, type Rule } from "../../rule";

export const resumeTimeoutBelowBoot: Rule = {
  id: "resume-timeout-below-boot",
  area: "scheduling",
  severity: "error",
  clouds: "all",
  title: "Slurm gives up on nodes that are still booting",
  why: "GPU nodes take four to seven minutes to come up. A shorter ResumeTimeout marks them DOWN and starts others, so nodes are launched, billed and killed in a loop.",
  fix: "Set `resumeTimeoutSeconds` to 1800, which also allows for slow launches from a Capacity Block.",
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
              allowed: `${pool.bootSeconds} s or more: what a node of ${pool.name} takes to boot`,
              fix: "set resumeTimeoutSeconds to 1800",
            },
    ),
};
