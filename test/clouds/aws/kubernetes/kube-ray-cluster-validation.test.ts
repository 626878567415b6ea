import type { TerraformStack } from "cdktf";
import { InfiniBandFabric } from "../../../../lib/clouds/aws/fabric/infiniband-fabric";
import { KubeRayCluster } from "../../../../lib/clouds/aws/kubernetes/kube-ray-cluster";
import { ClusterNetwork } from "../../../../lib/clouds/aws/network/cluster-network";
import { GpuNodePool } from "../../../../lib/clouds/aws/pools/gpu-node-pool";
import type { GpuNodePoolProps } from "../../../../lib/clouds/aws/pools/gpu-node-pool-props";
import { Image } from "../../../../lib/clouds/aws/pools/image";
import { NvmeCache } from "../../../../lib/clouds/aws/pools/nvme/nvme-cache";
import { GpuSharing } from "../../../../lib/clouds/common/pools/gpu-sharing";
import { testNetwork, testStack } from "../synthesized";
import { clusterOf, type Over } from "./ray-stack";

describe("KubeRayCluster refuses", () => {
  it("an id with which names of IAM roles would be too long", () => {
    const stack = testStack();
    const network = new ClusterNetwork(stack, "network", {
      availabilityZone: "us-east-2a",
      clusterName: `a${"b".repeat(39)}`,
    });
    const pool = new GpuNodePool(stack, "l40s", { network, instanceType: "g6e.12xlarge", nodes: { min: 0, max: 2 } });
    expect(() => new KubeRayCluster(stack, "workloads", { network, pools: [pool] })).toThrow(
      `KubeRayCluster "test/workloads": id must have at most 4 characters with the cluster's name "a${"b".repeat(39)}", since names of IAM roles hold both, got "workloads"; use "work"`,
    );
  });

  it.each([
    ["ray's", "ray-s"],
    ["my ray", "my-ray"],
    ["ray.v1", "ray-v1"],
    ["ray漢", "ray"],
    ["漢", "ray"],
  ])("an id that EKS takes for no name, in one sentence: %s", (id, instead) => {
    const stack = testStack();
    const network = testNetwork(stack);
    const pool = new GpuNodePool(stack, "l40s", { network, instanceType: "g6e.12xlarge", nodes: { min: 0, max: 2 } });
    expect(() => new KubeRayCluster(stack, id, { network, pools: [pool] })).toThrow(
      `KubeRayCluster "test/${id}": the id of a cluster must be letters, digits, dashes and underscores, beginning and ending with a letter or digit, got "${id}"; it names the EKS cluster, roles and log groups, so use "${instead}"`,
    );
  });

  const message = (build: () => unknown) => {
    try {
      build();
    } catch (error) {
      return (error as Error).message;
    }
    return "nothing";
  };

  it.each<[string, Over | ((stack: TerraformStack, pool: GpuNodePool) => Over), string]>([
    [
      "a budget that nobody hears of",
      { monthlyBudgetUsd: 1000 },
      "budgetEmails or budgetTopicArn is required with monthlyBudgetUsd, which has no recipient otherwise; give an address",
    ],
    [
      "days that CloudWatch does not know",
      { logRetentionDays: 100 },
      "logRetentionDays must be one of 1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653, got 100; use 120",
    ],
    [
      "a level of diagnosis that is none here",
      { nodeCheck: { level: 4 as 3 } },
      "nodeCheck.level must be 1, 2 or 3, got 4; use 3",
    ],
    [
      "a bandwidth of a pool that is not there",
      { nodeCheck: { busBandwidthGBps: { l40: 20 } } },
      'nodeCheck.busBandwidthGBps.l40 names none of the cluster\'s pools; use "l40s"',
    ],
    [
      "a bandwidth that no node reaches",
      { nodeCheck: { busBandwidthGBps: { l40s: 9000 } } },
      "nodeCheck.busBandwidthGBps.l40s must be at most 26 GB/s, the most that 4 GPUs of g6e.12xlarge reach, or no node would ever take work, got 9000; use the value measured on a healthy node, minus 10 %",
    ],
    [
      "a heartbeat above its folder",
      (_, pool) => ({
        jobs: [{ name: "j", pool, image: "r.example/i:1", command: ["x"], heartbeat: { file: "/tmp/../etc/x" } }],
      }),
      'jobs[0].heartbeat.file must be an absolute path of letters, digits, dots, dashes and underscores, such as "/tmp/heartbeat", got "/tmp/../etc/x"',
    ],
    [
      "a misspelt key of pods",
      (_, pool) => ({ triton: [{ name: "t", pool, modelRepository: "s3://b/m", pods: { lables: {} } as never }] }),
      "triton[0].pods.lables is not a prop; did you mean labels",
    ],
    [
      "GPUs as a resource of pods",
      (_, pool) => ({
        triton: [{ name: "t", pool, modelRepository: "s3://b/m", pods: { resources: { gpus: 2 } as never } }],
      }),
      "triton[0].pods.resources.gpus is not a prop; did you mean cpus",
    ],
    [
      "an effect of no taint",
      (_, pool) => ({
        jobs: [
          {
            name: "j",
            pool,
            image: "r.example/i:1",
            command: ["x"],
            pods: { tolerations: [{ key: "a", effect: "NoStart" as never }] },
          },
        ],
      }),
      'jobs[0].pods.tolerations[0].effect must be "NoSchedule", "PreferNoSchedule" or "NoExecute", got "NoStart"; use "NoSchedule"',
    ],
    [
      "a number as a label of pods",
      (_, pool) => ({
        triton: [{ name: "t", pool, modelRepository: "s3://b/m", pods: { labels: { "cost-center": 1234 as never } } }],
      }),
      'triton[0].pods.labels.cost-center must be text, got 1234; use "1234"',
    ],
    [
      "CPUs as Kubernetes writes them",
      (_, pool) => ({
        triton: [{ name: "t", pool, modelRepository: "s3://b/m", pods: { resources: { cpus: "500m" as never } } }],
      }),
      'triton[0].pods.resources.cpus must be a number of 1 or more, got "500m"',
    ],
    [
      "a block that pods may call and that is all",
      { egressCidrs: ["203.0.113.0/24", "0.0.0.0/0"] },
      'egressCidrs[1] "0.0.0.0/0" is the whole internet; leave egressCidrs out for that',
    ],
    [
      "files of Ray without Ray",
      { podLogs: { rayFiles: true } },
      "podLogs.rayFiles keeps the files of Ray clusters, runs and models on Ray, and this cluster has none; add one or leave it out",
    ],
    [
      "tokens whose keys are read unencrypted",
      (_, pool) => ({
        gateway: {
          domain: "models.example.com",
          certificateArn: "arn:aws:acm:us-east-2:111122223333:certificate/0a1b2c3d",
          jwt: {
            issuer: "https://login.example.com",
            jwksEndpoint: "http://login.example.com/jwks",
            audience: "models",
          },
        },
        serving: [
          { name: "llama", pool, model: "llama-3.1-8b", weights: "s3://b/llama", replicas: { min: 1, max: 1 } },
        ],
      }),
      'gateway.jwt.jwksEndpoint must be an https address of at most 256 characters, such as "https://login.example.com/.well-known/jwks.json", got "http://login.example.com/jwks"',
    ],
    [
      "a web ACL of another region",
      (_, pool) => ({
        gateway: {
          domain: "models.example.com",
          webAclArn: "arn:aws:wafv2:us-east-1:111122223333:regional/webacl/models/0a1b2c3d",
        },
        serving: [
          { name: "llama", pool, model: "llama-3.1-8b", weights: "s3://b/llama", replicas: { min: 1, max: 1 } },
        ],
      }),
      "gateway.webAclArn must be of us-east-2, the load balancer's region, got us-east-1; make the web ACL there",
    ],
    [
      "a budget of nothing",
      { monthlyBudgetUsd: 0, budgetEmails: ["ops@example.com"] },
      "monthlyBudgetUsd must be a number above 0, got 0; leave it out",
    ],
    [
      "people to write to without a budget",
      { budgetEmails: ["ops@example.com"] },
      "monthlyBudgetUsd is required with budgetEmails or budgetTopicArn; give the cluster's budget in US dollars a month",
    ],
    [
      "a mail address that is none",
      { monthlyBudgetUsd: 1000, budgetEmails: ["ops"] },
      'budgetEmails[0] must be a mail address, such as "ops@example.com", got "ops"',
    ],
    [
      "more addresses than AWS Budgets takes",
      { monthlyBudgetUsd: 1000, budgetEmails: Array.from({ length: 11 }, (_, i) => `ops${i}@example.com`) },
      "budgetEmails must be a list of mail addresses with at most 10 entries, got 11",
    ],
    [
      "a release of the system nodes that is none",
      { systemImageVersion: "v20260903" },
      'systemImageVersion must be a release of AL2023 as EKS names it, got "v20260903"; write it like "1.35.6-20260714"',
    ],
    [
      "a release of another Kubernetes version",
      { systemImageVersion: "1.34.9-20260714" },
      'systemImageVersion "1.34.9-20260714" is of another Kubernetes version than the cluster\'s 1.35; use "1.35.6-20260714"',
    ],
    [
      "a gateway to nothing",
      { gateway: { domain: "models.example.com" } },
      "gateway leads to the models of serving and triton, and none is given; add one or leave it out",
    ],
    [
      "a public gateway in the network's one public subnet",
      (_, pool) => ({
        gateway: { domain: "models.example.com", exposure: "public" },
        triton: [{ name: "vision", pool, modelRepository: "s3://bucket/repository" }],
      }),
      'gateway.subnetIds is required with exposure "public": the network has a public subnet in one zone only, and an Application Load Balancer wants two; give two public subnets',
    ],
    [
      "a Kubernetes version out of support",
      { kubernetesVersion: "1.29" },
      'kubernetesVersion must be one that EKS supports (1.32, 1.33, 1.34, 1.35, 1.36), got "1.29"; use "1.35"',
    ],
    [
      "AL2 images",
      { nodeImage: "al2" as "al2023" },
      'nodeImage must be "al2023" or "bottlerocket", got "al2": EKS builds no AL2 images since Kubernetes 1.33; use "al2023"',
    ],
    [
      "another provisioner",
      { provisioner: "fargate" as "managed" },
      'provisioner must be "karpenter" or "managed", got "fargate"; use "karpenter"',
    ],
    [
      "an image version for managed nodes",
      { provisioner: "managed", nodeImageVersion: "v20261118" },
      'nodeImageVersion must be a release of al2023 as provisioner "managed" takes it, got "v20261118"; write it like "1.35.6-20260714"',
    ],
    ["no pools", { pools: [] }, "pools must have at least one pool; add a GpuNodePool"],
    [
      "an endpoint for the whole internet",
      { publicEndpointCidrs: ["0.0.0.0/0"] },
      'publicEndpointCidrs must not be "0.0.0.0/0", the whole internet; give the blocks of your offices, or none for a private endpoint',
    ],
    [
      "fewer system nodes at most than always",
      { systemNodes: 4, maxSystemNodes: 3 },
      "maxSystemNodes must be at least systemNodes 4, got 3; use 4 or leave it out",
    ],
    [
      "a head that may go with the state of its cluster",
      (_, pool) => ({ rayClusters: [{ name: "r", pools: [pool], evictableHead: true }] }),
      "rayClusters[0].evictableHead would lose the cluster with its head, whose state is only in the head; set gcsFaultTolerance: true or leave it out",
    ],
    ["a single system node", { systemNodes: 1 }, "systemNodes must be a whole number from 2 to 20, got 1; use 2"],
    [
      "an unknown system type",
      { systemInstanceType: "m7i.2xlrge" },
      'systemInstanceType "m7i.2xlrge" is not in the catalog; nearest are m7i.2xlarge, m7i.12xlarge, m7i.24xlarge',
    ],
    [
      "a system type on which no head fits",
      { systemInstanceType: "m7i.large" },
      'systemInstanceType must be an x86_64 type without GPUs, of at least 4 vCPUs and 16 GiB, so that a Ray head fits in addition to the controllers, got "m7i.large" (x86_64, 2 vCPUs, 8 GiB); use "m7i.xlarge" or larger',
    ],
    [
      "a system type of another architecture than its image",
      { systemInstanceType: "m7g.2xlarge" },
      'systemInstanceType must be an x86_64 type without GPUs, of at least 4 vCPUs and 16 GiB, so that a Ray head fits in addition to the controllers, got "m7g.2xlarge" (arm64, 8 vCPUs, 32 GiB); use "m7i.xlarge" or larger',
    ],
    [
      "a version of an add-on without EKS' build",
      { addOnVersions: { "vpc-cni": "1.22" } },
      'addOnVersions of "vpc-cni" must be a version with EKS\' build, got "1.22"; write it like "v1.22.4-eksbuild.3"',
    ],
    [
      "an administrator that is no ARN",
      { administratorArns: ["alice"] },
      'administratorArns must be ARNs of IAM roles or users, got "alice"; write it like "arn:aws:iam::111122223333:role/platform"',
    ],
    [
      "a topic that is no ARN",
      { monthlyBudgetUsd: 1000, budgetTopicArn: "costs" },
      'budgetTopicArn must be the ARN of an SNS topic, got "costs"; write it like "arn:aws:sns:us-east-2:111122223333:costs"',
    ],
    [
      "a node type of EC2 for Valkey",
      (_, pool) => ({
        gcsFaultTolerance: true,
        gcsNodeType: "m7g.large",
        rayClusters: [{ name: "dev", pools: [pool] }],
      }),
      'gcsNodeType must be a node type of ElastiCache, got "m7g.large"; write it like "cache.t4g.medium"',
    ],
    [
      "an endpoint for a name",
      { publicEndpointCidrs: ["office"] },
      'publicEndpointCidrs must be IPv4 blocks such as "203.0.113.0/24", got "office"',
    ],
    [
      "a node image of another Kubernetes version",
      { provisioner: "managed", nodeImageVersion: "1.34.9-20260714" },
      'nodeImageVersion "1.34.9-20260714" is of another Kubernetes version than the cluster\'s 1.35; use "1.35.6-20260714"',
    ],
    [
      "a run that ends before it starts",
      (_, pool) => ({
        fineTuning: [
          {
            name: "a",
            pool,
            model: "a/b",
            data: "s3://b/d",
            storage: "s3://b/c",
            adapters: "s3://b/a",
            deadlineMinutes: 0,
          },
        ],
      }),
      "fineTuning[0].deadlineMinutes must be a whole number of minutes from 1 to 525600, got 0; use 1",
    ],
    [
      "an unknown add-on",
      { addOnVersions: { "vpc-cn": "v1" } },
      'addOnVersions names "vpc-cn", which the cluster does not install; use vpc-cni',
    ],
    [
      "fault tolerance of nothing",
      { gcsFaultTolerance: true },
      "gcsFaultTolerance keeps the state of heads of rayClusters and of models that Ray serves, and none is given; add one or leave it out",
    ],
    [
      "an idle alert after a minute",
      { monitoring: { idleGpuMinutes: 1 } },
      "monitoring.idleGpuMinutes must be a whole number of minutes from 5 to 1440, got 1; use 5",
    ],
    [
      "hours of waiting that Prometheus would not read",
      { monitoring: { queueHours: 0.5 } },
      "monitoring.queueHours must be a whole number of hours from 1 to 720, got 0.5; use 1",
    ],
    [
      "an unknown model",
      (_, pool) => ({ serving: [{ name: "a", pool, model: "llama-3.1-9b", weights: "/x" }] }),
      'serving[0].model "llama-3.1-9b" is not in the catalog; nearest are llama-3.1-8b, llama-3.1-70b, llama-3.2-1b',
    ],
    [
      "a mount path that is none",
      () => ({
        fileSystems: [
          {
            storage: {
              name: "s",
              fileSystemId: "fs-1",
              dnsName: "d",
              mountName: "m",
              capacityGiB: 1200,
              mount: () => ({}) as never,
            },
            path: "fsx",
          },
        ],
      }),
      'fileSystems[0].path must be absolute, got "fsx"; use "/fsx"',
    ],
  ])("%s", (_, over, expected) => {
    expect(message(() => clusterOf(typeof over === "function" ? over : () => over))).toBe(
      `KubeRayCluster "test/ray": ${expected}`,
    );
  });

  it.each<[string, Partial<GpuNodePoolProps>, string]>([
    [
      "an image for EC2 nodes",
      { image: Image.dlami() },
      'pools[0] "l40s" has image, which is for EC2 nodes; leave it out and set nodeImage of the cluster',
    ],
    [
      "cores of one thread",
      { threadsPerCore: 1 },
      'pools[0] "l40s" has threadsPerCore, which Karpenter cannot set: pods would be planned for twice the CPUs that such nodes have; leave it out',
    ],
    [
      "an instance profile from outside",
      { instanceProfileName: "mine" },
      'pools[0] "l40s" has instanceProfileName, but the cluster must know the role to let its nodes in; leave it out',
    ],
    [
      "boot steps",
      { bootSteps: [{ name: "x", phase: "system", text: "#!/bin/sh\n" }] },
      'pools[0] "l40s" has bootSteps, which Kubernetes images do not run; put them into the container image',
    ],
    [
      "an array of its own for the local disks",
      { nvmeCache: new NvmeCache({ mountPath: "/nvme" }) },
      'pools[0] "l40s" has nvmeCache, but EKS\'s images mount the local disks, and give each pod a directory there; leave it out',
    ],
    [
      "nodes that Karpenter would not keep",
      { nodes: { min: 1, max: 4 } },
      'pools[0].nodes.min of pool "l40s" is 1, but Karpenter keeps no nodes without pods, and no Ray cluster or model runs on it; use 0, or provisioner "managed"',
    ],
    [
      "labels of the sharing",
      { gpuSharing: GpuSharing.timeSlicing(4), labels: { "nvidia.com/device-plugin.config": "x" } },
      "pools[0].labels has nvidia.com/device-plugin.config, which follows from how the pool shares its GPUs; remove the label and set pools[0].gpuSharing",
    ],
  ])("%s", (_, pool, expected) => {
    expect(message(() => clusterOf(undefined, pool))).toBe(`KubeRayCluster "test/ray": ${expected}`);
  });

  it("what is wrong with workloads beside a version that EKS does not have, and nothing that follows from leaving a prop out", () => {
    const told = (over: Over, ray: object) =>
      message(() => clusterOf((_, pool) => ({ ...over, rayClusters: [{ name: "train", pools: [pool], ...ray }] })));
    const both = told({ kubernetesVersion: "1.29", addOnVersions: { nope: "v1" } }, { name: "Bad_Name" });
    expect(both.match(/kubernetesVersion must be|addOnVersions names|rayClusters\[0\]\.name must be/g)).toHaveLength(3);
    const queues = { teams: [{ name: "vision", gpus: { l40s: -1 } }] };
    expect(told({ queues }, { queue: "vision" })).not.toContain("rayClusters");
  });

  it("threads per core of managed node groups, in which Karpenter has no part", () => {
    expect(message(() => clusterOf(() => ({ provisioner: "managed" }), { threadsPerCore: 1 }))).toBe(
      'KubeRayCluster "test/ray": pools[0] "l40s" has threadsPerCore, which the cluster autoscaler of managed node groups does not count: pods would be planned for twice the CPUs that such nodes have; leave it out',
    );
  });

  it("huge pages of a fabric, which its nodes would not reserve", () => {
    const stack = testStack();
    const network = testNetwork(stack);
    const fabric = new InfiniBandFabric(stack, "fabric", { network, hugePages2MiB: 2560 });
    const nodes = { min: 0, max: 2 };
    const pool = new GpuNodePool(stack, "h100", { network, fabric, instanceType: "p5.48xlarge", nodes });
    expect(message(() => new KubeRayCluster(stack, "ray", { network, pools: [pool] }))).toContain(
      'pools[0] "h100" is on a fabric with hugePages2MiB, which nodes of Kubernetes images do not read at boot',
    );
  });

  it.each([
    [{ instanceType: "g5g.4xlarge" }, true],
    [{ instanceType: "g5g.4xlarge", rootVolumeMBps: 600 }, false],
    [{ instanceType: "g6e.4xlarge" }, false],
  ])("fastImagePull on disks that it would slow down: %j", (props, refused) => {
    const stack = testStack();
    const network = new ClusterNetwork(stack, "network", { availabilityZone: "us-east-1a" });
    const pool = new GpuNodePool(stack, "gpu", { network, nodes: { min: 0, max: 2 }, ...props });
    const made = () => new KubeRayCluster(stack, "ray", { network, pools: [pool], fastImagePull: true });
    if (!refused) expect(made).not.toThrow();
    else
      expect(message(made)).toBe(
        'KubeRayCluster "test/ray": fastImagePull needs 600 MiB/s of disks without local NVMe, or images take longer than without, and pools[0] "gpu" (g5g.4xlarge) has rootVolumeMBps 500; set it to 600 there, or omit fastImagePull',
      );
  });

  it("a pool of another cluster", () => {
    expect(
      message(() =>
        clusterOf((stack, pool) => {
          const other = new GpuNodePool(stack, "other", {
            network: pool.network,
            instanceType: "g6.xlarge",
            nodes: { min: 0, max: 1 },
          });
          return { rayClusters: [{ name: "r", pools: [other] }] };
        }),
      ),
    ).toBe(
      'KubeRayCluster "test/ray": rayClusters[0].pools[0] "other" is none of the cluster\'s pools; add it to pools',
    );
  });

  it("a pool that is adopted already, naming both", () => {
    const { stack, network, pool } = clusterOf();
    expect(message(() => new KubeRayCluster(stack, "second", { network, pools: [pool] }))).toContain(
      'is adopted by KubeRayCluster "ray" already',
    );
  });
});
