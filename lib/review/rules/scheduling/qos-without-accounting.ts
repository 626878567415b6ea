import { checkEach, type Rule } from "../../rule";

export const qosWithoutAccounting: Rule = {
  id: "qos-without-accounting",
  area: "scheduling",
  severity: "error",
  clouds: "all",
  title: "preemption by QOS without an accounting database",
  why: "A QOS lives in slurmdbd. Without one Slurm has no QOS to compare and preempts nothing; fair share has no history either.",
  fix: "Set `accounting` to local or external, or preempt by partition.",
  verify: "`sacctmgr show qos` lists the QOS of the design.",
  source: "https://slurm.schedmd.com/qos.html",
  check: (design) =>
    checkEach(
      design.slurm.filter((s) => s.preemption === "qos"),
      (s) =>
        s.accounting === "none"
          ? {
              path: `schedulers.${s.name}.accounting`,
              value: "none",
              allowed: "local or external with preemption by QOS",
              fix: 'set accounting to "local" or "external", or preemption to "partition"',
            }
          : null,
    ),
};
