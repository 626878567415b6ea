import { set } from "../../../remedies/remedy";
import { say } from "../../../remedies/sentence";
import { checkEach, type Rule } from "../../rule";

export const qosWithoutAccounting: Rule = {
  id: "qos-without-accounting",
  area: "scheduling",
  severity: "error",
  clouds: "all",
  title: "QoS preemption without accounting database",
  why: "QoS definitions are stored in slurmdbd. Without it, Slurm has no QoS to compare and preempts nothing, and fair share has no history.",
  fix: "Set `accounting` to local or external, or preempt by partition.",
  verify: "`sacctmgr show qos` lists the QoS of the design.",
  source: "https://slurm.schedmd.com/qos.html",
  check: (design) =>
    checkEach(
      design.slurm.filter((s) => s.preemption === "qos"),
      (s) =>
        s.accounting === "none"
          ? {
              path: `schedulers.${s.name}.accounting`,
              value: "none",
              allowed: "local or external for preemption by QoS",
              fix: [say`${set("accounting")} of kind "local" or "external"`, set("preemption", "partition")],
            }
          : null,
    ),
};
