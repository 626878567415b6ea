import { instanceType } from "../../lib/catalog/instance-types";
import { modelArchitecture } from "../../lib/catalog/models";
import { Problems } from "../../lib/errors";
import { checkWorkloads } from "../../lib/kubernetes/check-workloads";
import { checkPools, type PoolsToCheck } from "../../lib/kubernetes/nodes/check-pools";
import type { RayWorkerGroup } from "../../lib/kubernetes/ray/ray-cluster";
import { networkInterfaces } from "../../lib/model/nic-layout";
import { g6e, mig, mps, p5, poolOf, sliced } from "./pools";
import { clusterOf, filesAt, gatewayOf, modelOf, queuesOf, runOf, teamOf, tritonOf, workloadsOf } from "./samples";

const messages = (check: (problems: Problems) => void) => {
  const problems = new Problems();
  check(problems);
  return problems.all.map(({ message }) => message);
};
const ofPools = (over: Partial<PoolsToCheck>) =>
  messages((p) => checkPools(p, { pools: [p5, g6e], provisioner: "karpenter", nodeImage: "al2023", ...over }));
const ofWorkloads = (over: Parameters<typeof workloadsOf>[0]) => messages((p) => checkWorkloads(p, workloadsOf(over)));
const group = (over: Partial<RayWorkerGroup>) => ({
  rayClusters: [
    clusterOf({ workerGroups: [{ name: "workers", of: p5, gpusPerPod: 8, minReplicas: 0, maxReplicas: 16, ...over }] }),
  ],
});

const ON_G6E = [{ name: "workers", of: g6e, gpusPerPod: 4, minReplicas: 0, maxReplicas: 8 }];
const HALF = clusterOf({ workerGroups: [{ name: "workers", of: p5, gpusPerPod: 8, minReplicas: 0, maxReplicas: 8 }] });
const KEY = { secret: "llm", key: "api-key" };
const CERTIFICATE = "arn:aws:acm:us-east-2:111122223333:certificate/0a1b2c3d";
const open = (over: Parameters<typeof modelOf>[0]) =>
  grouped({ exposure: "public", allowedCidrs: ["203.0.113.0/24"], certificateArn: CERTIFICATE, apiKey: KEY, ...over });
const FIXED = [{ name: "workers", of: p5, gpusPerPod: 8, minReplicas: 16, maxReplicas: 16 }];
const NONE = [{ name: "workers", of: p5, gpusPerPod: 8, minReplicas: 0, maxReplicas: 1 }];
const ALERTS = { idleGpuMinutes: 30, queueHours: 4, namespace: "monitoring" };
const grouped = (over: Parameters<typeof modelOf>[0]) =>
  modelOf({ engine: "leader-worker-set", exposure: "cluster", lora: null, replicas: { min: 1, max: 1 }, ...over });

const mountedBucket = {
  name: "bucket-data",
  bucket: "company-data",
  prefix: null,
  region: "us-east-2",
  readOnly: true,
  nodeGbps: 100,
};

describe("checkPools", () => {
  it("has nothing to say of good pools", () => {
    expect(ofPools({ pools: [p5, g6e, mig, sliced] })).toEqual([]);
  });

  it.each<[string, Partial<PoolsToCheck>, string]>([
    [
      "a pool called system",
      { pools: [poolOf("g6.xlarge", { name: "system" })] },
      'pools[0].name must not be "system", the name of the cluster\'s own nodes; name the pool after its GPU',
    ],
    [
      "a name in capitals",
      { pools: [poolOf("g6.xlarge", { name: "My_Pool" })] },
      'pools[0].name must be 1 to 40 lower-case letters, digits and dashes, with no dash at either end, got "My_Pool"; use "my-pool"',
    ],
    [
      "two pools of one name",
      { pools: [sliced, sliced] },
      'pools has two pools called "l4"; give one of them another name',
    ],
    [
      "an UltraServer, whose NVLink spans nodes",
      { pools: [poolOf("p6e-gb200.36xlarge", { name: "gb200" })] },
      'pools[0] "gb200" is of p6e-gb200.36xlarge, whose NVLink spans the 18 nodes of an UltraServer: Kubernetes needs NVIDIA\'s DRA driver with ComputeDomains (IMEX) and Arm images for it, which KubeRayCluster does not install; use SlurmHeadNode, or a type whose NVLink stays within a node, such as p6-b200.48xlarge',
    ],
    [
      "a label that only the kubelet sets",
      { pools: [poolOf("g6.xlarge", { labels: { "kubernetes.io/arch": "arm64" } })] },
      'pools[0].labels must not have "kubernetes.io/arch": Kubernetes and Karpenter set the labels of kubernetes.io themselves, and no node would ever match another value; use a name without that prefix',
    ],
    [
      "Trainium",
      { pools: [poolOf("trn1.32xlarge", { name: "trn" })] },
      'pools[0] "trn" has Trainium1-32GB, but KubeRayCluster sets up NVIDIA GPUs only; use a pool of NVIDIA GPUs, or SlurmHeadNode for this one',
    ],
    [
      "efa interfaces with Karpenter",
      {
        pools: [
          poolOf("p5.48xlarge", {
            name: "h100",
            fabric: "f",
            networkInterfaces: networkInterfaces(instanceType("p5.48xlarge"), "legacy-all-efa", true),
          }),
        ],
      },
      'pools[0] "h100" has nicLayout "legacy-all-efa", whose "efa" interfaces Karpenter can\'t launch; use nicLayout "ip-saving" or provisioner "managed"',
    ],
    [
      "Karpenter for a type whose first card has room for one interface",
      {
        pools: [
          poolOf("hpc6id.32xlarge", {
            name: "cpu",
            fabric: "f",
            networkInterfaces: networkInterfaces(instanceType("hpc6id.32xlarge"), "ip-saving", true),
          }),
        ],
      },
      'pools[0] "cpu" is of hpc6id.32xlarge, whose first card takes one interface only, which must then be an "efa" that Karpenter can\'t launch; use provisioner "managed", or leave the pool out of the fabric',
    ],
    [
      "a MIG profile of another GPU",
      {
        pools: [
          poolOf("p4d.24xlarge", { name: "a100", sharing: { kind: "mig", profile: "1g.10gb+x", instancesPerGpu: 7 } }),
        ],
      },
      'pools[0].gpuSharing.profile must be one of A100-SXM-40GB\'s MIG profiles (1g.5gb, 1g.5gb+me, 1g.10gb, 2g.10gb, 3g.20gb, 4g.20gb, 7g.40gb), got "1g.10gb+x"; use "1g.10gb"',
    ],
    [
      "more MIG instances than fit",
      {
        pools: [
          poolOf("p4d.24xlarge", { name: "a100", sharing: { kind: "mig", profile: "3g.20gb", instancesPerGpu: 3 } }),
        ],
      },
      "pools[0].gpuSharing.instancesPerGpu must be a whole number from 1 to 2, got 3; use 2",
    ],
    [
      "MIG on an L40S",
      {
        pools: [
          poolOf("g6e.12xlarge", { name: "l40s", sharing: { kind: "mig", profile: "1g.5gb", instancesPerGpu: 1 } }),
        ],
      },
      'pools[0] "l40s" has L40S-48GB, which has no MIG; use time slicing, or a type with A100, H100, H200 or B200',
    ],
    [
      "one user a time slice",
      { pools: [poolOf("g6.xlarge", { name: "l4", sharing: { kind: "time-slicing", replicas: 1 } })] },
      "pools[0].gpuSharing.replicas must be a whole number from 2 to 48, got 1; use 2",
    ],
    [
      "more users of an MPS server than it takes",
      { pools: [poolOf("p5.48xlarge", { name: "h100", sharing: { kind: "mps", replicas: 49 } })] },
      "pools[0].gpuSharing.replicas must be a whole number from 2 to 48, got 49; use 48",
    ],
    [
      "MPS shares too small for CUDA",
      { pools: [poolOf("g6.xlarge", { name: "l4", sharing: { kind: "mps", replicas: 30 } })] },
      "pools[0].gpuSharing.replicas 30 leaves each user of L4-24GB 0.80 GiB by MPS, too little for CUDA to start; use 24 or fewer",
    ],
    [
      "MPS and a label of MIG on one pool",
      {
        pools: [
          poolOf("p4d.24xlarge", {
            name: "a100",
            sharing: { kind: "mps", replicas: 4 },
            labels: { "nvidia.com/mig.config": "all-1g.5gb" },
          }),
        ],
      },
      "pools[0].labels has nvidia.com/mig.config, which follows from the pool's gpuSharing; remove the label and set gpuSharing",
    ],
    [
      "a label that no kubelet takes",
      { pools: [poolOf("p5.48xlarge", { name: "h100", labels: { "example.com/team": "a b" } })] },
      'pools[0].labels must have keys and values of up to 63 letters, digits, "-", "_" and ".", keys with a DNS name and "/" before them at most, got {"example.com/team":"a b"}; use "team": "research" or the like',
    ],
    [
      "shared GPUs on a fabric",
      { pools: [poolOf("p5.48xlarge", { name: "h100", fabric: "f", sharing: { kind: "time-slicing", replicas: 2 } })] },
      'pools[0] "h100" shares its GPUs and has a fabric, but NCCL does not work across parts of a GPU; leave out fabric or gpuSharing',
    ],
    [
      "MIG and a time-slicing label on one pool",
      {
        pools: [
          poolOf("p4d.24xlarge", {
            name: "a100",
            sharing: { kind: "mig", profile: "1g.5gb", instancesPerGpu: 7 },
            labels: { "nvidia.com/device-plugin.config": "time-slicing-4" },
          }),
        ],
      },
      "pools[0].labels has nvidia.com/device-plugin.config, which follows from the pool's gpuSharing; remove the label and set gpuSharing",
    ],
    [
      "MIG on Bottlerocket",
      { pools: [mig], nodeImage: "bottlerocket" },
      'pools[0] "a100-mig" uses MIG, whose manager does not run on Bottlerocket; use nodeImage "al2023"',
    ],
  ])("refuses %s", (_, over, message) => {
    expect(ofPools(over)).toEqual([message]);
  });
});

describe("checkWorkloads", () => {
  it("has nothing to say of good workloads", () => {
    expect(
      ofWorkloads({ rayClusters: [HALF], fineTuning: [runOf()], serving: [modelOf()], queues: queuesOf() }),
    ).toEqual([]);
  });

  it.each<[string, Parameters<typeof workloadsOf>[0], string]>([
    [
      "a worker group larger than its pool",
      group({ maxReplicas: 17 }),
      'rayClusters[0].workerGroups[0].maxReplicas 17 is more than pool "h100" holds: 16 nodes with room for 1 such pods each; use 16 or raise nodes.max',
    ],
    [
      "more workers at least than at most",
      group({ minReplicas: 4, maxReplicas: 2 }),
      "rayClusters[0].workerGroups[0].minReplicas must be at most maxReplicas 2, got 4; use 2",
    ],
    [
      "more GPUs a pod than a node has",
      group({ gpusPerPod: 9 }),
      "rayClusters[0].workerGroups[0].gpusPerPod must be a whole number from 1 to 8, got 9; use 8",
    ],
    [
      "GPUs that do not divide a node",
      group({ gpusPerPod: 3 }),
      "rayClusters[0].workerGroups[0].gpusPerPod must divide the 8 GPUs of a p5.48xlarge, got 3: 2 would never be used; use 2",
    ],
    [
      "two shares of MPS for a pod",
      group({ of: mps, gpusPerPod: 2, maxReplicas: 4 }),
      'rayClusters[0].workerGroups[0].gpusPerPod must be 1 on pool "l40s-mps", whose device plugin gives a pod one share of a GPU, got 2; use 1',
    ],
    [
      "a pod on an EFA pool that gets no EFA",
      group({ of: poolOf("g6e.12xlarge", { name: "l40s", fabric: "f" }), gpusPerPod: 1, maxReplicas: 4 }),
      'rayClusters[0].workerGroups[0] takes 1 of 4 GPUs on pool "l40s", whose 1 EFA interface can\'t be divided so far: its pods would get none and fall back to TCP; use gpusPerPod 4',
    ],
    [
      "an image without EFA on an EFA pool",
      { rayClusters: [clusterOf({ image: "rayproject/ray:2.52.0-py311-gpu" })] },
      'image "rayproject/ray:2.52.0-py311-gpu" has no EFA software, so NCCL on pool "h100" would fall back to TCP; build one with libfabric and aws-ofi-nccl',
    ],
    [
      "an image without a version",
      { rayClusters: [clusterOf({ image: "registry.example/train" })] },
      'rayClusters[0].image must name a version, got "registry.example/train"; use "registry.example/train:<version>" or "registry.example/train@sha256:<digest>"',
    ],
    [
      "the latest image",
      { rayClusters: [clusterOf({ image: "registry.example:5000/train:latest" })] },
      'rayClusters[0].image must name a version, got "registry.example:5000/train:latest"; use "registry.example:5000/train:<version>" or "registry.example:5000/train@sha256:<digest>"',
    ],
    [
      "a Ray without authentication by token",
      { rayClusters: [clusterOf({ rayVersion: "2.51.1" })] },
      'rayClusters[0].rayVersion must be a version from 2.52.0 on, which authenticates by token, got "2.51.1"; use "2.52.0"',
    ],
    [
      "a namespace of the system",
      { rayClusters: [clusterOf({ namespace: "kube-system" })] },
      'rayClusters[0].namespace must not be "kube-system", which others use; give the workload a namespace of its own, such as "ray"',
    ],
    [
      "a cluster without workers",
      { rayClusters: [clusterOf({ workerGroups: [] })] },
      "rayClusters[0].workerGroups must have at least one group; add one with a pool",
    ],
    [
      "two clusters of one name",
      { rayClusters: [clusterOf(), clusterOf()] },
      'rayClusters has two clusters called "ray/train"; give one of them another name',
    ],
    [
      "a cluster whose name starts with a digit",
      { rayClusters: [clusterOf({ name: "2pods" })] },
      'rayClusters[0].name must start with a letter, since it becomes the name of a Service, got "2pods"; use "ray-2pods"',
    ],
    [
      "a run whose name starts with a digit",
      { fineTuning: [runOf({ name: "8b" })] },
      'fineTuning[0].name must start with a letter, since it becomes the name of a Service, got "8b"; use "run-8b"',
    ],
    [
      "a model whose name starts with a digit",
      { serving: [modelOf({ name: "70b" })] },
      'serving[0].name must start with a letter, since it becomes the name of a Service, got "70b"; use "model-70b"',
    ],
    [
      "a Triton server whose name starts with a digit",
      { triton: [tritonOf({ name: "3d", replicas: { min: 1, max: 1 }, targetQueueMilliseconds: null })] },
      'triton[0].name must start with a letter, since it becomes the name of a Service, got "3d"; use "server-3d"',
    ],
    [
      "a group in a queue called as Kueue calls Ray's head",
      {
        queues: queuesOf(),
        rayClusters: [
          clusterOf({
            queue: "a",
            namespace: "team-a",
            autoscaling: false,
            workerGroups: [{ name: "head", of: p5, gpusPerPod: 8, minReplicas: 1, maxReplicas: 1 }],
          }),
        ],
      },
      'rayClusters[0].workerGroups[0].name must not be "head" with a queue, which counts Ray\'s own head by that name; rename the pool',
    ],
    [
      "autoscaling in a queue",
      { rayClusters: [clusterOf({ queue: "a", namespace: "team-a" })], queues: queuesOf() },
      'rayClusters[0].autoscaling must be false in queue "a" on pool "h100": Kueue places its pods by topology, which it can\'t do for a cluster that grows; give workers one number as min and max',
    ],
    [
      "two numbers of workers without autoscaling",
      { rayClusters: [clusterOf({ autoscaling: false })] },
      "rayClusters[0].workers must have one number as min and max with autoscaling: false, got 0 and 16; leave out autoscaling or use 16 for both",
    ],
    [
      "a published image of another Ray version",
      { rayClusters: [clusterOf({ image: "rayproject/ray:2.49.0-py311-gpu", workerGroups: ON_G6E })] },
      'rayClusters[0].rayVersion must be the 2.49.0 of image "rayproject/ray:2.49.0-py311-gpu", got "2.52.0": KubeRay writes commands and authentication for the version that it is told; use rayVersion "2.49.0", or an image of 2.52.0',
    ],
    [
      "a token as text",
      { rayClusters: [clusterOf({ env: [{ name: "HF_TOKEN", value: "hf_abcdefghijklmnopqrstuvwxyz" }] })] },
      'rayClusters[0].env.HF_TOKEN looks like a token ("hf_ab…"), which the chart and Terraform\'s state would keep as text; make a Secret in the namespace and write secretEnv: { HF_TOKEN: { secret: "<its name>", key: "<its key>" } }',
    ],
    [
      "a model over several nodes with an image that can't use EFA",
      {
        serving: [
          modelOf({ of: p5, tensorParallel: 8, pipelineParallel: 2, replicas: { min: 1, max: 1 }, lora: null }),
        ],
      },
      'image "rayproject/ray-llm:2.52.0-py311-cu128" has no EFA software, so NCCL on pool "h100" would fall back to TCP; build one with libfabric and aws-ofi-nccl',
    ],
    [
      "serving from a pool without GPUs",
      { serving: [modelOf({ of: poolOf("m7i.2xlarge", { name: "cpu" }), lora: null })] },
      'serving[0].pool "cpu" is of m7i.2xlarge, which has no GPUs; use a pool of GPUs',
    ],
    [
      "an engine argument by its option's name",
      { serving: [modelOf({ engineArguments: { "--trust-remote-code": true } })] },
      'serving[0].engineArguments.--trust-remote-code must be an argument by its name in Python, got "--trust-remote-code"; use "trust_remote_code"',
    ],
    [
      "an engine argument that a prop says",
      { serving: [modelOf({ engineArguments: { max_model_len: 100 } })] },
      "serving[0].engineArguments.max_model_len is what maxModelLength says; give that prop and leave it out here",
    ],
    [
      "a queue that no team has",
      { rayClusters: [clusterOf({ queue: "b", autoscaling: false, workerGroups: FIXED })], queues: queuesOf() },
      'rayClusters[0].queue "b" is no team of queues; known are a',
    ],
    [
      "an idle time of no minutes",
      { rayClusters: [clusterOf({ idleMinutes: 0 })] },
      "rayClusters[0].idleMinutes must be a whole number of minutes from 1 to 1440, got 0; use 1",
    ],
    [
      "Redis without TLS",
      {
        rayClusters: [
          clusterOf({
            gcsFaultTolerance: {
              redisAddress: "redis://r:6379",
              passwordSecret: { name: "a", key: "b" },
              externalStorageNamespace: "c",
            },
          }),
        ],
      },
      'rayClusters[0].gcsFaultTolerance.redisAddress must start with rediss://, so that the password and the cluster\'s state travel by TLS, got "redis://r:6379"; use "rediss://r:6379"',
    ],
    [
      "Redis in cluster mode",
      {
        rayClusters: [
          clusterOf({
            gcsFaultTolerance: {
              redisAddress: "rediss://a:6379,b:6379",
              passwordSecret: { name: "a", key: "b" },
              externalStorageNamespace: "c",
            },
          }),
        ],
      },
      "rayClusters[0].gcsFaultTolerance.redisAddress must be one address, got 2: Ray can't use Redis in cluster mode; give the primary endpoint of a group with cluster mode off",
    ],
    [
      "shares above the pool",
      { queues: queuesOf({ teams: [teamOf("a", { h100: 96 }), teamOf("b", { h100: 64 })] }) },
      'queues.teams own 160 GPUs of pool "h100" (96 + 64), which has 128 (16 nodes with 8); lower the shares or raise nodes.max to 20',
    ],
    [
      "a share of an unknown pool",
      { queues: queuesOf({ teams: [teamOf("a", { h200: 8 })] }) },
      'queues.teams[0].gpus names pool "h200", which the cluster does not have; use "h100"',
    ],
    [
      "half a GPU",
      { queues: queuesOf({ teams: [teamOf("a", { h100: 0.5 })] }) },
      "queues.teams[0].gpus.h100 must be a whole number of GPUs of at least 0, got 0.5; use 1",
    ],
    [
      "no teams",
      { queues: queuesOf({ teams: [] }) },
      "queues.teams must have at least one team; add one or leave out queues",
    ],
    [
      "two teams in a namespace",
      { queues: queuesOf({ teams: [teamOf("a", {}), teamOf("b", {}, { namespace: "team-a" })] }) },
      'queues.teams has two teams in a namespace called "team-a"; give one of them another name',
    ],
    [
      "a weight of nothing",
      { queues: queuesOf({ teams: [teamOf("a", {}, { weight: 0 })] }) },
      "queues.teams[0].weight must be above 0, got 0; use 1",
    ],
    [
      "a run of a part that does not divide a node",
      { fineTuning: [runOf({ gpus: 3 })] },
      "fineTuning[0].gpus must be whole nodes of 4 GPUs or a part that divides one, got 3; use 4",
    ],
    [
      "a run larger than its pool",
      { fineTuning: [runOf({ gpus: 64 })] },
      "fineTuning[0].gpus must be a whole number from 1 to 32, got 64; use 32",
    ],
    [
      "a spot run without retries",
      { fineTuning: [runOf({ retries: 0 })] },
      'fineTuning[0].retries must be at least 1 on pool "l40s", which has spot capacity: its nodes can go at any time; use 3',
    ],
    [
      "checkpoints on a pod's own disk",
      { fineTuning: [runOf({ storage: "checkpoints" })] },
      'fineTuning[0].storage must be "s3://bucket/prefix" or an absolute path on a mount, got "checkpoints"; use "s3://checkpoints"',
    ],
    [
      "checkpoints on a path that nothing is mounted on",
      { fineTuning: [runOf({ storage: "/checkpoints" })] },
      'fineTuning[0].storage "/checkpoints" is on no mount, so it would be lost with the pod; use "s3://bucket/prefix" or a path on a Lustre file system of fileSystems',
    ],
    [
      "checkpoints on a mounted bucket",
      {
        buckets: [mountedBucket],
        fineTuning: [
          runOf({
            storage: "/data/checkpoints",
            volumes: [
              {
                name: "bucket-data",
                mountPath: "/data",
                readOnly: true,
                source: { claim: "bucket-data", identity: "b" },
              },
            ],
          }),
        ],
      },
      'fineTuning[0].storage "/data/checkpoints" is on the bucket mounted at /data, whose files can\'t be appended to or renamed; use "s3://bucket/prefix" or a path on a Lustre file system of fileSystems',
    ],
    [
      "a learning rate above 1",
      { fineTuning: [runOf({ learningRate: 2 })] },
      "fineTuning[0].learningRate must be above 0 and below 1, got 2; use 0.0002",
    ],
    [
      "a run on shared GPUs",
      { fineTuning: [runOf({ of: sliced, gpus: 1 })] },
      'fineTuning[0] trains on pool "l4", which shares its GPUs; use a pool without gpuSharing',
    ],
    [
      "a model over several nodes without a fabric",
      {
        serving: [
          modelOf({
            architecture: modelArchitecture("llama-3.1-405b"),
            tensorParallel: 4,
            pipelineParallel: 4,
            replicas: { min: 1, max: 2 },
          }),
        ],
      },
      'serving[0] takes 4 nodes a replica, but pool "l40s" has no fabric; add fabric to the pool, or fit the model in one node',
    ],
    [
      "tensor parallelism that does not divide the heads",
      { serving: [modelOf({ tensorParallel: 3 })] },
      "serving[0].tensorParallel must divide the 32 attention heads of llama-3.1-8b, got 3; use 2",
    ],
    [
      "tensor parallelism that shares the key-value heads out unevenly",
      {
        serving: [
          modelOf({ architecture: modelArchitecture("phi-4-14b"), tensorParallel: 4, replicas: { min: 1, max: 2 } }),
        ],
      },
      "serving[0].tensorParallel must divide the 10 key-value heads of phi-4-14b, got 4; use 2",
    ],
    [
      "a cache that each GPU holds whole, since latent attention has one head for all",
      {
        serving: [
          modelOf({
            architecture: modelArchitecture("deepseek-v2-lite"),
            tensorParallel: 4,
            maxModelLength: 1_300_000,
            replicas: { min: 1, max: 2 },
          }),
        ],
      },
      "serving[0] needs 7.3 GiB of weights and 37.7 GiB for one request of 1300000 tokens on each GPU, but L40S-48GB has 43.2 GiB to give; use more GPUs a replica, a smaller precision or a shorter maxModelLength",
    ],
    [
      "requests of no tokens",
      { serving: [modelOf({ maxModelLength: 0 })] },
      "serving[0].maxModelLength must be a whole number of tokens from 1 to 100000000, got 0; use 1",
    ],
    [
      "tensor parallelism beyond a node",
      { serving: [modelOf({ tensorParallel: 8 })] },
      "serving[0].tensorParallel must be a whole number from 1 to 4, got 8; use 4",
    ],
    [
      "a model that does not fit",
      { serving: [modelOf({ architecture: modelArchitecture("llama-3.1-70b") })] },
      "serving[0] needs 131.4 GiB of weights and 5.0 GiB for one request of 16384 tokens on each GPU, but L40S-48GB has 43.2 GiB to give; use more GPUs a replica, a smaller precision or a shorter maxModelLength",
    ],
    [
      "more adapters than fit",
      { serving: [modelOf({ lora: { adapters: "s3://b/a", maxAdapters: 500, maxRank: 16 } })] },
      "serving[0].lora.maxAdapters 500 takes 39.1 GiB on each GPU beside 15.0 GiB of weights and 2.0 GiB for one request; L40S-48GB has 43.2 GiB to give; use 335 or fewer, or a smaller maxRank",
    ],
    [
      "adapters of too high a rank",
      { serving: [modelOf({ lora: { adapters: "s3://b/a", maxAdapters: 1, maxRank: 1024 } })] },
      "serving[0].lora.maxRank must be a whole number from 1 to 512, got 1024; use 512",
    ],
    [
      "more replicas than the pool has GPUs for",
      { serving: [modelOf({ tensorParallel: 4, replicas: { min: 1, max: 9 } })] },
      'serving[0].replicas.max 9 takes 36 GPUs, but pool "l40s" has 32; use 8 or raise nodes.max',
    ],
    [
      "a public server for everybody",
      { serving: [open({ allowedCidrs: ["0.0.0.0/0"] })] },
      'serving[0].allowedCidrs must not be "0.0.0.0/0", the whole internet: whoever finds the address could use your GPUs; give the blocks of your clients',
    ],
    [
      "a public server for nobody in particular",
      { serving: [open({ allowedCidrs: [] })] },
      'serving[0].allowedCidrs is required with exposure "public", since the server has no login of its own; give the blocks of your clients, or use exposure "internal"',
    ],
    [
      "a client block that is none",
      { serving: [open({ allowedCidrs: ["office"] })] },
      'serving[0].allowedCidrs must be IPv4 blocks such as "203.0.113.0/24", got "office"',
    ],
    [
      "an unknown priority",
      {
        queues: queuesOf(),
        rayClusters: [
          clusterOf({
            queue: "a",
            namespace: "team-a",
            autoscaling: false,
            workerGroups: FIXED,
            priority: "produktion" as "normal",
          }),
        ],
      },
      'rayClusters[0].priority must be one of production, normal, scavenger, got "produktion"; use "production"',
    ],
    [
      "a priority of what waits for nothing",
      { fineTuning: [runOf({ priority: "scavenger" })] },
      'fineTuning[0].priority "scavenger" orders what waits in a queue, but the workload starts at once; give it a queue or leave out priority',
    ],
    [
      "an unknown holder of queues",
      { queues: queuesOf({ scheduler: "volcano" as "kai" }) },
      'queues.scheduler must be "kueue" or "kai", got "volcano"; use "kueue"',
    ],
    [
      "KAI over shares of GPUs",
      { queues: queuesOf({ scheduler: "kai", pools: [p5, sliced] }) },
      'queues.scheduler "kai" does not count the shares of pool "l4", nvidia.com/gpu.shared; use scheduler "kueue", or MIG instead of shares',
    ],
    [
      "a team named like the queue above it",
      { queues: queuesOf({ scheduler: "kai", teams: [teamOf("all", { h100: 8 })] }) },
      'queues.teams[0].name must not be "all", the name of the queue above all teams; give the team another name',
    ],
    [
      "a Triton server and a model of one name",
      { serving: [modelOf()], triton: [tritonOf({ name: "llama" })], alerts: ALERTS },
      'triton[0].name "llama" and serving[0].name "llama" would both have a Service "llama" in namespace "serving"; give one of them another name or namespace',
    ],
    [
      "a Triton server larger than a node",
      { triton: [tritonOf({ gpusPerReplica: 8 })], alerts: ALERTS },
      "triton[0].gpusPerReplica must be a whole number from 1 to 4, got 8; use 4",
    ],
    [
      "a Triton server with two shares of a GPU",
      { triton: [tritonOf({ of: sliced, gpusPerReplica: 2 })], alerts: ALERTS },
      'triton[0].gpusPerReplica must be 1 on pool "l4", whose device plugin gives a pod one share of a GPU, got 2; use 1',
    ],
    [
      "more Triton servers than the pool holds",
      { triton: [tritonOf({ gpusPerReplica: 3, replicas: { min: 1, max: 99 } })], alerts: ALERTS },
      'triton[0].replicas.max 99 is more than pool "l40s" holds: 8 nodes with room for 1 replicas each; use 8 or raise nodes.max',
    ],
    [
      "Triton servers that nothing would start",
      { triton: [tritonOf({ replicas: { min: 0, max: 4 } })], alerts: ALERTS },
      "triton[0].replicas.min must be a whole number of at least 1, got 0; use 1",
    ],
    [
      "fewer Triton servers than the fewest",
      { triton: [tritonOf({ replicas: { min: 3, max: 2 }, targetQueueMilliseconds: null })], alerts: ALERTS },
      "triton[0].replicas.min must be at most max 2, got 3; use 2",
    ],
    [
      "Triton servers that scale without Prometheus",
      { triton: [tritonOf()] },
      "triton[0] scales by what Prometheus measures, but monitoring is false; leave out monitoring: false, or give replicas.min and max the same number",
    ],
    [
      "a Triton queue time of nothing",
      { triton: [tritonOf({ targetQueueMilliseconds: 0 })], alerts: ALERTS },
      "triton[0].targetQueueMilliseconds must be above 0 and at most 60000, got 0; use 50",
    ],
    [
      "a Triton queue time that can start nothing",
      { triton: [tritonOf({ replicas: { min: 2, max: 2 } })], alerts: ALERTS },
      "triton[0].targetQueueMilliseconds can start no replica beyond replicas.max 2; raise replicas.max or leave it out",
    ],
    [
      "a Triton repository on the hub",
      { triton: [tritonOf({ files: filesAt("hf://bucket/repository") })], alerts: ALERTS },
      'triton[0].modelRepository must be "s3://bucket/prefix" or an absolute path on a mount, got "hf://bucket/repository"; use "s3://bucket/repository"',
    ],
    [
      "a route without a gateway",
      { serving: [modelOf({ exposure: "gateway" })] },
      'serving[0].exposure is "gateway", but the cluster has none; give the cluster gateway: { domain }, or use exposure "internal"',
    ],
    [
      "a gateway whose domain is a web address",
      { gateway: gatewayOf({ domain: "https://models.example.com" }) },
      'gateway.domain must be a domain such as "models.example.com", below which each model gets a name, got "https://models.example.com"',
    ],
    [
      "a certificate of IAM",
      { gateway: gatewayOf({ certificateArn: "arn:aws:iam::111122223333:server-certificate/models" }) },
      'gateway.certificateArn must be the ARN of a certificate in AWS Certificate Manager, got "arn:aws:iam::111122223333:server-certificate/models"; write it like "arn:aws:acm:us-east-2:111122223333:certificate/…"',
    ],
    [
      "a public gateway without a certificate",
      { gateway: gatewayOf({ exposure: "public", certificateArn: null, allowedCidrs: ["203.0.113.0/24"] }) },
      'gateway.certificateArn is required with exposure "public", or prompts would cross the internet unencrypted; give the ARN of a certificate of *.models.example.com, or use exposure "internal"',
    ],
    [
      "a public gateway for nobody in particular",
      { gateway: gatewayOf({ exposure: "public", allowedCidrs: [] }) },
      'gateway.allowedCidrs is required with exposure "public", since the servers have no login of their own; give the blocks of your clients, or use exposure "internal"',
    ],
    [
      "a gateway for everybody",
      { gateway: gatewayOf({ exposure: "public", allowedCidrs: ["0.0.0.0/0"] }) },
      'gateway.allowedCidrs must not be "0.0.0.0/0", the whole internet: whoever finds the address could use your GPUs; give the blocks of your clients',
    ],
    [
      "a gateway in one zone",
      { gateway: gatewayOf({ subnetIds: ["subnet-0123456789abcdef0"] }) },
      "gateway.subnetIds must be at least 2 subnets in 2 zones, as Application Load Balancers want, got 1; add one in another zone",
    ],
    [
      "a gateway of another kind",
      { gateway: gatewayOf({ exposure: "cluster" as "internal" }) },
      'gateway.exposure must be "internal" or "public", got "cluster"; use "internal"',
    ],
    [
      "a model on a part of a GPU that does not hold it",
      { serving: [modelOf({ of: sliced })] },
      "serving[0] needs 15.0 GiB of weights and 2.0 GiB for one request of 16384 tokens on each GPU, but 1/4 of L4-24GB has 3.4 GiB to give; use a larger part, a smaller precision or a shorter maxModelLength",
    ],
    [
      "a model over several parts of a GPU",
      { serving: [modelOf({ of: mig, tensorParallel: 2 })] },
      `serving[0].tensorParallel must be 1 on pool "${mig.pool.name}", which shares its GPUs: a replica has one part of one, got 2; use 1`,
    ],
    [
      "a model on GPUs shared by MPS",
      { serving: [modelOf({ of: mps })] },
      `serving[0] is served from pool "${mps.pool.name}", which shares its GPUs by MPS, whose limits hold for each of vLLM's processes and not for their sum; use MIG, time slicing or whole GPUs`,
    ],
    [
      "a LeaderWorkerSet on shared GPUs",
      { serving: [grouped({ of: mig })] },
      `serving[0].engine "leader-worker-set" is for models over several nodes, and pool "${mig.pool.name}" shares its GPUs; leave out engine`,
    ],
    [
      "LoRA adapters on a LeaderWorkerSet",
      { serving: [grouped({ lora: modelOf().lora })] },
      'serving[0].lora needs engine "ray", which fetches adapters from S3 as requests name them; leave out engine, or merge the adapter into the weights',
    ],
    [
      "groups that nothing would start",
      { serving: [grouped({ replicas: { min: 0, max: 2 } })], alerts: ALERTS },
      'serving[0].replicas.min must be at least 1 with engine "leader-worker-set", got 0: without a server nobody counts the requests that would start one; use 1',
    ],
    [
      "groups that scale without Prometheus",
      { serving: [grouped({ replicas: { min: 1, max: 2 } })] },
      "serving[0] scales by what Prometheus measures, but monitoring is false; leave out monitoring: false, or give replicas.min and max the same number",
    ],
    [
      "latency without Prometheus",
      { serving: [modelOf({ targetTimeToFirstTokenSeconds: 1 })] },
      "serving[0] scales by what Prometheus measures, but monitoring is false; leave out monitoring: false, or scale by targetOngoingRequests alone",
    ],
    [
      "latency in milliseconds",
      { serving: [modelOf({ targetTimeToFirstTokenSeconds: 500 })], alerts: ALERTS },
      "serving[0].targetTimeToFirstTokenSeconds must be from 0.02 to 120 seconds, got 500; use 120",
    ],
    [
      "latency of nothing",
      { serving: [modelOf({ targetTimeToFirstTokenSeconds: 0 })], alerts: ALERTS },
      "serving[0].targetTimeToFirstTokenSeconds must be from 0.02 to 120 seconds, got 0; use 0.5",
    ],
    [
      "a latency that can start nothing",
      {
        serving: [modelOf({ targetTimeToFirstTokenSeconds: 1, replicas: { min: 2, max: 2 } })],
        alerts: ALERTS,
      },
      "serving[0].targetTimeToFirstTokenSeconds can start no replica beyond replicas.max 2; raise replicas.max or leave it out",
    ],
    [
      "adapters on a mount, from which Ray Serve fetches none",
      { serving: [modelOf({ lora: { adapters: "/fsx/adapters", maxAdapters: 8, maxRank: 16 } })] },
      'serving[0].lora.adapters must be "s3://bucket/prefix", since Ray Serve fetches adapters from a bucket as requests name them, got "/fsx/adapters"; copy them to a bucket',
    ],
    [
      "weights that no pod has",
      { serving: [modelOf({ files: filesAt("/models/llama") })] },
      'serving[0].weights "/models/llama" is on no mount, and image "rayproject/ray-llm:2.52.0-py311-cu128" holds no such files; use "s3://bucket/prefix", or a path on what fileSystems or bucketMounts mount',
    ],
    [
      "a repository that no pod has",
      {
        triton: [tritonOf({ files: filesAt("/models"), replicas: { min: 1, max: 1 }, targetQueueMilliseconds: null })],
      },
      'triton[0].modelRepository "/models" is on no mount, and image "nvcr.io/nvidia/tritonserver:26.02-py3" holds no such files; use "s3://bucket/prefix", or a path on what fileSystems or bucketMounts mount',
    ],
    [
      "data that no pod has",
      { fineTuning: [runOf({ data: "/data/x.jsonl" })] },
      'fineTuning[0].data "/data/x.jsonl" is on no mount, and image "rayproject/ray-llm:2.52.0-py311-cu128" holds no such files; use "s3://bucket/prefix", or a path on what fileSystems or bucketMounts mount',
    ],
    [
      "a base model that a shell would take apart",
      { fineTuning: [runOf({ model: "llama; rm -rf /" })] },
      'fineTuning[0].model must be one word without blanks, quotes and signs of a shell, got "llama; rm -rf /"; use letters, digits, dashes, dots and slashes',
    ],
    [
      "a model id of two words",
      { serving: [modelOf({ modelId: "my model" })] },
      'serving[0].modelId must be one word without blanks, quotes and signs of a shell, got "my model"; use letters, digits, dashes, dots and slashes',
    ],
    [
      "a served model called as a Ray cluster beside it",
      { serving: [modelOf({ name: "train", namespace: "ray" })], rayClusters: [clusterOf()] },
      'serving[0].name "train" and rayClusters[0].name "train" would both have a Service "train-head-svc" in namespace "ray"; give one of them another name or namespace',
    ],
    [
      "a group whose Service has the name of a model of Ray's",
      {
        serving: [
          modelOf({ name: "x", of: p5, tensorParallel: 8, engine: "leader-worker-set", lora: null }),
          modelOf({ name: "x-serve" }),
        ],
        alerts: ALERTS,
      },
      'serving[1].name "x-serve" and serving[0].name "x" would both have a Service "x-serve" in namespace "serving"; give one of them another name or namespace',
    ],
    [
      "a revision that no annotation takes",
      { serving: [modelOf({ files: { address: "s3://bucket/llama", revision: "of today" } })] },
      'serving[0].revision must be 1 to 63 letters, digits, dots, dashes and underscores, got "of today"; use "2026-11-22" or a commit',
    ],
    [
      "a run in another namespace than its queue",
      { fineTuning: [runOf({ queue: "a", namespace: "ray" })], queues: queuesOf() },
      'fineTuning[0].namespace must be "team-a", where the queue of team "a" is, got "ray": it would wait for ever; leave namespace out',
    ],
    [
      "a run beyond what its team can have",
      {
        fineTuning: [runOf({ queue: "a", gpus: 16 })],
        queues: queuesOf({ teams: [teamOf("a", { l40s: 8 }, { borrowing: false })] }),
      },
      'fineTuning[0] takes 16 GPUs of pool "l40s", of which team "a" owns 8 and borrows none: it would wait for ever; use fewer (workers of a Ray cluster, gpus of a run), give the team more, or leave out borrowing: false',
    ],
    [
      "a queue without CPUs for a head",
      { fineTuning: [runOf({ queue: "a" })], queues: queuesOf({ systemCpus: 2 }) },
      'fineTuning[0] takes 2.5 CPUs of the system nodes, of which the queue of team "a" can have 2: it would wait for ever; use more systemNodes or a larger systemInstanceType',
    ],
    [
      "a public server without TLS",
      { serving: [open({ certificateArn: null })] },
      'serving[0].certificateArn is required with exposure "public", or prompts would cross the internet unencrypted; give the ARN of a certificate in AWS Certificate Manager, or use exposure "internal"',
    ],
    [
      "a public server without a key",
      { serving: [open({ apiKey: null })] },
      'serving[0].apiKey is required where clients come from the internet, or whoever is let in by address could use your GPUs; make a Secret in namespace "serving" and write apiKey: { secret: "<its name>", key: "<its key>" }',
    ],
    [
      "a public server that can ask for no key",
      {
        serving: [modelOf({ exposure: "public", allowedCidrs: ["203.0.113.0/24"], certificateArn: CERTIFICATE })],
      },
      'serving[0] must not be reached from the internet: Ray Serve\'s OpenAI server asks clients for no key; use engine "leader-worker-set" with apiKey, or exposure "internal" with an API gateway of yours that checks keys in front',
    ],
    [
      "Triton behind a public gateway",
      {
        gateway: gatewayOf({ exposure: "public" }),
        triton: [tritonOf({ exposure: "gateway", gatewayDomain: "models.example.com" })],
        alerts: ALERTS,
      },
      'triton[0] must not be reached from the internet: Triton asks clients for no key; use engine "leader-worker-set" with apiKey, or gateway.exposure "internal" with an API gateway of yours that checks keys in front',
    ],
    [
      "a key that no engine checks",
      { serving: [modelOf({ apiKey: KEY })] },
      'serving[0].apiKey has no effect: Ray Serve\'s OpenAI server asks clients for no key; leave it out, or use engine "leader-worker-set"',
    ],
    [
      "a certificate that is none",
      { serving: [open({ certificateArn: "cert-1" })] },
      'serving[0].certificateArn must be the ARN of a certificate in AWS Certificate Manager, got "cert-1"; write it like "arn:aws:acm:us-east-2:111122223333:certificate/…"',
    ],
    [
      "a certificate without a load balancer",
      { serving: [grouped({ certificateArn: CERTIFICATE })] },
      'serving[0].certificateArn is of a load balancer of its own, which exposure "cluster" does not make; leave it out',
    ],
    [
      "a model on all GPUs of its pool, which no version could follow",
      { serving: [modelOf({ tensorParallel: 4, replicas: { min: 8, max: 8 } })] },
      'serving[0] could never be upgraded: a new version starts with 32 GPUs while the old one keeps its own, and pool "l40s" lacks 32 of its 32 for that; raise nodes.max to 16 (nodes that start for the upgrade alone), lower replicas.min, or use upgradeStrategy "none" and delete the RayService by hand to upgrade',
    ],
    [
      "no replicas on a Ray that starts every model",
      { serving: [modelOf({ replicas: { min: 0, max: 8 } })] },
      "serving[0].replicas.min must be at least 1 with Ray 2.52.0, which starts every model and does not go back to zero; use 1, or an image and rayVersion of 2.56.0 or newer",
    ],
    [
      "more heads than the system nodes hold",
      {
        rayClusters: Array.from({ length: 40 }, (_, i) => clusterOf({ name: `dev-${i}`, workerGroups: NONE })),
        systemNodes: { nodes: 2, instanceType: "m7i.2xlarge", cpus: 8, memoryGiB: 32 },
      },
      "systemNodes 2 of m7i.2xlarge leave Ray heads 8 CPUs and 32 GiB, but 40 heads (2.5 CPUs and 8.5 GiB each, one more for the upgrade of a served model) take 100 CPUs and 340 GiB; use systemNodes 25 or a larger systemInstanceType",
    ],
    [
      "a Secret with a name that Kubernetes does not take",
      { imagePullSecret: "My Registry" },
      'imagePullSecret must be 1 to 40 lower-case letters, digits and dashes, with no dash at either end, got "My Registry"; use "my-registry"',
    ],
    [
      "a server that may take GPUs which a team owns",
      {
        serving: [modelOf({ replicas: { min: 4, max: 16 } })],
        queues: queuesOf({ teams: [teamOf("a", { l40s: 24 })] }),
      },
      'pool "l40s" has 32 GPUs, of which queues.teams own 24 and workloads in no queue may take 16 (serving[0] 16): Kueue would admit runs that find no node; lower serving[0].replicas.max or the teams\' shares, or raise nodes.max to 10',
    ],
    [
      "servers that always run and do not fit together",
      {
        serving: [modelOf({ replicas: { min: 30, max: 32 } })],
        triton: [tritonOf({ replicas: { min: 3, max: 3 }, targetQueueMilliseconds: null })],
      },
      'pool "l40s" has 32 GPUs, but what always runs there takes 33 (serving[0] 30 + triton[0] 3); lower replicas.min, of Ray clusters the pool\'s nodes.min, or raise nodes.max to 9',
    ],
  ])("refuses %s", (_, over, message) => {
    expect(ofWorkloads(over)).toEqual([message]);
  });

  it("takes a public server with TLS and a key, a model that is upgraded by hand, and none of it running on a newer Ray", () => {
    expect(ofWorkloads({ serving: [open({})] })).toEqual([]);
    expect(
      ofWorkloads({
        serving: [modelOf({ tensorParallel: 4, replicas: { min: 8, max: 8 }, upgradeStrategy: "none" })],
      }),
    ).toEqual([]);
    expect(
      ofWorkloads({
        serving: [
          modelOf({
            replicas: { min: 0, max: 8 },
            rayVersion: "2.56.0",
            image: "rayproject/ray-llm:2.56.0-py311-cu128",
          }),
        ],
      }),
    ).toEqual([]);
  });

  it("takes a path on a mount, one in an image of one's own, and a run of what its team owns and may borrow", () => {
    const fsx = { name: "fsx", mountPath: "/fsx", readOnly: false, source: { claim: "fsx", identity: "fsx" } };
    expect(
      ofWorkloads({
        serving: [
          modelOf({ files: filesAt("/fsx/llama"), volumes: [fsx] }),
          modelOf({ name: "own", files: filesAt("/models/llama"), image: "registry.example/llama:1" }),
        ],
        fineTuning: [
          runOf({ queue: "a", gpus: 8 }),
          runOf({ name: "large", queue: "b", namespace: "team-b", gpus: 32, data: "/fsx/x.jsonl", volumes: [fsx] }),
        ],
        queues: queuesOf({ teams: [teamOf("a", { l40s: 8 }, { borrowing: false }), teamOf("b", {})] }),
      }),
    ).toEqual([]);
  });

  it("reports everything at once", () => {
    expect(ofWorkloads({ rayClusters: [clusterOf({ name: "X", image: "a", rayVersion: "1" })] })).toHaveLength(3);
  });
});
