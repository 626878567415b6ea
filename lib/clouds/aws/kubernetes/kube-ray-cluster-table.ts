import type { Construct } from "constructs";
import { optional, type Table } from "../../../props/field";
import { either, list, made, map, part } from "../../../props/nested-fields";
import { flag, number, oneOf, text, whole } from "../../../props/simple-fields";
import { RETENTION_DAYS } from "../monitoring/log-retention";
import { network } from "../network/network-field";
import { pools } from "../pools/pool-field";
import { policy, subnets, texts, textsByName } from "../shared/aws-fields";
import { bucket, lustre } from "../storage/storage-fields";
import type {
  BucketMountOptions,
  GatewayOptions,
  KubeRayClusterProps,
  MonitoringOptions,
  QueueOptions,
} from "./kube-ray-cluster-props";
import type { FineTuningOptions, RayClusterOptions, ServingOptions, TritonOptions } from "./kube-ray-workload-options";
import { FINE_TUNING, RAY_CLUSTER, SERVING, TRITON } from "./kube-ray-workload-tables";

const GATEWAY = {
  domain: text({ example: "models.example.com" }),
  certificateArn: optional(text()),
  exposure: optional(oneOf(["internal", "public"]), "internal"),
  allowedCidrs: optional(texts()),
  subnetIds: optional(subnets()),
} satisfies Table<GatewayOptions>;

const TEAM = {
  name: text(),
  namespace: optional(text()),
  gpus: map(whole({ min: 0, unit: "GPUs" }), { words: "an object of numbers, such as { h100: 8 }" }),
  weight: optional(number(), 1),
  borrowing: optional(flag(), true),
} satisfies Table<QueueOptions["teams"][number]>;

const QUEUES = {
  scheduler: optional(oneOf(["kueue", "kai"]), "kueue"),
  teams: list(part<QueueOptions["teams"][number]>(TEAM), { words: "a list of objects" }),
} satisfies Table<QueueOptions>;

const BUCKET_MOUNT = {
  bucket: bucket(),
  path: text({ example: "/data" }),
  prefix: optional(text()),
  readOnly: optional(flag(), true),
} satisfies Table<BucketMountOptions>;

type FileSystemMount = NonNullable<KubeRayClusterProps["fileSystems"]>[number];

const FILE_SYSTEM = { storage: lustre(), path: text({ example: "/fsx" }) } satisfies Table<FileSystemMount>;

const MONITORING = {
  storageGiB: optional(whole({ min: 10, max: 16_384, unit: "GiB" }), 100),
  retentionDays: optional(whole({ min: 1, max: 365, unit: "days" }), 15),
  idleGpuMinutes: optional(whole({ min: 5, max: 1440, unit: "minutes" }), 30),
  queueHours: optional(whole({ min: 1, max: 720, unit: "hours" }), 4),
} satisfies Table<MonitoringOptions>;

const objects = <T extends object>(table: Table<T>) => list(part<T>(table), { words: "a list of objects" });

/** What a KubeRayCluster takes; what goes together, and what its pools hold, is checked after it. */
export const KUBE_RAY_CLUSTER = {
  network: network(),
  pools: pools(),
  provisioner: optional(oneOf(["karpenter", "managed"]), "karpenter"),
  nodeImage: optional(
    oneOf(["al2023", "bottlerocket"], { al2: "EKS builds no AL2 images since Kubernetes 1.33" }),
    "al2023",
  ),
  nodeImageVersion: optional(text()),
  kubernetesVersion: optional(text({ example: "1.35" }), "1.35"),
  addOnVersions: optional(textsByName()),
  publicEndpointCidrs: optional(texts()),
  administratorArns: optional(texts()),
  systemInstanceType: optional(text({ example: "m7i.2xlarge" }), "m7i.2xlarge"),
  systemNodes: optional(whole({ min: 2, max: 20 }), 3),
  systemImageVersion: optional(text()),
  forceSystemUpdates: optional(flag(), false),
  imagePullSecret: optional(text()),
  rayClusters: optional(objects<RayClusterOptions>(RAY_CLUSTER)),
  fineTuning: optional(objects<FineTuningOptions>(FINE_TUNING)),
  serving: optional(objects<ServingOptions>(SERVING)),
  triton: optional(objects<TritonOptions>(TRITON)),
  gateway: optional(part<GatewayOptions>(GATEWAY)),
  queues: optional(part<QueueOptions>(QUEUES)),
  fileSystems: optional(objects<FileSystemMount>(FILE_SYSTEM)),
  bucketMounts: optional(objects<BucketMountOptions>(BUCKET_MOUNT)),
  monitoring: optional(either(false, part<MonitoringOptions>(MONITORING))),
  gcsFaultTolerance: optional(flag(), false),
  gcsNodeType: optional(text(), "cache.t4g.medium"),
  tls: optional(flag(), false),
  monthlyBudgetUsd: optional(number({ unit: "US dollars", later: true })),
  budgetEmails: optional(texts()),
  budgetTopicArn: optional(text()),
  logRetentionDays: optional(oneOf<number>(RETENTION_DAYS), 365),
  workloadsScope: optional(made<Construct>("a construct, such as a second stack", (value) => "node" in value)),
  permissionsBoundaryArn: optional(policy()),
} satisfies Table<KubeRayClusterProps>;
