import { checkEach, DOES_NOT_APPLY, type Rule } from "../../rule";

export const idleGpusUnnoticed: Rule = {
  id: "idle-gpus-unnoticed",
  area: "cost",
  severity: "info",
  clouds: "all",
  title: "no alarm on GPUs that do nothing",
  why: "Forgotten notebooks and hung jobs hold GPUs at full price; idle time is the largest avoidable part of most GPU bills.",
  fix: "Set `idleGpuMinutes`, 30 for a start; a SlurmHeadNode with `monitoring.alarmTopicArn` tells after an hour.",
  verify: "Hold a GPU with `sleep`; the alarm goes off after that time.",
  source: "https://docs.aws.amazon.com/wellarchitected/latest/machine-learning-lens/cost-optimization-pillar.html",
  check: ({ gpuPools, cluster: { monitoring } }) => {
    if (gpuPools.length === 0) return DOES_NOT_APPLY;
    // One that notices is enough.
    if (monitoring.some(({ idleGpuMinutes }) => idleGpuMinutes !== null)) return [];
    return checkEach(monitoring, (m) => ({
      path: `monitoring.${m.name}.idleGpuMinutes`,
      value: null,
      allowed: "a number of minutes",
      fix: "set idleGpuMinutes to 30; on a SlurmHeadNode, name a topic for its alerts",
    }));
  },
};
