import type { NodePool, Scheduler } from "../../model/model";
import { type Bill, free } from "./bill";

type Slurm = Extract<Scheduler, { kind: "slurm" }>;
type Kubernetes = Extract<Scheduler, { kind: "kubernetes" }>;
type Fleet = Extract<Scheduler, { kind: "fleet" }>;

// What no cloud bills: names, settings, and what is billed with another part. A cloud's own bill says the rest; the compiler asks for it.

export const POOL_FREE = {
  existingProfile: free("permissions have no price"),
  name: free("a name"),
  instanceType: free("billed with the nodes of each source"),
  alternativeTypes: free("billed with the nodes of each source"),
  nodes: free("billed with the nodes of each source"),
  capacity: free("billed with the nodes of each source"),
  availabilityZone: free("prices are the Region's"),
  sharing: free("MIG, MPS and time slicing have no price"),
  securityGroups: free("security groups have no price"),
  nvmeCache: free("part of the instance"),
  rootVolumeOnNode: free("says whether the root volume is part of the instance"),
  mounts: free("billed with the file system"),
  threadsPerCore: free("charged as with all threads"),
  healthChecked: free("a program on the node"),
  labels: free("text"),
  taints: free("text"),
  spares: free("a cloud's pool has its spares in nodes.max"),
  owned: free("owned nodes are paid for already; see ownershipCost"),
  bootSeconds: free("nodes that boot are billed as nodes"),
  adoptedBy: free("the scheduler has a bill of its own"),
} satisfies Partial<Bill<NodePool>>;

export const SLURM_FREE = {
  kind: free("a kind"),
  name: free("a name"),
  version: free("open source"),
  headInstanceType: free("billed with the instances that always run"),
  backupController: free("billed with the instances that always run"),
  autoRecovery: free("automatic recovery has no price"),
  stateProtected: free("a setting"),
  loginNodes: free("billed with the instances that always run; their load balancer as a resource"),
  loginPools: free("billed with the instances that always run"),
  existingProfiles: free("permissions have no price"),
  homePath: free("its file system is billed as one"),
  loginCidrs: free("a setting"),
  suspendMinutes: free("idle nodes are billed as nodes"),
  resumeTimeoutSeconds: free("a setting"),
  preemption: free("a setting"),
  healthChecked: free("a program on the node"),
  database: free("billed with accounting"),
  joins: free("controllers of the site are its own"),
  staging: free("what leaves is billed by the GB, as egress"),
  partitions: free("a setting"),
} satisfies Partial<Bill<Slurm>>;

export const KUBERNETES_FREE = {
  kind: free("a kind"),
  name: free("a name"),
  publicEndpoint: free("a setting"),
  publicEndpointCidrs: free("a setting"),
  parallelImagePull: free("a setting of nodes"),
  nodeCheckSeconds: free("time of nodes that are billed"),
  queueing: free("open source"),
  gcsFaultTolerance: free("billed as its state store"),
  rayHeads: free("they run on system nodes"),
  calledServices: free("billed as the network's endpoints"),
  workerGroups: free("their nodes are billed with the pool"),
  serving: free("its nodes are billed with the pool"),
  fineTuning: free("its nodes are billed with the pool"),
} satisfies Partial<Bill<Kubernetes>>;

export const FLEET_FREE = {
  kind: free("a kind"),
  name: free("a name"),
  pool: free("its nodes are billed with the pool"),
  size: free("its nodes are billed with the pool"),
} satisfies Partial<Bill<Fleet>>;
