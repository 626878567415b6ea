import type { InfiniBandDevices, InstanceType, PurchaseOption, Sourced } from "../types";

/** A size of virtual machine that Azure sells. */
export interface AzureSize extends Sourced {
  /** As Azure spells it: `Standard_ND96isr_H100_v5`. Of ND sizes, those with an `r` have InfiniBand. */
  readonly name: string;
  /** Series, the title of its page: `ND_H100_v5`. */
  readonly series: string;
  readonly architecture: "x86_64" | "arm64";
  /** Catalog name of the accelerator, null for ordinary sizes. */
  readonly accelerator: string | null;
  readonly acceleratorCount: number;
  readonly acceleratorMemoryGiB: number | null;
  readonly vcpus: number;
  readonly memoryGiB: number;
  /** Bandwidth of all Ethernet interfaces together, Gb/s. */
  readonly ethernetGbps: number;
  /** Most Ethernet interfaces; null where not looked up. Excludes InfiniBand devices, which a VM has without declaring them. */
  readonly ethernetInterfaces: number | null;
  readonly infiniband: InfiniBandDevices | null;
  /** NVMe disks for data; null without, or where they are not published. */
  readonly localNvme: { readonly count: number; readonly sizeGB: number } | null;
  /** Temporary SCSI disk that is mounted at `/mnt`; null without. */
  readonly tempDiskGiB: number | null;
  /** Controller of the operating system's disk. */
  readonly diskController: "scsi" | "nvme";
  readonly interconnect: InstanceType["interconnect"];
  readonly cpu: InstanceType["cpu"];
  readonly purchase: readonly PurchaseOption[];
  /** Quota of vCPUs that it counts to, as the usage list spells it; null where not looked up. */
  readonly quotaFamily: string | null;
  /** VMs of one NVLink rack: scale sets grow by this number; null where there is none. */
  readonly rackNodes: number | null;
}

/** Quota of a Region that all Spot VMs share, in vCPUs. */
export const AZURE_SPOT_QUOTA = "lowPriorityCores";

let table: ReadonlyMap<string, AzureSize> | undefined;

/** Read on first use: most designs are in one cloud. */
function known(): ReadonlyMap<string, AzureSize> {
  table ??= new Map((require("../data/azure-sizes.json") as readonly AzureSize[]).map((row) => [row.name, row]));
  return table;
}

/** Names of Azure's sizes begin so, which tells them from the types of other clouds. */
export const isAzureName = (name: string): boolean => String(name).startsWith("Standard_");

/** All sizes of the catalog. */
export function azureSizes(): readonly AzureSize[] {
  return [...known().values()];
}

/** The size of that name; undefined where there is none. */
export function findAzureSize(name: string): AzureSize | undefined {
  return isAzureName(name) ? known().get(name) : undefined;
}

/**
 * A size in the form of an instance type: its bandwidth is that of InfiniBand where it has it, and its one network card the
 * Ethernet that IP runs over.
 */
export function azureAsInstance(size: AzureSize): InstanceType {
  const { infiniband, source, checkedOn, note } = size;
  const gbps = infiniband ? infiniband.devices * infiniband.gbpsPerDevice : size.ethernetGbps;
  const card = { index: 0, maxInterfaces: size.ethernetInterfaces ?? 1, ena: true, efa: false };
  return {
    name: size.name,
    family: size.series,
    architecture: size.architecture,
    accelerator: size.accelerator,
    acceleratorCount: size.acceleratorCount,
    acceleratorMemoryGiB: size.acceleratorMemoryGiB,
    vcpus: size.vcpus,
    memoryGiB: size.memoryGiB,
    networkCards: [{ ...card, bandwidthGbps: size.ethernetGbps }],
    networkGbps: gbps,
    networkIsBurst: false,
    networkBaselineGbps: gbps,
    ...(infiniband ? { infiniband } : {}),
    gpuDirectRdma: infiniband ? true : null,
    localNvme: size.localNvme,
    interconnect: size.interconnect,
    purchase: size.purchase,
    cpu: size.cpu,
    quota: { onDemand: size.quotaFamily, spot: AZURE_SPOT_QUOTA },
    ultraServer: null,
    source,
    checkedOn,
    ...(note ? { note } : {}),
  };
}
