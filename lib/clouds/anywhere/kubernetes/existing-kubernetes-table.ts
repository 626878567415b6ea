import type { PlatformRdma, PlatformSoftware } from "../../../catalog/kubernetes-platforms";
import type { PodOptions } from "../../../kubernetes/pods/pod-options";
import { PODS } from "../../../kubernetes/pods/pod-table";
import { FEWEST, MOST, RAY_NUMBERS, TEAM_NUMBERS } from "../../../kubernetes/workload-numbers";
import { optional, type Table } from "../../../props/field";
import { list, made, map, part } from "../../../props/nested-fields";
import { flag, number, oneOf, text, whole } from "../../../props/simple-fields";
import { FILE_SYSTEM_MBPS_RANGE } from "../../../sizing/inputs/ranges";
import {
  type ExistingKubernetesProps,
  type ExistingPool,
  type ExistingRayCluster,
  type ExistingSystemNodes,
  type ExistingTeam,
  type ExistingVolume,
  type IQueueingCluster,
  type NodeShape,
  PLATFORM_NAMES,
  type WorkerCluster,
} from "./existing-kubernetes-props";
import type { ExistingSlurm } from "./slurm/existing-slurm-props";
import { EXISTING_SLURM } from "./slurm/existing-slurm-table";

const texts = (example: string) => list(text({ example }), { words: "a list of text" });
const textsByName = () => map(text(), { words: 'an object of text, such as { name: "value" }' });
const objects = <T extends object>(table: Table<T>, least?: number) =>
  list(part<T>(table), { words: "a list of objects", least });

interface Bounds {
  readonly min: number;
  readonly max: number;
}

const BOUNDS = { min: FEWEST, max: MOST } satisfies Table<Bounds>;

/** What a node that the catalog does not have takes. */
export const NODE_SHAPE = {
  accelerator: text({ example: "H100-SXM-80GB" }),
  gpus: whole({ min: 1, max: 16 }),
  vcpus: whole({ min: 1 }),
  memoryGiB: whole({ min: 1 }),
  architecture: optional(oneOf(["x86_64", "arm64"]), "x86_64"),
  fabricGbps: optional(number({ min: 1, max: 100_000, unit: "Gb/s" })),
} satisfies Table<NodeShape>;

const POOL = {
  name: text({ example: "h100" }),
  instanceType: optional(text({ example: "p5.48xlarge" })),
  node: optional(part<NodeShape>(NODE_SHAPE)),
  nodes: part<Bounds>(BOUNDS),
  nodeLabels: optional(textsByName()),
  taintKeys: optional(texts("gpu")),
  fabric: optional(flag(), true),
} satisfies Table<ExistingPool>;

const SYSTEM_NODES = {
  labels: optional(textsByName()),
  nodes: whole({ min: 1 }),
  vcpus: whole({ min: 1 }),
  memoryGiB: whole({ min: 1 }),
} satisfies Table<ExistingSystemNodes>;

const RAY_CLUSTER = {
  name: text({ example: "train" }),
  namespace: optional(text()),
  pools: list(text({ example: "h100" }), { words: "a list of names of pools", least: 1 }),
  gpusPerPod: optional(RAY_NUMBERS.gpusPerPod),
  workers: optional(part<Bounds>(BOUNDS)),
  image: text({ example: "registry.example.com/train:1" }),
  rayVersion: optional(text()),
  env: optional(textsByName()),
  pods: optional(part<PodOptions>(PODS)),
  queue: optional(text()),
} satisfies Table<ExistingRayCluster>;

const TEAM = {
  name: text({ example: "research" }),
  namespace: optional(text()),
  gpus: map(TEAM_NUMBERS.gpus, { words: "an object of numbers, such as { h100: 8 }" }),
} satisfies Table<ExistingTeam>;

const WORKER_CLUSTER = {
  name: text({ example: "eu-west" }),
  kubeconfigSecret: optional(text({ example: "eu-west-kubeconfig" })),
  cluster: optional(made<IQueueingCluster>("a cluster with queues", (value) => "workloads" in value)),
} satisfies Table<WorkerCluster>;

interface Export {
  readonly server: string;
  readonly path: string;
}

/** What a volume takes. */
export const VOLUME = {
  name: text({ example: "data" }),
  path: text({ example: "/data" }),
  storageClass: optional(text()),
  capacityGiB: optional(whole({ min: 1, unit: "GiB" }), 1024),
  nfs: optional(part<Export>({ server: text(), path: text({ example: "/export" }) })),
  type: optional(oneOf(["nfs", "lustre", "beegfs", "cephfs", "spectrum-scale", "weka"]), "nfs"),
  throughputMBps: optional(number(FILE_SYSTEM_MBPS_RANGE)),
} satisfies Table<ExistingVolume>;

interface Program {
  readonly command: string;
  readonly args?: readonly string[];
}

const RDMA = {
  kind: optional(oneOf(["infiniband", "roce"])),
  resource: optional(text({ example: "rdma/ib" })),
  request: optional(oneOf(["perPod", "share"])),
  perNode: optional(whole({ min: 1 })),
  environment: optional(textsByName()),
  annotations: optional(textsByName()),
  perDeviceAnnotation: optional(part<{ readonly key: string; readonly word: string }>({ key: text(), word: text() })),
  capabilities: optional(texts("IPC_LOCK")),
  privileged: optional(flag()),
  hostNetwork: optional(flag()),
  folders: optional(
    objects<PlatformRdma["folders"][number]>({ name: text(), path: text(), mountPath: text(), readOnly: flag() }),
  ),
};

const SOFTWARE = {
  driver: optional(flag()),
  toolkit: optional(flag()),
  devicePlugin: optional(flag()),
  kueue: optional(flag()),
  monitoring: optional(flag()),
};

const EKS = {
  why: "KubeRayCluster creates EKS clusters with their nodes",
  fix: "write a blueprint with cloud: aws and kubeRay, or a program with KubeRayCluster",
};

/** Distributions without a row: their nodes have the kernel and container runtime of another one, or refuse pods that others take. */
const DISTRIBUTIONS = {
  k3s: {
    why: "k3s has no row of its own, and RKE2 has the same container runtime",
    fix: 'use "rke2"',
  },
  talos: {
    why: "Talos has no row of its own, and its drivers are system extensions",
    fix: 'use "kubeadm" with software: { driver: true, toolkit: true }',
  },
  openshift: {
    why: "security context constraints of OpenShift refuse pods with a user ID of their own and with IPC_LOCK, and nothing was tried there",
    fix: 'use another cluster, or "kubeadm" after you bound a constraint that allows both to the service accounts',
  },
} as const;

/** What an ExistingKubernetes takes; what goes together is checked after it. */
export const EXISTING_KUBERNETES = {
  platform: oneOf(PLATFORM_NAMES, { eks: EKS, ...DISTRIBUTIONS }),
  kubeconfigPath: optional(text({ example: "~/.kube/config" })),
  kubeconfigContext: optional(text()),
  host: optional(text({ example: "https://k8s.example.com:6443" })),
  clusterCaCertificate: optional(text()),
  token: optional(text({ secret: true })),
  exec: optional(part<Program>({ command: text(), args: optional(texts("get-token")) })),
  pools: objects<ExistingPool>(POOL, 1),
  systemNodes: part<ExistingSystemNodes>(SYSTEM_NODES),
  networkCidr: optional(text({ example: "10.0.0.0/16" }), "10.0.0.0/8"),
  rayClusters: optional(objects<ExistingRayCluster>(RAY_CLUSTER)),
  teams: optional(objects<ExistingTeam>(TEAM)),
  workerClusters: optional(objects<WorkerCluster>(WORKER_CLUSTER, 1)),
  slurm: optional(part<ExistingSlurm>(EXISTING_SLURM)),
  volumes: optional(objects<ExistingVolume>(VOLUME)),
  existingNamespaces: optional(texts("research")),
  rdma: optional(part<Partial<PlatformRdma>>(RDMA)),
  software: optional(part<Partial<PlatformSoftware>>(SOFTWARE)),
  region: optional(text({ example: "us-central1" })),
  workload: optional(made("a workload", (value) => "kind" in value)),
  ownership: optional(made("a quote, such as { nodeUsd: 310_000, … }", (value) => "nodeUsd" in value)),
} satisfies Table<ExistingKubernetesProps>;
