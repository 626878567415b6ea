import type { KubernetesObject } from "../chart/manifest";
import { NODE_AGENTS_NAMESPACE } from "../nodes/node-agent";
import type { Platform } from "../platform/platform";

const ANY_POD = { podSelector: {} };
const inNamespace = (name: string) => ({ namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": name } } });
/**
 * Cluster DNS: its pods, or a cache on each node (NodeLocal DNSCache and the like), which is on the host network at a link-local address.
 * @see https://github.com/kubernetes/kubernetes/blob/v1.34.2/cluster/addons/dns/nodelocaldns/README.md (network policy and DNS connectivity)
 */
const toDns = () => ({
  to: [inNamespace("kube-system"), { ipBlock: { cidr: "169.254.0.0/16" } }],
  ports: [{ protocol: "UDP", port: 53 }, ...tcp(53)],
});
const fromCredentials = (at: Platform["credentials"]) =>
  at === null ? [] : [{ to: [{ ipBlock: { cidr: at.cidr } }], ports: tcp(at.port) }];
const tcp = (...ports: number[]) => ports.map((port) => ({ protocol: "TCP", port }));

/** Object stores, registries and hubs have no fixed addresses: all of them unless somebody knows better. */
const blocks = (cidrs: readonly string[] = ["0.0.0.0/0"]) => cidrs.map((cidr) => ({ ipBlock: { cidr } }));

function policy(name: string, namespace: string, spec: unknown): KubernetesObject {
  return { apiVersion: "networking.k8s.io/v1", kind: "NetworkPolicy", metadata: { name, namespace }, spec };
}

/** Nothing in or out unless another policy allows it. */
export function defaultDeny(namespace: string): KubernetesObject {
  return policy("default-deny", namespace, { podSelector: {}, policyTypes: ["Ingress", "Egress"] });
}

export interface NamespaceTraffic {
  readonly platform: Platform;
  /** Block of the nodes where pods have their addresses; null where pods have their own. */
  readonly hostNetworkCidr: string | null;
  /** Blocks whose clients reach Serve; none where nothing is served. */
  readonly clientCidrs: readonly string[];
  /** Ports of those clients. */
  readonly clientPorts: readonly number[];
  /** Block in which Valkey is; null without. */
  readonly redisCidr: string | null;
  /** Whether something here asks Prometheus, as autoscaling on latency does. */
  readonly asksPrometheus: boolean;
  /** Blocks that pods may call by HTTPS, the cloud's and the Kubernetes API among them. @default - all */
  readonly egressCidrs?: readonly string[];
  /** Ports with metrics beside Ray's. */
  readonly metricsPorts: readonly number[];
}

/**
 * What Ray needs in a namespace: its pods among themselves (NCCL's rendezvous takes any port), names, the cloud and the
 * Kubernetes API by HTTPS, the operator and Prometheus to the heads, clients of the given blocks to Serve. RDMA traffic
 * is covered by no policy; the isolation of the fabric itself (a security group, a partition) does.
 */
export function rayNamespacePolicies(namespace: string, of: NamespaceTraffic): KubernetesObject[] {
  const { platform, hostNetworkCidr, clientCidrs, clientPorts, redisCidr, asksPrometheus, metricsPorts } = of;
  const peers = [ANY_POD, ...(hostNetworkCidr === null ? [] : [{ ipBlock: { cidr: hostNetworkCidr } }])];
  return [
    defaultDeny(namespace),
    policy("within-namespace", namespace, {
      podSelector: {},
      policyTypes: ["Ingress", "Egress"],
      ingress: [{ from: peers }],
      egress: [{ to: peers }],
    }),
    policy("names-and-apis", namespace, {
      podSelector: {},
      policyTypes: ["Egress"],
      egress: [
        toDns(),
        { to: blocks(of.egressCidrs), ports: tcp(...platform.apiPorts) },
        ...fromCredentials(platform.credentials),
        ...(redisCidr ? [{ to: [{ ipBlock: { cidr: redisCidr } }], ports: tcp(6379) }] : []),
        ...(asksPrometheus ? [{ to: [inNamespace("monitoring")], ports: tcp(9090) }] : []),
      ],
    }),
    policy("operator-and-metrics", namespace, {
      podSelector: {},
      policyTypes: ["Ingress"],
      ingress: [
        { from: [inNamespace("kuberay-system")], ports: tcp(8265, 8000, 52365) },
        { from: [inNamespace("monitoring")], ports: tcp(8080, 44217, 44227, ...metricsPorts) },
      ],
    }),
    ...(clientCidrs.length > 0
      ? [
          policy("clients-of-serve", namespace, {
            podSelector: { matchLabels: { "warpform/use": "serving" } },
            policyTypes: ["Ingress"],
            ingress: [{ from: clientCidrs.map((cidr) => ({ ipBlock: { cidr } })), ports: tcp(...clientPorts) }],
          }),
        ]
      : []),
  ];
}

/** Node agents speak to the cloud and answer Prometheus; nothing else. */
export function nodeAgentPolicies(
  { cloud, credentials }: Platform,
  egressCidrs?: readonly string[],
): KubernetesObject[] {
  return [
    defaultDeny(NODE_AGENTS_NAMESPACE),
    policy(cloud, NODE_AGENTS_NAMESPACE, {
      podSelector: {},
      policyTypes: ["Egress"],
      egress: [toDns(), { to: blocks(egressCidrs), ports: tcp(443) }, ...fromCredentials(credentials)],
    }),
    policy("metrics", NODE_AGENTS_NAMESPACE, {
      podSelector: {},
      policyTypes: ["Ingress"],
      ingress: [{ from: [inNamespace("monitoring")], ports: tcp(9402) }],
    }),
  ];
}
