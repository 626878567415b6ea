import type { Problems } from "../../../errors";
import { addUnknownProps } from "../../../props/unknown-props";
import { isSold, LONGEST_BLOCK_DAYS } from "../../../sizing/cost/capacity-block";
import { isKnown } from "../../common/terraform-text";
import type { Capacity } from "./capacity";
import type { PurchaseOrder } from "./purchase";

const GROUP_ARN = /^arn:aws:resource-groups:[a-z0-9-]+:\d{12}:group\/[\w.-]{1,300}$/;

/** What can be said of each purchase. */
const OPTIONS: Record<PurchaseOrder["kind"], readonly string[]> = {
  block: ["nodes", "startsOn", "days", "maxUpfrontUsd", "offeringId"],
  reservation: ["nodes", "endsOn"],
};

/** Checks what a source buys, or the group that it names. */
export function validatePurchase(problems: Problems, here: string, path: string, source: Capacity): void {
  checkGroup(problems, here, source.groupArn);
  if (source.purchase === undefined) return;
  const { owner, order } = source.purchase;
  if (owner !== undefined && owner !== path) {
    problems.add("duplicate", here, `${here} is bought by pool "${owner}" already; make a Capacity for each pool`);
  }
  const { kind, ...options } = order;
  addUnknownProps(problems, here, options, OPTIONS[kind]);
  if (order.nodes === undefined) problems.add("required", here, `${here} nodes must be how many nodes are bought`);
  if (order.kind === "reservation") return;
  const { days, maxUpfrontUsd, offeringId } = order;
  if (!Number.isInteger(days) || !isSold(days)) {
    const message = `${here} days must be a whole number from 1 to 14, or whole weeks up to ${LONGEST_BLOCK_DAYS}, got ${days}`;
    problems.add("out-of-range", here, message);
  }
  if (typeof maxUpfrontUsd !== "number" || !(maxUpfrontUsd > 0) || !Number.isFinite(maxUpfrontUsd)) {
    const message = `${here} maxUpfrontUsd must be the most US dollars that the block may cost, above 0, got ${JSON.stringify(maxUpfrontUsd) ?? "undefined"}`;
    problems.add("out-of-range", here, message);
  }
  if (order.startsOn === undefined) {
    problems.add(
      "required",
      here,
      `${here} startsOn must be the first moment of an offer, such as "2027-01-04T11:30:00Z"`,
    );
  }
  if (offeringId !== undefined && isKnown(offeringId) && !/^[a-z]+-[0-9a-z]+$/.test(String(offeringId))) {
    const message = `${here} offeringId must be an offering's id as describe-capacity-block-offerings prints it, got ${JSON.stringify(offeringId)}`;
    problems.add("malformed", here, message);
  }
}

function checkGroup(problems: Problems, here: string, arn: string | undefined): void {
  if (arn === undefined || !isKnown(arn) || GROUP_ARN.test(String(arn))) return;
  const message = `${here} must name the ARN of a resource group such as "arn:aws:resource-groups:us-east-2:123456789012:group/h100", got ${JSON.stringify(arn)}`;
  problems.add("malformed", here, message);
}
