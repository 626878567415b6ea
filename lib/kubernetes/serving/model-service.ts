import type { KubernetesObject } from "../chart/manifest";
import type { BalancerRequest, LoadBalancerDriver, TokenRule } from "../platform/load-balancer-driver";
import { modelRoute } from "./gateway";

const TLS_PORT = 443;

/** How clients reach a model. */
export type Exposure = "cluster" | "internal" | "public" | "gateway";

/** What a server tells the world of itself. */
export interface ModelServiceProps extends BalancerRequest {
  readonly name: string;
  readonly namespace: string;
  /** Inside the cluster alone; by a load balancer of its own, within the network or open to given blocks; by the gateway. */
  readonly exposure: Exposure;
  /** IPv4 CIDR blocks that can reach a public load balancer, or an internal one beside the network's own. */
  readonly allowedCidrs: readonly string[];
  /** Domain of the gateway; null without one. */
  readonly gatewayDomain: string | null;
  /** Tokens that the gateway asks clients for. @default - none */
  readonly gatewayTokens?: TokenRule | null;
  /** Key that the server asks clients for; null where it asks for none. */
  readonly apiKey: SecretKey | null;
}

/** A key of a Secret in the server's namespace. */
export interface SecretKey {
  readonly secret: string;
  readonly key: string;
}

/** The pods behind it. */
export interface ModelPods {
  /** Name of the Service. */
  readonly service: string;
  /** Name of a Service of the operator's that leads to the current version alone; the own one takes its part where it can. @default - none */
  readonly current?: string;
  readonly selector: Readonly<Record<string, string>>;
  readonly ports: readonly { readonly name: string; readonly port: number }[];
  /** Path that answers 200 while the server can take requests. */
  readonly healthPath: string;
}

/**
 * The service that clients reach, and its route where they come through the gateway. Both are objects of the chart, so that
 * uninstalling the chart waits until their load balancer is gone. A load balancer is internal unless made public on purpose.
 *
 * Its traffic stays on the node that it comes to, so that its health check asks whether this node has a replica that answers, and
 * not only whether the node is up: DNS that follows the load balancer's health fails over with the service. Clients keep their
 * addresses.
 * @see https://kubernetes.io/docs/tutorials/services/source-ip/#source-ip-for-services-with-type-loadbalancer
 */
export function modelService(
  props: ModelServiceProps,
  pods: ModelPods,
  balancers: LoadBalancerDriver,
): KubernetesObject[] {
  const balancer = props.exposure === "internal" || props.exposure === "public";
  const annotations = balancer ? balancers.annotations(props) : {};
  const tls = balancer && props.certificateArn !== null;
  const current = balancer ? undefined : pods.current;
  const { gateway } = balancers;
  return [
    {
      apiVersion: "v1",
      kind: "Service",
      metadata: {
        name: pods.service,
        namespace: props.namespace,
        ...(Object.keys(annotations).length > 0 ? { annotations } : {}),
      },
      spec: current
        ? { type: "ExternalName", externalName: `${current}.${props.namespace}.svc.cluster.local` }
        : {
            type: balancer ? "LoadBalancer" : "ClusterIP",
            ...(balancer ? { externalTrafficPolicy: "Local" } : {}),
            selector: pods.selector,
            ports: tls
              ? [{ name: pods.ports[0]!.name, port: TLS_PORT, targetPort: pods.ports[0]!.port }]
              : pods.ports.map(({ name, port }) => ({ name, port, targetPort: port })),
            ...(props.exposure === "public" ? { loadBalancerSourceRanges: props.allowedCidrs } : {}),
          },
    },
    ...(props.exposure === "gateway" && props.gatewayDomain !== null && gateway !== null
      ? modelRoute(
          { ...props, service: current ?? pods.service, port: pods.ports[0]!.port, healthPath: pods.healthPath },
          props.gatewayDomain,
          gateway,
          props.gatewayTokens ?? null,
        )
      : []),
  ];
}
