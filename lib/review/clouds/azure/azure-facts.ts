import { LUSTRE_THROUGHPUTS, LUSTRE_TIERS, type LustreThroughput } from "../../../catalog/azure/lustre-tiers";
import { azureInstanceTypes } from "../../../catalog/instance-types";
import { servicePrice } from "../../../catalog/prices";
import { AZURE_REGIONS, azureZoneOf } from "../../../catalog/regions";
import { ROOT_VOLUME_GIB } from "../../../model/azure/pool-defaults";
import { GIB } from "../../../units/bytes";
import type { CloudFacts } from "../cloud-facts";
import { azurePreflight } from "./azure-preflight";
import { azureClaims, azureQuota } from "./azure-quotas";
import { unpriced } from "./bill/line";
import { NETWORK_BILL } from "./bill/network-bill";
import { POOL_BILL } from "./bill/pool-bill";
import { pieceLines } from "./bill/resource-bill";
import { FLEET_BILL, KUBERNETES_BILL, SLURM_BILL } from "./bill/scheduler-bill";
import { FILE_SYSTEM_BILL } from "./bill/storage-bill";

/**
 * What the review has to know of Azure. VM sizes and public IP addresses have list prices in the catalog. For other services
 * no public price of the last year was read: their lines have a name and no price.
 */
export const azureFacts: CloudFacts = {
  name: "azure",
  /** @see https://learn.microsoft.com/azure/azure-managed-lustre/auto-export */
  lustreExport: () =>
    "set blobs.autoExport, with the checkpoint directory as its prefix, in place of blobs.autoImport: Managed Lustre runs one job at a time",
  title: "Azure",
  priceList: "https://prices.azure.com/api/retail/prices",
  salesByPrice: true,
  preflight: azurePreflight,
  regions: AZURE_REGIONS,
  acceleratedTypes: () => azureInstanceTypes().filter(({ accelerator }) => accelerator !== null),
  exampleRegion: "eastus",
  referenceRegion: "eastus",
  price: servicePrice,
  bill: {
    fileSystems: FILE_SYSTEM_BILL,
    pools: POOL_BILL,
    networks: NETWORK_BILL,
    slurm: SLURM_BILL,
    kubernetes: KUBERNETES_BILL,
    fleets: FLEET_BILL,
    metrics: ({ monitoring }) =>
      monitoring.some(({ agentPools = [] }) => agentPools.length > 0) ? [unpriced("metrics of nodes", "other")] : [],
    pieces: pieceLines,
  },
  contentItem: "blob-hot-gb-month",
  traffic: { bytesPerGb: GIB, betweenZones: null, throughNat: null, egress: [] },
  quotas: {
    claims: azureClaims,
    row: azureQuota,
    unlisted: {
      service: "compute",
      source: "https://learn.microsoft.com/azure/virtual-machines/quotas",
    },
  },
  words: { objectStorage: "Blob Storage", access: "Bastion", kubernetesBudget: true },
  types: {
    head: { x86_64: "Standard_D4as_v5" },
    nvlink: "Standard_ND96asr_v4 or Standard_ND96isr_H100_v5",
    eightBit: "Standard_NC40ads_H100_v5 or Standard_ND96isr_H100_v5",
    fourBit: "Standard_ND128isr_NDR_GB200_v6",
  },
  rayHeadsAlone: true,
  candidate: {
    fabric: { kind: "infiniband" },
    nodes: { image: { family: "ubuntu-hpc-2404", pinned: false }, rootVolumeGiB: ROOT_VOLUME_GIB },
    lustre: {
      deploymentType: "AMLFS-Durable-Premium",
      storageType: "SSD",
      mountPath: "/lustre",
      throughputs: LUSTRE_THROUGHPUTS,
      gibPerTiB: 1024,
      capacityTiB: (perTiB, leastGiB) => {
        const { step, max } = LUSTRE_TIERS[perTiB as LustreThroughput];
        return Math.min(max, step * Math.ceil(leastGiB / 1024 / step));
      },
      wholeMBps: (tib, perTiB) => tib * perTiB,
    },
    zoneOf: azureZoneOf,
    // a scale set
    oneSource: true,
  },
};
