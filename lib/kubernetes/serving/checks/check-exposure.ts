import type { Problems } from "../../../errors";
import { blockProblem, openBlock } from "../../../units/client-blocks";
import { hasHelmValue } from "../../chart/helm-value";
import type { CertificateKind, LoadBalancerDriver } from "../../platform/load-balancer-driver";
import type { ModelServiceProps } from "../model-service";

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
      `${path}.allowedCidrs is required with exposure "public", or the whole internet could send requests to it; give the blocks of your clients, or use exposure "internal"`,
    );
  if (allowedCidrs.length > 0 && (exposure === "cluster" || exposure === "gateway"))
    problems.add(
      "conflict",
      `${path}.allowedCidrs`,
      `${path}.allowedCidrs has no effect with exposure "${exposure}"; ${exposure === "gateway" ? "give them to the gateway, or leave them out" : 'leave them out, or use exposure "internal"'}`,
    );
  checkCidrs(problems, `${path}.allowedCidrs`, allowedCidrs, exposure === "public");
}

/** How clients from the internet reach a server. */
export interface Reach {
  /** Whether the gateway is public. */
  readonly publicGateway: boolean;
  readonly balancers: LoadBalancerDriver;
  /** What checks no key: the engine in the words of the user; null where the server can ask for one. */
  readonly keyless: string | null;
}

/** Whoever is reached from the internet speaks TLS and asks for a key. */
export function checkPublic(problems: Problems, path: string, props: ModelServiceProps, reach: Reach): void {
  const { exposure, certificateArn, apiKey } = props;
  if (certificateArn !== null && exposure !== "public" && exposure !== "internal")
    problems.add(
      "conflict",
      `${path}.certificateArn`,
      `${path}.certificateArn is of a load balancer of its own, which exposure "${exposure}" does not make; ${exposure === "gateway" ? "give it to the gateway" : "leave it out"}`,
    );
  const { certificate } = reach.balancers;
  if (certificateArn !== null && !hasHelmValue(certificateArn))
    checkCertificate(problems, `${path}.certificateArn`, certificateArn, certificate);
  if (apiKey !== null && reach.keyless !== null)
    problems.add(
      "conflict",
      `${path}.apiKey`,
      `${path}.apiKey has no effect: ${reach.keyless} asks clients for no key; leave it out, or use engine "leader-worker-set" or "sglang"`,
    );
  if (exposure === "public" && certificateArn === null)
    problems.add(
      "required",
      `${path}.certificateArn`,
      `${path}.certificateArn is required with exposure "public", or prompts would cross the internet unencrypted; ${certificate === null ? "" : `give ${certificate.what}, or `}use exposure "internal"`,
    );
  if (exposure === "gateway" && props.gatewayTokens) {
    if (apiKey !== null)
      problems.add(
        "conflict",
        `${path}.apiKey`,
        `${path}.apiKey and gateway.jwt both want the header Authorization of a request; leave one of them out`,
      );
    return;
  }
  if (exposure !== "public" && !(exposure === "gateway" && reach.publicGateway)) return;
  if (reach.keyless !== null)
    problems.add(
      "not-allowed",
      `${path}.exposure`,
      `${path} must not be reached from the internet: ${reach.keyless} asks clients for no key; use engine "leader-worker-set" or "sglang" with apiKey, or ${exposure === "public" ? 'exposure "internal"' : 'gateway.exposure "internal"'} behind your own API gateway that checks keys`,
    );
  else if (apiKey === null)
    problems.add(
      "required",
      `${path}.apiKey`,
      `${path}.apiKey is required where clients come from the internet, or whoever is let in by address could use your GPUs; make a Secret in namespace "${props.namespace}" and write apiKey: { secret: "<its name>", key: "<its key>" }`,
    );
}

/** Checks the name of a certificate. */
export function checkCertificate(problems: Problems, path: string, name: string, kind: CertificateKind | null): void {
  if (kind === null)
    problems.add(
      "not-allowed",
      path,
      `${path} has no effect, since load balancers end no TLS on this platform; leave it out`,
    );
  else if (!kind.isSound(name))
    problems.add("malformed", path, `${path} must be ${kind.what}, got "${name}"; write it like "${kind.example}"`);
}

/** Checks blocks of clients: none of them may be the whole internet, and those of a public server come by the internet. */
export function checkCidrs(problems: Problems, path: string, cidrs: readonly string[], isPublic: boolean): void {
  for (const cidr of cidrs.filter((of) => !hasHelmValue(of))) {
    const wrong = blockProblem(cidr);
    if (wrong === "malformed")
      problems.add("malformed", path, `${path} must be IPv4 blocks such as "203.0.113.0/24", got "${cidr}"`);
    else if (wrong === "private" && isPublic)
      problems.add(
        "not-allowed",
        path,
        `${path} must not be "${cidr}", which is private: nothing comes from it by the internet; give the public blocks of your clients, or use exposure "internal"`,
      );
    // clients of an internal server are in private blocks
    else if (wrong === "open")
      problems.add(
        "not-allowed",
        path,
        `${path} must not be "${cidr}", ${openBlock(cidr)}: whoever finds the address could use your GPUs; give the blocks of your clients`,
      );
  }
}
