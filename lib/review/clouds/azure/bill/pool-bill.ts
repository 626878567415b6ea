import type { NodePool } from "../../../../model/model";
import { type Bill, free } from "../../bill";
import { POOL_FREE } from "../../free-anywhere";
import { unpriced } from "./line";

/** What a pool is billed by besides its nodes, which are billed by size, source and price. */
export const POOL_BILL: Bill<NodePool> = {
  ...POOL_FREE,
  fabric: free("InfiniBand is part of the size"),
  placement: free("scale sets and placement groups have no price"),
  image: free("the HPC images have no price"),
  rootVolumeGiB: {
    lines: ({ name, nodes, rootVolumeGiB, rootVolumeOnNode }) =>
      nodes.max < 1 || rootVolumeOnNode
        ? []
        : [
            unpriced(
              `${nodes.max} x ${rootVolumeGiB} GiB operating system disk (${name})`,
              "storage",
              nodes.min / nodes.max,
            ),
          ],
  },
  rootVolumeIops: free("part of the disk's tier"),
  rootVolumeMBps: free("part of the disk's tier"),
  encrypted: free("keys of the platform have no price"),
  aws: free("what another cloud lets a pool choose"),
};
