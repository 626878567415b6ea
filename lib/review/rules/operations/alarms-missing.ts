import { set } from "../../../remedies/remedy";
import { part, prop, say } from "../../../remedies/sentence";
import { checkEach, type Rule } from "../../rule";

export const alarmsMissing: Rule = {
  id: "alarms-missing",
  area: "operations",
  severity: "warning",
  clouds: "all",
  title: "Monitoring without alarms",
  why: "Dashboards show problems only when someone looks, and so do alarms without recipients. Alarms that are sent to a team also cover nights and weekends.",
  fix: "Keep the ClusterMonitoring alarms enabled and send them to your on-call team: `emails`, or `topicArn` of an SNS topic that it receives. SlurmHeadNode alerts go to `monitoring.alarmTopicArn`.",
  verify:
    "On AWS, `aws cloudwatch describe-alarms` lists the alarms, each with an action; `aws sns list-subscriptions-by-topic` lists a confirmed subscription; on Azure, `az monitor metrics alert list --query '[].[name,actions]'` lists the alerts, each with an action group.",
  source: "https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/AlarmThatSendsEmail.html",
  check: (design) => {
    const { monitoring, site } = design.cluster;
    // One that alarms somebody is enough: Prometheus for the graphs beside it, or a budget alone, takes nothing away.
    const enough = monitoring.some(({ alarms, alarmsNotify }) => alarms.length > 0 && alarmsNotify !== false);
    const some = monitoring.some(({ alarms }) => alarms.length > 0);
    return checkEach(monitoring, (m) => {
      if (enough || (some && m.alarms.length === 0)) return null;
      if (some) {
        return {
          path: `monitoring.${m.name}.emails`,
          value: `${m.alarms.length} alarms without recipients`,
          allowed: "at least one recipient",
          fix: set("emails"),
        };
      }
      return {
        path: `monitoring.${m.name}.alarms`,
        value: "none",
        allowed: "at least one alarm",
        fix: site
          ? set("alertmanagers")
          : say`use the default alarms; on ${part("slurm")}, set ${prop("monitoring.alarmTopicArn")}`,
      };
    });
  },
};
