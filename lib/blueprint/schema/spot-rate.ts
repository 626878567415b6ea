import { z } from "zod";
import { MOST_INTERRUPTIONS_PER_HOUR } from "../../sizing/reliability/spot";
import { unset } from "./key";

/** What a review counts Spot nodes with, in every cloud. */
export const spotRateKeys = {
  usdPerHour: unset(
    z.number().meta({ exclusiveMinimum: 0 }),
    "What you pay for a node, US dollars per hour; the review counts with it",
    "the catalog's Spot price, else On-Demand's",
  ),
  interruptionsPerHour: unset(
    z.number().meta({ minimum: 0, maximum: MOST_INTERRUPTIONS_PER_HOUR }),
    "Interruptions of a node per hour, 0 to 1; the review counts with it",
    "0.0003, 20 % of nodes per month",
  ),
};
