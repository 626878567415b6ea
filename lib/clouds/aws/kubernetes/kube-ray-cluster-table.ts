import type { Construct } from "constructs";
import { DEFAULT_EKS_VERSION } from "../../../catalog/eks";
import { optional, type Table } from "../../../props/field";
import { either, list, made, map, part, texts } from "../../../props/nested-fields";
import { flag, number, oneOf, text } from "../../../props/simple-fields";
import type { MonitoringOptions, QueueOptions } from "../../common/workloads/cluster-options";
import { MONITORING, QUEUES, SYSTEM_NODES } from "../../common/workloads/cluster-tables";
import { mailAddress, monthlyBudget } from "../monitoring/budget-fields";
import { RETENTION_DAYS } from "../monitoring/log-retention";
import { network } from "../network/network-field";
import { pools } from "../pools/pool-field";
import { policy, secret, subnets, textsByName } from "../shared/aws-fields";
import { bucket, lustre } from "../storage/storage-fields";
import type {
  BucketMountOptions,
  GatewayOptions,
  JwtOptions,
  KubeRayClusterProps,
  NodeCheckOptions,
  PodLogsOptions,
} from "./kube-ray-cluster-props";
import { BATCH_JOB, FINE_TUNING, RAY_CLUSTER, SERVING, TRITON } from "./kube-ray-workload-tables";
import type { RegistryOptions } from "./registry/registry-props";
import { REGISTRY } from "./registry/registry-table";
import type { ServingOptions, TritonOptions } from "./serving-options";
import type { BatchJobOptions, FineTuningOptions, RayClusterOptions } from "./training-options";

const RELEASE = "it must go with the Kubernetes version";
const MOUNTED = "workloads are checked against it";

/** Longest address that a load balancer takes. @see https://docs.aws.amazon.com/elasticloadbalancing/latest/APIReference/API_JwtValidationActionConfig.html */
const https = (example: string) =>
  text({ like: /^https:\/\/[^\s"\\]{1,248}$/, words: "an https address of at most 256 characters", example });

/** What the tokens of the gateway take. */
export const JWT = {
  issuer: https("https://login.example.com"),
  jwksEndpoint: https("https://login.example.com/.well-known/jwks.json"),
  audience: text({ like: /^[^\s"\\]{1,256}$/, words: "1 to 256 characters without spaces", example: "models" }),
} satisfies Table<JwtOptions>;

/** What the gateway takes. */
export const GATEWAY = {
  domain: text({ example: "models.example.com" }),
  certificateArn: optional(text()),
  exposure: optional(oneOf(["internal", "public"]), "internal"),
  allowedCidrs: optional(texts()),
  subnetIds: optional(subnets()),
  jwt: optional(part<JwtOptions>(JWT)),
  webAclArn: optional(
    text({
      like: /^arn:aws[a-z-]*:wafv2:[a-z0-9-]+:\d{12}:regional\/webacl\/.+$/,
      words: "the ARN of a regional web ACL",
      example: "arn:aws:wafv2:us-east-2:111122223333:regional/webacl/models/a1b2c3d4",
    }),
  ),
} satisfies Table<GatewayOptions>;

/** What a bucket as a folder takes. */
export const BUCKET_MOUNT = {
  bucket: bucket(),
  path: text({ example: "/data", known: MOUNTED }),
  prefix: optional(text()),
  readOnly: optional(flag(), true),
} satisfies Table<BucketMountOptions>;

type FileSystemMount = NonNullable<KubeRayClusterProps["fileSystems"]>[number];

/** What a mounted file system takes. */
export const FILE_SYSTEM = {
  storage: lustre(),
  path: text({ example: "/fsx", known: MOUNTED }),
} satisfies Table<FileSystemMount>;

/** What the check of new nodes takes; pools are looked up with the others. */
export const NODE_CHECK = {
  level: optional(oneOf<1 | 2 | 3>([1, 2, 3]), 2),
  busBandwidthGBps: optional(
    map(number({ above: 0, max: 10_000, unit: "GB/s" }), { words: "an object of numbers, such as { h100: 400 }" }),
    {},
  ),
} satisfies Table<NodeCheckOptions>;

const POD_LOGS = {
  retentionDays: optional(oneOf<number>(RETENTION_DAYS), 30),
  rayFiles: optional(flag(), false),
} satisfies Table<PodLogsOptions>;

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
  nodeImageVersion: optional(text({ known: RELEASE })),
  fastImagePull: optional(flag(), false),
  nodeCheck: optional(part<NodeCheckOptions>(NODE_CHECK)),
  kubernetesVersion: optional(
    text({ example: DEFAULT_EKS_VERSION, known: "charts and add-ons follow from it" }),
    DEFAULT_EKS_VERSION,
  ),
  addOnVersions: optional(textsByName(), {}),
  publicEndpointCidrs: optional(texts(), []),
  egressCidrs: optional(texts()),
  administratorArns: optional(texts(), []),
  systemInstanceType: optional(
    text({ example: "m7i.2xlarge", catalog: ["instanceTypeWithoutAccelerators"], known: "its room is counted" }),
    "m7i.2xlarge",
  ),
  ...SYSTEM_NODES,
  systemImageVersion: optional(text({ known: RELEASE })),
  forceSystemUpdates: optional(flag(), false),
  imagePullSecret: optional(text({ known: "Kubernetes takes few letters in names" })),
  imagePullSecretArn: optional(secret()),
  registry: optional(part<RegistryOptions>(REGISTRY)),
  rayClusters: optional(objects<RayClusterOptions>(RAY_CLUSTER), []),
  fineTuning: optional(objects<FineTuningOptions>(FINE_TUNING), []),
  jobs: optional(objects<BatchJobOptions>(BATCH_JOB), []),
  serving: optional(objects<ServingOptions>(SERVING), []),
  triton: optional(objects<TritonOptions>(TRITON), []),
  gateway: optional(part<GatewayOptions>(GATEWAY)),
  queues: optional(part<QueueOptions>(QUEUES)),
  fileSystems: optional(objects<FileSystemMount>(FILE_SYSTEM), []),
  bucketMounts: optional(objects<BucketMountOptions>(BUCKET_MOUNT), []),
  monitoring: optional(either(false, part<MonitoringOptions>(MONITORING)), {}),
  gcsFaultTolerance: optional(flag(), false),
  gcsStorePerNamespace: optional(flag(), false),
  gcsNodeType: optional(text()),
  tls: optional(flag(), false),
  monthlyBudgetUsd: optional(monthlyBudget()),
  budgetEmails: optional(list(mailAddress(), { words: "a list of mail addresses", most: 10 }), []),
  budgetTopicArn: optional(text()),
  podLogs: optional(either(false, part<PodLogsOptions>(POD_LOGS)), {}),
  logRetentionDays: optional(oneOf<number>(RETENTION_DAYS), 365),
  workloadsScope: optional(made<Construct>("a construct, such as a second stack", (value) => "node" in value)),
  permissionsBoundaryArn: optional(policy()),
} satisfies Table<KubeRayClusterProps>;
