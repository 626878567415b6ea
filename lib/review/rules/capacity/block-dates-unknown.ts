import { blockDays } from "../../block-dates";
import { blocksOf } from "../../blocks";
import { checkEach, type Rule } from "../../rule";

export const blockDatesUnknown: Rule = {
  id: "block-dates-unknown",
  area: "capacity",
  severity: "info",
  clouds: ["aws"],
  title: "Capacity Block without start and end date",
  why: "AWS terminates the instances of a Capacity Block 30 minutes before it ends. Without the dates, the review cannot check that the run finishes in time, and jobs get no signal to checkpoint.",
  fix: "Pass the dates of the offering: `Capacity.block(id, { startsOn, endsOn })`.",
  verify:
    "`aws ec2 describe-capacity-reservations --capacity-reservation-ids ID --query 'CapacityReservations[].[StartDate,EndDate]'` prints both dates.",
  source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/capacity-blocks-using.html",
  check: (design) =>
    checkEach(blocksOf(design), ({ source, path }) =>
      blockDays(source) === null
        ? {
            path,
            value: `${source.startsOn ?? "no start"}, ${source.endsOn ?? "no end"}`,
            allowed: "start and end of the block, in ISO 8601",
            fix: "set startsOn and endsOn on the block",
          }
        : null,
    ),
};
