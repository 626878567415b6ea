import { HOURS_PER_MONTH } from "../../../sizing/cost/cost";
import { percent, usd } from "../../../units/quantity";
import { figuresOf } from "../../figures/figures";
import { egressOf } from "../../figures/traffic";
import { checkEach, type Rule } from "../../rule";

/** Of what everything else costs. Traffic below that is noise beside the nodes. */
const SHARE_LIMIT = 0.1;

export const egressShareHigh: Rule = {
  id: "egress-share-high",
  area: "cost",
  severity: "warning",
  clouds: "all",
  title: "Internet egress above 10 % of cluster cost",
  why: "Egress is billed per GB at list price, grows with usage and is not part of any instance price, so it first shows up on the bill.",
  fix: "Keep consumers of datasets and checkpoints in the Region, send bulk data over Direct Connect, put CloudFront in front of a service, or set `egressTBPerMonth` of the workload to the actual volume.",
  verify:
    "On AWS, `aws ce get-cost-and-usage --time-period Start=2027-01-01,End=2027-02-01 --granularity MONTHLY --metrics UnblendedCost UsageQuantity --group-by Type=DIMENSION,Key=USAGE_TYPE` shows egress in the lines with DataTransfer-Out-Bytes; on Azure, Cost analysis of the resource group, grouped by meter category, shows it as Bandwidth.",
  source: "https://aws.amazon.com/ec2/pricing/on-demand/#Data_Transfer",
  check: (design) => {
    const egress = egressOf(design);
    return checkEach(egress?.usdPerMonth ? [{ ...egress, month: egress.usdPerMonth }] : [], ({ tbPerMonth, month }) => {
      const others = figuresOf(design).cost.usdPerHour * HOURS_PER_MONTH - month;
      if (month <= SHARE_LIMIT * others) return null;
      return {
        path: "workload.egressTBPerMonth",
        value: `${tbPerMonth} TB for ${usd(month)} per month, ${percent(month / others)} of all other costs`,
        allowed: `${usd(SHARE_LIMIT * others)} per month or less, ${percent(SHARE_LIMIT)} of all other costs`,
        fix: "keep the data in the Region, or use CloudFront or Direct Connect",
      };
    });
  },
};
