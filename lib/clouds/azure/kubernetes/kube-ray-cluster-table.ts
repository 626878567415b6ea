import { optional, type Table } from "../../../props/field";
import { can, either, list, made, part, texts } from "../../../props/nested-fields";
import { oneOf, text, whole } from "../../../props/simple-fields";
import type { MonitoringOptions, QueueOptions } from "../../common/workloads/cluster-options";
import { MONITORING, QUEUES, SYSTEM_NODES } from "../../common/workloads/cluster-tables";
import { budgetMonth, mailAddresses, monthlyBudget } from "../monitoring/budget-fields";
import { network } from "../network/network-field";
import type { LustreStorage } from "../storage/lustre-storage";
import type { KubeRayClusterProps, UpgradeOptions } from "./kube-ray-cluster-props";
import type { RegistryOptions } from "./registry/registry-props";
import { REGISTRY } from "./registry/registry-table";
import type {
  BatchJobOptions,
  FineTuningOptions,
  RayClusterOptions,
  ServingOptions,
  TritonOptions,
} from "./workload-options";
import { BATCH_JOB, FINE_TUNING, pool, RAY_CLUSTER, SERVING, TRITON } from "./workload-tables";

const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

/** What updates take. */
export const UPGRADES = {
  channel: oneOf(["patch", "stable", "node-image"]),
  day: optional(oneOf(DAYS), "Sunday"),
  hour: optional(whole({ min: 0, max: 23 }), 3),
  hours: optional(whole({ min: 4, max: 24, unit: "hours" }), 4),
} satisfies Table<UpgradeOptions>;

type FileSystemMount = NonNullable<KubeRayClusterProps["fileSystems"]>[number];

/** What a mounted file system takes. */
export const FILE_SYSTEM = {
  storage: made<LustreStorage>("a LustreStorage of warpform/azure", can("mount")),
  path: text({ example: "/lustre", known: "workloads are checked against it" }),
} satisfies Table<FileSystemMount>;

const objects = <T extends object>(table: Table<T>) => list(part<T>(table), { words: "a list of objects" });

/** A block of addresses, of which others are cut. */
const block = (example: string) => text({ example, known: "it must not overlap the network" });

/** What a KubeRayCluster takes; what goes together, and what its pools hold, is checked after it. */
export const KUBE_RAY_CLUSTER = {
  network: network(),
  pools: list(pool(), { words: "a list of GpuNodePools" }),
  provisioner: optional(oneOf(["karpenter", "managed"]), "managed"),
  kubernetesVersion: optional(text({ like: /^1\.\d+(\.\d+)?$/, words: "a Kubernetes version", example: "1.34" })),
  publicEndpointCidrs: optional(texts(), []),
  administratorGroupIds: optional(texts(), []),
  upgrades: optional(part<UpgradeOptions>(UPGRADES)),
  gpuDriver: optional(oneOf(["aks", "operator"])),
  podCidr: optional(block("10.244.0.0/14"), "10.244.0.0/14"),
  serviceCidr: optional(block("10.240.0.0/16"), "10.240.0.0/16"),
  egressCidrs: optional(texts()),
  systemInstanceType: optional(
    text({ example: "Standard_D8as_v5", catalog: ["instanceTypeWithoutAccelerators"], known: "its room is counted" }),
    "Standard_D8as_v5",
  ),
  ...SYSTEM_NODES,
  rayClusters: optional(objects<RayClusterOptions>(RAY_CLUSTER), []),
  fineTuning: optional(objects<FineTuningOptions>(FINE_TUNING), []),
  jobs: optional(objects<BatchJobOptions>(BATCH_JOB), []),
  serving: optional(objects<ServingOptions>(SERVING), []),
  triton: optional(objects<TritonOptions>(TRITON), []),
  queues: optional(part<QueueOptions>(QUEUES)),
  fileSystems: optional(objects<FileSystemMount>(FILE_SYSTEM), []),
  monitoring: optional(either(false, part<MonitoringOptions>(MONITORING)), {}),
  imagePullSecret: optional(text({ known: "Kubernetes takes few letters in names" })),
  registry: optional(part<RegistryOptions>(REGISTRY)),
  podIdentities: optional(oneOf(["shared", "per-namespace"]), "shared"),
  monthlyBudgetUsd: optional(monthlyBudget()),
  // https://learn.microsoft.com/rest/api/consumption/budgets/create-or-update
  budgetEmails: optional(mailAddresses(50), []),
  budgetStartsOn: optional(budgetMonth()),
} satisfies Table<KubeRayClusterProps>;
