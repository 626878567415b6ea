import { optional, type Table } from "../../../props/field";
import { list, made, map, part } from "../../../props/nested-fields";
import { flag, oneOf, setting, text, textOrNumber, whole } from "../../../props/simple-fields";
import type { SlurmTopology } from "../../../slurm/definition/slurm-cluster";
import {
  SLURM_ACCOUNTING,
  SLURM_PARTITION,
  SLURM_SCHEDULING,
  slurmAuthentication,
  slurmVersion,
} from "../../../slurm/definition/slurm-tables";
import { RETENTION_DAYS } from "../monitoring/log-retention";
import { network } from "../network/network-field";
import type { Image } from "../pools/image";
import { pools } from "../pools/pool-field";
import {
  kmsKey,
  mounts,
  policy,
  role,
  says,
  secret,
  securityGroups,
  subnets,
  texts,
  topic,
} from "../shared/aws-fields";
import type { SlurmCloudWatchProps } from "./cloud-watch-props";
import type { CheckedFile, SlurmContainerPackages } from "./container-packages-props";
import type { SlurmGrafanaProps, SlurmMonitoringProps } from "./monitoring-props";
import type { SlurmEgressProps } from "./slurm-egress-props";
import type { SlurmAccountingProps, SlurmHeadNodeProps, SlurmPartitionProps } from "./slurm-head-node-props";
import type { SlurmDirectoryProps } from "./sssd-conf";

const PARTITION = { ...SLURM_PARTITION, pools: pools() } satisfies Table<SlurmPartitionProps>;

const ACCOUNTING = {
  ...SLURM_ACCOUNTING,
  passwordSecretArn: optional(secret()),
} satisfies Table<SlurmAccountingProps>;

const DIRECTORY = {
  uris: list(text(), { words: 'a list of servers, such as ["ldaps://ldap.example.com"]' }),
  searchBase: text({ example: "dc=example,dc=com" }),
  schema: optional(oneOf(["rfc2307", "rfc2307bis", "ad"]), "rfc2307bis"),
  bindDn: optional(text()),
  bindPasswordSecretArn: optional(secret()),
  caCertificate: optional(text()),
  accessFilter: optional(text()),
  login: optional(oneOf(["keys", "passwords"]), "keys"),
  keyAttribute: optional(text()),
  sssd: optional(map(setting())),
} satisfies Table<SlurmDirectoryProps>;

const address = () =>
  text({
    like: /^https:\/\/[^\s/'"]+\/[^\s'"]+$/,
    words: "an https:// address of a file",
    example: "https://example.com/package.deb",
  });
const sha256 = () =>
  text({ like: /^[0-9a-fA-F]{64}$/, words: "64 hexadecimal digits, which sha256sum prints for the file" });

const file = () => part<CheckedFile>({ url: address(), sha256: sha256() });

const GRAFANA = {
  packageUrl: optional(address()),
  packageSha256: optional(sha256()),
} satisfies Table<SlurmGrafanaProps>;

const MONITORING = {
  retentionDays: optional(whole({ min: 1, max: 3650, unit: "days", later: true }), 30),
  storageGiB: optional(whole({ min: 1, unit: "GiB", later: true })),
  grafana: optional(part<SlurmGrafanaProps>(GRAFANA)),
  alarmTopicArn: optional(topic()),
  alarmTopicKmsKeyArn: optional(kmsKey()),
} satisfies Table<SlurmMonitoringProps>;

const CLOUD_WATCH = {
  logRetentionDays: optional(oneOf<number>(RETENTION_DAYS), 365),
  alarmTopicArn: optional(topic()),
} satisfies Table<SlurmCloudWatchProps>;

const EGRESS = {
  cidr: text({ example: "192.168.40.0/24" }),
  tcpPort: optional(whole({ min: 1, max: 65_535 })),
} satisfies Table<SlurmEgressProps>;

/** A tree, blocks or none; which nodes there are is checked with the pools. */
const topology = () =>
  made<SlurmTopology>('a topology, such as { kind: "none" }', (value) => {
    const { kind, switches, blocks } = value as Readonly<Record<string, unknown>>;
    const parts = kind === "tree" ? switches : kind === "block" ? blocks : [];
    return ["none", "tree", "block"].includes(`${kind}`) && Array.isArray(parts);
  });

/** What a SlurmHeadNode takes; what goes together is checked after it. */
export const SLURM_HEAD_NODE = {
  ...SLURM_SCHEDULING,
  network: network(),
  partitions: list(part<SlurmPartitionProps>(PARTITION), { words: "a list of objects" }),
  version: optional(slurmVersion(), "23.11"),
  topology: optional(topology()),
  slurmConf: optional(map(textOrNumber())),
  slurmClusterName: optional(text()),
  instanceType: optional(text({ example: "m7i.xlarge" }), "m7i.xlarge"),
  image: optional(made<Image>('an Image, such as Image.plain("ubuntu-24.04")', says("kind"))),
  slurmPackages: optional(oneOf(["distribution", "image"]), "distribution"),
  containerPackages: optional(part<SlurmContainerPackages>({ enroot: file(), enrootCaps: file(), pyxis: file() })),
  containers: optional(flag()),
  authentication: optional(slurmAuthentication()),
  mounts: optional(mounts()),
  stateVolumeGiB: optional(whole({ min: 10, max: 16_384, unit: "GiB", later: true }), 100),
  kmsKeyArn: optional(kmsKey()),
  backupController: optional(flag(), false),
  sharedStatePath: optional(text({ known: "it must be below one of mounts" })),
  loginNodes: optional(whole({ min: 0, max: 16 }), 0),
  loginInstanceType: optional(text({ example: "m7i.large" }), "m7i.large"),
  loginCidrs: optional(texts()),
  loginSubnetIds: optional(subnets()),
  securityGroupIds: optional(securityGroups()),
  egress: optional(list(part<SlurmEgressProps>(EGRESS), { words: "a list of objects" })),
  accounting: optional(part<SlurmAccountingProps>(ACCOUNTING)),
  directory: optional(part<SlurmDirectoryProps>(DIRECTORY)),
  monitoring: optional(part<SlurmMonitoringProps>(MONITORING)),
  cloudWatch: optional(part<SlurmCloudWatchProps>(CLOUD_WATCH)),
  launch: optional(oneOf(["per-job", "best-effort"])),
  backoffMinutes: optional(whole({ min: 1, max: 1440, unit: "minutes" }), 10),
  sshToNodes: optional(oneOf(["with-job", "anyone"])),
  jobsUseNodeRole: optional(flag(), false),
  cleanUpOnDestroy: optional(flag(), true),
  poolRoleArns: optional(list(role(), { words: "a list of ARNs of roles" })),
  permissionsBoundaryArn: optional(policy()),
} satisfies Table<SlurmHeadNodeProps>;
