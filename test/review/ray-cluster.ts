import { modelArchitecture } from "../../lib/catalog/models";
import type { Cluster, DeployedFineTuning, DeployedModel, NodePool, Workload } from "../../lib/model/model";
import type { FleetScheduler, KubernetesScheduler } from "../../lib/review/design";
import { onDemand, type P5Changes, p5, spot } from "./p5-cluster";

type WorkerGroup = KubernetesScheduler["workerGroups"][number];

/** What a case changes in the good Ray design. */
export interface RayChanges extends Omit<P5Changes, "slurm" | "partition"> {
  readonly kubernetes?: Partial<KubernetesScheduler>;
  readonly group?: Partial<WorkerGroup>;
}

function kubernetesOf(): Omit<KubernetesScheduler, "workerGroups"> {
  return {
    kind: "kubernetes",
    name: "ray",
    version: "1.34",
    publicEndpoint: false,
    publicEndpointCidrs: [],
    secretsEncrypted: true,
    provisioner: "managed",
    queueing: "kueue",
    gcsFaultTolerance: true,
  };
}

/** Ray on EKS: two-host groups of p5 nodes, queued by Kueue. */
export function ray({ kubernetes, group, ...changes }: RayChanges = {}): Cluster {
  return {
    ...p5({
      ...changes,
      ec2: { imdsHopLimit: 2, ...changes.ec2 },
      pool: { adoptedBy: { kind: "kubernetes", name: "ray" }, ...changes.pool },
    }),
    name: "ray",
    schedulers: [
      {
        ...kubernetesOf(),
        workerGroups: [
          {
            name: "workers",
            pool: "h100",
            gpusPerPod: 8,
            rdmaDevicesPerPod: 32,
            hugePages2MiB: 5120,
            hosts: 2,
            ...group,
          },
        ],
        ...kubernetes,
      },
    ],
  };
}

/** A fleet of eight L40S nodes that serves a model, in two zones. */
export function serving(pool: Partial<NodePool> = {}, fleet: Partial<FleetScheduler> = {}): Cluster {
  return {
    ...p5({
      pool: {
        name: "l40s",
        instanceType: "g6e.xlarge",
        nodes: { min: 2, max: 8 },
        capacity: [spot(), onDemand()],
        fabric: null,
        nvmeCache: { mountPath: "/scratch", sizeGB: 250 },
        availabilityZone: null,
        bootSeconds: 240,
        adoptedBy: { kind: "fleet", name: "chat" },
        ...pool,
      },
    }),
    name: "chat",
    fabrics: [],
    schedulers: [
      { kind: "fleet", name: "chat", pool: "l40s", replaceUnhealthy: true, scaling: "target-tracking", ...fleet },
    ],
  };
}

/** A model that Ray serves on the eight L40S nodes, one GPU a replica. */
export function deployed(changes: Partial<DeployedModel> = {}, pool: Partial<NodePool> = {}): Cluster {
  const model: DeployedModel = {
    name: "chat",
    pool: "l40s",
    model: modelArchitecture("llama-3.1-8b"),
    engine: "ray",
    precision: "bf16",
    tensorParallel: 1,
    pipelineParallel: 1,
    maxModelLength: 8192,
    replicas: { min: 2, max: 8 },
    requestsPerReplica: 256,
    lora: null,
    ...changes,
  };
  const workers = { name: "chat", pool: "l40s", gpusPerPod: 1, rdmaDevicesPerPod: 0, hugePages2MiB: 0, hosts: 1 };
  return {
    ...serving({ adoptedBy: { kind: "kubernetes", name: "ray" }, ...pool }),
    schedulers: [{ ...kubernetesOf(), provisioner: "karpenter", workerGroups: [workers], serving: [model] }],
  };
}

/** A LoRA run on the p5 nodes, beside the workload that it is. */
export function tuned(changes: Partial<DeployedFineTuning> = {}): Cluster {
  const run: DeployedFineTuning = {
    name: "tune",
    pool: "h100",
    gpus: 8,
    method: "lora",
    rank: 16,
    sequenceLength: 2048,
    batchPerGpu: 4,
    ...changes,
  };
  return ray({ kubernetes: { fineTuning: [run] } });
}

/** The workload of that run. */
export const TUNE_8B: Extract<Workload, { kind: "fine-tuning" }> = {
  kind: "fine-tuning",
  model: modelArchitecture("llama-3.1-8b"),
  method: "lora",
  loraRank: 16,
  tokens: 1e8,
  sequenceLength: 2048,
  globalBatchSequences: 32,
  deadlineDays: null,
  checkpointMinutes: null,
};
