import { set } from "../../../remedies/remedy";
import { checkEach, type Rule } from "../../rule";

export const imdsHopLimitWide: Rule = {
  id: "imds-hop-limit-wide",
  area: "security",
  severity: "warning",
  clouds: ["aws"],
  title: "Instance metadata hop limit above 2",
  why: "A hop limit above 2 lets nested containers and proxies retrieve the node's credentials.",
  fix: "Set `imdsHopLimit` to 1, or to 2 if containers need instance metadata.",
  verify:
    "`aws ec2 describe-instances --query 'Reservations[].Instances[].MetadataOptions.HttpPutResponseHopLimit'` prints 1 or 2.",
  source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/configuring-IMDS-existing-instances.html",
  check: (design) =>
    checkEach(
      design.pools.filter(({ pool }) => pool.aws),
      ({ pool, path }) =>
        pool.aws!.imdsHopLimit <= 2
          ? null
          : {
              path: `${path}.imdsHopLimit`,
              value: pool.aws!.imdsHopLimit,
              allowed: "1, or 2 for containers",
              fix: set("imdsHopLimit", 2),
            },
    ),
};
