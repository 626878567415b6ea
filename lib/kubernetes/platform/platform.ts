import type { InstanceType } from "../../catalog/types";
import type { FabricDriver } from "./fabric-driver";
import type { LoadBalancerDriver } from "./load-balancer-driver";
import type { ObjectStore } from "./object-store";

/** What pods may ask for on a node, before huge pages are set aside. */
export interface UsableNode {
  readonly cpuMillicores: number;
  readonly memoryBytes: number;
}

/** What a managed Kubernetes, or one's own, has of its own way: the writers name none. */
export interface Platform {
  /** What people call it, as messages do. */
  readonly name: string;
  /** What its cloud is called in names of objects, in small letters. */
  readonly cloud: string;
  readonly fabric: FabricDriver;
  readonly balancers: LoadBalancerDriver;
  /** Object store that nodes fetch weights from; null where only mounts hold them. */
  readonly objects: ObjectStore | null;
  /** Any Python 3 without packages, from a registry that the platform's nodes reach well. */
  readonly pythonImage: string;
  /** An image with nccl-tests, and the path of its all-reduce; absent where none is known. */
  readonly ncclTests?: { readonly image: string; readonly allReduce: string };
  /** Labels by which Ray heads and controllers find nodes without GPUs; empty for any node that takes them. */
  readonly systemNodes: Readonly<Record<string, string>>;
  /** Prefixes of node labels that the platform sets itself. */
  readonly ownLabels: readonly string[];
  /** Ports on which the Kubernetes API answers, as network policies see it: behind its Service. */
  readonly apiPorts: readonly number[];
  /** Where pods get their cloud credentials by HTTP, beyond what is reached by HTTPS; null where by none. */
  readonly credentials: { readonly cidr: string; readonly port: number } | null;
  /** Labels of pods that act with the cloud identity of their service account. @default - none, accounts are enough */
  readonly identityLabels?: Readonly<Record<string, string>>;
  /** What to write instead of a token in `env`, by the props that its users have. */
  readonly secretInstead: (variable: string) => string;
  /** Whether NVLink joins nodes of a type, as in a rack of GB200. @default - types of an UltraServer */
  readonly nvlinkSpansNodes?: (type: InstanceType) => boolean;
  /** A node's CPU and memory less what the kubelet, agents and the scheduler's own margins take. */
  readonly usable: (type: InstanceType) => UsableNode;
}
