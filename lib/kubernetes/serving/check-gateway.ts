import type { Problems } from "../../errors";
import { hasHelmValue } from "../chart/helm-value";
import { CERTIFICATE, checkCidrs } from "./check-exposure";
import type { GatewayProps } from "./gateway";

/** A domain of two labels or more. @see https://www.rfc-editor.org/rfc/rfc1035#section-2.3.1 */
const DOMAIN = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+$/;

/** Checks the front door of the served models. */
export function checkGateway(problems: Problems, of: GatewayProps): void {
  if (!hasHelmValue(of.domain) && !DOMAIN.test(of.domain))
    problems.add(
      "malformed",
      "gateway.domain",
      `gateway.domain must be a domain such as "models.example.com", below which each model gets a name, got "${of.domain}"`,
    );
  const { certificateArn } = of;
  if (certificateArn !== null && !hasHelmValue(certificateArn) && !CERTIFICATE.test(certificateArn))
    problems.add(
      "malformed",
      "gateway.certificateArn",
      `gateway.certificateArn must be the ARN of a certificate in AWS Certificate Manager, got "${certificateArn}"; write it like "arn:aws:acm:us-east-2:111122223333:certificate/…"`,
    );
  if (of.subnetIds.length < 2)
    problems.add(
      "out-of-range",
      "gateway.subnetIds",
      `gateway.subnetIds must be at least 2 subnets in 2 zones, as Application Load Balancers want, got ${of.subnetIds.length}; add one in another zone`,
    );
  checkCidrs(problems, "gateway.allowedCidrs", of.allowedCidrs);
  if (of.exposure === "public") checkPublic(problems, of);
  else if (of.exposure !== "internal")
    problems.add(
      "not-allowed",
      "gateway.exposure",
      `gateway.exposure must be "internal" or "public", got "${of.exposure}"; use "internal"`,
    );
}

function checkPublic(problems: Problems, { certificateArn, allowedCidrs, domain }: GatewayProps): void {
  if (certificateArn === null)
    problems.add(
      "required",
      "gateway.certificateArn",
      `gateway.certificateArn is required with exposure "public", or prompts would cross the internet unencrypted; give the ARN of a certificate of *.${domain}, or use exposure "internal"`,
    );
  if (allowedCidrs.length === 0)
    problems.add(
      "required",
      "gateway.allowedCidrs",
      'gateway.allowedCidrs is required with exposure "public", since the servers have no login of their own; give the blocks of your clients, or use exposure "internal"',
    );
}
