import type { PoolsToCheck } from "../../../lib/kubernetes/nodes/check-pools";
import { g6e, mig, p5, poolOf, sliced } from "../pools";
import { ofPools } from "./checked";

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
      "a label that only the kubelet sets",
      { pools: [poolOf("g6.xlarge", { labels: { "kubernetes.io/arch": "arm64" } })] },
      'pools[0].labels must not have "kubernetes.io/arch": Kubernetes and Karpenter set the labels of kubernetes.io themselves, and no node would ever match another value; use a name without that prefix',
    ],
    [
      "Trainium",
      { pools: [poolOf("trn1.32xlarge", { name: "trn" })] },
      'pools[0] "trn" has Trainium1-32GB, but a KubeRayCluster sets up NVIDIA GPUs only; use a pool of NVIDIA GPUs, or a SlurmHeadNode for this one',
    ],
    [
      "efa interfaces with Karpenter",
      {
        pools: [
          poolOf("p5.48xlarge", {
            name: "h100",
            fabric: "f",
            nicLayout: "legacy-all-efa",
          }),
        ],
      },
      'pools[0] "h100" has nicLayout "legacy-all-efa", whose "efa" interfaces Karpenter cannot launch; use nicLayout "ip-saving" or provisioner "managed"',
    ],
    [
      "Karpenter for a type whose first card has room for one interface",
      {
        pools: [
          poolOf("hpc6id.32xlarge", {
            name: "cpu",
            fabric: "f",
          }),
        ],
      },
      'pools[0] "cpu" is of hpc6id.32xlarge, whose first card takes one interface only, which must then be an "efa" that Karpenter cannot launch; use provisioner "managed", or leave the pool out of the fabric',
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
      "pools[0].gpuSharing.replicas 30 leaves each user of L4-24GB 0.75 GiB by MPS, too little for CUDA to start; use 22 or fewer",
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
      "pools[0].labels has nvidia.com/mig.config, which follows from how the pool shares its GPUs; remove the label and set pools[0].gpuSharing",
    ],
    [
      "a label that no kubelet takes",
      { pools: [poolOf("p5.48xlarge", { name: "h100", labels: { "example.com/team": "a b" } })] },
      'pools[0].labels must have keys and values of up to 63 letters, digits, "-", "_" and ".", keys optionally after a DNS name and "/", got {"example.com/team":"a b"}; use "team": "research", for example',
    ],
    [
      "shared GPUs on a fabric",
      { pools: [poolOf("p5.48xlarge", { name: "h100", fabric: "f", sharing: { kind: "time-slicing", replicas: 2 } })] },
      'pools[0] "h100" shares its GPUs and has a fabric, but NCCL does not work across parts of a GPU; omit pools[0].fabric, or omit pools[0].gpuSharing',
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
      "pools[0].labels has nvidia.com/device-plugin.config, which follows from how the pool shares its GPUs; remove the label and set pools[0].gpuSharing",
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
