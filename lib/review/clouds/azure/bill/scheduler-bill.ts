import type { Scheduler } from "../../../../model/model";
import { type Bill, free } from "../../bill";
import { FLEET_FREE, KUBERNETES_FREE, SLURM_FREE } from "../../free-anywhere";
import { unpriced } from "./line";

type Slurm = Extract<Scheduler, { kind: "slurm" }>;
type Kubernetes = Extract<Scheduler, { kind: "kubernetes" }>;
type Fleet = Extract<Scheduler, { kind: "fleet" }>;

/** What Slurm's controller is billed by besides its instances. */
export const SLURM_BILL: Bill<Slurm> = {
  ...SLURM_FREE,
  managed: free("Azure sells no managed controller"),
  accounting: {
    lines: (s) => {
      if (s.accounting === "external" && s.joins === undefined)
        return [unpriced(`accounting database of ${s.name}`, "head")];
      const { database: of } = s;
      if (of === undefined) return [];
      const size = `${of.type}, ${of.storageGiB} GiB, backups of ${of.backupDays} days`;
      return [unpriced(`accounting database of ${s.name}: ${size}`, "head")];
    },
  },
  volumesGiB: {
    lines: (s) => (s.volumesGiB ? [unpriced(`${s.volumesGiB} GiB of head disks (${s.name})`, "storage")] : []),
  },
  stateSnapshots: {
    lines: (s) => (s.stateSnapshots ? [unpriced(`snapshots of the state disk (${s.name})`, "storage")] : []),
  },
};

/** What a cluster of AKS is billed by besides the instances of its system nodes. */
export const KUBERNETES_BILL: Bill<Kubernetes> = {
  ...KUBERNETES_FREE,
  version: { lines: (k) => [unpriced(`AKS control plane (${k.name})`, "head")] },
  secretsEncrypted: free("keys of the platform have no price"),
  provisioner: free("node pools and node auto-provisioning have no price; AKS Automatic is not used"),
  systemNodes: {
    lines: (k) => (k.systemNodes ? [unpriced(`disks of system nodes (${k.name})`, "storage")] : []),
  },
  podLogs: { lines: (k) => (k.podLogs ? [unpriced(`logs of pods (${k.name})`, "other")] : []) },
  stateStore: { lines: (k) => (k.stateStore ? [unpriced(`state store (${k.name})`, "head")] : []) },
  loadBalancers: {
    lines: (k) => (k.loadBalancers ? [unpriced(`${k.loadBalancers} x load balancer (${k.name})`, "network")] : []),
  },
};

/** A fleet is a scale set. */
export const FLEET_BILL: Bill<Fleet> = {
  ...FLEET_FREE,
  replaceUnhealthy: free("scale sets have no price"),
  scaling: free("scale sets have no price"),
  stoppedNodes: free("no construct keeps stopped nodes in a scale set"),
};
