import { set } from "../../../remedies/remedy";
import { checkEach, type Rule } from "../../rule";

export const imdsVersionUnset: Rule = {
  id: "imds-version-unset",
  area: "security",
  severity: "warning",
  clouds: ["aws"],
  title: "IMDS version left to the account and the AMI",
  why: "A launch that does not set the metadata version gets the account's default for the Region, else what the AMI asks for: Amazon Linux 2023 requires IMDSv2, many other images and accounts allow IMDSv1. With IMDSv1, a server-side request forgery (SSRF) in any job exposes the node's credentials.",
  fix: "Require IMDSv2 at launch, so that neither the account nor a new AMI can change it.",
  verify:
    "On a node, `curl -s -o /dev/null -w '%{http_code}' http://169.254.169.254/latest/meta-data/` prints 401. `aws ec2 get-instance-metadata-defaults` prints the account's default.",
  source:
    "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/configuring-instance-metadata-options.html#instance-metadata-options-order-of-precedence",
  check: (design) =>
    checkEach(
      design.pools.filter(({ pool }) => pool.aws),
      ({ pool, path }) =>
        pool.aws!.imdsV2Required === null
          ? { path: `${path}.imdsV2Required`, value: null, allowed: "true", fix: set("imdsV2Required", true) }
          : null,
    ),
};
