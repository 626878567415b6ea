import type { InstancePriceRow, InstanceType, PricedPurchase, Sourced } from "../types";
import type { MarketPrice } from "./market-prices";

/** A node that a GPU cloud rents: what a node of an existing cluster there is. */
export interface RentedNode extends Sourced {
  /** Name that the cloud gives it: `gd-8xh100ib-i128`, `BM.GPU.H100.8`, `gpu-h100-sxm/8gpu-128vcpu-1600gb`. */
  readonly name: string;
  /** Who rents it, as offers of the market name them. */
  readonly provider: string;
  /** Offer that it is sold as; price and fabric are those of the offer. */
  readonly offer: string;
  /** Catalog name of the accelerator, and how many. */
  readonly accelerator: string;
  readonly accelerators: number;
  readonly architecture: "x86_64" | "arm64";
  readonly vcpus: number;
  readonly memoryGiB: number;
  /** All local NVMe together; null where none is published. */
  readonly localNvmeGB: number | null;
  /** Accelerators that share NVLink. */
  readonly nvlinkDomain: number;
}

/** Place of a price that is the same in all Regions of a cloud. */
export const ALL_REGIONS = "all regions";

let table: ReadonlyMap<string, RentedNode> | undefined;

/** Read on first use: designs on AWS, Azure or premises need none of it. */
function known(): ReadonlyMap<string, RentedNode> {
  table ??= new Map(
    (require("../data/rented-nodes.json") as readonly RentedNode[]).map((row) => [row.name, row] as const),
  );
  return table;
}

/** Nodes that a GPU cloud rents; of all clouds where none is named. */
export function rentedNodes(provider?: string): readonly RentedNode[] {
  return [...known().values()].filter((row) => provider === undefined || row.provider === provider);
}

/** The rented node of that name; undefined where there is none. */
export function findRentedNode(name: string): RentedNode | undefined {
  return known().get(name);
}

function offersOf({ provider, offer, accelerator }: RentedNode): readonly MarketPrice[] {
  // offers are read where a rented node is asked for: every look-up of a type would wait for them otherwise
  const { marketPrices } = require("./market-prices") as typeof import("./market-prices");
  return marketPrices(accelerator).filter((row) => row.provider === provider && row.offer === offer);
}

/** List prices of a rented node: those of its offer, for as many accelerators as it has. */
export function rentedPriceRows(node: RentedNode): readonly InstancePriceRow[] {
  return offersOf(node).flatMap(({ usdPerHour, accelerators, purchase, region, pricedOn, source, checkedOn, note }) =>
    usdPerHour === null
      ? []
      : {
          instanceType: node.name,
          purchase: purchase as PricedPurchase,
          usdPerHour: { [region ?? ALL_REGIONS]: (usdPerHour * node.accelerators) / accelerators },
          pricedOn,
          source,
          checkedOn,
          ...(note === undefined ? {} : { note }),
        },
  );
}

/**
 * A rented node in the form of an instance type, for what asks for one by name. Its bandwidth is that of its fabric; 0 where no page states
 * it, and then it joins none: a step over several nodes cannot be told.
 */
export function rentedAsInstance(node: RentedNode): InstanceType {
  const { name, accelerators, localNvmeGB, nvlinkDomain, source, checkedOn, note } = node;
  const { marketFabric } = require("./market-fabrics") as typeof import("./market-fabrics");
  const fabric = marketFabric(node);
  const gbps = fabric?.gbpsPerNode ?? 0;
  const sold = new Set(offersOf(node).map(({ purchase }) => purchase));
  return {
    name,
    family: node.provider,
    architecture: node.architecture,
    accelerator: node.accelerator,
    acceleratorCount: accelerators,
    acceleratorMemoryGiB: null,
    vcpus: node.vcpus,
    memoryGiB: node.memoryGiB,
    networkCards: [],
    networkGbps: gbps,
    networkIsBurst: false,
    networkBaselineGbps: gbps,
    ...(fabric?.kind && gbps > 0 ? { rdma: fabric.kind } : {}),
    gpuDirectRdma: fabric?.kind ? true : null,
    localNvme: localNvmeGB === null ? null : { count: 1, sizeGB: localNvmeGB },
    interconnect: { name: "NVLink", accelerators: nvlinkDomain, gbPerSecondPerAccelerator: null },
    purchase: [...sold],
    cpu: { model: null, sockets: null, coresPerSocket: null, threadsPerCore: 2, numaNodes: null },
    quota: { onDemand: null, spot: null },
    ultraServer: null,
    source,
    checkedOn,
    ...(note === undefined ? {} : { note }),
  };
}
