import { optional, type Table } from "../../../props/field";
import { list, map, part, texts } from "../../../props/nested-fields";
import { flag, oneOf, text, textOrNumber, whole } from "../../../props/simple-fields";
import {
  LOGIN_NODES,
  SLURM_ACCOUNTING,
  SLURM_CLUSTER,
  LOGIN_POOL as SLURM_LOGIN_POOL,
  SLURM_PARTITION,
  SLURM_POOL,
  SLURM_SCHEDULING,
  slurmAuthentication,
  slurmClusterName,
  slurmTopology,
} from "../../../slurm/definition/slurm-tables";
import { address, containerPackages, sha256 } from "../../common/slurm/checked-file-field";
import { DIRECTORY_OPTIONS } from "../../common/slurm/directory-table";
import { RETENTION_DAYS } from "../monitoring/log-retention";
import { network } from "../network/network-field";
import { image } from "../pools/image";
import { pools } from "../pools/pool-field";
import {
  certificate,
  kmsKey,
  mounts,
  policy,
  role,
  secret,
  securityGroups,
  subnets,
  topic,
} from "../shared/aws-fields";
import type { SlurmLoginPoolProps } from "./access/login-pool-props";
import type { SlurmRestApiProps } from "./access/rest-api-props";
import type { SlurmEgressProps } from "./access/slurm-egress-props";
import type { SlurmDirectoryProps } from "./directory-props";
import type { SlurmCloudWatchProps } from "./logs/cloud-watch-props";
import type { SlurmGrafanaProps, SlurmMonitoringProps } from "./monitoring-props";
import { STATE_GIB } from "./slurm-head-defaults";
import type { SlurmAccountingProps, SlurmHeadNodeProps, SlurmPartitionProps } from "./slurm-head-node-props";
import { NIGHTLY, type SlurmStateSnapshots } from "./state/state-snapshots-props";

/** What a partition takes. */
export const PARTITION = { ...SLURM_PARTITION, pools: pools() } satisfies Table<SlurmPartitionProps>;

/** What accounting takes. */
export const ACCOUNTING = {
  ...SLURM_ACCOUNTING,
  passwordSecretArn: optional(secret()),
} satisfies Table<SlurmAccountingProps>;

const DIRECTORY = {
  ...DIRECTORY_OPTIONS,
  bindPasswordSecretArn: optional(secret()),
} satisfies Table<SlurmDirectoryProps>;

const GRAFANA = {
  packageUrl: optional(address()),
  packageSha256: optional(sha256()),
} satisfies Table<SlurmGrafanaProps>;

/** What Prometheus on the head takes. */
export const SLURM_MONITORING = {
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

const STATE_SNAPSHOTS = {
  everyHours: optional(oneOf<number>([1, 2, 3, 4, 6, 8, 12, 24]), NIGHTLY.everyHours),
  startAt: optional(
    text({ like: /^([01][0-9]|2[0-3]):[0-5][0-9]$/, words: "a time of day in UTC, HH:MM", example: "03:00" }),
    NIGHTLY.startAt,
  ),
  keep: optional(whole({ min: 0, max: 1000, unit: "snapshots" }), NIGHTLY.keep),
} satisfies Table<SlurmStateSnapshots>;

const REST_API = {
  cidrs: optional(texts(), []),
  certificateArn: optional(certificate()),
  subnetIds: optional(subnets(), []),
} satisfies Table<SlurmRestApiProps>;

const EGRESS = {
  cidr: text({ example: "192.168.40.0/24" }),
  tcpPort: optional(whole({ min: 1, max: 65_535 })),
} satisfies Table<SlurmEgressProps>;

/** A type without GPUs. */
const type = (example: string) => text({ example, catalog: ["instanceTypeWithoutAccelerators"] });

/** Who may log in; an empty list would look like nobody, and admit everybody. */
const admitted = (who: string) => list(text(), { least: 1, words: `a list of ${who}` });

/** What a pool of login nodes takes. */
export const LOGIN_POOL = {
  name: SLURM_LOGIN_POOL.name,
  count: SLURM_LOGIN_POOL.count,
  instanceType: optional(type("m7i.large"), "m7i.large"),
  cidrs: optional(texts(), []),
  subnetIds: optional(subnets(), []),
  securityGroupIds: optional(securityGroups(), []),
  allowUsers: optional(admitted("users"), []),
  allowGroups: optional(admitted("groups"), []),
} satisfies Table<SlurmLoginPoolProps>;

/** What a SlurmHeadNode takes; what goes together is checked after it. */
export const SLURM_HEAD_NODE = {
  ...SLURM_SCHEDULING,
  network: network(),
  partitions: list(part<SlurmPartitionProps>(PARTITION), { words: "a list of objects" }),
  version: SLURM_CLUSTER.version,
  topology: optional(slurmTopology()),
  slurmConf: optional(map(textOrNumber()), {}),
  slurmClusterName: optional(slurmClusterName()),
  instanceType: optional(type("m7i.xlarge"), "m7i.xlarge"),
  image: optional(image('Image.plain("ubuntu-24.04")')),
  slurmPackages: optional(oneOf(["distribution", "image"]), "distribution"),
  containerPackages: optional(containerPackages()),
  containers: optional(flag()),
  authentication: optional(slurmAuthentication()),
  mounts: optional(mounts()),
  stateVolumeGiB: optional(whole({ min: 10, max: 16_384, unit: "GiB", later: true }), STATE_GIB),
  kmsKeyArn: optional(kmsKey()),
  stateSnapshots: optional(part<SlurmStateSnapshots>(STATE_SNAPSHOTS)),
  stateSnapshotId: optional(
    text({
      like: /^snap-[0-9a-f]{8}(?:[0-9a-f]{9})?$/,
      words: "the ID of an EBS snapshot",
      example: "snap-0123456789abcdef0",
    }),
  ),
  backupController: optional(flag(), false),
  sharedStatePath: optional(text({ known: "it must be below one of mounts" })),
  loginNodes: optional(whole(LOGIN_NODES), 0),
  loginPools: optional(list(part<SlurmLoginPoolProps>(LOGIN_POOL), { words: "a list of objects" }), []),
  loginInstanceType: optional(type("m7i.large"), "m7i.large"),
  loginCidrs: optional(texts(), []),
  allowPublicSsh: optional(flag(), false),
  loginSubnetIds: optional(subnets(), []),
  securityGroupIds: optional(securityGroups(), []),
  egress: optional(list(part<SlurmEgressProps>(EGRESS), { words: "a list of objects" }), []),
  accounting: optional(part<SlurmAccountingProps>(ACCOUNTING), SLURM_CLUSTER.accounting.default),
  directory: optional(part<SlurmDirectoryProps>(DIRECTORY)),
  monitoring: optional(part<SlurmMonitoringProps>(SLURM_MONITORING)),
  restApi: optional(part<SlurmRestApiProps>(REST_API)),
  cloudWatch: optional(part<SlurmCloudWatchProps>(CLOUD_WATCH)),
  launch: SLURM_POOL.launch,
  backoffMinutes: SLURM_POOL.backoffMinutes,
  sshToNodes: optional(oneOf(["with-job", "anyone"]), "with-job"),
  jobsUseNodeRole: optional(flag(), false),
  cleanUpOnDestroy: optional(flag(), true),
  instanceProfileName: optional(text({ example: "slurm-head" })),
  loginInstanceProfileName: optional(text({ example: "slurm-login" })),
  poolRoleArns: optional(list(role(), { words: "a list of ARNs of roles" }), []),
  permissionsBoundaryArn: optional(policy()),
} satisfies Table<SlurmHeadNodeProps>;
