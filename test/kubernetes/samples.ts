import { modelArchitecture } from "../../lib/catalog/models";
import { eksPlatform } from "../../lib/clouds/aws/kubernetes/writers/eks-platform";
import type { GatewayProps } from "../../lib/kubernetes/platform/load-balancer-driver";
import type { KueueProps, TeamQueue } from "../../lib/kubernetes/queues/kueue";
import type { FineTuningProps } from "../../lib/kubernetes/ray/fine-tuning";
import type { TritonProps } from "../../lib/kubernetes/serving/triton";
import type { StoredFiles } from "../../lib/kubernetes/storage/stored-files";
import type { NamedRayCluster, ServedModel, Workloads } from "../../lib/kubernetes/workloads";
import { g6e, p5 } from "./pools";

/** Files that no revision was given of. */
export function filesAt(address: string): StoredFiles {
  return { address, revision: null };
}

/** A Ray cluster over a p5 pool that nothing is wrong with, and what a test is about on top. */
export function clusterOf(over: Partial<NamedRayCluster> = {}): NamedRayCluster {
  return {
    name: "train",
    namespace: "ray",
    queue: null,
    priority: null,
    image: "registry.example/train:1",
    serviceAccount: "ray",
    env: [],
    volumes: [],
    rayVersion: "2.52.0",
    workerGroups: [{ name: "workers", of: p5, gpusPerPod: 8, minReplicas: 0, maxReplicas: 16 }],
    autoscaling: true,
    idleMinutes: 5,
    gcsFaultTolerance: null,
    tls: false,
    gang: true,
    use: "training",
    ...over,
  };
}

export function runOf(over: Partial<FineTuningProps> = {}): FineTuningProps {
  return {
    name: "support-bot",
    namespace: "team-a",
    method: "qlora",
    model: "s3://bucket/models/llama-3.1-8b",
    data: "s3://bucket/data.jsonl",
    storage: "s3://bucket/checkpoints",
    adapters: "s3://bucket/adapters",
    rank: 16,
    epochs: 1,
    sequenceLength: 2048,
    batchPerGpu: 4,
    learningRate: 2e-4,
    checkpointSteps: 50,
    of: g6e,
    gpus: 4,
    queue: null,
    priority: null,
    retries: 3,
    deadlineMinutes: null,
    image: "rayproject/ray-llm:2.52.0-py311-cu128",
    pipPackages: ["peft==0.18.1", "bitsandbytes==0.48.2"],
    rayVersion: "2.52.0",
    serviceAccount: "ray",
    env: [],
    volumes: [],
    ...over,
  };
}

export function modelOf(over: Partial<ServedModel> = {}): ServedModel {
  return {
    engine: "ray",
    routing: "balanced",
    name: "llama",
    namespace: "serving",
    modelId: "llama-3.1-8b",
    architecture: modelArchitecture("llama-3.1-8b"),
    precision: "bf16",
    engineArguments: {},
    files: filesAt("s3://bucket/models/llama-3.1-8b"),
    of: g6e,
    tensorParallel: 1,
    pipelineParallel: 1,
    maxModelLength: 16384,
    replicas: { min: 1, max: 8 },
    prefillReplicas: null,
    dataParallel: 1,
    targetOngoingRequests: 32,
    targetTimeToFirstTokenSeconds: null,
    lora: { adapters: "s3://bucket/adapters", maxAdapters: 8, maxRank: 16 },
    exposure: "internal",
    allowedCidrs: [],
    loadBalancerSubnets: [],
    gatewayDomain: null,
    certificateArn: null,
    apiKey: null,
    gcsFaultTolerance: null,
    loadBalancerTags: { "warpform:cluster": "test", "warpform:service": "serving/llama" },
    queue: null,
    upgradeStrategy: "new-cluster",
    image: "rayproject/ray-llm:2.52.0-py311-cu128",
    rayVersion: "2.52.0",
    serviceAccount: "ray",
    env: [],
    volumes: [],
    ...over,
  };
}

export function tritonOf(over: Partial<TritonProps> = {}): TritonProps {
  return {
    name: "vision",
    namespace: "serving",
    files: filesAt("s3://bucket/repository"),
    of: g6e,
    gpusPerReplica: 1,
    replicas: { min: 1, max: 4 },
    targetPendingRequests: 8,
    targetQueueMilliseconds: 50,
    exposure: "internal",
    allowedCidrs: [],
    loadBalancerSubnets: [],
    loadBalancerTags: { "warpform:cluster": "test", "warpform:service": "serving/triton" },
    gatewayDomain: null,
    certificateArn: null,
    apiKey: null,
    image: "nvcr.io/nvidia/tritonserver:26.02-py3",
    serviceAccount: "ray",
    env: [],
    volumes: [],
    ...over,
  };
}

export function gatewayOf(over: Partial<GatewayProps> = {}): GatewayProps {
  return {
    domain: "models.example.com",
    certificateArn: "arn:aws:acm:us-east-2:111122223333:certificate/0a1b2c3d",
    exposure: "internal",
    allowedCidrs: ["10.0.0.0/16"],
    subnetIds: ["subnet-a", "subnet-b"],
    tags: { Name: "test-gateway" },
    ...over,
  };
}

export function teamOf(name: string, gpus: Readonly<Record<string, number>>, over: Partial<TeamQueue> = {}): TeamQueue {
  return { name, namespace: `team-${name}`, gpus, weight: 1, borrowing: true, ...over };
}

export function queuesOf(over: Partial<KueueProps> = {}): KueueProps {
  return {
    scheduler: "kueue",
    pools: [p5, g6e],
    cohort: "all",
    systemCpus: 32,
    systemMemoryGiB: 128,
    teams: [teamOf("a", { h100: 64 })],
    ...over,
  };
}

export function workloadsOf(over: Partial<Workloads> = {}): Workloads {
  return {
    platform: eksPlatform,
    pools: [p5, g6e],
    rayClusters: [],
    fineTuning: [],
    serving: [],
    triton: [],
    queues: null,
    volumes: [],
    alerts: null,
    stateStore: null,
    gateway: null,
    networkCidr: "10.0.0.0/16",
    serviceAccount: "ray",
    ...over,
  };
}
