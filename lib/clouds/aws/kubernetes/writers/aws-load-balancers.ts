import type { Problems } from "../../../../errors";
import { hasHelmValue } from "../../../../kubernetes/chart/helm-value";
import type { KubernetesObject } from "../../../../kubernetes/chart/manifest";
import type {
  BalancerRequest,
  CertificateKind,
  GatewayDriver,
  GatewayProps,
  LoadBalancerDriver,
  RoutedService,
  TokenRule,
} from "../../../../kubernetes/platform/load-balancer-driver";
import { checkCertificate } from "../../../../kubernetes/serving/checks/check-exposure";

const TLS_PORT = 443;

const NLB = "service.beta.kubernetes.io/aws-load-balancer";

const AWS_API = "gateway.k8s.aws/v1";

/** TLS 1.2 and 1.3. @see https://docs.aws.amazon.com/elasticloadbalancing/latest/application/describe-ssl-policies.html */
const TLS_POLICY = "ELBSecurityPolicy-TLS13-1-2-Res-2021-06";

/** Longest pause within an answer, seconds: an answer that waits in a queue sends nothing; the default of 60 would cut it. */
const IDLE_SECONDS = 600;

/** A Network Load Balancer for each Service. @see https://kubernetes-sigs.github.io/aws-load-balancer-controller/latest/guide/service/annotations/ */
function annotations(request: BalancerRequest): Record<string, string> {
  const { exposure, certificateArn, loadBalancerSubnets, loadBalancerTags } = request;
  return {
    [`${NLB}-type`]: "nlb",
    [`${NLB}-internal`]: String(exposure === "internal"),
    [`${NLB}-cross-zone-load-balancing-enabled`]: "true",
    [`${NLB}-additional-resource-tags`]: Object.entries(loadBalancerTags)
      .map(([key, value]) => `${key}=${value}`)
      .join(","),
    ...(certificateArn === null ? {} : { [`${NLB}-ssl-cert`]: certificateArn, [`${NLB}-ssl-ports`]: String(TLS_PORT) }),
    ...(exposure === "internal" && loadBalancerSubnets.length > 0
      ? { [`${NLB}-subnets`]: loadBalancerSubnets.join(",") }
      : {}),
  };
}

/** ARN of a certificate in AWS Certificate Manager. */
const CERTIFICATE = /^arn:aws[a-z-]*:acm:[a-z0-9-]+:\d{12}:certificate\/.+$/;

const certificate: CertificateKind = {
  what: "the ARN of a certificate in AWS Certificate Manager",
  example: "arn:aws:acm:us-east-2:111122223333:certificate/…",
  isSound: (text) => CERTIFICATE.test(text),
};

function configuration(props: GatewayProps, name: string, namespace: string): KubernetesObject {
  return {
    apiVersion: AWS_API,
    kind: "LoadBalancerConfiguration",
    metadata: { name, namespace },
    spec: {
      scheme: props.exposure === "public" ? "internet-facing" : "internal",
      loadBalancerSubnets: props.subnetIds.map((identifier) => ({ identifier })),
      sourceRanges: props.allowedCidrs,
      listenerConfigurations:
        props.certificateArn !== null
          ? [{ protocolPort: "HTTPS:443", defaultCertificate: props.certificateArn, sslPolicy: TLS_POLICY }]
          : [],
      loadBalancerAttributes: [
        { key: "idle_timeout.timeout_seconds", value: String(IDLE_SECONDS) },
        { key: "routing.http.drop_invalid_header_fields.enabled", value: "true" },
      ],
      tags: props.tags,
      ...(props.firewall ? { wafV2: { webACL: props.firewall } } : {}),
    },
  };
}

/**
 * The load balancer checks signature, issuer, times and audience of a token before a request reaches a pod; `401` otherwise.
 * @see https://kubernetes-sigs.github.io/aws-load-balancer-controller/latest/guide/gateway/listenerruleconfig/
 * @see https://docs.aws.amazon.com/elasticloadbalancing/latest/application/listener-verify-jwt.html
 */
function tokens({ name, namespace }: RoutedService, { issuer, jwksEndpoint, audience }: TokenRule): KubernetesObject {
  const additionalClaims = [{ name: "aud", format: "single-string", values: [audience] }];
  return {
    apiVersion: AWS_API,
    kind: "ListenerRuleConfiguration",
    metadata: { name, namespace },
    spec: { actions: [{ type: "jwt-validation", jwtValidationConfig: { issuer, jwksEndpoint, additionalClaims } }] },
  };
}

function backend({ name, namespace, service, healthPath }: RoutedService): KubernetesObject[] {
  return [
    {
      apiVersion: AWS_API,
      kind: "TargetGroupConfiguration",
      metadata: { name, namespace },
      spec: {
        targetReference: { name: service },
        defaultConfiguration: {
          targetType: "ip",
          healthCheckConfig: { healthCheckPath: healthPath, healthCheckInterval: 10, matcher: { httpCode: "200" } },
          targetGroupAttributes: [
            // answers differ a hundredfold in length: turns would pile the long ones onto one server
            { key: "load_balancing.algorithm.type", value: "least_outstanding_requests" },
            { key: "deregistration_delay.timeout_seconds", value: "120" },
          ],
        },
      },
    },
  ];
}

function check(problems: Problems, { certificateArn, subnetIds }: GatewayProps): void {
  if (certificateArn !== null && !hasHelmValue(certificateArn))
    checkCertificate(problems, "gateway.certificateArn", certificateArn, certificate);
  if (subnetIds.length < 2)
    problems.add(
      "out-of-range",
      "gateway.subnetIds",
      `gateway.subnetIds must be at least 2 subnets in 2 zones, as Application Load Balancers want, got ${subnetIds.length}; add one in another zone`,
    );
}

/**
 * An Application Load Balancer, as the AWS Load Balancer Controller takes it (Gateway API with HTTPRoute since its 2.14, general since 3.0).
 * @see https://kubernetes-sigs.github.io/aws-load-balancer-controller/latest/guide/gateway/l7gateway/
 */
const gateway: GatewayDriver = {
  className: "alb",
  controllerName: "gateway.k8s.aws/alb",
  configuration,
  backend,
  tokens,
  check,
};

export const awsLoadBalancers: LoadBalancerDriver = { annotations, certificate, gateway };
