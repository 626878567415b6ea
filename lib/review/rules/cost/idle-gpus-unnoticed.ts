import { set } from "../../../remedies/remedy";
import { part, prop, say } from "../../../remedies/sentence";
import { checkEach, DOES_NOT_APPLY, type Rule } from "../../rule";

export const idleGpusUnnoticed: Rule = {
  id: "idle-gpus-unnoticed",
  area: "cost",
  severity: "info",
  clouds: ["aws", "azure", "gcp"],
  title: "No alarm on idle GPUs",
  why: "Forgotten notebooks and hung jobs hold GPUs at full price. Idle time is the largest avoidable cost on most GPU bills.",
  fix: "Set `idleGpuMinutes`, for example to 30. A SlurmHeadNode with `monitoring.alarmTopicArn` alerts after an hour.",
  verify: "Allocate a GPU and run `sleep`; the alarm fires after `idleGpuMinutes`.",
  source: "https://docs.aws.amazon.com/wellarchitected/latest/machine-learning-lens/cost-optimization-pillar.html",
  check: ({ gpuPools, cluster: { monitoring } }) => {
    if (gpuPools.length === 0) return DOES_NOT_APPLY;
    // One that notices is enough.
    if (monitoring.some(({ idleGpuMinutes }) => idleGpuMinutes !== null)) return [];
    return checkEach(monitoring, (m) => ({
      path: `monitoring.${m.name}.idleGpuMinutes`,
      value: null,
      allowed: "a number of minutes",
      fix: say`${set("idleGpuMinutes", 30)}; on ${part("slurm")}, set ${prop("monitoring.alarmTopicArn")}`,
    }));
  },
};
