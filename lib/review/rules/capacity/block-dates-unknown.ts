import { blockDays, blocksOf } from "../../blocks";
import { checkEach, type Rule } from "../../rule";

export const blockDatesUnknown: Rule = {
  id: "block-dates-unknown",
  area: "capacity",
  severity: "info",
  clouds: ["aws"],
  title: "Capacity Block without its start and end",
  why: "AWS terminates a block's instances half an hour before its end. Without the dates nothing checks that the run is over by then, and no job is told to checkpoint before it.",
  fix: "Give `Capacity.block(id, { startsOn, endsOn })` the dates of the offer.",
  verify:
    "`aws ec2 describe-capacity-reservations --capacity-reservation-ids ID --query 'CapacityReservations[].[StartDate,EndDate]'`.",
  source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/capacity-blocks-using.html",
  check: (design) =>
    checkEach(blocksOf(design), ({ source, path }) =>
      blockDays(source) === null
        ? {
            path,
            value: `${source.startsOn ?? "no start"}, ${source.endsOn ?? "no end"}`,
            allowed: "the first and last moment of the block, ISO 8601",
            fix: "set startsOn and endsOn of the block",
          }
        : null,
    ),
};
