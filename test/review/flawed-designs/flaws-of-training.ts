import type { Flaw } from "./flaw";

const RESERVED = "capacity: [{ kind: reservation, reservationId: cr-0123456789abcdef0, nodes: 17 }]";
const SCRATCH = "kind: lustre, capacityTiB: 48, throughputPerTiB: 250";

/** Interconnect and bandwidth. */
const FABRIC: readonly Flaw[] = [
  {
    flaw: "no EFA on nodes that have it",
    in: "training",
    change: { "fabric: {}\n": "", "nodes: { min: 0, max: 17 }": "nodes: { min: 0, max: 17 }\n    fabric: false" },
    rule: "efa-missing",
  },
  {
    flaw: "an interface with an address on every card, 32 per node",
    in: "training",
    change: { "fabric: {}": "fabric: { nicLayout: legacy-all-efa }" },
    rule: "efa-layout-wastes-addresses",
  },
  {
    flaw: "a security group of the company's, whose rules nobody stated",
    in: "training",
    change: { "fabric: {}": "fabric: { securityGroupId: sg-0123456789abcdef0 }" },
    rule: "fabric-group-unconfirmed",
  },
  {
    flaw: "nodes spread over racks",
    in: "training",
    change: { [RESERVED]: "capacity: [{ kind: on-demand }]\n    placement: none" },
    rule: "placement-group-missing",
  },
  {
    flaw: "tensor parallelism over two nodes",
    in: "training",
    change: { "deadlineDays: 160": "deadlineDays: 160, parallelism: { tensor: 16, pipeline: 2 }" },
    rule: "parallelism-slow",
  },
  {
    flaw: "a prime number of sequences",
    in: "training",
    change: { "globalBatchSequences: 512": "globalBatchSequences: 521" },
    rule: "batch-divides-badly",
  },
  {
    flaw: "training over the burst bandwidth of small nodes",
    in: "training",
    change: {
      "fabric: {}\n": "",
      "instanceType: p5.48xlarge": "instanceType: g6.4xlarge\n    fabric: false",
      [RESERVED]: "capacity: [{ kind: on-demand }]",
      "llama-3.1-70b": "llama-3.1-8b",
    },
    rule: "network-bandwidth-is-burst",
  },
  {
    flaw: "tensor parallelism over PCIe",
    in: "training",
    change: {
      "instanceType: p5.48xlarge": "instanceType: g6e.48xlarge",
      [RESERVED]: "capacity: [{ kind: on-demand }]",
      "deadlineDays: 160": "parallelism: { tensor: 8 }",
      "llama-3.1-70b": "llama-3.1-8b",
    },
    rule: "tensor-parallel-without-nvlink",
  },
];

/** Storage and checkpoints. */
const DATA: readonly Flaw[] = [
  {
    flaw: "no place for checkpoints",
    in: "training",
    change: {
      "buckets: { checkpoints: {} }\n": "",
      ", importFrom: checkpoints": "",
      "    buckets: [checkpoints]\n": "",
      "    mounts: [{ fileSystem: home, path: /home }, { fileSystem: scratch, path: /fsx }]\nslurm": "slurm",
    },
    rule: "training-without-shared-storage",
  },
  {
    flaw: "checkpoints and dataset on NFS",
    in: "training",
    change: {
      "path: /home }, { fileSystem: scratch, path: /fsx }]\nslurm": "path: /home }]\nslurm",
    },
    rule: "nfs-for-multi-node-training",
  },
  {
    flaw: "checkpoints every two minutes",
    in: "training",
    change: { "deadlineDays: 160": "deadlineDays: 160, checkpointMinutes: 2" },
    rule: "checkpoint-stall-high",
  },
  {
    flaw: "checkpoints once a day",
    in: "training",
    change: { "deadlineDays: 160": "deadlineDays: 160, checkpointMinutes: 1440" },
    rule: "checkpoint-interval-off",
  },
  {
    flaw: "a file system of 4.8 TiB for checkpoints of a terabyte and a dataset of 20 TB",
    in: "training",
    change: { "capacityTiB: 48": "capacityTiB: 4.8", "deadlineDays: 160": "deadlineDays: 160, datasetGB: 20000" },
    rule: "dataset-larger-than-store",
  },
  {
    flaw: "a throughput that AWS does not sell",
    in: "training",
    change: { "throughputPerTiB: 250": "throughputPerTiB: 300" },
    error: "throughputPerTiB",
  },
  {
    flaw: "a capacity that AWS does not sell",
    in: "training",
    change: { "capacityTiB: 48": "capacityTiB: 47" },
    error: "capacityTiB",
  },
  {
    flaw: "scratch without export, and nothing else",
    in: "blocks",
    change: { [SCRATCH]: "kind: lustre, deploymentType: SCRATCH_2, capacityTiB: 48" },
    rule: "scratch-is-only-home",
  },
  {
    flaw: "root of every node is root on Lustre",
    in: "training",
    change: { '"65534:65534"': "0:0" },
    rule: "lustre-root-not-squashed",
  },
  {
    flaw: "two file systems on one path",
    in: "training",
    change: {
      "path: /home }, { fileSystem: scratch, path: /fsx }]\nslurm":
        "path: /fsx }, { fileSystem: scratch, path: /fsx/a }]\nslurm",
    },
    error: "lies above or below the mount",
  },
  {
    flaw: "a file system on /etc",
    in: "training",
    change: { "{ fileSystem: scratch, path: /fsx }]\nslurm": "{ fileSystem: scratch, path: /etc }]\nslurm" },
    error: "must not hide a directory of the system",
  },
  {
    flaw: "a mount of a file system that does not exist",
    in: "blocks",
    change: { "{ fileSystem: scratch, path: /fsx }]\nslurm": "{ fileSystem: backup, path: /fsx }]\nslurm" },
    error: "backup",
  },
];

/** Work that the nodes do not carry. */
const FIT: readonly Flaw[] = [
  {
    flaw: "405B on two nodes",
    in: "training",
    change: { "llama-3.1-70b": "llama-3.1-405b", "max: 17": "max: 2", "nodes: 17": "nodes: 2" },
    rule: "model-does-not-fit",
  },
  {
    flaw: "sequences of a million tokens for a model of 131,072",
    in: "training",
    change: { "sequenceLength: 8192, globalBatchSequences: 512": "sequenceLength: 1000000, globalBatchSequences: 128" },
    rule: "sequence-above-model",
  },
  {
    flaw: "a deadline of a month for a run of four",
    in: "training",
    change: { "deadlineDays: 160": "deadlineDays: 30" },
    rule: "deadline-missed",
  },
  {
    flaw: "a deadline that only the expected value meets",
    in: "training",
    change: { "deadlineDays: 160": "deadlineDays: 110" },
    rule: "deadline-at-risk",
  },
  {
    flaw: "FP8 on A100",
    in: "training",
    change: {
      "instanceType: p5.48xlarge": "instanceType: p4d.24xlarge",
      [RESERVED]: "capacity: [{ kind: on-demand }]",
      "deadlineDays: 160": "precision: fp8",
    },
    rule: "number-format-unsupported",
  },
  {
    flaw: "a layout that does not divide the nodes",
    in: "training",
    change: { "deadlineDays: 160": "deadlineDays: 160, parallelism: { tensor: 3 }" },
    rule: "parallelism-invalid",
  },
  {
    flaw: "more nodes than a batch of four sequences feeds",
    in: "training",
    change: { "globalBatchSequences: 512, deadlineDays: 160": "globalBatchSequences: 4" },
    rule: "fabric-bounds-training",
  },
  {
    flaw: "training on CPUs",
    in: "training",
    change: {
      "fabric: {}\n": "",
      "instanceType: p5.48xlarge\n": "instanceType: c7i.48xlarge\n",
      "    image: { amiId: ami-0123456789abcdef0 }\n": "    fabric: false\n",
      [RESERVED]: "capacity: [{ kind: on-demand }]",
    },
    rule: "workload-without-accelerators",
  },
  {
    flaw: "Megatron on Trainium",
    in: "training",
    change: {
      "instanceType: p5.48xlarge": "instanceType: trn1.32xlarge",
      [RESERVED]: "capacity: [{ kind: on-demand }]",
      "deadlineDays: 160": "framework: megatron-core",
    },
    rule: "framework-not-for-hardware",
  },
];

export const TRAINING_FLAWS: readonly Flaw[] = [...FABRIC, ...DATA, ...FIT];
