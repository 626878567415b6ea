import rows from "./data/node-types.json";
import { NamedTable } from "./named-table";
import type { InstanceType, Sourced } from "./types";

/** A server that somebody buys: what a node on premises is. */
export interface NodeType extends Sourced {
  /** `dgx-h100`. */
  readonly name: string;
  readonly maker: string;
  /** Catalog name of the accelerator, and how many. */
  readonly accelerator: string;
  readonly accelerators: number;
  readonly architecture: "x86_64" | "arm64";
  readonly cpu: {
    readonly model: string;
    readonly sockets: number;
    readonly coresPerSocket: number;
    readonly threadsPerCore: number;
  };
  readonly memoryGiB: number;
  /** Ports on the compute fabric, Gb/s each; devices by rail as the kernel names them, null where they depend on the slots. */
  readonly fabric: { readonly ports: number; readonly linkGbps: number; readonly devices: readonly string[] | null };
  readonly localNvme: { readonly count: number; readonly sizeGB: number } | null;
  /** Accelerators that share NVLink: more than its own where a rack is one domain. */
  readonly nvlinkDomain: number;
  readonly rackUnits: number;
  /** Most it draws, W. */
  readonly nameplateWatts: number;
  /** List price, US dollars; null where none is published. */
  readonly usd: number | null;
}

const table = new NamedTable<NodeType>("nodeType", rows as readonly NodeType[]);
const added = new Map<string, NodeType>();

/** Servers of the catalog. */
export function nodeTypes(): readonly NodeType[] {
  return table.rows;
}

/** The server of that name, a user's own included; undefined where there is none. */
export function findNodeType(name: string): NodeType | undefined {
  return added.get(name) ?? table.find(name);
}

/** Makes a server of a user's own known to every look-up of this process, as a row of the same name would be. */
export function addNodeType(row: NodeType): void {
  added.set(row.name, row);
}

/** A server in the form of an instance type, for what asks for one by name: what only a cloud has is none. */
export function nodeAsInstance(node: NodeType): InstanceType {
  const { name, cpu, fabric, source, checkedOn } = node;
  const gbps = fabric.ports * fabric.linkGbps;
  return {
    name,
    family: name,
    architecture: node.architecture,
    accelerator: node.accelerator,
    acceleratorCount: node.accelerators,
    acceleratorMemoryGiB: null,
    vcpus: cpu.sockets * cpu.coresPerSocket * cpu.threadsPerCore,
    memoryGiB: node.memoryGiB,
    networkCards: [],
    networkGbps: gbps,
    networkIsBurst: false,
    networkBaselineGbps: gbps,
    gpuDirectRdma: null,
    localNvme: node.localNvme,
    interconnect: { name: "NVLink", accelerators: node.nvlinkDomain, gbPerSecondPerAccelerator: null },
    purchase: [],
    cpu: { ...cpu, numaNodes: null },
    quota: { onDemand: null, spot: null },
    ultraServer: null,
    source,
    checkedOn,
  };
}
