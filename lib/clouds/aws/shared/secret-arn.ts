import type { Problems } from "../../../errors";
import { isKnown } from "../../common/terraform-text";

const SECRET_ARN = /^arn:aws[a-z-]*:secretsmanager:[a-z0-9-]+:\d{12}:secret:.+$/;

/** Notes what is no ARN of a secret, such as the secret itself. */
export function checkSecret(problems: Problems, prop: string, arn: string | undefined): void {
  if (arn === undefined || !isKnown(arn) || SECRET_ARN.test(arn)) return;
  problems.add(
    "malformed",
    prop,
    `${prop} must be the ARN of a Secrets Manager secret, so that no secret enters Terraform's state; put the value into a secret and give its ARN`,
  );
}
