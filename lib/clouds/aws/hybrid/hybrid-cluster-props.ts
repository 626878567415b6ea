import type { SlurmPartitionOptions } from "../../../slurm/definition/slurm-options";
import type { SlurmVersion } from "../../../slurm/definition/versions";
import type { IClusterNetwork } from "../network/i-cluster-network";
import type { GpuNodePool } from "../pools/gpu-node-pool";

/** A partition of nodes in AWS. It has only nodes in AWS: a job never spans the sites. */
export interface BurstPartitionProps
  extends Pick<
    SlurmPartitionOptions,
    | "exclusive"
    | "priorityTier"
    | "defaultTimeMinutes"
    | "maxTimeMinutes"
    | "maxNodesPerJob"
    | "allowAccounts"
    | "allowQos"
    | "suspendMinutes"
  > {
  /** Letters, digits, `-` and `_`, beginning with a letter, at most 32; none of the site's. */
  readonly name: string;
  /** Its pools, which it adopts. */
  readonly pools: readonly GpuNodePool[];
}

/** A controller of the site, which starts nodes in AWS. */
export interface SiteControllerProps {
  /** Its short host name, as in SlurmctldHost. */
  readonly name: string;
  /** Its IPv4 address on the site's network. */
  readonly address: string;
}

/** What the site is: its Slurm stays its own. */
export interface SiteProps {
  /** ClusterName of its slurm.conf. */
  readonly clusterName: string;
  /** Controllers, the primary first; at most two. */
  readonly controllers: readonly SiteControllerProps[];
  /** Address blocks of the site whose hosts and nodes in AWS reach each other; none may overlap the VPC. */
  readonly cidrs: readonly string[];
  /** DNS domain of the site, which nodes in AWS look up there: `dc1.example.com`. */
  readonly domain: string;
  /** IPv4 addresses of DNS servers that answer for it. */
  readonly dnsServers: readonly string[];
  /** Partitions of its slurm.conf, so that none is declared twice. @default - none are checked */
  readonly partitions?: readonly string[];
  /** How its daemons trust one another. @default "munge" */
  readonly authentication?: "munge" | "slurm";
  /** StateSaveLocation of its slurm.conf, by which the programs know an empty or a copied state. @default "/var/spool/slurm/ctld" */
  readonly stateSaveLocation?: string;
  /** Numeric id of its SlurmUser, the same on nodes in AWS. @default 401 */
  readonly slurmUid?: number;
}

/** A site-to-site VPN that is made here: two tunnels of 1.25 Gb/s. */
export interface SiteVpnProps {
  /** Public IPv4 address of the site's VPN device. */
  readonly address: string;
  /** Its BGP autonomous system number. @default - static routes to the site's cidrs */
  readonly bgpAsn?: number;
  /** ARN of its certificate of a private ACM authority. @default - pre-shared keys, which AWS keeps in Secrets Manager */
  readonly certificateArn?: string;
}

/** How site and VPC reach each other: exactly one of them. */
export interface SiteLinkProps {
  /** Site-to-Site VPN to the router of the site. @default - another one is given */
  readonly vpn?: SiteVpnProps;
  /** A transit gateway to which the site is attached by VPN or Direct Connect. @default - another one is given */
  readonly transitGatewayId?: string;
  /** A virtual private gateway with a Direct Connect interface, in no VPC yet. @default - another one is given */
  readonly virtualGatewayId?: string;
}

/** What a run moves between the sites, for the time and the money that it takes. */
export interface StagingProps {
  /** Dataset to AWS before the first run, TB (10^12 bytes). @default 0 */
  readonly toCloudTB?: number;
  /** Results back per month, TB. @default 0 */
  readonly toSitePerMonthTB?: number;
  /** Rate of the link that data may take, Gb/s. @default 1.25 for a VPN, one tunnel's; required for others */
  readonly linkGbps?: number;
}

export interface HybridClusterProps {
  /** VPC of the nodes; its addresses must not overlap the site's. */
  readonly network: IClusterNetwork;
  /** Route tables of the nodes' subnets. @default - those of the ClusterNetwork; required for an imported one */
  readonly routeTableIds?: readonly string[];
  /** The site whose Slurm starts nodes here. */
  readonly site: SiteProps;
  /** How site and VPC reach each other. */
  readonly link: SiteLinkProps;
  /** Partitions of nodes in AWS. */
  readonly partitions: readonly BurstPartitionProps[];
  /** PEM of the authority that signs the controllers' certificates, by which IAM Roles Anywhere knows them. @default - trustAnchorArn is given */
  readonly caCertificate?: string;
  /** ARN of a trust anchor that exists. @default - one is made of caCertificate */
  readonly trustAnchorArn?: string;
  /** Release of the site's Slurm. @default "23.11" */
  readonly version?: SlurmVersion;
  /** Where nodes get Slurm from: Ubuntu's packages, or the image. @default "distribution" */
  readonly slurmPackages?: "distribution" | "image";
  /** Idle minutes before a node is ended. 1 to 1440. @default 10 */
  readonly suspendMinutes?: number;
  /** Failed boots in a row after which a source is left alone; 0 for no limit. @default 10 */
  readonly maxFailedBoots?: number;
  /** What moves between the sites. @default - no figures */
  readonly staging?: StagingProps;
  /** ARN of the key of bucket and secrets. @default - one is created */
  readonly kmsKeyArn?: string;
  /** ARN of the boundary of the roles that are made. @default - none */
  readonly permissionsBoundaryArn?: string;
}
