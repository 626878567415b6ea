import { p5, sliced } from "../pools";
import { clusterOf, filesAt, gatewayOf, modelOf, tritonOf, type workloadsOf } from "../samples";
import { ALERTS, CERTIFICATE, grouped, KEY, ofWorkloads, open } from "./checked";

describe("checkWorkloads, of ways to servers", () => {
  it.each<[string, Parameters<typeof workloadsOf>[0], string]>([
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
      "tokens over plain HTTP",
      {
        gateway: gatewayOf({
          certificateArn: null,
          tokens: { issuer: "https://login", jwksEndpoint: "https://login/jwks", audience: "models" },
        }),
        serving: [modelOf({ exposure: "gateway", gatewayDomain: "models.example.com" })],
      },
      "gateway.certificateArn is required with gateway.jwt: tokens are checked only on HTTPS, and would cross the network unencrypted; give it, or leave jwt out",
    ],
    [
      "tokens and a key",
      {
        gateway: gatewayOf(),
        serving: [
          grouped({
            exposure: "gateway",
            gatewayDomain: "models.example.com",
            gatewayTokens: { issuer: "https://login", jwksEndpoint: "https://login/jwks", audience: "models" },
            apiKey: KEY,
          }),
        ],
        alerts: ALERTS,
      },
      "serving[0].apiKey and gateway.jwt both want the header Authorization of a request; leave one of them out",
    ],
    [
      "a public server for everybody",
      { serving: [open({ allowedCidrs: ["0.0.0.0/0"] })] },
      'serving[0].allowedCidrs must not be "0.0.0.0/0", the whole internet: whoever finds the address could use your GPUs; give the blocks of your clients',
    ],
    [
      "a public server for nobody in particular",
      { serving: [open({ allowedCidrs: [] })] },
      'serving[0].allowedCidrs is required with exposure "public", or the whole internet could send requests to it; give the blocks of your clients, or use exposure "internal"',
    ],
    [
      "a client block that is none",
      { serving: [open({ allowedCidrs: ["office"] })] },
      'serving[0].allowedCidrs must be IPv4 blocks such as "203.0.113.0/24", got "office"',
    ],
    [
      "a Triton server and a model of one name",
      { serving: [modelOf()], triton: [tritonOf({ name: "llama" })], alerts: ALERTS },
      'triton[0].name "llama" and serving[0].name "llama" would both have a Service "llama" in namespace "serving"; give one of them another name or namespace',
    ],
    [
      "a Triton server larger than a node",
      { triton: [tritonOf({ gpusPerReplica: 8 })], alerts: ALERTS },
      "triton[0].gpusPerReplica must be a whole number of GPUs from 1 to 4, got 8; use 4",
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
      "triton[0].replicas.min must be a whole number of 1 or more, got 0; use 1",
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
      "triton[0].targetQueueMilliseconds must be a number above 0 and at most 60000, got 0",
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
      'gateway.allowedCidrs is required with exposure "public", or the whole internet could send requests to it; give the blocks of your clients, or use exposure "internal"',
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
      "a repository that no pod has",
      {
        triton: [tritonOf({ files: filesAt("/models"), replicas: { min: 1, max: 1 }, targetQueueMilliseconds: null })],
      },
      'triton[0].modelRepository "/models" is on no mount, and image "nvcr.io/nvidia/tritonserver:26.02-py3" holds no such files; use "s3://bucket/prefix", or a path on what fileSystems or bucketMounts mount',
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
      'serving[0] must not be reached from the internet: Ray Serve\'s OpenAI server asks clients for no key; use engine "leader-worker-set" or "sglang" with apiKey, or exposure "internal" behind your own API gateway that checks keys',
    ],
    [
      "Triton behind a public gateway",
      {
        gateway: gatewayOf({ exposure: "public", allowedCidrs: ["203.0.113.0/24"] }),
        triton: [tritonOf({ exposure: "gateway", gatewayDomain: "models.example.com" })],
        alerts: ALERTS,
      },
      'triton[0] must not be reached from the internet: Triton asks clients for no key; use engine "leader-worker-set" or "sglang" with apiKey, or gateway.exposure "internal" behind your own API gateway that checks keys',
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
      'serving[0] could never be upgraded: a new version starts with 32 GPUs while the old one keeps its own, and pool "l40s" lacks 32 of its 32 for that; raise nodes.max to 16 (nodes that start only for the upgrade), lower replicas.min, or use upgradeStrategy "none" and delete the RayService by hand to upgrade',
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
});
