/** Sound designs as their owners write them. Each flaw is a small change in one of them. */
export const SOUND = {
  /** 70B on sixteen p5 and a spare from a reservation, under Slurm. */
  training: `apiVersion: warpform/v1
name: train
network: { availabilityZone: us-east-2a }
fabric: {}
buckets: { checkpoints: {} }
fileSystems:
  home: { kind: efs }
  scratch: { kind: lustre, capacityTiB: 48, throughputPerTiB: 250, importFrom: checkpoints, rootSquash: "65534:65534" }
pools:
  h100:
    instanceType: p5.48xlarge
    image: { amiId: ami-0123456789abcdef0 }
    nodes: { min: 0, max: 17 }
    buckets: [checkpoints]
    capacity: [{ kind: reservation, reservationId: cr-0123456789abcdef0, nodes: 17 }]
    mounts: [{ fileSystem: home, path: /home }, { fileSystem: scratch, path: /fsx }]
slurm:
  instanceType: m7i.8xlarge
  mounts: [{ fileSystem: home, path: /home }, { fileSystem: scratch, path: /fsx }]
  partitions: [{ name: train, pools: [h100], exclusive: true, default: true, maxTimeMinutes: 10080 }]
monitoring: { monthlyBudgetUsd: 850000, emails: [gpu-team@example.com], idleGpuMinutes: 30 }
workload: { kind: training, model: llama-3.1-70b, tokens: 1.0e+12, sequenceLength: 8192, globalBatchSequences: 512, deadlineDays: 160 }
`,
  /** 70B for a month on sixteen p5 in two Capacity Blocks, under Slurm. */
  blocks: `apiVersion: warpform/v1
name: train
network: { availabilityZone: us-east-2a }
fabric: {}
buckets: { checkpoints: {} }
fileSystems:
  scratch: { kind: lustre, capacityTiB: 48, throughputPerTiB: 250, importFrom: checkpoints, rootSquash: "65534:65534" }
pools:
  h100:
    instanceType: p5.48xlarge
    image: { amiId: ami-0123456789abcdef0 }
    nodes: { min: 0, max: 16 }
    buckets: [checkpoints]
    capacity: [{ kind: block, reservationId: cr-0123456789abcdef0, nodes: 16, startsOn: "2027-01-04T11:30:00Z", endsOn: "2027-01-18T11:30:00Z" }]
    mounts: [{ fileSystem: scratch, path: /fsx }]
slurm:
  instanceType: m7i.8xlarge
  mounts: [{ fileSystem: scratch, path: /fsx }]
  partitions: [{ name: train, pools: [h100], exclusive: true, default: true, maxTimeMinutes: 10080 }]
monitoring: { monthlyBudgetUsd: 850000, emails: [gpu-team@example.com], idleGpuMinutes: 30 }
workload: { kind: training, model: llama-3.1-70b, tokens: 1.0e+11, sequenceLength: 8192, globalBatchSequences: 512 }
`,
  /** 8B for 20 requests per second on L40S nodes, by Ray on EKS. */
  serving: `apiVersion: warpform/v1
name: serve
network: { availabilityZone: us-east-2a }
buckets: { weights: {} }
pools:
  l40s:
    instanceType: g6e.4xlarge
    nodes: { min: 2, max: 12 }
    capacity: [{ kind: on-demand }]
kubeRay:
  pools: [l40s]
  buckets: [weights]
  gcsFaultTolerance: true
  serving:
    - { name: llama, pool: l40s, model: llama-3.1-8b, precision: fp8, weights: "s3://weights/llama-3.1-8b-fp8", targetTimeToFirstTokenSeconds: 1, replicas: { min: 2, max: 12 } }
monitoring: { monthlyBudgetUsd: 60000, emails: [serving-team@example.com] }
workload: { kind: inference, model: llama-3.1-8b, precision: fp8, requestsPerSecond: 20, promptTokens: 1000, outputTokens: 200, timeToFirstTokenSeconds: 1, timePerOutputTokenSeconds: 0.05 }
`,
  /** QLoRA of 70B on one p4de. */
  tuning: `apiVersion: warpform/v1
name: tune
network: { availabilityZone: us-west-2b }
buckets: { models: {} }
pools:
  a100:
    instanceType: p4de.24xlarge
    nodes: { min: 0, max: 1 }
    buckets: [models]
fleets:
  node: { pool: a100, size: 1 }
monitoring: { monthlyBudgetUsd: 30000, emails: [gpu-team@example.com], idleGpuMinutes: 20 }
workload: { kind: fine-tuning, model: llama-3.1-70b, method: qlora, loraRank: 16, tokens: 1.0e+8, sequenceLength: 2048, globalBatchSequences: 32 }
`,
} as const;
