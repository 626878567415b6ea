import type { Problems } from "../../errors";
import { hasHelmValue } from "../chart/helm-value";
import type { ModelServiceProps } from "./model-service";

const CIDR = /^\d{1,3}(\.\d{1,3}){3}\/\d{1,2}$/;

/** Checks how clients reach a model. */
export function checkExposure(problems: Problems, path: string, props: ModelServiceProps): void {
  const { exposure, allowedCidrs, gatewayDomain } = props;
  if (exposure === "gateway" && gatewayDomain === null)
    problems.add(
      "required",
      `${path}.exposure`,
      `${path}.exposure is "gateway", but the cluster has none; give the cluster gateway: { domain }, or use exposure "internal"`,
    );
  if (exposure === "public" && allowedCidrs.length === 0)
    problems.add(
      "required",
      `${path}.allowedCidrs`,
      `${path}.allowedCidrs is required with exposure "public", since the server has no login of its own; give the blocks of your clients, or use exposure "internal"`,
    );
  checkCidrs(problems, `${path}.allowedCidrs`, allowedCidrs);
}

/** Checks blocks of clients: none of them may be the whole internet. */
export function checkCidrs(problems: Problems, path: string, cidrs: readonly string[]): void {
  for (const cidr of cidrs.filter((of) => !hasHelmValue(of))) {
    if (!CIDR.test(cidr))
      problems.add("malformed", path, `${path} must be IPv4 blocks such as "203.0.113.0/24", got "${cidr}"`);
    else if (cidr.endsWith("/0"))
      problems.add(
        "not-allowed",
        path,
        `${path} must not be "${cidr}", the whole internet: whoever finds the address could use your GPUs; give the blocks of your clients`,
      );
  }
}
