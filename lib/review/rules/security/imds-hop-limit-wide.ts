import { checkEach, type Rule } from "../../rule";

export const imdsHopLimitWide: Rule = {
  id: "imds-hop-limit-wide",
  area: "security",
  severity: "warning",
  clouds: ["aws"],
  title: "instance metadata reachable more than two hops away",
  why: "Each hop beyond two lets nested containers and proxies fetch the node's credentials.",
  fix: "Set `imdsHopLimit` to 1, or 2 where containers need the metadata.",
  verify:
    "`aws ec2 describe-instances --query 'Reservations[].Instances[].MetadataOptions.HttpPutResponseHopLimit'` prints 1 or 2.",
  source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/configuring-IMDS-existing-instances.html",
  check: (design) =>
    checkEach(design.pools, ({ pool, path }) =>
      pool.imdsHopLimit <= 2
        ? null
        : {
            path: `${path}.imdsHopLimit`,
            value: pool.imdsHopLimit,
            allowed: "1, or 2 for containers",
            fix: "set imdsHopLimit to 2",
          },
    ),
};
