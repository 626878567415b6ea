import { KUBERNETES_ALONE } from "../../common/pools/unused-props";
import type { AdopterTraits, PoolAdopter } from "../pools/pool-adopter";

/** What holds of Slurm's nodes: its packages are Ubuntu 24.04's, and its launches name no subnet. */
export const SLURM: AdopterTraits = {
  kind: "slurm",
  imdsHopLimit: 2,
  os: { usual: "ubuntu-24.04", withLustre: "ubuntu-24.04" },
  templatesNameSubnet: true,
  readsTagsFromMetadata: true,
  // Controllers alone: jobs run as their users.
  keepsRootOnMounts: false,
  gpuSharing: ["mig", "time-slicing"],
  without: { taints: KUBERNETES_ALONE },
};

/** A Slurm cluster, in the terms of its pools. */
export function slurmAdopter(name: string, securityGroupId: string): PoolAdopter {
  return { ...SLURM, name, ownNodes: null, securityGroupIds: [securityGroupId] };
}
