import { checkEach, type Rule } from "../../rule";

export const alarmsMissing: Rule = {
  id: "alarms-missing",
  area: "operations",
  severity: "warning",
  clouds: "all",
  title: "monitoring without a single alarm",
  why: "Dashboards are looked at after the fact; at night and at weekends nobody looks.",
  fix: "Leave the alarms of ClusterMonitoring on, and give them a topic that people read; alerts of a SlurmHeadNode go to its `monitoring.alarmTopicArn`.",
  verify: "`aws cloudwatch describe-alarms` lists the alarms with an action each.",
  source: "https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/AlarmThatSendsEmail.html",
  check: (design) =>
    // One that alarms is enough: Prometheus for the graphs beside it, or a budget alone, takes nothing away.
    checkEach(design.cluster.monitoring, (m) =>
      design.cluster.monitoring.some(({ alarms }) => alarms.length > 0)
        ? null
        : {
            path: `monitoring.${m.name}.alarms`,
            value: "none",
            allowed: "one alarm or more",
            fix: "leave alarms at their default, and name a topic for those of a SlurmHeadNode",
          },
    ),
};
