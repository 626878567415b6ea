import { GpuNodePool, KubeRayCluster, type KubeRayClusterProps } from "../../../../lib/clouds/aws/index";
import { messageOf, testNetwork, testStack } from "../synthesized";

type Build = (pool: GpuNodePool) => Partial<KubeRayClusterProps>;

function build(over: Build) {
  const stack = testStack();
  const network = testNetwork(stack);
  const l40s = new GpuNodePool(stack, "l40s", { network, instanceType: "g6e.12xlarge", nodes: { min: 0, max: 4 } });
  return new KubeRayCluster(stack, "ray", { network, pools: [l40s], ...over(l40s) });
}

const endpoint =
  (...publicEndpointCidrs: string[]): Build =>
  () => ({ publicEndpointCidrs });

const serving =
  (over: object): Build =>
  (pool) => ({
    serving: [
      { name: "chat", pool, model: "llama-3.1-8b", weights: "s3://models/chat", replicas: { min: 1, max: 1 }, ...over },
    ],
  });

const job =
  (over: object): Build =>
  (pool) => ({ jobs: [{ name: "torch", pool, image: "registry.example/train:1", command: ["torchrun"], ...over }] });

const certificate = (region: string) =>
  `arn:aws:acm:${region}:111122223333:certificate/12345678-1234-1234-1234-123456789012`;

describe("KubeRayCluster refuses", () => {
  it.each<[string, Build, RegExp]>([
    [
      "an octet above 255",
      endpoint("300.1.1.1/32"),
      /publicEndpointCidrs must be IPv4 blocks .*got "300\.1\.1\.1\/32"/,
    ],
    [
      "bits behind the prefix",
      endpoint("203.0.113.7/24"),
      /publicEndpointCidrs must be IPv4 blocks .*got "203\.0\.113\.7\/24"/,
    ],
    ["a prefix above 32", endpoint("203.0.113.0/33"), /publicEndpointCidrs must be IPv4 blocks/],
    [
      "a private block, from which nothing comes by the internet",
      endpoint("10.0.0.0/8"),
      /publicEndpointCidrs must not be "10\.0\.0\.0\/8".* private/,
    ],
    ["a block of carriers", endpoint("100.64.0.0/10"), /publicEndpointCidrs must not be "100\.64\.0\.0\/10".* private/],
    [
      "halves of the internet",
      endpoint("0.0.0.0/1", "128.0.0.0/1"),
      /publicEndpointCidrs must not be "0\.0\.0\.0\/1".*"128\.0\.0\.0\/1"/s,
    ],
    ["the internet", endpoint("0.0.0.0/0"), /publicEndpointCidrs must not be "0\.0\.0\.0\/0"/],
    [
      "clients from an octet above 255",
      serving({ allowedCidrs: ["1.2.3.256/32"] }),
      /allowedCidrs must be IPv4 blocks/,
    ],
    [
      "clients from half of the internet",
      serving({ allowedCidrs: ["128.0.0.0/1"] }),
      /allowedCidrs must not be "128\.0\.0\.0\/1"/,
    ],
    [
      "a model's certificate of another region",
      serving({ exposure: "internal", certificateArn: certificate("eu-west-1") }),
      /serving\[0\]\.certificateArn must be of us-east-2, .* got eu-west-1/,
    ],
    [
      "a gateway's certificate of another region",
      (pool) => ({
        ...serving({ exposure: "gateway" })(pool),
        gateway: { domain: "models.example.com", certificateArn: certificate("us-west-2") },
      }),
      /gateway\.certificateArn must be of us-east-2, .* got us-west-2/,
    ],
    [
      "requests longer than the model takes",
      serving({ model: "mistral-7b-v0.1", maxModelLength: 60_000 }),
      /serving\[0\]\.maxModelLength must be at most 32768/,
    ],
    ["a job without a program", job({ command: [] }), /jobs\[0\]\.command/],
    ["a command as one text", job({ command: "torchrun train.py" }), /jobs\[0\]\.command/],
    [
      "a job over more nodes than there are",
      job({ nodes: 5 }),
      /jobs\[0\]\.nodes must be a whole number of pods from 1 to 4/,
    ],
    ["half a node more", job({ nodes: 1.5 }), /jobs\[0\]\.nodes/],
    ["a part that divides no node", job({ gpusPerPod: 3 }), /jobs\[0\]\.gpusPerPod must divide the 4 GPUs/],
    ["a job in a queue that is none", job({ queue: "research" }), /jobs\[0\]\.queue/],
    ["a priority without a queue", job({ priority: "production" }), /jobs\[0\]\.priority/],
    ["an image without a tag's text", job({ image: "train 1" }), /jobs\[0\]\.image/],
    ["a prop that a job does not have", job({ gpus: 8 }), /jobs\[0\]\.gpus is no prop|jobs\[0\]\.gpus/],
    [
      "a job kept for years",
      job({ keepHours: 100_000 }),
      /jobs\[0\]\.keepHours must be a whole number of hours from 0 to 720/,
    ],
    [
      "a token as text",
      job({ env: { HF_TOKEN: `hf_${"a".repeat(34)}` } }),
      /jobs\[0\]\.env\.HF_TOKEN looks like a token .*secretEnv/,
    ],
    [
      "a key as text",
      serving({ env: { OPENAI_API_KEY: `sk-${"a".repeat(40)}` } }),
      /OPENAI_API_KEY looks like a token/,
    ],
    ["two jobs of one name", (pool) => ({ jobs: [...job({})(pool).jobs!, ...job({})(pool).jobs!] }), /jobs .*torch/],
    [
      "TLS without Ray clusters",
      () => ({ tls: true }),
      /tls is between the processes of rayClusters, of which there are none/,
    ],
    [
      "a node type of a Valkey that is not there",
      () => ({ gcsNodeType: "cache.t4g.small" }),
      /gcsNodeType "cache\.t4g\.small" has no effect without gcsFaultTolerance/,
    ],
    [
      "a mirror with a tag",
      () => ({ registry: { mirror: "registry.example.com/mirror:1/" } }),
      /registry\.mirror must be the host of a registry/,
    ],
    [
      "charts without a scheme",
      () => ({ registry: { mirror: "registry.example.com", charts: "registry.example.com/charts" } }),
      /registry\.charts must be the address/,
    ],
    [
      "a mirror of a host that is none",
      () => ({ registry: { mirrors: { hub: "registry.example.com" } } }),
      /registry\.mirrors\.hub/,
    ],
  ])("%s", (_, over, message) => {
    expect(messageOf(() => build(over))).toMatch(message);
  });

  it("nothing that is right", () => {
    expect(() => build(endpoint("203.0.113.0/24", "198.51.100.7/32"))).not.toThrow();
    expect(() => build(serving({ exposure: "internal", certificateArn: certificate("us-east-2") }))).not.toThrow();
    expect(() => build(serving({ model: "llama-2-7b" }))).not.toThrow();
    expect(() => build(job({ nodes: 4 }))).not.toThrow();
  });
});
