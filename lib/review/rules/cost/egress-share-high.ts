import { HOURS_PER_MONTH } from "../../../sizing/cost/cost";
import { figuresOf } from "../../figures/figures";
import { egressOf } from "../../figures/traffic";
import { percent, usd } from "../../report/quantity";
import { checkEach, type Rule } from "../../rule";

/** Of what everything else costs. Traffic below that is noise beside the nodes. */
const SHARE_LIMIT = 0.1;

export const egressShareHigh: Rule = {
  id: "egress-share-high",
  area: "cost",
  severity: "warning",
  clouds: "all",
  title: "traffic to the internet costs a tenth of the cluster or more",
  why: "Egress is billed by the GB at list price, grows with use, and stands in no instance's price: it is noticed on the first bill.",
  fix: "Keep consumers of datasets and checkpoints in the region, send bulk data over Direct Connect, put CloudFront before a service, or set `egressTBPerMonth` of the workload to what really leaves.",
  verify:
    "`aws ce get-cost-and-usage --time-period Start=2027-01-01,End=2027-02-01 --granularity MONTHLY --metrics UnblendedCost UsageQuantity --group-by Type=DIMENSION,Key=USAGE_TYPE` and its lines with DataTransfer-Out-Bytes.",
  source: "https://aws.amazon.com/ec2/pricing/on-demand/#Data_Transfer",
  check: (design) => {
    const egress = egressOf(design);
    return checkEach(egress?.usdPerMonth ? [{ ...egress, month: egress.usdPerMonth }] : [], ({ tbPerMonth, month }) => {
      const others = figuresOf(design).cost.usdPerHour * HOURS_PER_MONTH - month;
      if (month <= SHARE_LIMIT * others) return null;
      return {
        path: "workload.egressTBPerMonth",
        value: `${tbPerMonth} TB for ${usd(month)} a month, ${percent(month / others)} of all else`,
        allowed: `${usd(SHARE_LIMIT * others)} a month, ${percent(SHARE_LIMIT)} of all else`,
        fix: "keep the data in the region, or put CloudFront or Direct Connect in the way",
      };
    });
  },
};
