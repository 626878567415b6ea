import type { Field } from "../../../../props/field";
import { optional, type Table } from "../../../../props/field";
import { number, text, whole } from "../../../../props/simple-fields";
import { isSold, LONGEST_BLOCK_DAYS, MOST_BLOCK_NODES } from "../../../../sizing/cost/capacity-block";
import { MOST_INTERRUPTIONS_PER_HOUR } from "../../../../sizing/reliability/spot";
import { momentMilliseconds } from "../../../../units/moment";
import type { CapacityBlockOptions, ReservationOptions, SpotOptions } from "./capacity";
import type { BlockPurchaseOptions, ReservationPurchaseOptions } from "./purchase";

/** A moment that is the same wherever it is read. */
function moment(): Field<string, false> {
  const field = text({ words: "an ISO 8601 moment with its offset", example: "2027-01-31T11:30:00Z" });
  return {
    ...field,
    check(value, at, notes) {
      if (!notes.isLater(value) && typeof value === "string" && momentMilliseconds(value) === null)
        notes.note("malformed", at, field.words, value);
      else field.check(value, at, notes);
    },
  };
}

/** Days that blocks are sold for. */
function blockDays(): Field<number, false> {
  const field = whole({ min: 1, max: LONGEST_BLOCK_DAYS, unit: "days" });
  const words = `a whole number of days from 1 to 14, or whole weeks up to ${LONGEST_BLOCK_DAYS}`;
  return {
    ...field,
    words,
    check(value, at, notes) {
      if (typeof value === "number" && Number.isFinite(value) && !(Number.isInteger(value) && isSold(value)))
        notes.note("out-of-range", at, words, value);
      else field.check(value, at, notes);
    },
  };
}

const zone = () => text({ known: "nodes must be in it", example: "us-east-2a" });
const nodes = () => whole({ min: 1, unit: "nodes", later: true });
const blockNodes = () => whole({ min: 1, max: MOST_BLOCK_NODES, unit: "nodes", later: true });

/** What Capacity.block takes beside the id of its reservation. */
export const CAPACITY_BLOCK = {
  nodes: blockNodes(),
  availabilityZone: optional(zone()),
  startsOn: optional(moment()),
  endsOn: optional(moment()),
} satisfies Table<CapacityBlockOptions>;

/** What Capacity.reservation and Capacity.reservationGroup take beside an id. */
export const RESERVATION = {
  nodes: optional(nodes()),
  availabilityZone: optional(zone()),
} satisfies Table<ReservationOptions>;

/** What Capacity.spot takes. */
export const SPOT = {
  nodes: optional(nodes()),
  usdPerHour: optional(number({ above: 0, unit: "US dollars per node and hour" })),
  interruptionsPerHour: optional(number({ min: 0, max: MOST_INTERRUPTIONS_PER_HOUR, unit: "per node and hour" })),
} satisfies Table<SpotOptions>;

/** What Capacity.onDemand takes. */
export const MARKET = { nodes: optional(nodes()) } satisfies Table<{ readonly nodes?: number }>;

/** What Capacity.buyBlock takes. */
export const BLOCK_PURCHASE = {
  nodes: blockNodes(),
  startsOn: moment(),
  days: blockDays(),
  maxUpfrontUsd: number({ above: 0, unit: "US dollars" }),
  offeringId: optional(
    text({
      like: /^[a-z]+-[0-9a-z]+$/,
      words: "an offering's id as describe-capacity-block-offerings prints it",
      example: "cb-0123456789abcdef0",
    }),
  ),
} satisfies Table<BlockPurchaseOptions>;

/** What Capacity.reserve takes. */
export const RESERVATION_PURCHASE = {
  nodes: nodes(),
  endsOn: optional(moment()),
} satisfies Table<ReservationPurchaseOptions>;
