import { KUBERNETES_ALONE } from "../../common/pools/unused-props";
import { Image } from "../pools/image";
import type { AdopterTraits, PoolAdopter } from "../pools/pool-adopter";

/**
 * Where AWS says the id of its newest PCS-ready DLAMI: the Deep Learning base image of Ubuntu 24.04 with the PCS agent, which registers the node,
 * and Slurm in all supported versions; on Arm too.
 * @see https://docs.aws.amazon.com/pcs/latest/userguide/working-with_ami_pcs-ready-dlami.html
 */
export const PCS_IMAGE_PARAMETER = "/aws/service/pcs/ami/dlami-base-ubuntu2404";

/** What holds of nodes of AWS PCS, which adds its own part to their user data and registers them before our boot steps run. */
export const PCS: AdopterTraits = {
  kind: "pcs",
  imdsHopLimit: 2,
  os: { usual: "ubuntu-24.04", withLustre: "ubuntu-24.04" },
  image: Image.pcsReady(),
  templatesNameSubnet: false,
  readsTagsFromMetadata: true,
  // Only its nodes mount, so that directories are made on them.
  keepsRootOnMounts: true,
  addsUserData: true,
  gpuSharing: [],
  without: { taints: KUBERNETES_ALONE },
};

/** A cluster of AWS PCS, in the terms of its pools. */
export function pcsAdopter(name: string, securityGroupId: string): PoolAdopter {
  return { ...PCS, name, ownNodes: null, securityGroupIds: [securityGroupId] };
}
