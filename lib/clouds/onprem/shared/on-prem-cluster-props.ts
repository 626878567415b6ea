import type { NodeType } from "../../../catalog/node-types";
import type { Ownership, Workload } from "../../../model/model";
import type { SlurmAccountingOptions } from "../../../slurm/definition/slurm-options";
import type { SlurmVersion } from "../../../slurm/definition/versions";

/** What the building gives: power, cooling, racks. */
export interface SiteOptions {
  /** Name of the site, in rack labels and metrics. @default - the cluster's name */
  readonly name?: string;
  /** Power of one rack at the plug, kW. */
  readonly rackKilowatts: number;
  /** Heat that cooling removes from one rack, kW. @default - as much as the rack's power */
  readonly rackCoolingKilowatts?: number;
  /** Height of a rack, rack units. @default 42 */
  readonly rackUnits?: number;
  /** Racks side by side in a row. @default 10 */
  readonly racksPerRow?: number;
  /** Width of a rack, m. @default 0.6 */
  readonly rackWidthMeters?: number;
  /** From the front of one row to the front of the next, m: rack depth and the aisle. @default 3 */
  readonly rowPitchMeters?: number;
  /** Power that the site gives the cluster, kW. @default - not checked */
  readonly powerKilowatts?: number;
  /** Power usage effectiveness. @default 1.54, the weighted average of the Uptime Institute's survey of 2025 */
  readonly pue?: number;
}

/** Addresses on the management network, each kind in a range of its own. */
export interface AddressPlanOptions {
  /** DNS domain of nodes and controllers: `cluster.example.com`. */
  readonly domain: string;
  /** Range of the nodes' own addresses, given in order: `10.10.0.0/20`. */
  readonly nodeCidr: string;
  /** Range of their BMCs, in the same order. */
  readonly bmcCidr: string;
  /** Range of controllers, login nodes and subnet managers. */
  readonly serviceCidr: string;
}

/** Nodes of one type. */
export interface OnPremPoolOptions {
  /** Name of a server of the catalog, `dgx-h100`, or a row of your own. */
  readonly machine: string | NodeType;
  /** Nodes that are bought. */
  readonly nodes: number;
  /** Of these, how many wait outside all partitions for one that fails. @default 0 */
  readonly spares?: number;
  /** Host list of their names in the order of their places: `dgx[001-032]`. @default - `<pool>-[001-032]` */
  readonly names?: string;
  /** Slurm features. @default - none */
  readonly labels?: Readonly<Record<string, string>>;
}

/** A group of nodes that reach one another and no other tenant's over InfiniBand. */
export interface TenantOptions {
  /** Partition key: 1 to 32766 (0x7ffe), or as text, `0x0010`. */
  readonly pkey: number | string;
  /** Host list of its nodes: `dgx[001-016]`. */
  readonly nodes: string;
  /** `limited` members reach full members alone: clients of a storage service. @default "full" */
  readonly membership?: "full" | "limited";
  /** IP over InfiniBand in the partition. @default false */
  readonly ipoib?: boolean;
}

/** The compute fabric: a fat-tree of one model of switch. */
export interface OnPremFabricOptions {
  /** Switch of the catalog: `QM9700`, `Q3400-RA`, `SN5600`. */
  readonly switch: string;
  /** How ports of nodes meet the leaf switches: port n of every node on leaf n, or all ports of a node on one. @default "rail-optimized" */
  readonly layout?: "rail-optimized" | "node-packed";
  /** Downlinks to uplinks of a leaf. @default 1 */
  readonly oversubscription?: number;
  /** Nodes of a scalable unit. @default - as many as a leaf has downlinks */
  readonly nodesPerUnit?: number;
  /** Separate fabrics that the rails are shared out to. @default 1 */
  readonly planes?: number;
  /**
   * Nodes of the whole cluster after each purchase, ascending and including the current number: `[64, 128, 256]`. The fabric is planned
   * for the last number, so that later nodes move no cable and rename nothing; the bundle contains what exists now and what each purchase adds.
   * Later nodes are added at the end: to the last pool, or in pools after it. @default - none: the fabric is planned for the nodes of the pools
   */
  readonly growth?: readonly number[];
  /** Free leaf ports for what is no node: UFM, storage gateways; of several planes in turn. @default 0 */
  readonly extraEndpoints?: number;
  /** Who routes it. UFM brings its own subnet manager, so that no file for OpenSM is written. @default "opensm" */
  readonly subnetManager?: "opensm" | "ufm";
  /**
   * Hosts that OpenSM runs on, each with its own port on the fabric; controllers or further hosts. Not with UFM, nor on several planes,
   * where each subnet has managers of its own. @default - none: a switch or a host of the site's own runs it
   */
  readonly subnetManagers?: readonly string[];
  /** CSV with the header `device,port,guid`: port GUIDs of the nodes' HCAs by rail from 1, and with port 0 the GUIDs of switches. @default - none known yet */
  readonly guids?: string;
  /** Tenants by name; needs `guids`. @default - one partition for all */
  readonly tenants?: Readonly<Record<string, TenantOptions>>;
  /**
   * Configuration of Ethernet switches for SONiC and FRR, and addresses of the nodes' ports. InfiniBand needs none.
   * @default - none: the fabric is planned and cabled, and its switches are configured by hand
   */
  readonly routing?: OnPremRoutingOptions;
}

/** A partition of Slurm. */
export interface OnPremPartitionOptions {
  /** Names of its pools. */
  readonly pools: readonly string[];
  /** Whether jobs that name no partition go there. @default - the first partition */
  readonly default?: boolean;
  /** Longest time of a job, minutes. @default - no limit */
  readonly maxTimeMinutes?: number;
  /** Whether jobs get whole nodes (`OverSubscribe=EXCLUSIVE`). @default false */
  readonly exclusive?: boolean;
}

/** How an Ethernet fabric is routed: a BGP session on each link between switches, a subnet of two addresses on each port of a node. */
export interface OnPremRoutingOptions {
  /** IPv4 range of the nodes' fabric ports and of the switches' loopbacks; no other range of `network` may overlap it. `10.64.0.0/14` */
  readonly cidr: string;
  /**
   * First number of the autonomous systems: cores have it, the spines of a pod share one, each leaf has its own. Private numbers of four
   * bytes are 4,200,000,000 to 4,294,967,294 (RFC 6996). @default 4200000000
   */
  readonly firstAsn?: number;
}

/** The scheduler. */
export interface OnPremSlurmOptions {
  /** Host names of the controllers, the primary first; at most two. */
  readonly controllers: readonly string[];
  /** Host names of the login nodes. @default - none */
  readonly loginNodes?: readonly string[];
  /** Partitions by name; the first one is the default. */
  readonly partitions: Readonly<Record<string, OnPremPartitionOptions>>;
  /** Release that the site installs. @default "23.11" */
  readonly version?: SlurmVersion;
  /**
   * Where jobs are recorded: `local` is a MariaDB and slurmdbd on the first controller, `external` a database of the site, whose password the
   * play takes from the variable `slurm_database_password`. @default - none: no records, no limits of accounts
   */
  readonly accounting?: SlurmAccountingOptions;
  /** Whether slurm.conf includes the files of a `HybridCluster`, which adds nodes in AWS. @default false */
  readonly burst?: boolean;
  /** Further options of slurm.conf as they are. @default - none */
  readonly slurmConf?: Readonly<Record<string, string | number | boolean>>;
}

/** One storage server, as its quote says. */
export interface StorageServerOptions {
  /** Its name in the bill of materials. */
  readonly model: string;
  /** Data drives, all alike; the system has its own. */
  readonly drives: number;
  /** Capacity of a drive, TB of 10^12 bytes. */
  readonly driveTB: number;
  /** Rate at which a drive is read, sustained, as its maker states, MB/s. */
  readonly driveReadMBps: number;
  /** Rate at which a drive is written, sustained, as its maker states, MB/s. */
  readonly driveWriteMBps: number;
  /** Whether they are disks that spin. @default false */
  readonly rotational?: boolean;
  /** Ports on the storage network together, Gb/s. */
  readonly networkGbps: number;
  /** Height in the rack, U. @default 1 */
  readonly rackUnits?: number;
  /** Nameplate. @default - not known */
  readonly watts?: number;
  /** Price as quoted. @default - not known */
  readonly usd?: number;
}

/** A Ceph file system that the cluster brings along: as many servers as capacity, data rates and failure domains ask for. */
export interface OnPremCephOptions {
  /** Name of the file system and of its servers (`scratch-01`). @default "scratch" */
  readonly name?: string;
  /** One of its servers; all are alike. */
  readonly server: StorageServerOptions;
  /** Data that must fit while one failure domain is lost, TB of 10^12 bytes. */
  readonly usableTB: number;
  /** What all clients together read, MB/s. @default - as the capacity gives */
  readonly readMBps?: number;
  /** What all clients together write, MB/s: a checkpoint over the time that it may take. @default - as the capacity gives */
  readonly writeMBps?: number;
  /** `3x` for three copies; `4+2` for four chunks of data and two of parity. @default "3x" */
  readonly protection?: string;
  /** What may fail as a whole: one server, or a rack with its servers. @default "host" */
  readonly failureDomain?: "host" | "rack";
  /** What installs it: cephadm on the servers, or Rook where the servers are nodes of a Kubernetes cluster. @default "cephadm" */
  readonly deploy?: "cephadm" | "rook";
  /** Folder on each node. */
  readonly mountPath: string;
}

/** A file system that the site runs already. */
export interface OnPremFileSystemOptions {
  /** What serves it. */
  readonly type: "lustre" | "beegfs" | "nfs" | "cephfs" | "spectrum-scale" | "weka";
  /** What is mounted, as `mount` takes it: `10.10.4.1@o2ib:/scratch`. */
  readonly source: string;
  /** Folder on each node. */
  readonly mountPath: string;
  /** Options of the mount. @default "defaults,_netdev" */
  readonly options?: string;
  /** Its capacity, TiB. @default - not known */
  readonly capacityTiB?: number;
  /** Data rate that it sustains for all clients together, MB/s, as its owner states. @default - not known */
  readonly throughputMBps?: number;
}

/** What installs the system on the nodes: its input is written from the same names, addresses and MACs. */
export interface ProvisioningOptions {
  /** `warewulf` boots nodes from an image over the network, `maas` and `metal3` write one to their disks. */
  readonly tool: "warewulf" | "maas" | "metal3";
  /** What is installed: the name of Warewulf's image, MAAS' series (`noble`), or for Metal3 the URL of a disk image. */
  readonly image: string;
  /** Checksum of Metal3's image, or the URL of a file with it. @default - required with metal3 */
  readonly imageChecksum?: string;
  /** Port of the nodes on the management network, as the installed kernel names it: `eno1`. */
  readonly interface: string;
  /** Default route of the nodes, an address of `network.nodeCidr`. @default - none */
  readonly gateway?: string;
  /** How BMCs are spoken to. @default "ipmi" */
  readonly bmc?: "ipmi" | "redfish";
  /** The node in the list of its Redfish service, `/redfish/v1/Systems`: `DGX`, `System.Embedded.1`, `1`. @default - required with redfish */
  readonly redfishSystem?: string;
}

/** A cluster that you own: hardware, placement, cabling and scheduler. */
export interface OnPremClusterProps {
  /** Name of the cluster: lower-case letters, digits and `-`. */
  readonly name: string;
  /** Racks, rows, power and cooling of the place. */
  readonly site: SiteOptions;
  /** DNS domain and address ranges. */
  readonly network: AddressPlanOptions;
  /** Pools by name. */
  readonly pools: Readonly<Record<string, OnPremPoolOptions>>;
  /** Fabric between the GPU nodes: its kind, its switches and how they are cabled. @default - none: the nodes have Ethernet alone */
  readonly fabric?: OnPremFabricOptions;
  /** Slurm on the pools. @default - none */
  readonly slurm?: OnPremSlurmOptions;
  /** Storage that is bought with the cluster; the nodes mount it. @default - none */
  readonly ceph?: OnPremCephOptions;
  /** File systems by name. @default - none */
  readonly fileSystems?: Readonly<Record<string, OnPremFileSystemOptions>>;
  /** What installs the system on the nodes. @default - the site's own, outside of the bundle */
  readonly provisioning?: ProvisioningOptions;
  /** Whether the bundle has racks, devices, ports, cables and addresses as NetBox imports them. @default false */
  readonly netbox?: boolean;
  /** `host:port` of the Alertmanagers that alerts are sent to. @default - none: alerts are shown by Prometheus alone */
  readonly alertmanagers?: readonly string[];
  /** CSV with the header `host,serial,bmc_mac,boot_mac`, as the maker delivers it. @default - not known yet */
  readonly hosts?: string;
  /** What the cluster is for; the review needs it. @default - none */
  readonly workload?: Workload;
  /** What the nodes cost, as quoted: the review then counts their cost. @default - no cost is counted; `pue` is the site's */
  readonly ownership?: Ownership;
}
