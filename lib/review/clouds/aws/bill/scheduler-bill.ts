import type { Scheduler } from "../../../../model/model";
import { HOURS_PER_MONTH } from "../../../../sizing/cost/cost";
import { type Bill, type BillLine, free } from "../../bill";
import { FLEET_FREE, KUBERNETES_FREE, SLURM_FREE } from "../../free-anywhere";
import { ebsItems, rootVolume } from "./ebs-items";

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

/** What Slurm's controller is billed by besides its instances. */
export const SLURM_BILL: Bill<Slurm> = {
  ...SLURM_FREE,
  managed: {
    lines: ({ name, managed: m }) =>
      m === undefined
        ? []
        : [
            line(`${m.service} controller, ${m.size} (${name})`, "head", `pcs-controller-${m.size}-hour`, 1),
            {
              ...line(`${m.service} management of ${m.nodes} nodes (${name})`, "head", "pcs-node-hour", m.nodes),
              idleShare: 0,
            },
            ...(m.accounting
              ? [line(`${m.service} accounting, excluding storage (${name})`, "head", "pcs-accounting-hour", 1)]
              : []),
          ],
  },
  accounting: {
    lines: (s) =>
      s.accounting === "external" && s.joins === undefined
        ? [line(`accounting database of ${s.name}`, "head", null, 0)]
        : [],
  },
  volumesGiB: {
    lines: (s) => (s.volumesGiB ? [volume(`${s.volumesGiB} GiB of head volumes (${s.name})`, s.volumesGiB)] : []),
  },
  stateSnapshots: {
    lines: ({ name, stateSnapshots: s }) =>
      s === undefined || s.keep === 0
        ? []
        : [
            line(
              `snapshots of the state volume, as one full copy of ${s.volumeGiB} GiB, excluding later changes (${name})`,
              "storage",
              "ebs-snapshot-gb-month",
              s.volumeGiB / HOURS_PER_MONTH,
            ),
          ],
  },
};

/** What a cluster of EKS is billed by besides the instances of its system nodes. */
export const KUBERNETES_BILL: Bill<Kubernetes> = {
  ...KUBERNETES_FREE,
  version: { lines: (k) => [line(`EKS control plane (${k.name})`, "head", "eks-cluster-hour", 1)] },
  secretsEncrypted: free("its key is billed as a resource"),
  provisioner: free("Karpenter and node groups have no price; EKS Auto Mode is not used"),
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
  podLogs: {
    lines: ({ name, podLogs }) => (podLogs ? [line(`logs of pods (${name})`, "other", null, 0)] : []),
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
};

/**
 * Volumes of the nodes of a warm pool, which are billed while their instances are stopped.
 * @see https://docs.aws.amazon.com/autoscaling/ec2/userguide/ec2-auto-scaling-warm-pools.html (2026-11-23)
 */
function stoppedVolumes({ name, stoppedNodes: s }: Fleet): BillLine[] {
  if (s === undefined) return [];
  return ebsItems(rootVolume(s), "root volume").map(({ what, item, perMonth }) =>
    line(`${s.nodes} x ${what} of stopped nodes (${name})`, "storage", item, (s.nodes * perMonth) / HOURS_PER_MONTH),
  );
}

/** A fleet is an Auto Scaling group. */
export const FLEET_BILL: Bill<Fleet> = {
  ...FLEET_FREE,
  replaceUnhealthy: free("Auto Scaling groups have no price"),
  scaling: free("Auto Scaling groups have no price; its alarms are billed as resources"),
  stoppedNodes: { lines: stoppedVolumes },
};
