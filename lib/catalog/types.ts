/** Where a row's figures come from, and when a person last held them against that source. On every row of every table. */
export interface Sourced {
  /** Address of the page, or owner/repo and path of the public file, that the figures come from. */
  readonly source: string;
  /** Day of the last check, ISO 8601 (`2026-11-21`). */
  readonly checkedOn: string;
  /** What a reader must know: why a figure is null, what it leaves out, which sources disagree. */
  readonly note?: string;
}

/** One accelerator model: a GPU, or a Trainium or Inferentia device. FLOP/s are dense, never with sparsity. */
export interface Accelerator extends Sourced {
  /** Catalog name: `H100-SXM-80GB`, `A10G-24GB`, `MI300X-192GB`. */
  readonly name: string;
  readonly vendor: "nvidia" | "amd" | "aws";
  /** Microarchitecture as the vendor names it: `Hopper`, `Blackwell`, `CDNA3`, `Trainium2`. */
  readonly architecture: string;
  /** GiB that programs have: the vendor's nominal figure (80 for an 80 GB H100), less where ECC or the part keeps some (44.98 of an L40S's 48). */
  readonly memoryGiB: number;
  readonly memoryType: string | null;
  /** Memory bandwidth, GB/s (10^9 bytes). */
  readonly memoryBandwidthGBps: number | null;
  /** Dense throughput, TFLOP/s (10^12; TOP/s for int8), on tensor units unless said, by number format; null where the part has no such units. */
  readonly tflops: {
    /** On the vector units. */
    readonly fp64: number | null;
    /** On the tensor or matrix units. */
    readonly fp64Tensor: number | null;
    /** On the vector units. */
    readonly fp32: number | null;
    readonly tf32: number | null;
    readonly fp16: number | null;
    readonly bf16: number | null;
    readonly fp8: number | null;
    readonly fp4: number | null;
    readonly int8: number | null;
  };
  /** Scale-up link (NVLink, Infinity Fabric, NeuronLink): total GB/s, both directions added, per accelerator; null for none. */
  readonly linkGBps: number | null;
  readonly linkName: string | null;
  readonly tdpWatts: number | null;
  /** CUDA compute capability, `9.0`; null for others. */
  readonly computeCapability: string | null;
  /** MIG profiles: name, the most instances of it on one GPU, memory in GB; empty where MIG does not exist. */
  readonly migProfiles: readonly { readonly name: string; readonly maxInstances: number; readonly memoryGB: number }[];
}

/** One network card of an instance type. */
export interface NetworkCard {
  readonly index: number;
  /** The most network interfaces that may be attached to this card. */
  readonly maxInterfaces: number;
  /** Whether an EFA may be attached to this card. */
  readonly efa: boolean;
  /** Whether an interface that speaks IP may be attached to this card; without it, EFA-only interfaces alone. */
  readonly ena: boolean;
  /** Bandwidth of the card, Gb/s; null where the vendor gives only the sum. */
  readonly bandwidthGbps: number | null;
}

export type PurchaseOption = "on-demand" | "spot" | "capacity-block" | "reserved" | "savings-plan";

/** What a price is of: a Savings Plan has one for each term. */
export type PricedPurchase = PurchaseOption | "savings-plan-1-year" | "savings-plan-3-years";

/** What only EC2's instance types have. */
export interface AwsInstanceType {
  /** Most IPv4 addresses of one network interface, its own included; null where unpublished. */
  readonly ipv4PerInterface: number | null;
  /** Most EFA interfaces at once; 0 without EFA. */
  readonly maxEfaInterfaces: number;
  /**
   * What EFA does on it: generation of the device (1 on Nitro v3, 2 on v4, 3 on v5, 4 on v6), RDMA read and write, and the
   * bandwidth of all EFA interfaces together, Gb/s (not `networkGbps` where only a part of the cards' bandwidth is EFA's).
   * Null without EFA; parts of it null where unpublished.
   */
  readonly efa: {
    readonly generation: number | null;
    readonly rdmaRead: boolean | null;
    readonly rdmaWrite: boolean | null;
    readonly gbps: number;
  } | null;
  /**
   * Cards that carry an EFA where cards share adapters or GPUs and more of them add no bandwidth (p6e-gb200: 1, 5, 9, 13);
   * absent where every EFA card does.
   */
  readonly efaLayoutCards?: readonly number[];
  /** Every how many-th network card may carry an ENA interface beside its EFA for IP bandwidth (p5: 4); absent for every card. */
  readonly enaCardStep?: number;
  /** EBS bandwidth, Gb/s, and IOPS of 16 KiB, baseline and the most (for 30 minutes a day on smaller sizes). */
  readonly ebs: {
    readonly baselineGbps: number | null;
    readonly maximumGbps: number | null;
    readonly baselineIops: number | null;
    readonly maximumIops: number | null;
  };
  /** Placement-group strategies it supports. */
  readonly placementGroups: readonly ("cluster" | "partition" | "spread")[];
  /** Whether EC2's DescribeInstanceTopology answers for it. */
  readonly topologyApi: boolean | null;
  /** Network nodes that DescribeInstanceTopology gives above an instance; null where it does not answer. */
  readonly topologyLevels: number | null;
  /** Image families that support it. */
  readonly images: {
    readonly dlami: readonly string[];
    readonly eks: readonly string[];
  };
}

/** One instance type of a cloud; what only one cloud has is in an object of its name. */
export interface InstanceType extends Sourced {
  readonly name: string;
  readonly family: string;
  readonly architecture: "x86_64" | "arm64";
  /** Catalog name of the accelerator, null for ordinary types. */
  readonly accelerator: string | null;
  readonly acceleratorCount: number;
  /** Memory of each accelerator as EC2's specification page states it, whole GiB; up to 12 % under the nominal figure (the API gives MiB). */
  readonly acceleratorMemoryGiB: number | null;
  readonly vcpus: number;
  readonly memoryGiB: number;
  readonly networkCards: readonly NetworkCard[];
  /** Network bandwidth as EC2 states it, Gb/s; with `networkIsBurst` the "up to" figure. */
  readonly networkGbps: number;
  readonly networkIsBurst: boolean;
  /** Network bandwidth that holds without credits, Gb/s; equal to `networkGbps` unless `networkIsBurst`. */
  readonly networkBaselineGbps: number;
  /** InfiniBand devices, which are no network cards: the hypervisor passes them through. Absent without. */
  readonly infiniband?: InfiniBandDevices;
  /** RDMA fabric of a rented node, whose devices are not described one by one: `networkGbps` is its rate. Absent without. */
  readonly rdma?: "infiniband" | "roce";
  /** GPUDirect RDMA over EFA. */
  readonly gpuDirectRdma: boolean | null;
  /** Instance-store disks: how many, GB (10^9) each; null without. */
  readonly localNvme: { readonly count: number; readonly sizeGB: number } | null;
  /** How accelerators are joined: domain size in accelerators (of the UltraServer where there is one), GB/s each, both directions. */
  readonly interconnect: {
    readonly name: string;
    readonly accelerators: number;
    readonly gbPerSecondPerAccelerator: number | null;
  } | null;
  /** Purchase options it is really sold under. */
  readonly purchase: readonly PurchaseOption[];
  /** Layout that Slurm and NUMA pinning need; null where unpublished. */
  readonly cpu: {
    readonly model: string | null;
    readonly sockets: number | null;
    readonly coresPerSocket: number | null;
    readonly threadsPerCore: number;
    readonly numaNodes: number | null;
  };
  /** What only EC2's types have; absent elsewhere. */
  readonly aws?: AwsInstanceType;
  /**
   * Quota codes by purchase: vCPUs on demand (Running On-Demand …) and of Spot requests, instances in Capacity Blocks; null
   * where none is documented, `capacityBlock` absent where the type is not sold in blocks.
   */
  readonly quota: {
    readonly onDemand: string | null;
    readonly spot: string | null;
    readonly capacityBlock?: string | null;
  };
  /** UltraServer it is part of: name, instances, accelerators; null for a machine of its own. */
  readonly ultraServer: { readonly name: string; readonly instances: number; readonly accelerators: number } | null;
}

/** InfiniBand of a node. */
export interface InfiniBandDevices {
  readonly devices: number;
  readonly gbpsPerDevice: number;
  readonly generation: "HDR" | "NDR" | "XDR";
}

/** A price of an instance type in a region. */
export interface InstancePrice extends Sourced {
  readonly instanceType: string;
  readonly region: string;
  readonly purchase: PricedPurchase;
  readonly usdPerHour: number;
  /** Day the price was in force. */
  readonly pricedOn: string;
}

/** Prices of one type and purchase option in some regions, from one source and day. */
export interface InstancePriceRow extends Sourced {
  readonly instanceType: string;
  readonly purchase: PricedPurchase;
  /** List price per instance-hour by region, US dollars before taxes and discounts. */
  readonly usdPerHour: Readonly<Record<string, number>>;
  /** Day the prices were in force. */
  readonly pricedOn: string;
}

/** A price of anything else: `unit` says per what. */
export interface ServicePrice extends Sourced {
  /** `nat-gateway-hour`, `nat-gateway-gb`, `s3-standard-gb-month`, `ebs-gp3-gb-month`, `internet-egress-gb` … */
  readonly item: string;
  readonly region: string;
  readonly usd: number;
  readonly unit: string;
  readonly pricedOn: string;
}

/** One FSx for Lustre deployment: type, storage, throughput per TiB and the capacity steps that go with it. */
export interface LustreTier extends Sourced {
  readonly deploymentType: "SCRATCH_1" | "SCRATCH_2" | "PERSISTENT_1" | "PERSISTENT_2";
  readonly storageType: "SSD" | "HDD" | "INTELLIGENT_TIERING";
  /** MB/s per TiB; null for SCRATCH and INTELLIGENT_TIERING. */
  readonly throughputPerTiB: number | null;
  /** Smallest capacity and step, GiB, without EFA. */
  readonly minCapacityGiB: number | null;
  readonly stepGiB: number | null;
  /** Further capacities allowed besides minimum + n x step. */
  readonly extraCapacitiesGiB: readonly number[];
  /** Step with EFA enabled, GiB; null where EFA cannot be. */
  readonly efaStepGiB: number | null;
  /** Disk and network throughput per TiB provisioned, MB/s, baseline and burst. */
  readonly diskReadMBpsPerTiB: number | null;
  readonly diskWriteMBpsPerTiB: number | null;
  readonly diskBurstReadMBpsPerTiB: number | null;
  readonly diskBurstWriteMBpsPerTiB: number | null;
  readonly networkBaselineMBpsPerTiB: number | null;
  readonly networkBurstMBpsPerTiB: number | null;
  /** Metadata IOPS that can be provisioned; absent where FSx sets them itself. */
  readonly metadataIops?: readonly number[];
  /** Elastic storage (INTELLIGENT_TIERING): whole throughput is bought in steps of so many MB/s, without a capacity. */
  readonly throughputStepMBps?: number;
  /** Elastic storage: least and most SSD read cache, GiB, for each throughput step. */
  readonly readCacheGiBPerStep?: { readonly min: number; readonly max: number };
}

/** One FSx for OpenZFS deployment type and the throughput capacities that it is sold with. */
export interface OpenZfsTier extends Sourced {
  readonly deploymentType: "SINGLE_AZ_1" | "SINGLE_AZ_2" | "SINGLE_AZ_HA_1" | "SINGLE_AZ_HA_2";
  /** Throughput capacities, MB/s. */
  readonly throughputMBps: readonly number[];
  /** Smallest and largest SSD capacity, GiB. */
  readonly minCapacityGiB: number;
  readonly maxCapacityGiB: number;
}

/** One limit of FSx for Lustre that does not depend on the tier. */
export interface LustreLimit extends Sourced {
  /** `client-ena`, `client-efa`, `client-efa-gds`, `client-to-server` … */
  readonly name: string;
  readonly value: number;
  readonly unit: string;
}

/** Instances that share one scale-up domain and are bought together. */
export interface UltraServer extends Sourced {
  /** Name in Capacity Block offers: `u-p6e-gb200x72`. */
  readonly name: string;
  readonly instanceType: string;
  readonly instances: number;
  readonly accelerators: number;
  /** Scale-up link of each accelerator, GB/s, both directions added. */
  readonly linkGBpsPerAccelerator: number;
  /** Regions and Local Zones that sell it. */
  readonly soldIn: readonly string[];
}
