import type { Flaw } from "./flaw";

const POOL = "instanceType: g6e.4xlarge\n    nodes: { min: 2, max: 12 }";
const MODEL = "model: llama-3.1-8b, precision: fp8, weights";

/** Services that do not carry what their workload states. */
const SERVING: readonly Flaw[] = [
  {
    flaw: "one replica for 60 requests per second",
    in: "serving",
    change: {
      "requestsPerSecond: 20": "requestsPerSecond: 60",
      "targetTimeToFirstTokenSeconds: 1, replicas: { min: 2, max: 12 }": "replicas: { min: 1, max: 1 }",
    },
    rule: "replicas-short",
  },
  {
    flaw: "prompts longer than the server takes",
    in: "serving",
    change: {
      "replicas: { min": "maxModelLength: 8192, replicas: { min",
      "promptTokens: 1000": "promptTokens: 100000",
    },
    rule: "requests-above-max-length",
  },
  {
    flaw: "prompts longer than the model takes",
    in: "serving",
    change: { "promptTokens: 1000": "promptTokens: 200000" },
    rule: "sequence-above-model",
  },
  {
    flaw: "70B deployed for a workload of 8B",
    in: "serving",
    change: {
      [MODEL]: MODEL.replace("8b", "70b"),
      [POOL]: POOL.replace("4xlarge", "48xlarge"),
      targetTime: "tensorParallel: 8, targetTime",
    },
    rule: "served-model-differs",
  },
  {
    flaw: "a model larger than the GPUs",
    in: "serving",
    change: {
      [MODEL]: MODEL.replace("8b", "405b"),
      "inference, model: llama-3.1-8b": "inference, model: llama-3.1-405b",
    },
    error: "use more GPUs per replica, a smaller precision",
  },
  {
    flaw: "16 nodes of 8 H100 for three requests per second",
    in: "serving",
    change: {
      [POOL]: "instanceType: p5.48xlarge\n    fabric: false\n    nodes: { min: 16, max: 16 }",
      "requestsPerSecond: 20": "requestsPerSecond: 3",
    },
    rule: "gpus-idle-at-load",
  },
  {
    flaw: "a first token in 5 ms",
    in: "serving",
    change: { "timeToFirstTokenSeconds: 1,": "timeToFirstTokenSeconds: 0.005," },
    rule: "latency-objective-unreachable",
  },
  { flaw: "FP8 on A10G", in: "serving", change: { "g6e.4xlarge": "g5.12xlarge" }, rule: "precision-not-in-hardware" },
  {
    flaw: "a service on one node",
    in: "serving",
    change: {
      "nodes: { min: 2, max: 12 }": "nodes: { min: 1, max: 1 }",
      "targetTimeToFirstTokenSeconds: 1, replicas: { min: 2, max: 12 }":
        "upgradeStrategy: none, replicas: { min: 1, max: 1 }",
      "requestsPerSecond: 20": "requestsPerSecond: 1",
    },
    rule: "service-on-one-node",
  },
  {
    flaw: "a service that scales to zero",
    in: "serving",
    change: { "replicas: { min: 2,": "replicas: { min: 0," },
    error: "replicas.min must be at least 1",
  },
  {
    flaw: "a head whose end ends the service",
    in: "serving",
    change: { "  gcsFaultTolerance: true\n": "" },
    rule: "ray-head-not-recoverable",
  },
  {
    flaw: "more load than every node up carries",
    in: "serving",
    change: {
      "requestsPerSecond: 20": "requestsPerSecond: 56",
      "max: 12 }\n    capacity": "max: 3 }\n    capacity",
      "replicas: { min: 2, max: 12 }": "upgradeStrategy: none, replicas: { min: 2, max: 3 }",
    },
    rule: "replicas-short",
  },
  {
    flaw: "adapters that fill the cache",
    in: "serving",
    change: {
      "replicas: { min": 'lora: { adapters: "s3://weights/adapters", maxAdapters: 24, maxRank: 256 }, replicas: { min',
    },
    rule: "adapters-crowd-out-requests",
  },
  {
    flaw: "an API server open to the world",
    in: "serving",
    change: { "gcsFaultTolerance: true": "gcsFaultTolerance: true\n  publicEndpointCidrs: [0.0.0.0/0]" },
    error: "publicEndpointCidrs must not be",
  },
  {
    flaw: "a profile that MIG does not have",
    in: "serving",
    change: { "nodes: { min: 2, max: 12 }": "nodes: { min: 2, max: 12 }\n    gpuSharing: { mig: 9g.99gb }" },
    error: "9g.99gb",
  },
  {
    flaw: "workers of three GPUs on nodes of four",
    in: "serving",
    change: {
      "instanceType: g6e.4xlarge": "instanceType: g6e.12xlarge",
      "gcsFaultTolerance: true":
        "gcsFaultTolerance: true\n  rayClusters: [{ name: r, pools: [l40s], gpusPerPod: 3, workers: { min: 1, max: 2 } }]",
    },
    error: "gpusPerPod",
  },
  {
    flaw: "a noisy neighbor on the same switch",
    in: "serving",
    change: {},
    whyNot: "whole nodes share nothing but the fabric and FSx, whose use by other tenants no design shows",
  },
];

/** Fine-tuning. */
const TUNING: readonly Flaw[] = [
  {
    flaw: "full fine-tuning of 70B where only an adapter fits",
    in: "tuning",
    change: { "method: qlora, loraRank: 16": "method: full" },
    rule: "model-does-not-fit",
  },
  {
    flaw: "an endpoint-only network without the endpoints",
    in: "tuning",
    change: { "us-west-2b }": "us-west-2b, egress: endpoints-only, interfaceEndpoints: [ec2] }" },
    rule: "private-endpoints-missing",
  },
  {
    flaw: "On-Demand nodes that always run",
    in: "training",
    change: {
      "min: 0, max: 17": "min: 17, max: 17",
      "capacity: [{ kind: reservation, reservationId: cr-0123456789abcdef0, nodes: 17 }]":
        "capacity: [{ kind: on-demand }]",
    },
    rule: "gpu-nodes-always-on",
  },
  {
    flaw: "no alarm on idle GPUs",
    in: "tuning",
    change: { "idleGpuMinutes: 20": "idleGpuMinutes: 0" },
    rule: "idle-gpus-unnoticed",
  },
  {
    flaw: "data that does not train",
    in: "tuning",
    change: {},
    whyNot: "loss spikes, duplicates and expert imbalance are properties of the run, not of the cluster",
  },
];

export const SERVICE_FLAWS: readonly Flaw[] = [...SERVING, ...TUNING];
