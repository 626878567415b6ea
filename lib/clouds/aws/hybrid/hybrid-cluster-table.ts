import { optional, type Table } from "../../../props/field";
import { list, part } from "../../../props/nested-fields";
import { number, oneOf, text, whole } from "../../../props/simple-fields";
import { SLURM_CLUSTER, SLURM_PARTITION } from "../../../slurm/definition/slurm-tables";
import { slurmPaths } from "../../../slurm/files/program-paths";
import { network } from "../network/network-field";
import { pools } from "../pools/pool-field";
import type {
  BurstPartitionProps,
  HybridClusterProps,
  SiteControllerProps,
  SiteLinkProps,
  SiteProps,
  SiteVpnProps,
  StagingProps,
} from "./hybrid-cluster-props";

/** Rate of one tunnel of a site-to-site VPN. @see https://docs.aws.amazon.com/vpn/latest/s2svpn/vpn-limits.html */
export const TUNNEL_GBPS = 1.25;

const known = "it is in names and files";
const address = () => text({ like: /^\d{1,3}(\.\d{1,3}){3}$/, words: "an IPv4 address", example: "10.10.0.5", known });
const texts = (example: string, least = 1) => list(text({ example }), { words: "a list of text", least });

const { exclusive, priorityTier, defaultTimeMinutes, maxTimeMinutes, maxNodesPerJob } = SLURM_PARTITION;
const { allowAccounts, allowQos, suspendMinutes, name } = SLURM_PARTITION;

/** What a partition of nodes in AWS takes. */
export const BURST_PARTITION = {
  name,
  pools: pools(),
  exclusive,
  priorityTier,
  defaultTimeMinutes,
  maxTimeMinutes,
  maxNodesPerJob,
  allowAccounts,
  allowQos,
  suspendMinutes,
} satisfies Table<BurstPartitionProps>;

const CONTROLLER = {
  name: text({
    like: /^[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/,
    words: "a short host name",
    example: "head1",
    known,
  }),
  address: address(),
} satisfies Table<SiteControllerProps>;

/** What the site takes. */
export const SITE = {
  clusterName: text({
    like: /^[a-z0-9_-]{1,40}$/,
    words: "lower-case letters, digits, - and _, at most 40",
    example: "dc1",
    known,
  }),
  controllers: list(part<SiteControllerProps>(CONTROLLER), { words: "a list of objects", least: 1, most: 2 }),
  cidrs: texts("10.10.0.0/16"),
  domain: text({ like: /^[a-z0-9-]+(\.[a-z0-9-]+)+$/, words: "a DNS domain", example: "dc1.example.com", known }),
  dnsServers: list(address(), { words: "a list of IPv4 addresses", least: 1, most: 6 }),
  partitions: optional(texts("train", 0)),
  authentication: optional(oneOf(["munge", "slurm"]), "munge"),
  stateSaveLocation: optional(
    text({ like: /^\/[A-Za-z0-9._/-]+$/, words: "an absolute path", example: slurmPaths.state, known }),
    slurmPaths.state,
  ),
  slurmUid: optional(whole({ min: 1, max: 60_000 }), 401),
} satisfies Table<SiteProps>;

const VPN = {
  address: address(),
  bgpAsn: optional(whole({ min: 1, max: 4_294_967_294 })),
  certificateArn: optional(text({ example: "arn:aws:acm:us-east-2:111122223333:certificate/…" })),
} satisfies Table<SiteVpnProps>;

const LINK = {
  vpn: optional(part<SiteVpnProps>(VPN)),
  transitGatewayId: optional(text({ example: "tgw-0123456789abcdef0" })),
  virtualGatewayId: optional(text({ example: "vgw-0123456789abcdef0" })),
} satisfies Table<SiteLinkProps>;

const STAGING = {
  toCloudTB: optional(number({ min: 0, max: 1_000_000, unit: "TB" }), 0),
  toSitePerMonthTB: optional(number({ min: 0, max: 1_000_000, unit: "TB" }), 0),
  linkGbps: optional(number({ min: 0.01, max: 1000, unit: "Gb/s" })),
} satisfies Table<StagingProps>;

/** What a HybridCluster takes; what goes together is checked after it. */
export const HYBRID_CLUSTER = {
  network: network(),
  routeTableIds: optional(texts("rtb-0123456789abcdef0")),
  site: part<SiteProps>(SITE),
  link: part<SiteLinkProps>(LINK),
  partitions: list(part<BurstPartitionProps>(BURST_PARTITION), { words: "a list of objects", least: 1 }),
  caCertificate: optional(text({ example: "-----BEGIN CERTIFICATE-----…" })),
  trustAnchorArn: optional(text({ example: "arn:aws:rolesanywhere:us-east-2:111122223333:trust-anchor/…" })),
  version: SLURM_CLUSTER.version,
  slurmPackages: optional(oneOf(["distribution", "image"]), "distribution"),
  suspendMinutes: SLURM_CLUSTER.suspendMinutes,
  maxFailedBoots: SLURM_CLUSTER.maxFailedBoots,
  staging: optional(part<StagingProps>(STAGING)),
  kmsKeyArn: optional(text({ example: "arn:aws:kms:us-east-2:111122223333:key/…" })),
  permissionsBoundaryArn: optional(text({ example: "arn:aws:iam::111122223333:policy/boundary" })),
} satisfies Table<HybridClusterProps>;
