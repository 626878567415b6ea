import type { Problems } from "../../../errors";
import { isKnown } from "../../common/terraform-text";

/** Notes an ARN of another region: services find keys, secrets, topics and certificates in their own alone. */
export function checkArnRegion(path: string, arn: string | undefined, region: string, problems: Problems): void {
  if (!isKnown(arn) || !isKnown(region)) return;
  const [, , service, other] = arn.split(":");
  if (other === undefined || other === "" || other === region) return;
  problems.add(
    "conflict",
    path,
    `${path} must be in ${region} like the network, got one in ${other}; use ${service === "kms" ? "a key (or the replica of a multi-Region key)" : "one"} of ${region}`,
  );
}
