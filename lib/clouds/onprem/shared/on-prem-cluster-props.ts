import type { NodeType } from "../../../catalog/node-types";
import type { Ownership, Workload } from "../../../model/model";
import type { SlurmAccountingOptions } from "../../../slurm/definition/slurm-options";
import type { SlurmVersion } from "../../../slurm/definition/versions";

/** Power, cooling and rack space of the site. */
export interface SiteOptions {
  /** Name of the site in rack labels and metrics. @default - the cluster name */
  readonly name?: string;
  /** Power available per rack, kW, 1 to 1000. */
  readonly rackKilowatts: number;
  /** Heat that cooling removes per rack, kW, 1 to 1000. @default - equal to rackKilowatts */
  readonly rackCoolingKilowatts?: number;
  /** Height of a rack in rack units, 4 to 64. @default 42 */
  readonly rackUnits?: number;
  /** Racks per row, 1 to 100. @default 10 */
  readonly racksPerRow?: number;
  /** Width of a rack, m, 0.4 to 1.2. @default 0.6 */
  readonly rackWidthMeters?: number;
  /** Distance between the fronts of adjacent rows, m, 1 to 10: rack depth plus aisle. Cable lengths use it. @default 3 */
  readonly rowPitchMeters?: number;
  /** Power that the site reserves for the cluster, kW, 1 to 1,000,000. @default - not checked */
  readonly powerKilowatts?: number;
  /** Power usage effectiveness (PUE): facility power divided by IT power. @default 1.54, the weighted average of the Uptime Institute's survey of 2025 */
  readonly pue?: number;
}

/** Address ranges on the management network, one per kind of device. */
export interface AddressPlanOptions {
  /** DNS domain of nodes and controllers, such as `cluster.example.com`. */
  readonly domain: string;
  /** IPv4 range for the nodes, assigned in node order, such as `10.10.0.0/20`. */
  readonly nodeCidr: string;
  /** IPv4 range for the BMCs of the nodes, assigned in the same order; required with `provisioning`. @default - none: BMCs have no addresses in the plan */
  readonly bmcCidr?: string;
  /** IPv4 range for controllers, login nodes, subnet managers and storage servers. */
  readonly serviceCidr: string;
}

/** Nodes of one type. */
export interface OnPremPoolOptions {
  /** Server model from the catalog, such as `dgx-h100`, or your own row with the same fields. `npx warpform catalog` lists the models. */
  readonly machine: string | NodeType;
  /** Number of nodes purchased, including spares, 1 to 16,384. */
  readonly nodes: number;
  /** Number of these nodes kept as spares, outside all Slurm partitions, to replace a failed node. @default 0 */
  readonly spares?: number;
  /** Host names as a host list, in rack order, such as `dgx[001-032]` or `r[1-4]n[01-16]`. @default - `<pool>-[001-032]` */
  readonly names?: string;
  /** Labels of the nodes; each value becomes a Slurm feature for `--constraint`. @default - none */
  readonly labels?: Readonly<Record<string, string>>;
}

/** A tenant: a group of nodes that is isolated from other tenants on InfiniBand. */
export interface TenantOptions {
  /** InfiniBand partition key (P_Key): 1 to 32766 (0x7ffe), as a number or as text such as `0x0010`. */
  readonly pkey: number | string;
  /** Nodes of the tenant as a host list, such as `dgx[001-016]`. */
  readonly nodes: string;
  /** Membership in the partition: `limited` members communicate only with full members, such as clients of a storage service. @default "full" */
  readonly membership?: "full" | "limited";
  /** Whether IP over InfiniBand (IPoIB) is enabled in the partition. @default false */
  readonly ipoib?: boolean;
}

/** The compute fabric: a fat-tree built from one switch model. */
export interface OnPremFabricOptions {
  /** Switch model from the catalog: `QM9700`, `Q3400-RA`, `SN5600`. */
  readonly switch: string;
  /** `rail-optimized` connects port n of every node to leaf n; `node-packed` connects all ports of a node to one leaf. @default "rail-optimized" */
  readonly layout?: "rail-optimized" | "node-packed";
  /** Oversubscription of a leaf: downlinks per uplink, 1 to 16; 1 is non-blocking. @default 1 */
  readonly oversubscription?: number;
  /** Nodes per scalable unit, 1 to 512. @default - as many as the downlinks of a leaf allow */
  readonly nodesPerUnit?: number;
  /** Number of separate fabrics (planes) among which the rails are divided. @default 1 */
  readonly planes?: number;
  /**
   * Number of nodes in the whole cluster after each purchase, ascending and including the current number, such as `[64, 128, 256]`. The fabric
   * is sized for the last number, so that a later purchase moves no cable and renames nothing; the bundle lists what exists now and what each
   * purchase adds. Add later nodes at the end: to the last pool, or in pools after it. @default - none: the fabric is sized for the nodes of the pools
   */
  readonly growth?: readonly number[];
  /** Leaf ports reserved for endpoints other than nodes, such as UFM, subnet managers and storage gateways, 0 to 4096; spread over the planes in turn. @default 0 */
  readonly extraEndpoints?: number;
  /** Subnet manager. UFM includes its own, so that no OpenSM files are written. @default "opensm" */
  readonly subnetManager?: "opensm" | "ufm";
  /**
   * Hosts that run OpenSM, each with its own port on the fabric: controllers or additional hosts. Not allowed with UFM, or with several
   * planes, where each subnet needs its own managers. @default - none: a switch or an existing host runs the subnet manager
   */
  readonly subnetManagers?: readonly string[];
  /** Text of a CSV file with the header `device,port,guid`: the port GUID of each node HCA, by rail from 1, and the GUID of each switch as port 0. @default - none: GUIDs are not known yet */
  readonly guids?: string;
  /** Tenants by name; requires `guids`. @default - one partition for all nodes */
  readonly tenants?: Readonly<Record<string, TenantOptions>>;
  /**
   * BGP routing of an Ethernet fabric: writes SONiC and FRR configuration for the switches and addresses for the node ports. Not for InfiniBand.
   * @default - none: the bundle has the cabling, and you configure the switches
   */
  readonly routing?: OnPremRoutingOptions;
}

/** A Slurm partition. */
export interface OnPremPartitionOptions {
  /** Names of the pools in the partition. */
  readonly pools: readonly string[];
  /** Whether this is the default partition, for jobs that name none. @default - true for the first partition */
  readonly default?: boolean;
  /** Maximum time limit of a job, minutes, 1 to 525,600 (one year). @default - no limit */
  readonly maxTimeMinutes?: number;
  /** Whether jobs get whole nodes (`OverSubscribe=EXCLUSIVE`). @default false */
  readonly exclusive?: boolean;
}

/** BGP routing of an Ethernet fabric: one session per switch-to-switch link, and a /31 subnet per node port. */
export interface OnPremRoutingOptions {
  /** IPv4 range for the fabric ports of nodes and the loopbacks of switches, such as `10.64.0.0/14`; must not overlap a range of `network`. */
  readonly cidr: string;
  /**
   * First autonomous system number (ASN), 4,200,000,000 to 4,294,900,000: cores use it, the spines of a pod share one, and each leaf has its
   * own. Private 4-byte ASNs are 4,200,000,000 to 4,294,967,294. @see https://www.rfc-editor.org/rfc/rfc6996 @default 4200000000
   */
  readonly firstAsn?: number;
}

/** Slurm, the scheduler. */
export interface OnPremSlurmOptions {
  /** Host names of the Slurm controllers: the primary, and optionally a backup. */
  readonly controllers: readonly string[];
  /** Host names of the login nodes. @default - none */
  readonly loginNodes?: readonly string[];
  /** Partitions by name; the first is the default unless another one sets `default`. */
  readonly partitions: Readonly<Record<string, OnPremPartitionOptions>>;
  /** Slurm release that the site installs. @default "23.11" */
  readonly version?: SlurmVersion;
  /**
   * Slurm accounting: `local` runs MariaDB and slurmdbd on the first controller; `external` uses an existing database, whose password the
   * Ansible play reads from the variable `slurm_database_password`. @default - none: no job history, fair share or account limits
   */
  readonly accounting?: SlurmAccountingOptions;
  /** Whether slurm.conf includes the files of a `HybridCluster`, which adds nodes in AWS (cloud bursting). @default false */
  readonly burst?: boolean;
  /** Additional slurm.conf options, written unchanged. @default - none */
  readonly slurmConf?: Readonly<Record<string, string | number | boolean>>;
}

/** One storage server, with the figures of its quote. */
export interface StorageServerOptions {
  /** Model name in the bill of materials. */
  readonly model: string;
  /** Data drives per server, 1 to 120, all identical; system drives are not counted. */
  readonly drives: number;
  /** Capacity per drive, TB (10^12 bytes). */
  readonly driveTB: number;
  /** Sustained read throughput per drive from the vendor's data sheet, MB/s. */
  readonly driveReadMBps: number;
  /** Sustained write throughput per drive from the vendor's data sheet, MB/s. */
  readonly driveWriteMBps: number;
  /** Whether the drives are hard disks (HDDs). @default false */
  readonly rotational?: boolean;
  /** Bandwidth of all storage network ports of the server together, Gb/s. */
  readonly networkGbps: number;
  /** Height in rack units, 1 to 16. @default 1 */
  readonly rackUnits?: number;
  /** Nameplate power, W. @default - unknown: left out of the rack and site power */
  readonly watts?: number;
  /** Quoted price per server, USD. @default - unknown: left out of the cost */
  readonly usd?: number;
}

/** A Ceph file system that is purchased with the cluster. The number of servers follows from capacity, throughput and failure domain. */
export interface OnPremCephOptions {
  /** Name of the file system, and prefix of its server names (`scratch-01`). Up to 15 lower-case letters, digits and `-`. @default "scratch" */
  readonly name?: string;
  /** Specification of one server; all servers are identical. */
  readonly server: StorageServerOptions;
  /** Usable capacity after the loss of one failure domain, TB (10^12 bytes). */
  readonly usableTB: number;
  /** Required read throughput of all clients together, MB/s. @default - none: capacity decides the number of servers */
  readonly readMBps?: number;
  /** Required write throughput of all clients together, MB/s: checkpoint size divided by the time it may take. @default - none: capacity decides the number of servers */
  readonly writeMBps?: number;
  /** Data protection: `3x` keeps three replicas; `4+2` is erasure coding with four data chunks and two parity chunks. @default "3x" */
  readonly protection?: string;
  /** Failure domain across which replicas and chunks are spread: one server, or one rack. @default "host" */
  readonly failureDomain?: "host" | "rack";
  /** Deployment tool: `cephadm` on the servers, or `rook` if the servers are nodes of a Kubernetes cluster. @default "cephadm" */
  readonly deploy?: "cephadm" | "rook";
  /** Mount path on the nodes, absolute, such as `/scratch`. */
  readonly mountPath: string;
}

/** An existing file system of the site. */
export interface OnPremFileSystemOptions {
  /** File system type. */
  readonly type: "lustre" | "beegfs" | "nfs" | "cephfs" | "spectrum-scale" | "weka";
  /** Mount source, as passed to `mount`: `10.10.4.1@o2ib:/scratch`. */
  readonly source: string;
  /** Mount path on the nodes, absolute, such as `/scratch`. */
  readonly mountPath: string;
  /** Mount options. @default "defaults,_netdev" */
  readonly options?: string;
  /** Capacity, TiB. @default - unknown */
  readonly capacityTiB?: number;
  /** Sustained throughput of all clients together, MB/s, as measured or stated by its operator. @default - unknown */
  readonly throughputMBps?: number;
}

/** Bare-metal provisioning: the tool that installs the operating system. Its input uses the same names, IP addresses and MAC addresses. */
export interface ProvisioningOptions {
  /** Provisioning tool: `warewulf` boots nodes from an image over the network; `maas` and `metal3` write an image to their disks. */
  readonly tool: "warewulf" | "maas" | "metal3";
  /** Image to install: a Warewulf image name, a MAAS series (`noble`), or for Metal3 the URL of a disk image. */
  readonly image: string;
  /** Checksum of the Metal3 image, or the URL of a checksum file. @default - none; required with metal3 */
  readonly imageChecksum?: string;
  /** Network interface of the nodes on the management network, by its Linux name: `eno1`. */
  readonly interface: string;
  /** Default gateway of the nodes, an address in `network.nodeCidr`. @default - none */
  readonly gateway?: string;
  /** Protocol for the BMCs. @default "ipmi" */
  readonly bmc?: "ipmi" | "redfish";
  /** System ID under `/redfish/v1/Systems` of each BMC: `DGX`, `System.Embedded.1`, `1`. @default - none; required with redfish */
  readonly redfishSystem?: string;
}

/** A cluster on hardware that you own: servers, racks, cabling and scheduler. */
export interface OnPremClusterProps {
  /** Name of the cluster: 2 to 40 lower-case letters, digits and `-`. */
  readonly name: string;
  /** Racks, rows, power and cooling of the site. */
  readonly site: SiteOptions;
  /** DNS domain and address ranges. */
  readonly network: AddressPlanOptions;
  /** Pools by name. */
  readonly pools: Readonly<Record<string, OnPremPoolOptions>>;
  /** Fabric between the GPU nodes: switches, layout and cabling. @default - none: nodes have only the management network */
  readonly fabric?: OnPremFabricOptions;
  /** Slurm on the pools. @default - none: no scheduler files are written */
  readonly slurm?: OnPremSlurmOptions;
  /** Ceph storage that is purchased with the cluster and mounted by the nodes. @default - none */
  readonly ceph?: OnPremCephOptions;
  /** Existing file systems to mount, by name. @default - none */
  readonly fileSystems?: Readonly<Record<string, OnPremFileSystemOptions>>;
  /** Bare-metal provisioning of the nodes. @default - none: you install the operating system with your own tools */
  readonly provisioning?: ProvisioningOptions;
  /** Whether to write NetBox import files for racks, devices, ports, cables and addresses. @default false */
  readonly netbox?: boolean;
  /** Alertmanagers that receive alerts, each as `host:port`. @default - none: alerts appear only in Prometheus */
  readonly alertmanagers?: readonly string[];
  /** Text of a CSV file with the header `host,serial,bmc_mac,boot_mac`, from the vendor's delivery list. @default - none: not known yet */
  readonly hosts?: string;
  /** Workload of the cluster, which the review evaluates. @default - none: no figures for memory, time or cost to train */
  readonly workload?: Workload;
  /** Cost of ownership from your quotes, which the review uses for cost; `pue` defaults to that of the site. @default - none: no cost figures */
  readonly ownership?: Ownership;
}
