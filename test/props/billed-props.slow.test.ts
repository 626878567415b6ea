import { clusterModel } from "../../lib/clouds/common/cluster-model";
import { WarpformError } from "../../lib/errors";
import type { AnyField } from "../../lib/props/field";
import { ADOPTERS } from "../../lib/remedies/adopters";
import { designOf } from "../../lib/review/design";
import { costFigures } from "../../lib/review/figures/cost";
import { type Parts, parts, SUBJECTS, type Subject } from "./subjects";

const SECRET = "arn:aws:secretsmanager:us-east-2:123456789012:secret:db-AbCdEf";

type Values = Readonly<Record<string, unknown>>;
/** Props, some of them of parts of the stack. */
type Change = Values | ((of: Parts) => Values);

/** Constructs that provision what is billed; others are settings, or there already. */
const BUILT = [
  "ClusterNetwork",
  "LustreStorage",
  "SharedHome",
  "SharedHome.openZfs",
  "GpuNodePool",
  ...Object.values(ADOPTERS).map(({ construct }) => construct as string),
];

/** Props of an amount or a size, by how they are called. */
const AMOUNT =
  /(TiB|GiB|Iops|MBps|MiBps|PerTiB|InstanceType|NodeType|instanceType|Nodes|nodes|Days|size|zones|Controller|Logs|Monitoring|Tolerance|egress|backups)$/;

/** Other values of those that need more than another number, and what they go with. */
const CHANGES: Readonly<Record<string, readonly Change[]>> = {
  "LustreStorage.capacityTiB": [{ capacityTiB: 9.6 }],
  "LustreStorage.throughputPerTiB": [{ throughputPerTiB: 1000 }],
  "LustreStorage.metadataIops": [{ metadataIops: 24_000 }],
  "LustreStorage.backupRetentionDays": [{ dataRepositories: undefined }, { backupRetentionDays: 0 }],
  "LustreStorage.throughputMBps": [
    { capacityTiB: undefined, dataRepositories: undefined, storageType: "INTELLIGENT_TIERING" },
    { throughputMBps: 8000 },
  ],
  "LustreStorage.readCacheGiB": [
    { capacityTiB: undefined, dataRepositories: undefined, storageType: "INTELLIGENT_TIERING" },
    { readCacheGiB: 1024 },
  ],
  "SharedHome.openZfs.capacityGiB": [{ capacityGiB: 2048 }],
  "SharedHome.openZfs.backupRetentionDays": [{ backupRetentionDays: 0 }],
  "SharedHome.openZfs.throughputMBps": [{ throughputMBps: 320 }],
  "GpuNodePool.instanceType": [{ instanceType: "p5en.48xlarge" }],
  "GpuNodePool.nodes": [{ nodes: { min: 0, max: 5 } }],
  "SlurmHeadNode.instanceType": [{ instanceType: "m7i.8xlarge" }],
  "SlurmHeadNode.loginInstanceType": [{ loginNodes: 2 }, { loginInstanceType: "m7i.8xlarge" }],
  "SlurmHeadNode.backupController": [
    ({ lustre }) => ({
      mounts: [lustre.mount("/fsx")],
      sharedStatePath: "/fsx/slurm",
      accounting: { kind: "external", databaseHost: "db.example.com", passwordSecretArn: SECRET },
      monitoring: undefined,
    }),
    { backupController: true },
  ],
  "KubeRayCluster.systemInstanceType": [{ systemInstanceType: "m7i.8xlarge" }],
  "KubeRayCluster.gcsNodeType": [{ gcsFaultTolerance: true }, { gcsNodeType: "cache.r7g.large" }],
};

/** Amounts that change no figure, and why not. */
const FREE: Readonly<Record<string, string>> = {
  "ClusterNetwork.logRetentionDays": "logs are billed by what is written, which is unknown in advance",
  "SharedHome.infrequentAccessAfterDays": "data stored is unknown in advance",
  "SlurmHeadNode.egress": "addresses that nodes may reach: rules of a security group",
  "SlurmHeadNode.sshToNodes": "a permission",
  "ParallelComputing.accountingDays": "storage of records is excluded, as the item says",
  "KubeRayCluster.maxSystemNodes": "nodes that are added while pods wait for one: how long is unknown in advance",
  "KubeRayCluster.logRetentionDays": "logs are billed by what is written, which is unknown in advance",
};

function bill({ base, make }: Subject, ...changes: readonly Change[]): string {
  const of = parts();
  const props = changes.map((change) => (typeof change === "function" ? change(of) : change));
  make(of.stack, "it", Object.assign({}, base(of), ...props) as never);
  const { usdPerHour, usdPerHourIdle, unpriced } = costFigures(designOf(clusterModel(of.stack)));
  return JSON.stringify({ usdPerHour, usdPerHourIdle, unpriced });
}

function others({ kind, values, default: fallback, min = 0 }: AnyField): readonly unknown[] {
  if (kind === "boolean") return [!fallback, fallback];
  return values ?? [Number(fallback ?? min) + 1];
}

/** Whether a change is in the bill; of several values, whether any that is accepted is. */
function billed(subject: Subject, around: Change, changes: readonly Change[]): boolean {
  const plain = bill(subject, around);
  return changes.some((change) => {
    try {
      return bill(subject, around, change) !== plain;
    } catch (error) {
      if (error instanceof WarpformError) return false;
      throw error;
    }
  });
}

const AMOUNTS = SUBJECTS.filter(({ name }) => BUILT.includes(name)).flatMap((subject) =>
  Object.entries(subject.table)
    .filter(([prop]) => AMOUNT.test(prop) && !(`${subject.name}.${prop}` in FREE))
    .map(([prop, field]) => [subject.name, prop, subject, field] as const),
);

describe("the bill", () => {
  it.each(AMOUNTS)("of a %s has %s", (name, prop, subject, field) => {
    const given = CHANGES[`${name}.${prop}`];
    const around = given !== undefined && given.length > 1 ? given[0]! : {};
    const changes = given === undefined ? others(field).map((value) => ({ [prop]: value })) : [given.at(-1)!];
    expect(billed(subject, around, changes)).toBe(true);
  });
});
