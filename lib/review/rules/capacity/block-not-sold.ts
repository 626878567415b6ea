import { isSold, soldDays } from "../../../sizing/cost/capacity-block";
import { blockDays, blocksOf } from "../../blocks";
import { type Breach, checkEach, type Rule } from "../../rule";

const MOST_INSTANCES = 64;

export const blockNotSold: Rule = {
  id: "block-not-sold",
  area: "capacity",
  severity: "error",
  title: "Capacity Block of a size or length that is not sold",
  why: "A Capacity Block holds 1 to 64 instances for 1 to 14 days, or for whole weeks up to 182 days. A plan built on another shape cannot be bought.",
  fix: "Divide the nodes over several blocks, or round the length to what is sold.",
  verify:
    "`aws ec2 describe-capacity-block-offerings --instance-type TYPE --instance-count N --capacity-duration-hours H` returns an offering.",
  source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-capacity-blocks.html",
  check: (design) =>
    checkEach(blocksOf(design), ({ source, path }) => {
      const breaches: Breach[] = [];
      if (source.nodes !== null && (source.nodes < 1 || source.nodes > MOST_INSTANCES)) {
        const fix = `divide them over ${Math.ceil(source.nodes / MOST_INSTANCES)} blocks`;
        breaches.push({ path: `${path}.nodes`, value: source.nodes, allowed: `1 to ${MOST_INSTANCES} a block`, fix });
      }
      const exact = blockDays(source);
      // A block that starts within a day still ends at 11:30 UTC, so parts of days count as days.
      const days = exact === null ? null : Math.ceil(exact);
      if (days !== null && !isSold(days)) {
        const fix = days < 1 ? "set endsOn after startsOn" : `take ${soldDays(days)} days`;
        const allowed = "1 to 14 days, or whole weeks up to 182 days";
        breaches.push({ path: `${path}.endsOn`, value: `${days} days`, allowed, fix });
      }
      return breaches;
    }),
};
