/** What nodes of a pool are, and where they come from. */

import type { AdopterKind } from "../remedies/adopters";
import type { AwsPool } from "./aws/aws-model";
import type { NodeTaint } from "./kubernetes/node-taint";

/** Where nodes come from. The pool's list is an order: the first that can be had wins. */
export interface CapacitySource {
  readonly kind: "block" | "reservation" | "spot" | "on-demand";
  /** Reservation id of a block or reservation; null where only Terraform knows it. */
  readonly reservationId: string | null;
  /** Nodes that this source holds; null means as many as the pool wants. */
  readonly nodes: number | null;
  /** Zone the source is tied to; null where it follows the network. */
  readonly availabilityZone: string | null;
  /** Start and end of a Capacity Block, ISO 8601; null where not given. */
  readonly startsOn: string | null;
  readonly endsOn: string | null;
  /** Your Spot rate of a node, US dollars per hour; absent where none is given. */
  readonly usdPerHour?: number;
  /** Interruptions of a Spot node per hour; absent where none are given. */
  readonly interruptionsPerHour?: number;
}

export interface Mount {
  /** Name of the file system in `Cluster.fileSystems`. */
  readonly fileSystem: string;
  /** Absolute path on the node. */
  readonly path: string;
  readonly readOnly: boolean;
}

/** How one GPU serves several users: hardware partitions (MIG), shares at the same time (MPS), turns, or not at all. */
export type GpuSharing =
  | { readonly kind: "none" }
  | { readonly kind: "mig"; readonly profile: string; readonly instancesPerGpu: number }
  | { readonly kind: "mps"; readonly replicas: number }
  | { readonly kind: "time-slicing"; readonly replicas: number };

/** How each node of a pool joins its fabric, in the same terms for every cloud. */
export interface PoolFabric {
  /** Name of the fabric in `Cluster.fabrics`. */
  readonly name: string;
  /** RDMA devices of each node: EFA interfaces, InfiniBand or RoCE ports; null where only their total rate is known. */
  readonly devices: number | null;
  /** Bandwidth of each device, Gb/s; null where it is not known. */
  readonly gbpsEach: number | null;
  /** Whether the fabric reads and writes GPU memory without a copy in host memory (GPUDirect RDMA); null where it is not known. */
  readonly gpuDirect: boolean | null;
}

/** A run of nodes that somebody owns: `dgx001` to `dgx016` at consecutive addresses of one /24. */
export interface OwnedNodes {
  readonly prefix: string;
  /** Digits of a number, with leading zeros; 0 for as many as it takes. */
  readonly width: number;
  readonly first: number;
  readonly last: number;
  /** IPv4 address of the first; null where DNS knows the nodes. */
  readonly address: string | null;
}

/** An instance profile that somebody else owns; its role must hold the policy that the stack's output of that name prints. */
export interface ExistingProfile {
  readonly name: string;
  readonly output: string;
  readonly actions: readonly string[];
}

export interface NodePool {
  readonly name: string;
  /** Catalog name; accelerators, cards, NVMe and CPU follow from it. */
  readonly instanceType: string;
  /** Types that Spot and On-Demand launches may take instead, in order; absent without. */
  readonly alternativeTypes?: readonly string[];
  readonly nodes: { readonly min: number; readonly max: number };
  readonly capacity: readonly CapacitySource[];
  /** The fabric that its nodes are on, and with what; null without. */
  readonly fabric: PoolFabric | null;
  /** Placement of on-demand and spot nodes, and, where it is `existing`, of a reservation's; blocks are placed already. */
  readonly placement: "cluster" | "partition" | "spread" | "existing" | "none";
  readonly availabilityZone: string | null;
  readonly image: { readonly family: string; readonly pinned: boolean };
  readonly sharing: GpuSharing;
  /** Security groups on each network interface; absent where they are not known at synth. */
  readonly securityGroups?: number;
  /** Where the node-local NVMe array is mounted; null without one. */
  readonly nvmeCache: { readonly mountPath: string; readonly sizeGB: number } | null;
  readonly mounts: readonly Mount[];
  readonly rootVolumeGiB: number;
  /** Operations and MB a second that the root volume is provisioned for; absent where they are not known. */
  readonly rootVolumeIops?: number;
  readonly rootVolumeMBps?: number;
  /** Whether the root volume is on a disk of the node, which is part of its price; absent for a volume of its own. */
  readonly rootVolumeOnNode?: true;
  /** Threads that each core runs where simultaneous multithreading is off; absent for all that the type has. */
  readonly threadsPerCore?: number;
  readonly encrypted: boolean;
  readonly healthChecked: boolean;
  /** Absent where the library makes the role. */
  readonly existingProfile?: ExistingProfile;
  /** What is true of instances on AWS alone; absent elsewhere. */
  readonly aws?: AwsPool;
  /** Free labels: Slurm features, Kubernetes labels. */
  readonly labels: Readonly<Record<string, string>>;
  /** Taints of its nodes on Kubernetes, those that the library sets aside; absent without. */
  readonly taints?: readonly NodeTaint[];
  /** Seconds from launch to a node that takes work; what timeouts are derived from. */
  readonly bootSeconds: number;
  /** Nodes that somebody owns, by the names that they have; absent where a cloud starts them. */
  readonly owned?: readonly OwnedNodes[];
  /** Nodes kept aside that take over from failed ones; absent where there are none besides `nodes`. */
  readonly spares?: number;
  /** Who starts the nodes; null until adopted. */
  readonly adoptedBy: { readonly kind: AdopterKind; readonly name: string } | null;
}
