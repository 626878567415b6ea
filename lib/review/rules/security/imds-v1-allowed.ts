import { set } from "../../../remedies/remedy";
import { checkEach, type Rule } from "../../rule";

export const imdsV1Allowed: Rule = {
  id: "imds-v1-allowed",
  area: "security",
  severity: "error",
  clouds: ["aws"],
  title: "Instance metadata service allows IMDSv1",
  why: "With IMDSv1, a server-side request forgery (SSRF) in any job exposes the node's credentials. IMDSv2 requires a session token that such a request cannot obtain.",
  fix: "Keep `imdsV2Required` enabled (the default).",
  verify: "On a node, `curl -s -o /dev/null -w '%{http_code}' http://169.254.169.254/latest/meta-data/` prints 401.",
  source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/configuring-instance-metadata-service.html",
  check: (design) =>
    checkEach(
      design.pools.filter(({ pool }) => pool.aws),
      ({ pool, path }) =>
        pool.aws!.imdsV2Required === false
          ? { path: `${path}.imdsV2Required`, value: false, allowed: "true", fix: set("imdsV2Required", true) }
          : null,
    ),
};
