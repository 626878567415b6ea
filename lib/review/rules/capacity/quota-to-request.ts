import { isRaised, quotasOf } from "../../quotas";
import { count, counted } from "../../report/quantity";
import { checkEach, type Rule } from "../../rule";

export const quotaToRequest: Rule = {
  id: "quota-to-request",
  area: "capacity",
  severity: "info",
  clouds: ["aws"],
  title: "service quota that must be raised before the design can run",
  why: "GPU quotas start near zero and take days to be granted; the first apply fails with VcpuLimitExceeded, or the first job waits.",
  fix: "Request the values of quotas.json, or run the preflight script with `--request`.",
  verify: "`aws service-quotas get-service-quota` for the code, against the value.",
  source: "https://docs.aws.amazon.com/ec2/latest/instancetypes/ec2-instance-quotas.html",
  check: (design) =>
    checkEach(quotasOf(design), (q) => {
      if (!isRaised(q)) return null;
      const value = `${counted(q.needed, q.unit)}: ${q.name}`;
      if (q.code === "unknown") {
        const fix = `look the quota up in Service Quotas (aws service-quotas list-service-quotas --service-code ${q.service}) and request it`;
        return { path: `quotas.${q.name}`, value, allowed: "what the account has; no quota code is published", fix };
      }
      return {
        path: `quotas.${q.code}`,
        value,
        allowed: q.default === null ? "what the account has, which differs" : `${count(q.default)} to start with`,
        fix: `request ${q.needed} for ${q.service} ${q.code}`,
      };
    }),
};
