import { isSold, MOST_BLOCK_NODES, MOST_NODES_IN_BLOCKS, soldDays } from "../../../sizing/cost/capacity-block";
import { counted } from "../../../units/quantity";
import { blockDays, mostAtOnce } from "../../block-dates";
import { type BlockFacts, blocksOf } from "../../blocks";
import { type Breach, checkEach, DOES_NOT_APPLY, type Rule } from "../../rule";

/** More instances in all blocks together than an account may have on one day. */
function tooManyTogether(blocks: readonly BlockFacts[]): Breach[] {
  const most = mostAtOnce(blocks.map(({ source }) => source));
  if (most <= MOST_NODES_IN_BLOCKS) return [];
  return [
    {
      path: "pools",
      value: `${most} instances in Capacity Blocks at the same time`,
      allowed: `${MOST_NODES_IN_BLOCKS} over all Capacity Blocks of an account`,
      fix: "move blocks to other dates, take On-Demand Capacity Reservations for the rest, or ask AWS for more",
    },
  ];
}

export const blockNotSold: Rule = {
  id: "block-not-sold",
  area: "capacity",
  severity: "error",
  clouds: ["aws"],
  title: "Capacity Block size or duration not offered",
  why: "A Capacity Block holds 1 to 64 instances for 1 to 14 days, or for whole weeks up to 182 days, and an account has at most 256 instances in all its blocks on one day. Other sizes and durations cannot be purchased.",
  fix: "Split the nodes across several blocks, or round the duration up to one that is offered.",
  verify:
    "`aws ec2 describe-capacity-block-offerings --instance-type TYPE --instance-count N --capacity-duration-hours H` returns an offering.",
  source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-capacity-blocks.html",
  check: (design) => {
    const blocks = blocksOf(design);
    const each = checkEach(blocks, ({ source, path }) => {
      const breaches: Breach[] = [];
      if (source.nodes !== null && (source.nodes < 1 || source.nodes > MOST_BLOCK_NODES)) {
        const fix = `split them across ${Math.ceil(source.nodes / MOST_BLOCK_NODES)} blocks`;
        breaches.push({
          path: `${path}.nodes`,
          value: source.nodes,
          allowed: `1 to ${MOST_BLOCK_NODES} per block`,
          fix,
        });
      }
      const exact = blockDays(source);
      // A block that starts within a day still ends at 11:30 UTC, so parts of days count as days.
      const days = exact === null ? null : Math.ceil(exact);
      if (days !== null && !isSold(days)) {
        const fix = days < 1 ? "set endsOn after startsOn" : `use ${counted(soldDays(days), "days")}`;
        const allowed = "1 to 14 days, or whole weeks up to 182 days";
        breaches.push({ path: `${path}.endsOn`, value: `${counted(days, "days")}`, allowed, fix });
      }
      return breaches;
    });
    return each === DOES_NOT_APPLY ? each : [...each, ...tooManyTogether(blocks)];
  },
};
