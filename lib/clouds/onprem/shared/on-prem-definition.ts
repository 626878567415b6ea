import type { FabricSwitchModel } from "../../../catalog/fabric-switches";
import type { NodeType } from "../../../catalog/node-types";
import type { Ownership, Workload } from "../../../model/model";
import type { FatTree } from "../../../sizing/fabric/fat-tree";
import type { FatTreeStage } from "../../../sizing/fabric/fat-tree-stage";
import type { FabricSwitch } from "../../../sizing/fabric/fat-tree-wiring";
import type { CephPlan, CephProtection } from "../../../sizing/storage/ceph-servers";
import type { SlurmCluster } from "../../../slurm/definition/slurm-cluster";
import type { StorageServerOptions } from "./on-prem-cluster-props";

/** Where a device is: rack and lowest rack unit, from 1. */
export interface Place {
  readonly rack: string;
  readonly unit: number;
}

/** One node that is bought. */
export interface OnPremNode extends Place {
  readonly name: string;
  readonly pool: string;
  readonly type: NodeType;
  readonly spare: boolean;
  readonly address: string;
  /** Null without a range for BMCs. */
  readonly bmcAddress: string | null;
  /** Null until the maker says. */
  readonly serial: string | null;
  readonly bmcMac: string | null;
  readonly bootMac: string | null;
}

/** A controller, login node or subnet manager. */
export interface ServiceHost {
  readonly name: string;
  readonly role: "controller" | "login" | "subnet-manager" | "storage";
  readonly address: string;
}

/** A rack with what is in it. */
export interface Rack {
  readonly name: string;
  /** Row and position in it, from 1. */
  readonly row: number;
  readonly position: number;
  /** Index of the purchase that fills it, from 0. */
  readonly purchase: number;
  readonly contents: readonly {
    readonly name: string;
    readonly what: string;
    readonly unit: number;
    readonly units: number;
  }[];
  /** Nameplates together, W, as far as they are known. */
  readonly watts: number;
  /** Devices whose nameplate is not published. */
  readonly unknownPower: number;
}

/** One switch of the fabric. */
export interface OnPremSwitch extends Place {
  readonly name: string;
  /** Its tier, plane, pod and scalable unit in the fat-tree. */
  readonly planned: FabricSwitch;
  readonly guid: string | null;
}

/** One end of a cable, with where its device is. */
export interface PlannedEnd extends Place {
  readonly device: string;
  /** Port from 1; of a node its rail. */
  readonly port: number;
  /** What is printed on the port, or the HCA's name; null where it is not known. */
  readonly portName: string | null;
}

/** One cable of the list. */
export interface PlannedCable {
  readonly label: string;
  /** Index of the purchase that brings it, from 0. */
  readonly purchase: number;
  readonly kind: "node-leaf" | "leaf-spine" | "spine-core";
  readonly from: PlannedEnd;
  readonly to: PlannedEnd;
  /** Next length that is sold, m. */
  readonly meters: number;
  /** Null where the makers' reach is not in the catalog. */
  readonly medium: string | null;
}

/** A partition of the fabric. */
export interface Tenant {
  readonly name: string;
  /** 15 bits. */
  readonly pkey: number;
  readonly nodes: readonly string[];
  readonly guids: readonly string[];
  readonly membership: "full" | "limited";
  readonly ipoib: boolean;
}

/** One port of a node on a routed fabric, and the leaf port at the other end: a subnet of two addresses (RFC 3021). */
export interface RailLink {
  readonly node: string;
  /** From 1. */
  readonly rail: number;
  /** The HCA; null where its name is not known. */
  readonly hca: string | null;
  readonly address: string;
  readonly gateway: string;
  readonly leaf: string;
  readonly leafPort: string;
  /** Rate of the node's port, Gb/s. */
  readonly gbps: number;
}

/** One switch of a routed fabric. */
export interface RoutedSwitch {
  readonly name: string;
  readonly asn: number;
  readonly loopback: string;
  /** Ports to other switches, by what is at their other end. */
  readonly uplinks: readonly { readonly port: string; readonly to: string }[];
}

/** Addresses and autonomous systems of an Ethernet fabric. */
export interface OnPremRouting {
  readonly cidr: string;
  /** Range of each rail, in order. */
  readonly railCidrs: readonly string[];
  /** Gb/s of each port between switches. */
  readonly linkGbps: number;
  readonly switches: readonly RoutedSwitch[];
  readonly rails: readonly RailLink[];
}

/** The cluster after one purchase, and what the same nodes would take if nothing came after them. */
export interface GrowthStep extends Pick<FatTreeStage, "counts" | "links" | "freePorts"> {
  readonly nodes: number;
  /** Whether it is the one that the pools have now. */
  readonly now: boolean;
  readonly racks: number;
  /** Nameplates of nodes and switches, kW; null where one of them is not published. */
  readonly kilowatts: number | null;
  readonly alone: {
    readonly switches: number;
    /** Cables between leaves and spines that are moved at least, coming from the step before. */
    readonly cablesMoved: number;
  };
}

/** The planned fabric. */
export interface OnPremFabric {
  readonly model: FabricSwitchModel;
  /** Of all nodes that the cluster grows to; `switches` and `cables` are what is there now. */
  readonly tree: FatTree;
  /** Empty where it does not grow. */
  readonly growth: readonly GrowthStep[];
  /** Downlinks to uplinks of a leaf, at least 1: more uplinks than downlinks make nothing faster. */
  readonly oversubscription: number;
  readonly subnetManager: "opensm" | "ufm";
  readonly switches: readonly OnPremSwitch[];
  readonly cables: readonly PlannedCable[];
  /** Leaf ports that are kept free for what is no node: `extra1` … */
  readonly reserved: readonly { readonly name: string; readonly to: PlannedEnd }[];
  /** Port GUIDs by node and rail; empty where none are known yet. */
  readonly portGuids: Readonly<Record<string, readonly string[]>>;
  readonly tenants: readonly Tenant[];
  /** Null on InfiniBand, and where the switches are configured by hand. */
  readonly routing: OnPremRouting | null;
}

/** A file system of the site. */
export interface OnPremFileSystem {
  readonly name: string;
  readonly type: "lustre" | "beegfs" | "nfs" | "cephfs" | "spectrum-scale" | "weka";
  readonly source: string;
  readonly mountPath: string;
  readonly options: string;
  readonly capacityTiB: number | null;
  readonly throughputMBps: number | null;
}

/** One server of the storage that is bought. */
export interface StorageServer extends Place {
  readonly name: string;
  readonly address: string;
}

/** Storage that is bought, as many servers as it takes. */
export interface OnPremCeph {
  readonly name: string;
  readonly server: Required<Omit<StorageServerOptions, "watts" | "usd">> & {
    readonly watts: number | null;
    readonly usd: number | null;
  };
  readonly protection: CephProtection;
  readonly failureDomain: "host" | "rack";
  readonly deploy: "cephadm" | "rook";
  readonly plan: CephPlan;
  /** In the order of their names; neighbors are in different racks where racks may fail. */
  readonly servers: readonly StorageServer[];
  /** Those that keep the cluster's map: three, or five. */
  readonly monitors: readonly StorageServer[];
}

/** What the building gives, with every default. */
export interface Site {
  readonly name: string;
  readonly rackKilowatts: number;
  readonly rackCoolingKilowatts: number;
  readonly rackUnits: number;
  readonly racksPerRow: number;
  readonly rackWidthMeters: number;
  readonly rowPitchMeters: number;
  readonly powerKilowatts: number | null;
  readonly pue: number;
}

/** What installs nodes, with every default. */
export interface OnPremProvisioning {
  readonly tool: "warewulf" | "maas" | "metal3";
  readonly image: string;
  /** Null for what has none. */
  readonly imageChecksum: string | null;
  readonly interface: string;
  readonly gateway: string | null;
  readonly bmc: "ipmi" | "redfish";
  readonly redfishSystem: string | null;
}

/** A pool with its nodes by name. */
export interface OnPremPool {
  readonly name: string;
  readonly type: NodeType;
  readonly labels: Readonly<Record<string, string>>;
  readonly nodes: readonly OnPremNode[];
}

/** A cluster on premises with every default and derived value. What writes, draws, reviews or prices it reads this and decides nothing. */
export interface OnPremDefinition {
  readonly name: string;
  readonly domain: string;
  /** Ranges of the address plan. */
  readonly cidrs: { readonly node: string; readonly bmc: string | null; readonly service: string };
  readonly site: Site;
  /** Index of the purchase that is made now, from 0. */
  readonly purchase: number;
  readonly racks: readonly Rack[];
  readonly pools: readonly OnPremPool[];
  /** All nodes in the order of their places on the fabric. */
  readonly nodes: readonly OnPremNode[];
  readonly services: readonly ServiceHost[];
  readonly fabric: OnPremFabric | null;
  readonly slurm: SlurmCluster | null;
  /** Whether Slurm has more nodes in a cloud, by files that a HybridCluster writes. */
  readonly burst: boolean;
  /** Null where the site runs its storage already. */
  readonly ceph: OnPremCeph | null;
  /** With that of `ceph`. */
  readonly fileSystems: readonly OnPremFileSystem[];
  /** Null where the site has means of its own. */
  readonly provisioning: OnPremProvisioning | null;
  readonly netbox: boolean;
  readonly alertmanagers: readonly string[];
  readonly workload: Workload | null;
  readonly ownership: Ownership | null;
}
