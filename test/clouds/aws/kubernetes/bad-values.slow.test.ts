import type { TerraformStack } from "cdktf";
import {
  CheckpointBucket,
  GpuNodePool,
  KubeRayCluster,
  type KubeRayClusterProps,
} from "../../../../lib/clouds/aws/index";
import { messageOf, testNetwork, testStack } from "../synthesized";

type Build = (pool: GpuNodePool, stack: TerraformStack) => Partial<KubeRayClusterProps>;

function build(over: Build) {
  const stack = testStack();
  const network = testNetwork(stack);
  const l40s = new GpuNodePool(stack, "l40s", { network, instanceType: "g6e.12xlarge", nodes: { min: 0, max: 4 } });
  return new KubeRayCluster(stack, "ray", { network, pools: [l40s], ...over(l40s, stack) });
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

const groups = (over: object): Build =>
  serving({ engine: "leader-worker-set", image: "vllm/vllm-openai:v0.11.0", ...over });

const engine = (engineArguments: object): Build => serving({ engineArguments });

const run =
  (over: object): Build =>
  (pool) => ({
    fineTuning: [
      { name: "a", pool, model: "m/m", data: "s3://b/d", storage: "s3://b/c", adapters: "s3://b/a", ...over },
    ],
  });

const mount =
  (...paths: string[]): Build =>
  ({ network }, stack) => {
    const bucket = new CheckpointBucket(stack, "bucket", { network });
    return { bucketMounts: paths.map((path) => ({ bucket, path })) };
  };

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
      (pool, stack) => ({
        ...serving({ exposure: "gateway" })(pool, stack),
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
    [
      "two jobs of one name",
      (pool, stack) => ({ jobs: [...job({})(pool, stack).jobs!, ...job({})(pool, stack).jobs!] }),
      /jobs .*torch/,
    ],
    [
      "TLS without Ray clusters",
      () => ({ tls: true }),
      /tls encrypts traffic between the processes of rayClusters, and none is given/,
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
    ["a variable with NUL", job({ env: { A: "a\0b" } }), /jobs\[0\]\.env\.A must be text without NUL/],
    ["a variable with half a character", job({ env: { A: "\ud800" } }), /jobs\[0\]\.env\.A must be text without NUL/],
    [
      "an adapter's colon in the name of the base model",
      serving({ modelId: "a:b", lora: { adapters: "s3://b/a", maxAdapters: 2, maxRank: 16 } }),
      /modelId must have no ":" with lora.*use "a-b"/,
    ],
    ["a number format that is none", engine({ dtype: "fp16" }), /engineArguments\.dtype must be one of auto, half/],
    ["twice the bytes of the precision", engine({ dtype: "float32" }), /dtype "float32" takes 4 bytes per weight/],
    [
      "weights of 8 bits counted as 4",
      serving({ precision: "int4", engineArguments: { quantization: "fp8" } }),
      /quantization "fp8" takes 8 bits per weight/,
    ],
    [
      "batches smaller than a prompt that must not be divided",
      engine({ max_num_batched_tokens: 512, enable_chunked_prefill: false }),
      /max_num_batched_tokens must be at least maxModelLength 8192/,
    ],
    [
      "fewer tokens than sequences",
      engine({ max_num_batched_tokens: 64, max_num_seqs: 256 }),
      /max_num_batched_tokens must be at least max_num_seqs 256/,
    ],
    ["experts of a dense model", engine({ enable_expert_parallel: true }), /llama-3\.1-8b is dense/],
    [
      "processes that Ray does not start",
      engine({ distributed_executor_backend: "mp" }),
      /distributed_executor_backend must be "ray"/,
    ],
    [
      "Ray Serve in the image of vLLM",
      serving({ image: "vllm/vllm-openai:v0.11.0" }),
      /image vllm\/vllm-openai:v0\.11\.0 holds another engine than "ray"/,
    ],
    ["a version of Ray without Ray", groups({ rayVersion: "2.52.0" }), /rayVersion has no effect with engine/],
    ["Ray's upgrades without Ray", groups({ upgradeStrategy: "none" }), /upgradeStrategy has no effect with engine/],
    [
      "two models at one host name",
      (pool, stack) => {
        const [model] = serving({})(pool, stack).serving!;
        const both = ["a", "b"].map((namespace) => ({ ...model!, namespace }));
        return { gateway: { domain: "models.example.com" }, serving: both };
      },
      /serving\[1\]\.name "chat" and serving\[0\]\.name would both be reached at chat\.models\.example\.com/,
    ],
    [
      "a team that can never run anything",
      () => ({ queues: { teams: [{ name: "a", gpus: {}, borrowing: false }] } }),
      /queues\.teams\[0\] owns no GPUs and borrows none/,
    ],
    [
      "a team whose GPUs are forgotten",
      () => ({ queues: { teams: [{ name: "a", gpus: {} }] } }),
      /^[^;]*queues\.teams\[0\]\.gpus must name at least one pool, got \{\}; give \{ \w+: 8 \}, or \{ \w+: 0 \} for a team that only borrows[^;]*$/,
    ],
    ["adapters among checkpoints", run({ adapters: "s3://b/c" }), /adapters must be another place than storage/],
    [
      "a command as a package",
      run({ pipPackages: ["peft==0.18.1; rm -rf /"] }),
      /pipPackages\[0\] must be a requirement as pip takes it/,
    ],
    ["a mount with a colon", mount("/da:ta"), /bucketMounts\[0\]\.path must have no ":".*use "\/da-ta"/],
    ["a mount over what the kubelet fills", mount("/proc/data"), /path "\/proc\/data" would hide what containers need/],
    ["a mount over shared libraries", mount("/lib"), /path "\/lib" would hide what containers need/],
    [
      "an administrator twice",
      () => ({
        administratorArns: ["arn:aws:iam::111122223333:role/platform", "arn:aws:iam::111122223333:role/platform"],
      }),
      /administratorArns has "arn:aws:iam::111122223333:role\/platform" twice/,
    ],
    [
      "the version of an add-on that is not installed",
      () => ({ addOnVersions: { "aws-fsx-csi-driver": "v1.9.0-eksbuild.1" } }),
      /addOnVersions of "aws-fsx-csi-driver" has no effect: the cluster installs it with fileSystems alone/,
    ],
    [
      "an idle time of workers that stay",
      (pool) => ({ rayClusters: [{ name: "r", pools: [pool], workers: { min: 2, max: 2 }, idleMinutes: 5 }] }),
      /rayClusters\[0\]\.idleMinutes has no effect on a cluster of a fixed size/,
    ],
    [
      "scaling between one number",
      (pool) => ({ rayClusters: [{ name: "r", pools: [pool], workers: { min: 2, max: 2 }, autoscaling: true }] }),
      /rayClusters\[0\]\.autoscaling has nothing to choose from with workers of 2 to 2/,
    ],
    [
      "a target of one replica",
      serving({ targetOngoingRequests: 64 }),
      /serving\[0\]\.targetOngoingRequests can start no replica beyond replicas\.max 1/,
    ],
    [
      "a target of one Triton server",
      (pool) => ({
        triton: [
          {
            name: "v",
            pool,
            modelRepository: "s3://b/r",
            replicas: { min: 1, max: 1 },
            targetPendingRequests: 4,
          },
        ],
      }),
      /triton\[0\]\.targetPendingRequests can start no replica beyond replicas\.max 1/,
    ],
    [
      "a mount in a mounted bucket",
      mount("/data", "/data/x"),
      /bucketMounts\[1\]\.path "\/data\/x" lies in the bucket/,
    ],
    ["a mount with and without a slash", mount("/data", "/data/"), /bucketMounts\[1\]\.path "\/data\/" is where/],
  ])("%s", (_, over, message) => {
    expect(messageOf(() => build(over))).toMatch(message);
  });

  it("nothing that is right", () => {
    expect(() => build(endpoint("203.0.113.0/24", "198.51.100.7/32"))).not.toThrow();
    expect(() => build(serving({ exposure: "internal", certificateArn: certificate("us-east-2") }))).not.toThrow();
    expect(() => build(serving({ model: "llama-2-7b" }))).not.toThrow();
    expect(() => build(job({ nodes: 4 }))).not.toThrow();
    expect(() => build(mount("/data", "/database"))).not.toThrow();
    expect(() => build(engine({ max_num_batched_tokens: 8192, max_num_seqs: 256, dtype: "auto" }))).not.toThrow();
    const packages = [
      "peft",
      "ray[llm]>=2.52,<3",
      'x==1; python_version < "3.12"',
      "git+https://example.com/x",
      "a @ https://b/c",
    ];
    expect(() => build(run({ pipPackages: packages }))).not.toThrow();
  });
});
