import { GIVEN_CHECKS, givenResources } from "../../existing/given-checks";
import { checkEach, type Rule } from "../../rule";

export const existingResourceUnconfirmed: Rule = {
  id: "existing-resource-unconfirmed",
  area: "security",
  severity: "info",
  clouds: ["aws"],
  title: "Existing resource not known to the design",
  why: "The design names resources that exist already. Their policies, state and location are only in the account: if one differs from what the design takes, the apply fails midway, or nodes boot and cannot mount, log or resolve names.",
  fix: "Run `preflight.sh` with credentials of the account before the apply; for ids that only Terraform knows, after it.",
  verify: "`preflight.sh` prints `ok` for each existing resource.",
  source: "https://docs.aws.amazon.com/kms/latest/developerguide/key-policies.html",
  check: (design) => {
    const asked = givenResources(design);
    // Groups of fabrics have a rule of their own.
    if (asked.length === 0 && (design.cluster.given ?? []).length > 0) return [];
    return checkEach(asked, ([given, paths]) => {
      const { title, needs } = GIVEN_CHECKS[given.kind];
      const others = paths.length > 1 ? `, also of ${paths.slice(1).join(", ")}` : "";
      return {
        path: given.path,
        value: `existing ${title} ${given.id ?? "whose id only Terraform knows"}${others}`,
        allowed: needs(given, design),
        fix: given.id === null ? "confirm it once the id is known" : "run preflight.sh, which reads it",
      };
    });
  },
};
