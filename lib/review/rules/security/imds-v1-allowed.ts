import { checkEach, type Rule } from "../../rule";

export const imdsV1Allowed: Rule = {
  id: "imds-v1-allowed",
  area: "security",
  severity: "error",
  clouds: ["aws"],
  title: "nodes that answer instance metadata without a session token",
  why: "With IMDSv1 any request that a job can be tricked into sends the node's credentials away (server-side request forgery). Version 2 needs a token that such a request cannot get.",
  fix: "Leave `imdsV2Required` on.",
  verify: "On a node, `curl -s -o /dev/null -w '%{http_code}' http://169.254.169.254/latest/meta-data/` prints 401.",
  source: "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/configuring-instance-metadata-service.html",
  check: (design) =>
    checkEach(design.pools, ({ pool, path }) =>
      pool.imdsV2Required
        ? null
        : { path: `${path}.imdsV2Required`, value: false, allowed: "true", fix: "leave imdsV2Required at its default" },
    ),
};
