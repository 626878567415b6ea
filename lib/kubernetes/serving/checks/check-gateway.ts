import type { Problems } from "../../../errors";
import { hasHelmValue } from "../../chart/helm-value";
import type { GatewayProps } from "../../platform/load-balancer-driver";
import type { Platform } from "../../platform/platform";
import type { Workloads } from "../../workloads";
import type { ModelServiceProps } from "../model-service";
import { checkCidrs } from "./check-exposure";

/** A domain of two labels or more. @see https://www.rfc-editor.org/rfc/rfc1035#section-2.3.1 */
const DOMAIN = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+$/;

/** A host name has 253, of which a model's name takes 40 and a dot. @see https://www.rfc-editor.org/rfc/rfc1035#section-2.3.4 */
const LONGEST_DOMAIN = 212;

/** Checks the front door of the served models. */
export function checkGateway(problems: Problems, of: GatewayProps, { name, balancers }: Platform): void {
  if (balancers.gateway === null)
    problems.add(
      "not-allowed",
      "gateway",
      `gateway has no controller on ${name}; leave it out and use exposure "internal", or install a controller of the Gateway API with routes of your own`,
    );
  if (!hasHelmValue(of.domain) && of.domain.length > LONGEST_DOMAIN)
    problems.add(
      "out-of-range",
      "gateway.domain",
      `gateway.domain must have at most ${LONGEST_DOMAIN} characters, since a model's name comes before it, got ${of.domain.length}; use a shorter one`,
    );
  else if (!hasHelmValue(of.domain) && !DOMAIN.test(of.domain))
    problems.add(
      "malformed",
      "gateway.domain",
      `gateway.domain must be a domain such as "models.example.com", below which each model gets a name, got "${of.domain}"`,
    );
  balancers.gateway?.check(problems, of);
  if (of.tokens && of.certificateArn === null)
    problems.add(
      "required",
      "gateway.certificateArn",
      "gateway.certificateArn is required with gateway.jwt: tokens are checked only on HTTPS, and would cross the network unencrypted; give it, or leave jwt out",
    );
  checkCidrs(problems, "gateway.allowedCidrs", of.allowedCidrs, of.exposure === "public");
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
      'gateway.allowedCidrs is required with exposure "public", or the whole internet could send requests to it; give the blocks of your clients, or use exposure "internal"',
    );
}

/** Checks that no two models would answer at one host name: of two routes the older would win, whoever asks. */
export function checkHosts(
  problems: Problems,
  { serving, triton, gateway }: Pick<Workloads, "serving" | "triton" | "gateway">,
): void {
  const routed = (list: string, models: readonly ModelServiceProps[]) =>
    models.flatMap(({ name, exposure }, i) => (exposure === "gateway" ? [{ name, path: `${list}[${i}].name` }] : []));
  const all = [...routed("serving", serving), ...routed("triton", triton)];
  if (gateway && all.length === 0 && serving.length + triton.length > 0)
    problems.add(
      "conflict",
      "gateway",
      'gateway leads to no model: none of serving and triton has exposure "gateway"; leave exposure out of one, or gateway out of the cluster',
    );
  all.forEach(({ name, path }, i) => {
    const other = all.slice(0, i).find((before) => before.name === name);
    if (other && gateway)
      problems.add(
        "duplicate",
        path,
        `${path} "${name}" and ${other.path} would both be reached at ${name}.${gateway.domain}; give one of them another name, or exposure "internal"`,
      );
  });
}
