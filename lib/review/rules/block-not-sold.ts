import type { CapacitySource } from "../../model/model";
import { type Breach, checkEach, type Rule } from "../rule";

const MOST_INSTANCES = 64;
const MOST_DAYS = 182;
/** Days of a block; a block that starts within a day still ends at 11:30 UTC, so parts of days count as days. */
function days(source: CapacitySource): number | null {
  if (source.startsOn === null || source.endsOn === null) return null;
  return Math.ceil((Date.parse(source.endsOn) - Date.parse(source.startsOn)) / 86_400_000);
}
const sold = (d: number) => d >= 1 && d <= MOST_DAYS && (d <= 14 || d % 7 === 0);

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
    checkEach(
      design.pools
        .flatMap((p) => p.pool.capacity.map((source, i) => ({ source, path: `${p.path}.capacity[${i}]` })))
        .filter(({ source }) => source.kind === "block"),
      ({ source, path }) => {
        const breaches: Breach[] = [];
        if (source.nodes !== null && (source.nodes < 1 || source.nodes > MOST_INSTANCES)) {
          const fix = `divide them over ${Math.ceil(source.nodes / MOST_INSTANCES)} blocks`;
          breaches.push({ path: `${path}.nodes`, value: source.nodes, allowed: `1 to ${MOST_INSTANCES} a block`, fix });
        }
        const length = days(source);
        if (length !== null && !sold(length)) {
          const weeks = Math.min(26, Math.max(1, Math.ceil(length / 7)));
          const fix = length < 1 ? "set endsOn after startsOn" : `take ${weeks * 7} days`;
          const allowed = "1 to 14 days, or whole weeks up to 182 days";
          breaches.push({ path: `${path}.endsOn`, value: `${length} days`, allowed, fix });
        }
        return breaches;
      },
    ),
};
