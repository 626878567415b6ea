import type { Problems } from "../../../../errors";
import { shown } from "../../../../props/shown";
import { isKnown } from "../../../common/terraform-text";
import type { Capacity } from "./capacity";

const GROUP_ARN = /^arn:aws:resource-groups:[a-z0-9-]+:\d{12}:group\/[\w.-]{1,300}$/;

/** Checks whose purchase a source is, or the group that it names; what each purchase takes is in its table. */
export function validatePurchase(problems: Problems, here: string, path: string, source: Capacity): void {
  checkGroup(problems, here, source.groupArn);
  const owner = source.purchase?.owner;
  if (owner !== undefined && owner !== path) {
    problems.add("duplicate", here, `${here} is bought by pool "${owner}" already; make a Capacity for each pool`);
  }
}

function checkGroup(problems: Problems, here: string, arn: string | undefined): void {
  if (arn === undefined || !isKnown(arn) || GROUP_ARN.test(String(arn))) return;
  const message = `${here} must name the ARN of a resource group such as "arn:aws:resource-groups:us-east-2:123456789012:group/h100", got ${shown(arn)}`;
  problems.add("malformed", here, message);
}
