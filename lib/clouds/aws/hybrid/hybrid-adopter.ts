import type { AdopterTraits, PoolAdopter } from "../pools/pool-adopter";
import { SLURM } from "../slurm/slurm-adopter";

/** What holds of nodes that a site's Slurm starts: that of a head in AWS. */
export const HYBRID: AdopterTraits = { ...SLURM, kind: "hybrid" };

/** A site's Slurm, in the terms of its pools. */
export function hybridAdopter(name: string, securityGroupId: string): PoolAdopter {
  return { ...HYBRID, name, ownNodes: null, securityGroupIds: [securityGroupId] };
}
