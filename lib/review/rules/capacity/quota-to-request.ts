import { count, counted } from "../../../units/quantity";
import { isRaised, quotasOf } from "../../quotas";
import { checkEach, type Rule } from "../../rule";

export const quotaToRequest: Rule = {
  id: "quota-to-request",
  area: "capacity",
  severity: "info",
  clouds: ["aws"],
  title: "Service quota increase required",
  why: "Default GPU quotas are near zero, and increases take days. Until then, the first apply fails with `VcpuLimitExceeded`, or the first job stays pending.",
  fix: "Request the values in quotas.json, or run the preflight script with `--request`.",
  verify: "Compare `aws service-quotas get-service-quota` for the quota code with the value in the finding.",
  source: "https://docs.aws.amazon.com/ec2/latest/instancetypes/ec2-instance-quotas.html",
  check: (design) =>
    checkEach(quotasOf(design), (q) => {
      if (!isRaised(q)) return null;
      const value = `${counted(q.needed, q.unit)}: ${q.name}`;
      if (q.code === "unknown") {
        const fix = `find the quota in Service Quotas (aws service-quotas list-service-quotas --service-code ${q.service}) and request it`;
        return {
          path: `quotas.${q.name}`,
          value,
          allowed: "within the account limit; no quota code is published",
          fix,
        };
      }
      return {
        path: `quotas.${q.code}`,
        value,
        allowed:
          q.default === null
            ? "within the account limit (account-specific)"
            : `within the account limit (default: ${count(q.default)})`,
        fix: `request ${q.needed} for ${q.service} ${q.code}`,
      };
    }),
};
