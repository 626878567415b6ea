import type { SlurmPartitionOptions } from "../../../slurm/definition/slurm-options";
import type { SlurmVersion } from "../../../slurm/definition/versions";
import type { IClusterNetwork } from "../network/i-cluster-network";
import type { GpuNodePool } from "../pools/gpu-node-pool";

/** A Slurm partition that contains only nodes in AWS, so that no job spans both sites. */
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
  /** Partition name: up to 32 letters, digits, `-` and `_`, starting with a letter; must differ from every partition of the site. */
  readonly name: string;
  /** Pools of the partition; the cluster launches their nodes, so a pool can be in no other cluster or fleet. */
  readonly pools: readonly GpuNodePool[];
}

/** A Slurm controller of the site, which launches the nodes in AWS. */
export interface SiteControllerProps {
  /** Short host name, as in `SlurmctldHost` of slurm.conf. */
  readonly name: string;
  /** IPv4 address on the site's network, in `cidrs`. */
  readonly address: string;
}

/** The site on premises, whose Slurm configuration you keep. */
export interface SiteProps {
  /** `ClusterName` in the site's slurm.conf: up to 40 lower-case letters, digits, `-` and `_`. */
  readonly clusterName: string;
  /** Slurm controllers: the primary, and optionally a backup. */
  readonly controllers: readonly SiteControllerProps[];
  /** IPv4 CIDR blocks of the site that exchange traffic with nodes in AWS; none may overlap the VPC. */
  readonly cidrs: readonly string[];
  /** DNS domain of the site, such as `dc1.example.com`; nodes in AWS resolve its names through `dnsServers`. */
  readonly domain: string;
  /** IPv4 addresses of the DNS servers for `domain`, 1 to 6, in `cidrs`. */
  readonly dnsServers: readonly string[];
  /** Names of the partitions in the site's slurm.conf, so that no name is declared twice. @default - names are not checked */
  readonly partitions?: readonly string[];
  /** Slurm authentication (`AuthType`) of the site. @default "munge" */
  readonly authentication?: "munge" | "slurm";
  /** `StateSaveLocation` in the site's slurm.conf; the node programs detect an empty or restored state there. @default "/var/spool/slurm/ctld" */
  readonly stateSaveLocation?: string;
  /** Numeric user ID of `SlurmUser`, 1 to 60000; nodes in AWS use the same. @default 401 */
  readonly slurmUid?: number;
}

/** An AWS Site-to-Site VPN connection to create: two tunnels of 1.25 Gb/s each. @see https://docs.aws.amazon.com/vpn/latest/s2svpn/vpn-limits.html */
export interface SiteVpnProps {
  /** Public IPv4 address of the site's VPN device. */
  readonly address: string;
  /** BGP autonomous system number (ASN) of the VPN device, 1 to 4,294,967,294 except 64512, which AWS has. @default - static routes to the site's cidrs */
  readonly bgpAsn?: number;
  /** ARN of the VPN device's certificate from AWS Private CA. @default - pre-shared keys in AWS Secrets Manager */
  readonly certificateArn?: string;
}

/** Connection between site and VPC: give exactly one of the three. */
export interface SiteLinkProps {
  /** Creates a Site-to-Site VPN to a device of the site. @default - none: give one of the others */
  readonly vpn?: SiteVpnProps;
  /** ID of a transit gateway to which the site is attached by VPN or Direct Connect. @default - none: give one of the others */
  readonly transitGatewayId?: string;
  /** ID of a virtual private gateway with a Direct Connect virtual interface that is not attached to a VPC yet. @default - none: give one of the others */
  readonly virtualGatewayId?: string;
}

/** Data that a run transfers between the sites, for transfer time and cost in the review. */
export interface StagingProps {
  /** Dataset transferred to AWS before the first run, TB (10^12 bytes). @default 0 */
  readonly toCloudTB?: number;
  /** Results transferred back to the site per month, TB (10^12 bytes). @default 0 */
  readonly toSitePerMonthTB?: number;
  /** Bandwidth of the link that transfers may use, Gb/s, 0.01 to 1000. @default 1.25 for a VPN, the rate of one tunnel; required for other links */
  readonly linkGbps?: number;
}

export interface HybridClusterProps {
  /** VPC of the nodes; its CIDR blocks must not overlap those of the site. */
  readonly network: IClusterNetwork;
  /** Route table IDs of the node subnets. @default - those of the ClusterNetwork; required for an imported network */
  readonly routeTableIds?: readonly string[];
  /** The site whose Slurm launches nodes in AWS. */
  readonly site: SiteProps;
  /** Connection between site and VPC. */
  readonly link: SiteLinkProps;
  /** Partitions of nodes in AWS, at least one. */
  readonly partitions: readonly BurstPartitionProps[];
  /** PEM of the certificate authority (CA) that signs the controllers' certificates, for IAM Roles Anywhere. @default - none: give trustAnchorArn */
  readonly caCertificate?: string;
  /** ARN of an existing IAM Roles Anywhere trust anchor. @default - created from caCertificate */
  readonly trustAnchorArn?: string;
  /** Slurm release of the site; nodes must match it. @default "23.11" */
  readonly version?: SlurmVersion;
  /** Source of Slurm on the nodes: `distribution` for Ubuntu packages, `image` if the machine image contains it. @default "distribution" */
  readonly slurmPackages?: "distribution" | "image";
  /** Idle minutes before a node is terminated, 1 to 1440. @default 10 */
  readonly suspendMinutes?: number;
  /** Consecutive failed boots after which a capacity source is no longer used; 0 for no limit. @default 10 */
  readonly maxFailedBoots?: number;
  /** Data transfers between the sites. @default - none: the review has no figures for them */
  readonly staging?: StagingProps;
  /** ARN of the KMS key for the bucket and the secrets. @default - one is created */
  readonly kmsKeyArn?: string;
  /** ARN of the permissions boundary for the IAM roles that are created. @default - none */
  readonly permissionsBoundaryArn?: string;
}
