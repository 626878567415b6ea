import type { KubernetesObject } from "../chart/manifest";
import { namespaceObject } from "../security/pod-security";

/** Namespace of the gateway alone: who may change a model's route must not be able to change whom it is open to. */
export const GATEWAY_NAMESPACE = "gateway";

/** Label of namespaces whose routes the gateway takes. */
export const ROUTES_LABEL = { "warpform/gateway": "routes" } as const;

const API = "gateway.networking.k8s.io/v1";
const AWS_API = "gateway.k8s.aws/v1";

/** One front door for all served models: an Application Load Balancer that tells them apart by host name. */
export interface GatewayProps {
  /** Models answer at `<name>.<domain>`. */
  readonly domain: string;
  /** Certificate of `*.<domain>` in AWS Certificate Manager; null for plain HTTP within the network. */
  readonly certificateArn: string | null;
  readonly exposure: "internal" | "public";
  /** Blocks that may reach it. */
  readonly allowedCidrs: readonly string[];
  /** Two subnets in two zones. */
  readonly subnetIds: readonly string[];
  readonly tags: Readonly<Record<string, string>>;
}

/** TLS 1.2 and 1.3. @see https://docs.aws.amazon.com/elasticloadbalancing/latest/application/describe-ssl-policies.html */
const TLS_POLICY = "ELBSecurityPolicy-TLS13-1-2-Res-2021-06";

/** Longest pause within an answer, seconds: an answer that waits in a queue sends nothing; the default of 60 would cut it. */
const IDLE_SECONDS = 600;

/**
 * The gateway, as the AWS Load Balancer Controller takes it (Gateway API with HTTPRoute since its 2.14, general since 3.0).
 * @see https://kubernetes-sigs.github.io/aws-load-balancer-controller/latest/guide/gateway/l7gateway/
 */
export function gatewayObjects(props: GatewayProps): KubernetesObject[] {
  const secure = props.certificateArn !== null;
  return [
    namespaceObject(GATEWAY_NAMESPACE, "restricted"),
    {
      apiVersion: API,
      kind: "GatewayClass",
      metadata: { name: "alb" },
      spec: { controllerName: "gateway.k8s.aws/alb" },
    },
    {
      apiVersion: AWS_API,
      kind: "LoadBalancerConfiguration",
      metadata: { name: "models", namespace: GATEWAY_NAMESPACE },
      spec: {
        scheme: props.exposure === "public" ? "internet-facing" : "internal",
        loadBalancerSubnets: props.subnetIds.map((identifier) => ({ identifier })),
        sourceRanges: props.allowedCidrs,
        listenerConfigurations: secure
          ? [{ protocolPort: "HTTPS:443", defaultCertificate: props.certificateArn, sslPolicy: TLS_POLICY }]
          : [],
        loadBalancerAttributes: [
          { key: "idle_timeout.timeout_seconds", value: String(IDLE_SECONDS) },
          { key: "routing.http.drop_invalid_header_fields.enabled", value: "true" },
        ],
        tags: props.tags,
      },
    },
    {
      apiVersion: API,
      kind: "Gateway",
      metadata: { name: "models", namespace: GATEWAY_NAMESPACE },
      spec: {
        gatewayClassName: "alb",
        infrastructure: {
          parametersRef: { group: "gateway.k8s.aws", kind: "LoadBalancerConfiguration", name: "models" },
        },
        listeners: [
          {
            name: "models",
            protocol: secure ? "HTTPS" : "HTTP",
            port: secure ? 443 : 80,
            hostname: `*.${props.domain}`,
            allowedRoutes: { namespaces: { from: "Selector", selector: { matchLabels: ROUTES_LABEL } } },
          },
        ],
      },
    },
  ];
}

/** What a model's route leads to. */
export interface RoutedService {
  readonly name: string;
  readonly namespace: string;
  /** Name and port of its Service. */
  readonly service: string;
  readonly port: number;
  /** Path that answers 200 while the server can take requests. */
  readonly healthPath: string;
}

/** The route of one model, straight to its pods. */
export function modelRoute(
  { name, namespace, service, port, healthPath }: RoutedService,
  domain: string,
): KubernetesObject[] {
  return [
    {
      apiVersion: API,
      kind: "HTTPRoute",
      metadata: { name, namespace },
      spec: {
        parentRefs: [{ name: "models", namespace: GATEWAY_NAMESPACE }],
        hostnames: [`${name}.${domain}`],
        rules: [{ matches: [{ path: { type: "PathPrefix", value: "/" } }], backendRefs: [{ name: service, port }] }],
      },
    },
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
