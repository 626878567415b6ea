import { rentedInstanceTypes } from "../../../catalog/instance-types";
import { ALL_REGIONS } from "../../../catalog/market/rented-nodes";
import { GIB } from "../../../units/bytes";
import type { CloudFacts } from "../cloud-facts";
import { FSX_LUSTRE } from "../fsx-lustre";
import { GPU_CLOUDS } from "./gpu-clouds";
import { MARKET_BILL } from "./market-bill";

/**
 * What the review has to know of a GPU cloud: the rows of rented nodes with the list prices of their offers. Storage, control planes and
 * traffic have no dated price in the catalog: their lines have a name and no price. Quotas are contracts there, and not counted.
 */
export function gpuCloudFacts(name: string): CloudFacts {
  const { title, provider = name, region = ALL_REGIONS, fabric } = GPU_CLOUDS[name]!;
  return {
    name,
    title,
    priceList: `list prices of ${title}`,
    regions: [region],
    acceleratedTypes: () => rentedInstanceTypes(provider),
    exampleRegion: region,
    referenceRegion: region,
    price: () => undefined,
    bill: MARKET_BILL,
    contentItem: "object-storage-gb-month",
    traffic: { bytesPerGb: GIB, betweenZones: null, throughNat: null, egress: [] },
    quotas: { claims: () => [], row: () => undefined, unlisted: { service: "contract", source: title } },
    words: { objectStorage: "object storage", access: "SSH", kubernetesBudget: false },
    candidate: {
      fabric: { kind: fabric },
      nodes: { image: { family: "given", pinned: true }, rootVolumeGiB: 0 },
      lustre: { deploymentType: null, storageType: null, ...FSX_LUSTRE, wholeMBps: (tib, perTiB) => tib * perTiB },
      zoneOf: (place) => place,
    },
  };
}
