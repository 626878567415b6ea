import { mps, p5, poolOf } from "../pools";
import { clusterOf, modelOf, queuesOf, runOf, type workloadsOf } from "../samples";
import { FIXED, group, HALF, NONE, ON_G6E, ofWorkloads } from "./checked";

describe("checkWorkloads, of Ray clusters", () => {
  it("has nothing to say of good workloads", () => {
    expect(
      ofWorkloads({ rayClusters: [HALF], fineTuning: [runOf()], serving: [modelOf()], queues: queuesOf() }),
    ).toEqual([]);
  });

  it.each<[string, Parameters<typeof workloadsOf>[0], string]>([
    [
      "a worker group larger than its pool",
      group({ maxReplicas: 17 }),
      'rayClusters[0].workers.max 17 is more than pool "h100" holds: 16 nodes with room for 1 such pods each; use 16 or raise nodes.max',
    ],
    [
      "more workers at least than at most",
      group({ minReplicas: 4, maxReplicas: 2 }),
      "rayClusters[0].workers.min must be at most max 2, got 4; use 2",
    ],
    [
      "more GPUs a pod than a node has",
      group({ gpusPerPod: 9 }),
      "rayClusters[0].gpusPerPod must be a whole number of GPUs from 1 to 8, got 9; use 8",
    ],
    [
      "GPUs that do not divide a node",
      group({ gpusPerPod: 3 }),
      "rayClusters[0].gpusPerPod must divide the 8 GPUs of a p5.48xlarge, got 3: 2 would never be used; use 2",
    ],
    [
      "two shares of MPS for a pod",
      group({ of: mps, gpusPerPod: 2, maxReplicas: 4 }),
      'rayClusters[0].gpusPerPod must be 1 on pool "l40s-mps", whose device plugin gives a pod one share of a GPU, got 2; use 1',
    ],
    [
      "a pod on an EFA pool that gets no EFA",
      group({ of: poolOf("g6e.12xlarge", { name: "l40s", fabric: "f" }), gpusPerPod: 1, maxReplicas: 4 }),
      'rayClusters[0] takes 1 of 4 GPUs on pool "l40s", whose 1 EFA interface cannot be divided so far: its pods would get none and fall back to TCP; use gpusPerPod 4',
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
      "rayClusters[0].pools must have at least one pool; add one",
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
      'rayClusters[0].pools[0] must not be called "head" with a queue, which counts Ray\'s own head by that name; rename the pool',
    ],
    [
      "autoscaling in a queue",
      { rayClusters: [clusterOf({ queue: "a", namespace: "team-a" })], queues: queuesOf() },
      'rayClusters[0] must have a fixed size in queue "a" on pool "h100", whose pods Kueue places by topology, which it cannot do for a cluster that grows; use workers: { min: 16, max: 16 }',
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
      'rayClusters[0].env.HF_TOKEN looks like a token ("hf_ab…"), which the chart and Terraform\'s state would keep as text; put it in Secrets Manager and write secretEnv: { HF_TOKEN: { secretArn: "<its ARN>" } }, or for a Secret of yours in the namespace { secret: "<its name>", key: "<its key>" }',
    ],
    [
      "a model over several nodes with an image that cannot use EFA",
      {
        serving: [
          modelOf({ of: p5, tensorParallel: 8, pipelineParallel: 2, replicas: { min: 1, max: 1 }, lora: null }),
        ],
      },
      'image "rayproject/ray-llm:2.52.0-py311-cu128" has no EFA software, so NCCL on pool "h100" would fall back to TCP; build one with libfabric and aws-ofi-nccl',
    ],
    [
      "a queue that no team has",
      { rayClusters: [clusterOf({ queue: "b", autoscaling: false, workerGroups: FIXED })], queues: queuesOf() },
      'rayClusters[0].queue "b" is not one of the teams; known are a',
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
      "rayClusters[0].gcsFaultTolerance.redisAddress must be one address, got 2: Ray cannot use Redis in cluster mode; give the primary endpoint of a group with cluster mode off",
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
  ])("refuses %s", (_, over, message) => {
    expect(ofWorkloads(over)).toEqual([message]);
  });

  it("reports everything at once", () => {
    expect(ofWorkloads({ rayClusters: [clusterOf({ name: "X", image: "a", rayVersion: "1" })] })).toHaveLength(3);
  });
});
