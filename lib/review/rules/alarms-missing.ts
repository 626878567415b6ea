import { checkEach, type Rule } from "../rule";

export const alarmsMissing: Rule = {
  id: "alarms-missing",
  area: "operations",
  severity: "warning",
  title: "monitoring without a single alarm",
  why: "Dashboards are looked at after the fact; at night and at weekends nobody looks.",
  fix: "Leave the alarms of ClusterMonitoring on, and give them a topic that people read.",
  verify: "`aws cloudwatch describe-alarms` lists the alarms with an action each.",
  source: "https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/AlarmThatSendsEmail.html",
  check: (design) =>
    checkEach(design.cluster.monitoring, (m) =>
      m.alarms.length > 0
        ? null
        : {
            path: `monitoring.${m.name}.alarms`,
            value: "none",
            allowed: "one alarm or more",
            fix: "leave alarms at their default",
          },
    ),
};
