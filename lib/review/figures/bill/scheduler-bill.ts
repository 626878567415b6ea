import type { Scheduler } from "../../../model/model";
import { HOURS_PER_MONTH } from "../../../sizing/cost/cost";
import { type Bill, type BillLine, free } from "./bill";

type Slurm = Extract<Scheduler, { kind: "slurm" }>;
type Kubernetes = Extract<Scheduler, { kind: "kubernetes" }>;
type Fleet = Extract<Scheduler, { kind: "fleet" }>;

const line = (name: string, kind: BillLine["kind"], item: string | null, perHour: number): BillLine => ({
  name,
  kind,
  item,
  perHour,
  idleShare: 1,
});

const volume = (name: string, gib: number) => line(name, "storage", "ebs-gp3-gb-month", gib / HOURS_PER_MONTH);

/** Instances that always run, by type: billed at the price of the type. */
export interface StandingNodes {
  readonly name: string;
  readonly instanceType: string;
  readonly nodes: number;
}

/** Instances of schedulers: heads, login nodes, and the system nodes of EKS. */
export function standingNodes(slurm: readonly Slurm[], kubernetes: readonly Kubernetes[]): StandingNodes[] {
  const heads = slurm.map((s) => ({
    name: `head and login nodes (${s.name})`,
    instanceType: s.headInstanceType,
    nodes: 1 + (s.backupController ? 1 : 0) + s.loginNodes,
  }));
  const system = kubernetes.flatMap(({ name, systemNodes: s }) =>
    s ? [{ name: `system nodes (${name})`, instanceType: s.instanceType, nodes: s.nodes }] : [],
  );
  return [...heads, ...system];
}

/** What Slurm's controller is billed by besides its instances. */
export const SLURM_BILL: Bill<Slurm> = {
  kind: free("a kind"),
  name: free("a name"),
  version: free("open source"),
  headInstanceType: free("billed with the instances that always run"),
  backupController: free("billed with the instances that always run"),
  autoRecovery: free("automatic recovery has no price"),
  stateProtected: free("a setting"),
  accounting: {
    lines: (s) => (s.accounting === "external" ? [line(`accounting database of ${s.name}`, "head", null, 0)] : []),
  },
  loginNodes: free("billed with the instances that always run; their load balancer as a resource"),
  volumesGiB: {
    lines: (s) => (s.volumesGiB ? [volume(`${s.volumesGiB} GiB of head volumes (${s.name})`, s.volumesGiB)] : []),
  },
  loginCidrs: free("a setting"),
  suspendMinutes: free("idle nodes are billed as nodes"),
  resumeTimeoutSeconds: free("a setting"),
  preemption: free("a setting"),
  healthChecked: free("a program on the node"),
  partitions: free("a setting"),
};

/** What a cluster of EKS is billed by besides the instances of its system nodes. */
export const KUBERNETES_BILL: Bill<Kubernetes> = {
  kind: free("a kind"),
  name: free("a name"),
  version: { lines: (k) => [line(`EKS control plane (${k.name})`, "head", "eks-cluster-hour", 1)] },
  publicEndpoint: free("a setting"),
  publicEndpointCidrs: free("a setting"),
  secretsEncrypted: free("its key is billed as a resource"),
  provisioner: free("Karpenter and node groups have no price; EKS Auto Mode is not used"),
  queueing: free("open source"),
  gcsFaultTolerance: free("billed as its Valkey nodes"),
  systemNodes: {
    lines: ({ name, systemNodes: s }) =>
      s
        ? [
            volume(
              `${s.nodes} x ${s.rootVolumeGiB} GiB root volume of system nodes (${name})`,
              s.nodes * s.rootVolumeGiB,
            ),
          ]
        : [],
  },
  stateStore: {
    lines: ({ name, stateStore: s }) =>
      s
        ? [
            line(
              `${s.nodes} x ${s.nodeType}, Valkey (${name})`,
              "head",
              `elasticache-valkey-${s.nodeType.replaceAll(".", "-")}-hour`,
              s.nodes,
            ),
          ]
        : [],
  },
  loadBalancers: {
    lines: ({ name, loadBalancers }) =>
      loadBalancers
        ? [
            line(
              `${loadBalancers} x load balancer, excluding capacity units (${name})`,
              "network",
              "load-balancer-hour",
              loadBalancers,
            ),
          ]
        : [],
  },
  workerGroups: free("their nodes are billed with the pool"),
  serving: free("its nodes are billed with the pool"),
  fineTuning: free("its nodes are billed with the pool"),
};

/** A fleet is an Auto Scaling group. */
export const FLEET_BILL: Bill<Fleet> = {
  kind: free("a kind"),
  name: free("a name"),
  pool: free("its nodes are billed with the pool"),
  replaceUnhealthy: free("Auto Scaling groups have no price"),
  scaling: free("Auto Scaling groups have no price; its alarms are billed as resources"),
};
