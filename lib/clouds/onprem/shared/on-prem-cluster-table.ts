import type { NodeType } from "../../../catalog/node-types";
import { CLUSTER_NAME } from "../../../model/cluster-name";
import { type Field, optional, type Table } from "../../../props/field";
import { list, made, map, part } from "../../../props/nested-fields";
import { flag, number, oneOf, setting, text, textOrNumber, whole } from "../../../props/simple-fields";
import { OWNERSHIP_DEFAULTS } from "../../../sizing/cost/ownership-quote";
import { FAT_TREE_DEFAULTS } from "../../../sizing/fabric/fat-tree-props";
import { FILE_SYSTEM_MBPS_RANGE, PLANES_RANGE, PUE_RANGE } from "../../../sizing/inputs/ranges";
import type { SlurmAccountingOptions } from "../../../slurm/definition/slurm-options";
import { SLURM_ACCOUNTING } from "../../../slurm/definition/slurm-tables";
import { slurmVersions } from "../../../slurm/definition/versions";
import { MINUTES_PER_YEAR } from "../../../units/minutes";
import type {
  AddressPlanOptions,
  OnPremCephOptions,
  OnPremClusterProps,
  OnPremFabricOptions,
  OnPremFileSystemOptions,
  OnPremPartitionOptions,
  OnPremPoolOptions,
  OnPremRoutingOptions,
  OnPremSlurmOptions,
  ProvisioningOptions,
  SiteOptions,
  StorageServerOptions,
  TenantOptions,
} from "./on-prem-cluster-props";

const NAMES = { like: /^[a-z][a-z0-9-]{0,30}$/, words: "lower-case letters, digits and -, at most 31" };
/** Slurm's features and model names are made of it. */
const POOL_NAMES = { like: /^[a-z][a-z0-9-]{0,29}[a-z0-9]$/, words: "lower-case letters, digits and -, 2 to 31" };
const cidr = (example: string) =>
  text({
    like: /^\d{1,3}(\.\d{1,3}){3}\/\d{1,2}$/,
    words: "an IPv4 range",
    example,
    known: "files are written from it",
  });
const domain = () =>
  text({
    like: /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+$/,
    words: "a DNS domain",
    example: "cluster.example.com",
    known: "files are written from it",
  });
const hostName = () =>
  text({
    like: /^[a-z][a-z0-9-]{0,62}$/,
    words: "a host name without its domain",
    example: "head1",
    known: "files are written from it",
  });
const known = { known: "files are written from it" };
const line = () => text({ like: /^[^\n\r]*\S[^\n\r]*$/, words: "one line of text", ...known });
/** A field of fstab. */
const field = (words: string, example: string) => text({ like: /^[^\s"'\\]+$/, words, example, ...known });

/** The name of a server, or a row with what a catalog row has. */
function machine(): Field<string | NodeType, false> {
  const row = made<NodeType>("your own row", (value) => !Array.isArray(value));
  const words = 'the name of a server, such as "dgx-h100", or your own row';
  return {
    kind: "either",
    words,
    optional: false,
    check(value, at, notes) {
      if (notes.isLater(value)) notes.tooLate(at, "the design follows from it", "a name");
      else if (typeof value === "object" && value !== null) row.check(value, at, notes);
      else if (typeof value !== "string" || value === "") notes.kind(at, words, value);
    },
  };
}

/** What a site takes. */
export const SITE = {
  name: optional(line()),
  rackKilowatts: number({ min: 1, max: 1000, unit: "kW" }),
  rackCoolingKilowatts: optional(number({ min: 1, max: 1000, unit: "kW" })),
  rackUnits: optional(whole({ min: 4, max: 64, unit: "rack units" }), 42),
  racksPerRow: optional(whole({ min: 1, max: 100, unit: "racks" }), 10),
  rackWidthMeters: optional(number({ min: 0.4, max: 1.2, unit: "m" }), 0.6),
  rowPitchMeters: optional(number({ min: 1, max: 10, unit: "m" }), 3),
  powerKilowatts: optional(number({ min: 1, max: 1_000_000, unit: "kW" })),
  pue: optional(number(PUE_RANGE), OWNERSHIP_DEFAULTS.pue.value),
} satisfies Table<SiteOptions>;

const NETWORK = {
  domain: domain(),
  nodeCidr: cidr("10.10.0.0/20"),
  bmcCidr: optional(cidr("10.20.0.0/20")),
  serviceCidr: cidr("10.30.0.0/24"),
} satisfies Table<AddressPlanOptions>;

/** What a pool takes. */
export const POOL = {
  machine: machine(),
  nodes: whole({ min: 1, max: 16_384, unit: "nodes" }),
  spares: optional(whole({ min: 0, max: 1024, unit: "nodes" }), 0),
  names: optional(text(known)),
  labels: optional(map(text(known))),
} satisfies Table<OnPremPoolOptions>;

/** What a tenant takes. */
export const TENANT = {
  pkey: textOrNumber(),
  nodes: text(known),
  membership: optional(oneOf(["full", "limited"]), "full"),
  ipoib: optional(flag(), false),
} satisfies Table<TenantOptions>;

/** Private numbers of four bytes, less the room that a fabric takes. https://www.rfc-editor.org/rfc/rfc6996 */
export const ROUTING = {
  cidr: cidr("10.64.0.0/14"),
  firstAsn: optional(whole({ min: 4_200_000_000, max: 4_294_900_000 }), 4_200_000_000),
} satisfies Table<OnPremRoutingOptions>;

/** What a fabric takes. */
export const FABRIC = {
  switch: text(known),
  layout: optional(oneOf(["rail-optimized", "node-packed"]), FAT_TREE_DEFAULTS.layout),
  oversubscription: optional(number({ min: 1, max: 16 }), FAT_TREE_DEFAULTS.leafOversubscription),
  nodesPerUnit: optional(whole({ min: 1, max: 512, unit: "nodes" })),
  planes: optional(whole(PLANES_RANGE), FAT_TREE_DEFAULTS.planes),
  growth: optional(list(whole({ min: 1, max: 16_384, unit: "nodes" }), { least: 2, most: 12 })),
  extraEndpoints: optional(whole({ min: 0, max: 4096, unit: "ports" }), FAT_TREE_DEFAULTS.extraEndpoints),
  subnetManager: optional(oneOf(["opensm", "ufm"]), "opensm"),
  subnetManagers: optional(list(hostName(), { unique: true })),
  guids: optional(text(known)),
  tenants: optional(map(part<TenantOptions>(TENANT, "a tenant"), { keys: NAMES })),
  routing: optional(part<OnPremRoutingOptions>(ROUTING, "the routing options")),
} satisfies Table<OnPremFabricOptions>;

const PARTITION = {
  pools: list(text(known), { least: 1, unique: true }),
  default: optional(flag()),
  maxTimeMinutes: optional(whole({ min: 1, max: MINUTES_PER_YEAR, unit: "minutes" })),
  exclusive: optional(flag(), false),
} satisfies Table<OnPremPartitionOptions>;

/** What the scheduler takes. */
export const SLURM = {
  controllers: list(hostName(), { least: 1, most: 2, unique: true }),
  loginNodes: optional(list(hostName(), { unique: true })),
  partitions: map(part<OnPremPartitionOptions>(PARTITION, "a partition"), { keys: NAMES }),
  version: optional(oneOf(slurmVersions), "23.11"),
  accounting: optional(part<SlurmAccountingOptions>(SLURM_ACCOUNTING, "accounting")),
  burst: optional(flag(), false),
  slurmConf: optional(map(setting())),
} satisfies Table<OnPremSlurmOptions>;

/** What a file system takes. */
export const FILE_SYSTEM = {
  type: oneOf(["lustre", "beegfs", "nfs", "cephfs", "spectrum-scale", "weka"]),
  source: field("a mount source without spaces", "10.10.4.1@o2ib:/scratch"),
  mountPath: text({ like: /^\/[A-Za-z0-9._/-]+$/, words: "an absolute path", example: "/scratch", ...known }),
  options: optional(field("mount options without spaces", "defaults,_netdev"), "defaults,_netdev"),
  capacityTiB: optional(number({ min: 0.1, max: 10_000_000, unit: "TiB" })),
  throughputMBps: optional(number(FILE_SYSTEM_MBPS_RANGE)),
} satisfies Table<OnPremFileSystemOptions>;

/** What a storage server takes. */
export const STORAGE_SERVER = {
  model: line(),
  drives: whole({ min: 1, max: 120, unit: "drives" }),
  driveTB: number({ min: 0.1, max: 1000, unit: "TB" }),
  driveReadMBps: number({ min: 1, max: 100_000, unit: "MB/s" }),
  driveWriteMBps: number({ min: 1, max: 100_000, unit: "MB/s" }),
  rotational: optional(flag(), false),
  networkGbps: number({ min: 1, max: 10_000, unit: "Gb/s" }),
  rackUnits: optional(whole({ min: 1, max: 16, unit: "rack units" }), 1),
  watts: optional(number({ min: 1, max: 20_000, unit: "W" })),
  usd: optional(number({ min: 1, max: 10_000_000, unit: "USD" })),
} satisfies Table<StorageServerOptions>;

/** What storage of its own takes. */
export const CEPH = {
  name: optional(
    text({ like: /^[a-z][a-z0-9-]{0,14}$/, words: "lower-case letters, digits and -, at most 15", ...known }),
    "scratch",
  ),
  server: part<StorageServerOptions>(STORAGE_SERVER, "a storage server"),
  usableTB: number({ min: 1, max: 1_000_000, unit: "TB" }),
  readMBps: optional(number({ min: 1, max: 100_000_000, unit: "MB/s" })),
  writeMBps: optional(number({ min: 1, max: 100_000_000, unit: "MB/s" })),
  protection: optional(
    text({
      like: /^([2-5]x|([2-9]|1[0-6])\+[1-4])$/,
      words: "replicas or data+parity chunks",
      example: "4+2",
      ...known,
    }),
    "3x",
  ),
  failureDomain: optional(oneOf(["host", "rack"]), "host"),
  deploy: optional(oneOf(["cephadm", "rook"]), "cephadm"),
  mountPath: text({ like: /^\/[A-Za-z0-9._/-]+$/, words: "an absolute path", example: "/scratch", ...known }),
} satisfies Table<OnPremCephOptions>;

/** What installs nodes. */
export const PROVISIONING = {
  tool: oneOf(["warewulf", "maas", "metal3"]),
  image: text({ like: /^[^\s"'$\\]+$/, words: "a name or URL", example: "noble", ...known }),
  imageChecksum: optional(
    text({
      like: /^[^\s"'$\\]+$/,
      words: "a checksum or its URL",
      example: "https://images.example.com/node.qcow2.sha256",
      ...known,
    }),
  ),
  interface: text({ like: /^[a-z][a-z0-9]{0,14}$/, words: "a network interface", example: "eno1", ...known }),
  gateway: optional(
    text({ like: /^\d{1,3}(\.\d{1,3}){3}$/, words: "an IPv4 address", example: "10.10.0.1", ...known }),
  ),
  bmc: optional(oneOf(["ipmi", "redfish"]), "ipmi"),
  redfishSystem: optional(
    text({ like: /^[A-Za-z0-9._-]+$/, words: "the name of a system", example: "System.Embedded.1", ...known }),
  ),
} satisfies Table<ProvisioningOptions>;

/** What an OnPremCluster takes. */
export const ON_PREM_CLUSTER = {
  name: text({
    like: CLUSTER_NAME,
    words: "lower-case letters, digits and -, 2 to 40",
    example: "dc1-h100",
    ...known,
  }),
  site: part<SiteOptions>(SITE, "an object, such as { rackKilowatts: 42 }"),
  network: part<AddressPlanOptions>(NETWORK, "an object with domain, nodeCidr, bmcCidr and serviceCidr"),
  pools: map(part<OnPremPoolOptions>(POOL, "a pool"), { keys: POOL_NAMES }),
  fabric: optional(part<OnPremFabricOptions>(FABRIC, "the fabric")),
  slurm: optional(part<OnPremSlurmOptions>(SLURM, "the scheduler")),
  ceph: optional(part<OnPremCephOptions>(CEPH, "the Ceph storage")),
  fileSystems: optional(map(part<OnPremFileSystemOptions>(FILE_SYSTEM, "a file system"), { keys: NAMES })),
  alertmanagers: optional(
    list(
      text({
        like: /^[A-Za-z0-9.-]+:([1-9]\d{0,3}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d{2}|655[0-2]\d|6553[0-5])$/,
        words: "a host with its port",
        example: "alerts.example.com:9093",
        ...known,
      }),
      {
        unique: true,
      },
    ),
  ),
  hosts: optional(text(known)),
  provisioning: optional(part<ProvisioningOptions>(PROVISIONING, "the provisioning options")),
  netbox: optional(flag(), false),
  workload: optional(made("a workload", (value) => "kind" in value)),
  ownership: optional(made("a quote, such as { nodeUsd: 310_000, … }", (value) => "nodeUsd" in value)),
} satisfies Table<OnPremClusterProps>;
