import type { KubernetesObject } from "../chart/manifest";
import { modelRoute } from "./gateway";

const NLB = "service.beta.kubernetes.io/aws-load-balancer";

/** How clients reach a model. */
export type Exposure = "cluster" | "internal" | "public" | "gateway";

/** What a server tells the world of itself. */
export interface ModelServiceProps {
  readonly name: string;
  readonly namespace: string;
  /** Inside the cluster alone; by a load balancer of its own, within the network or open to given blocks; by the gateway. */
  readonly exposure: Exposure;
  /** Subnets of an internal load balancer; empty to let the cloud find some by their tags and routes. */
  readonly loadBalancerSubnets: readonly string[];
  /** Tags of a load balancer of its own, by which it is found again: the cloud chooses its name. */
  readonly loadBalancerTags: Readonly<Record<string, string>>;
  /** Address blocks that may reach a public load balancer, or an internal one beside the network's own. */
  readonly allowedCidrs: readonly string[];
  /** Domain of the gateway; null without one. */
  readonly gatewayDomain: string | null;
}

/** The pods behind it. */
export interface ModelPods {
  /** Name of the Service. */
  readonly service: string;
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
export function modelService(props: ModelServiceProps, pods: ModelPods): KubernetesObject[] {
  const balancer = props.exposure === "internal" || props.exposure === "public";
  const annotations = {
    [`${NLB}-type`]: "nlb",
    [`${NLB}-internal`]: String(props.exposure === "internal"),
    [`${NLB}-cross-zone-load-balancing-enabled`]: "true",
    [`${NLB}-additional-resource-tags`]: Object.entries(props.loadBalancerTags)
      .map(([key, value]) => `${key}=${value}`)
      .join(","),
    ...(props.exposure === "internal" && props.loadBalancerSubnets.length > 0
      ? { [`${NLB}-subnets`]: props.loadBalancerSubnets.join(",") }
      : {}),
  };
  const routed = props.exposure === "gateway" && props.gatewayDomain !== null;
  return [
    {
      apiVersion: "v1",
      kind: "Service",
      metadata: { name: pods.service, namespace: props.namespace, ...(balancer ? { annotations } : {}) },
      spec: {
        type: balancer ? "LoadBalancer" : "ClusterIP",
        ...(balancer ? { externalTrafficPolicy: "Local" } : {}),
        selector: pods.selector,
        ports: pods.ports.map(({ name, port }) => ({ name, port, targetPort: port })),
        ...(props.exposure === "public" ? { loadBalancerSourceRanges: props.allowedCidrs } : {}),
      },
    },
    ...(routed
      ? modelRoute(
          { ...props, service: pods.service, port: pods.ports[0]!.port, healthPath: pods.healthPath },
          props.gatewayDomain!,
        )
      : []),
  ];
}
