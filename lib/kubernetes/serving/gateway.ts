import type { KubernetesObject } from "../chart/manifest";
import type { GatewayDriver, GatewayProps, RoutedService, TokenRule } from "../platform/load-balancer-driver";
import { namespaceObject } from "../security/pod-security";

/** Namespace of the gateway alone: who may change a model's route must not be able to change whom it is open to. */
export const GATEWAY_NAMESPACE = "gateway";

/** Label of namespaces whose routes the gateway takes. */
export const ROUTES_LABEL = { "warpform/gateway": "routes" } as const;

const API = "gateway.networking.k8s.io/v1";

/** The gateway of all models, of the platform's own controller. */
export function gatewayObjects(props: GatewayProps, driver: GatewayDriver): KubernetesObject[] {
  const secure = props.certificateArn !== null;
  const { className, controllerName } = driver;
  const configuration = driver.configuration(props, "models", GATEWAY_NAMESPACE);
  const { apiVersion, kind, metadata } = configuration;
  return [
    namespaceObject(GATEWAY_NAMESPACE, "restricted"),
    { apiVersion: API, kind: "GatewayClass", metadata: { name: className }, spec: { controllerName } },
    configuration,
    {
      apiVersion: API,
      kind: "Gateway",
      metadata: { name: "models", namespace: GATEWAY_NAMESPACE },
      spec: {
        gatewayClassName: className,
        infrastructure: { parametersRef: { group: apiVersion.split("/")[0], kind, name: metadata.name } },
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

/** The route of one model, straight to its pods. */
export function modelRoute(
  route: RoutedService,
  domain: string,
  driver: GatewayDriver,
  tokens: TokenRule | null = null,
): KubernetesObject[] {
  const { name, namespace, service, port } = route;
  const asked = tokens === null ? [] : [driver.tokens(route, tokens)];
  const filters = asked.map(({ apiVersion, kind, metadata }) => ({
    type: "ExtensionRef",
    extensionRef: { group: apiVersion.split("/")[0], kind, name: metadata.name },
  }));
  return [
    {
      apiVersion: API,
      kind: "HTTPRoute",
      metadata: { name, namespace },
      spec: {
        parentRefs: [{ name: "models", namespace: GATEWAY_NAMESPACE }],
        hostnames: [`${name}.${domain}`],
        rules: [
          {
            matches: [{ path: { type: "PathPrefix", value: "/" } }],
            ...(filters.length > 0 ? { filters } : {}),
            backendRefs: [{ name: service, port }],
          },
        ],
      },
    },
    ...asked,
    ...driver.backend(route),
  ];
}
