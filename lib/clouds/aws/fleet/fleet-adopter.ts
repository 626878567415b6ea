import { KUBERNETES_ALONE } from "../../common/pools/unused-props";
import type { AdopterTraits, PoolAdopter } from "../pools/pool-adopter";

/**
 * What holds of a fleet's nodes. AWS publishes Lustre's client for the 6.8 kernels of Ubuntu 22.04's images; those of 24.04 had moved
 * on to 7.0 in September 2026. Slurm's packages are 24.04's all the same, so this is for fleets.
 * @see https://docs.aws.amazon.com/dlami/latest/devguide/aws-deep-learning-ami-gpubaseossarm64-ul2404-2026-09-30.html
 */
export const FLEET: AdopterTraits = {
  kind: "fleet",
  imdsHopLimit: 2,
  os: { usual: "ubuntu-24.04", withLustre: "ubuntu-22.04" },
  templatesNameSubnet: false,
  readsTagsFromMetadata: true,
  // Its programs run as root.
  keepsRootOnMounts: true,
  gpuSharing: ["mig"],
  without: {
    labels: "which are Slurm's features and Kubernetes' labels, and a fleet has neither; use tags",
    taints: KUBERNETES_ALONE,
  },
};

/** A fleet, in the terms of its pool. */
export function fleetAdopter(name: string, zones: number): PoolAdopter {
  return { ...FLEET, name, ownNodes: null, spansZones: zones > 1 };
}
