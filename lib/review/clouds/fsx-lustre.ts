import { GIB_PER_FSX_TIB, nearestLustreCapacities } from "../../catalog/storage/lustre-capacity";
import { lustreTier } from "../../catalog/storage/lustre-tiers";
import type { CandidateLustre } from "./cloud-facts";

/** MB/s per TiB. @see https://docs.aws.amazon.com/fsx/latest/LustreGuide/performance.html */
const THROUGHPUTS = [125, 250, 500, 1000];

/** PERSISTENT_2 of SSD, the tier that architectures choose from; its steps also where only the nodes' market is known. */
export const FSX_LUSTRE: Omit<CandidateLustre, "deploymentType" | "storageType"> = {
  mountPath: "/fsx",
  throughputs: THROUGHPUTS,
  gibPerTiB: GIB_PER_FSX_TIB,
  capacityTiB(throughputPerTiB, leastGiB) {
    const tier = lustreTier("PERSISTENT_2", "SSD", throughputPerTiB)!;
    return Math.max(...nearestLustreCapacities(tier, false, leastGiB)) / GIB_PER_FSX_TIB;
  },
};
