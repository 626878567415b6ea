import { set } from "../../../remedies/remedy";
import { part, prop, say } from "../../../remedies/sentence";
import { checkEach, type Rule } from "../../rule";

export const alarmsMissing: Rule = {
  id: "alarms-missing",
  area: "operations",
  severity: "warning",
  clouds: "all",
  title: "Monitoring without alarms",
  why: "Dashboards show problems only when someone looks. Alarms also cover nights and weekends.",
  fix: "Keep the ClusterMonitoring alarms enabled and send them to an SNS topic that your on-call team receives. SlurmHeadNode alerts go to `monitoring.alarmTopicArn`.",
  verify: "`aws cloudwatch describe-alarms` lists the alarms, each with an action.",
  source: "https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/AlarmThatSendsEmail.html",
  check: (design) =>
    // One that alarms is enough: Prometheus for the graphs beside it, or a budget alone, takes nothing away.
    checkEach(design.cluster.monitoring, (m) =>
      design.cluster.monitoring.some(({ alarms }) => alarms.length > 0)
        ? null
        : {
            path: `monitoring.${m.name}.alarms`,
            value: "none",
            allowed: "at least one alarm",
            fix: design.cluster.site
              ? set("alertmanagers")
              : say`use the default alarms; on ${part("slurm")}, set ${prop("monitoring.alarmTopicArn")}`,
          },
    ),
};
