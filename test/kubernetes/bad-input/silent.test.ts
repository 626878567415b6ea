import type { BatchJobProps } from "../../../lib/kubernetes/jobs/job-props";
import type { Workloads } from "../../../lib/kubernetes/workloads";
import { g6e, p5 } from "../pools";
import { clusterOf, filesAt, gatewayOf, modelOf, runOf, tritonOf, type workloadsOf } from "../samples";
import { ALERTS, grouped, KEY, ON_G6E, ofWorkloads, open } from "./checked";

const jobOf = (over: Partial<BatchJobProps>): BatchJobProps => ({
  kind: "job",
  name: "torch",
  namespace: "ray",
  of: g6e,
  nodes: 1,
  gpusPerPod: 4,
  image: "registry.example/train:1",
  command: ["torchrun", "train.py"],
  queue: null,
  priority: null,
  retries: 3,
  deadlineMinutes: null,
  keepHours: 24,
  serviceAccount: "ray",
  env: [],
  volumes: [],
  ...over,
});
const job = (over: Partial<BatchJobProps>) => ({ jobs: [jobOf(over)] });
const run = (over: Parameters<typeof runOf>[0]) => ({ fineTuning: [runOf(over)] });
const model = (over: Parameters<typeof modelOf>[0], rest: Partial<Workloads> = {}) => ({
  serving: [modelOf(over)],
  ...rest,
});
const server = (over: Parameters<typeof tritonOf>[0]) => ({ triton: [tritonOf(over)], alerts: ALERTS });
const env = (name: string, value: string) => ({ env: [{ name, value }] });
const heartbeat = { file: "/tmp/heartbeat", minutes: 10, startMinutes: 30 };
const fsx = { name: "fsx", mountPath: "/fsx", readOnly: false, source: { claim: "fsx", identity: "fsx" } };

/** Inputs that once passed without a word, and failed or had no effect in the cluster. */
describe("checkWorkloads, of what looks right", () => {
  it.each<[string, Parameters<typeof workloadsOf>[0], string]>([
    [
      "a start that the deadline ends",
      job({ deadlineMinutes: 30, heartbeat }),
      "jobs[0].heartbeat.startMinutes 30 is no less than deadlineMinutes 30: only the deadline would terminate a run that never starts; use less",
    ],
    [
      "a heartbeat of what never starts again",
      job({ of: p5, gpusPerPod: 8, retries: 0, heartbeat }),
      "jobs[0].heartbeat ends a run that hangs so that it starts again, and retries 0 starts none again; raise retries, or leave heartbeat out and use deadlineMinutes",
    ],
    [
      "one heartbeat for all pods",
      job({ nodes: 2, volumes: [fsx], heartbeat: { ...heartbeat, file: "/fsx/heartbeat" } }),
      'jobs[0].heartbeat.file "/fsx/heartbeat" is one file for all 2 pods and for the run before, which hide that one hangs; use "/tmp/heartbeat"',
    ],
    [
      "a command line as one word",
      job({ command: ["python train.py --epochs 1"] }),
      'jobs[0].command[0] "python train.py --epochs 1" is looked for as one program with spaces in its name; write ["python","train.py","--epochs","1"]',
    ],
    [
      "a shell's words without a shell",
      job({ command: ["python", "a.py", "&&", "python", "b.py"] }),
      'jobs[0].command has "&&", which a shell reads and python would get as an argument; write ["sh", "-c", "python a.py && python b.py"]',
    ],
    [
      "torchrun on the first pod alone",
      job({ kind: "mpi", nodes: 2 }),
      'jobs[0].kind "mpi" starts the command on its first pod alone, where torchrun would wait for the others; use kind "trainjob" or "job", or start it with mpirun',
    ],
    [
      "mpirun on each pod",
      job({ nodes: 2, command: ["/opt/openmpi/bin/mpirun", "train"] }),
      'jobs[0].kind "job" starts the command on each of 2 pods, none of which has sshd for mpirun; use kind "mpi"',
    ],
    [
      "more nodes than there are",
      job({ nodes: 2, command: ["torchrun", "--nnodes=4", "train.py"] }),
      "jobs[0].command tells torchrun of 4 nodes, and nodes is 2: it would wait for the others until its time-out; leave --nnodes out, which follows from nodes",
    ],
    [
      "more processes than GPUs",
      job({ command: ["python", "-m", "torch.distributed.run", "--nproc_per_node", "8", "train.py"] }),
      "jobs[0].command starts 8 processes per pod, which has 4 GPUs; leave --nproc-per-node out, which follows from gpusPerPod",
    ],
    [
      "a number of nodes as a variable",
      job({ nodes: 2, ...env("PET_NNODES", "4") }),
      "jobs[0].env.PET_NNODES follows from nodes; with another value the pods wait for each other until their time-out; leave it out",
    ],
    [
      "all GPUs of the node",
      job(env("NVIDIA_VISIBLE_DEVICES", "all")),
      "jobs[0].env.NVIDIA_VISIBLE_DEVICES follows from the GPUs that the device plugin gives the pod; another value would show it those of other pods; leave it out",
    ],
    [
      "the address of another head",
      { rayClusters: [clusterOf(env("RAY_ADDRESS", "10.0.0.1:6379"))] },
      "rayClusters[0].env.RAY_ADDRESS is set by KubeRay; with another value head and workers do not find or trust each other; leave it out",
    ],
    [
      "a Ray that asks for no token",
      run(env("RAY_AUTH_MODE", "disabled")),
      "fineTuning[0].env.RAY_AUTH_MODE is set by KubeRay; with another value head and workers do not find or trust each other; leave it out",
    ],
    [
      "the size of a group",
      { serving: [grouped(env("LWS_GROUP_SIZE", "1"))], alerts: ALERTS },
      "serving[0].env.LWS_GROUP_SIZE is set by LeaderWorkerSet; with another value the pods of a replica do not find each other; leave it out",
    ],
    [
      "a password",
      job(env("DB_PASSWORD", "hunter2")),
      'jobs[0].env.DB_PASSWORD looks like a token ("hunte…"), which the chart and Terraform\'s state would keep as text; put it in Secrets Manager and write secretEnv: { DB_PASSWORD: { secretArn: "<its ARN>" } }, or for a Secret of yours in the namespace { secret: "<its name>", key: "<its key>" }',
    ],
    [
      "a key without a prefix",
      job(env("WANDB_API_KEY", "0123456789abcdef0123456789abcdef01234567")),
      'jobs[0].env.WANDB_API_KEY looks like a token ("01234…"), which the chart and Terraform\'s state would keep as text; put it in Secrets Manager and write secretEnv: { WANDB_API_KEY: { secretArn: "<its ARN>" } }, or for a Secret of yours in the namespace { secret: "<its name>", key: "<its key>" }',
    ],
    [
      "a token in a command",
      job({ command: ["python", "train.py", `--token=hf_${"a".repeat(34)}`] }),
      'jobs[0].command[2] looks like a token ("hf_aa…"), which the chart and Terraform\'s state would keep as text; put it in Secrets Manager and write secretEnv: { TOKEN: { secretArn: "<its ARN>" } }, or for a Secret of yours in the namespace { secret: "<its name>", key: "<its key>" }',
    ],
    [
      "a token among the engine's arguments",
      { serving: [grouped({ engineArguments: { hf_token: `hf_${"a".repeat(34)}` } })], alerts: ALERTS },
      'serving[0].engineArguments.hf_token looks like a token ("hf_aa…"), which the chart and Terraform\'s state would keep as text; put it in Secrets Manager and write secretEnv: { HF_TOKEN: { secretArn: "<its ARN>" } }, or for a Secret of yours in the namespace { secret: "<its name>", key: "<its key>" }',
    ],
    [
      "clients of a model that none reaches from outside",
      model({ exposure: "cluster", allowedCidrs: ["203.0.113.0/24"] }),
      'serving[0].allowedCidrs has no effect with exposure "cluster"; leave them out, or use exposure "internal"',
    ],
    [
      "clients of a model behind the gateway",
      model(
        { exposure: "gateway", gatewayDomain: "models.example.com", allowedCidrs: ["203.0.113.0/24"] },
        { gateway: gatewayOf() },
      ),
      'serving[0].allowedCidrs has no effect with exposure "gateway"; give them to the gateway, or leave them out',
    ],
    [
      "private clients of a public server",
      { serving: [open({ allowedCidrs: ["192.168.0.0/16"] })] },
      'serving[0].allowedCidrs must not be "192.168.0.0/16", which is private: nothing comes from it by the internet; give the public blocks of your clients, or use exposure "internal"',
    ],
    [
      "private clients of a public gateway",
      {
        gateway: gatewayOf({ exposure: "public", allowedCidrs: ["10.0.0.0/8"] }),
        serving: [grouped({ exposure: "gateway", gatewayDomain: "models.example.com", apiKey: KEY })],
      },
      'gateway.allowedCidrs must not be "10.0.0.0/8", which is private: nothing comes from it by the internet; give the public blocks of your clients, or use exposure "internal"',
    ],
    [
      "a gateway with tokens that leads to no model",
      model(
        { exposure: "internal" },
        {
          gateway: gatewayOf({
            tokens: { issuer: "https://login", jwksEndpoint: "https://login/jwks", audience: "models" },
          }),
        },
      ),
      'gateway leads to no model: none of serving and triton has exposure "gateway"; leave exposure out of one, or gateway out of the cluster',
    ],
    [
      "a domain that leaves no room for a model's name",
      { gateway: gatewayOf({ domain: `${"a".repeat(60)}.`.repeat(4).slice(0, -1) }) },
      "gateway.domain must have at most 212 characters, since a model's name comes before it, got 243; use a shorter one",
    ],
    [
      "checkpoints among the adapters that servers fetch",
      run({ storage: "s3://bucket/adapters/checkpoints" }),
      'fineTuning[0].storage "s3://bucket/adapters/checkpoints" lies in adapters "s3://bucket/adapters", where servers look for adapters and would find checkpoints; use another place',
    ],
    [
      "checkpoints over the data",
      run({ data: "s3://bucket/checkpoints/" }),
      'fineTuning[0].storage "s3://bucket/checkpoints" is a path of input data, which the run would overwrite; use a different path',
    ],
    [
      "a table as data",
      run({ data: "s3://bucket/train.parquet" }),
      'fineTuning[0].data must be JSON lines, a file or a folder of them, got "s3://bucket/train.parquet"; convert it, and use "s3://bucket/train.jsonl"',
    ],
    [
      "two runs that go on from each other's checkpoints",
      {
        fineTuning: [runOf({ adapters: "s3://bucket/a" }), runOf({ namespace: "team-b", adapters: "s3://bucket/b" })],
      },
      'fineTuning[1].storage "s3://bucket/checkpoints" is that of fineTuning[0] too, whose name is also "support-bot": one would go on from the files of the other; use another place or name',
    ],
    [
      "packages without the one that makes adapters",
      run({ pipPackages: ["Bitsandbytes>=0.48"] }),
      'fineTuning[0].pipPackages must have peft, which method "qlora" uses and image "rayproject/ray-llm:2.52.0-py311-cu128" does not bring; add it, or use an image that has it',
    ],
    [
      "a bucket in capitals",
      model({ files: filesAt("s3://My_Bucket/llama") }),
      'serving[0].weights must have a bucket of lower-case letters, digits, dots and dashes, got "My_Bucket"; write the bucket\'s own name',
    ],
    [
      "a folder that only file systems have",
      model({ files: filesAt("s3://bucket/../llama") }),
      'serving[0].weights must have no folder "..", which an object store takes as a name, got "s3://bucket/../llama"; write the whole path',
    ],
    [
      "a key of clients as a variable",
      { serving: [grouped(env("VLLM_API_KEY", "short"))], alerts: ALERTS },
      "serving[0].env.VLLM_API_KEY is what the prop apiKey says, of which the checks of public servers know; leave it out and use that one",
    ],
    [
      "a Triton server called as a model's router",
      {
        serving: [grouped({ name: "m", routing: "prefix-aware", replicas: { min: 2, max: 2 } })],
        triton: [tritonOf({ name: "m-router", namespace: "serving" })],
        alerts: ALERTS,
      },
      'triton[0].name "m-router" is also the name of the router\'s Deployment of serving[0] in namespace "serving"; give one of them another name or namespace',
    ],
    [
      "an empty folder",
      model({ files: filesAt("s3://bucket//llama") }),
      'serving[0].weights must have no empty folder, got "s3://bucket//llama"; use "s3://bucket/llama"',
    ],
    [
      "an address without a bucket",
      model({ files: filesAt("s3://") }),
      'serving[0].weights must be "s3://bucket/prefix" or an absolute path on a mount, got "s3://"; use "s3://bucket/prefix"',
    ],
    [
      "one file of the weights",
      model({ files: filesAt("s3://bucket/llama/model-00001-of-00004.safetensors") }),
      'serving[0].weights must be the folder with all files of the model, got the file "s3://bucket/llama/model-00001-of-00004.safetensors"; use "s3://bucket/llama"',
    ],
    [
      "one file of a repository",
      server({ files: filesAt("s3://bucket/vision/config.pbtxt") }),
      'triton[0].modelRepository must be the folder with all files of the model, got the file "s3://bucket/vision/config.pbtxt"; use "s3://bucket/vision"',
    ],
    [
      "adapters among the weights",
      model({ lora: { adapters: "s3://bucket/models/llama-3.1-8b/adapters", maxAdapters: 2, maxRank: 16 } }),
      'serving[0].lora.adapters "s3://bucket/models/llama-3.1-8b/adapters" lies in weights "s3://bucket/models/llama-3.1-8b", with which every node would fetch all adapters; use another folder',
    ],
    [
      "a format of the KV cache that is none",
      { serving: [grouped({ engineArguments: { kv_cache_dtype: "fp9" } })], alerts: ALERTS },
      'serving[0].engineArguments.kv_cache_dtype "fp9" is not a KV cache format of vllm 0.11.0 of image rayproject/ray-llm:2.52.0-py311-cu128, which has auto, bfloat16, fp8, fp8_e4m3, fp8_e5m2, fp8_inc; use "fp8"',
    ],
    [
      "Ray without CUDA on GPUs",
      { rayClusters: [clusterOf({ image: "rayproject/ray:2.52.0-py311-cpu", workerGroups: ON_G6E })] },
      'rayClusters[0].image "rayproject/ray:2.52.0-py311-cpu" is Ray\'s image without CUDA, so no program finds the GPUs; use its tag with "-gpu"',
    ],
    [
      "Ray's default tag, which has no CUDA",
      { rayClusters: [clusterOf({ image: "rayproject/ray:2.52.0", workerGroups: ON_G6E })] },
      'rayClusters[0].image "rayproject/ray:2.52.0" is Ray\'s image without CUDA, so no program finds the GPUs; use its tag with "-gpu"',
    ],
    [
      "an image for arm64",
      model({ image: "rayproject/ray-llm:2.52.0-py311-cu128-aarch64" }),
      'serving[0].image "rayproject/ray-llm:2.52.0-py311-cu128-aarch64" is for arm64, and pool "l40s" is of g6e.12xlarge, which is x86_64; use the tag without "-aarch64"',
    ],
    [
      "a Ray cluster in an image without Ray",
      { rayClusters: [clusterOf({ image: "nvcr.io/nvidia/tritonserver:26.02-py3" })] },
      'rayClusters[0].image "nvcr.io/nvidia/tritonserver:26.02-py3" has no Ray, whose head and workers start from it; use a rayproject/ray image or your own',
    ],
    [
      "Triton in an image without it",
      server({ image: "vllm/vllm-openai:v0.12.0" }),
      'triton[0].image "vllm/vllm-openai:v0.12.0" has no Triton Inference Server; use an nvcr.io/nvidia/tritonserver image',
    ],
    [
      "Triton's clients for its server",
      server({ image: "nvcr.io/nvidia/tritonserver:26.02-py3-sdk" }),
      'triton[0].image "nvcr.io/nvidia/tritonserver:26.02-py3-sdk" holds clients or a base to build on, and no server; use the tag that ends with "-py3"',
    ],
    [
      "a job beside what always runs",
      { ...model({ tensorParallel: 4, replicas: { min: 8, max: 8 }, upgradeStrategy: "none" }), ...job({}) },
      'jobs[0] takes 4 GPUs of pool "l40s", which has 32, and serving[0] always 32: it would wait indefinitely; raise nodes.max to 9, or lower what always runs',
    ],
    [
      "a run beside workers that always are there",
      {
        rayClusters: [clusterOf({ image: "registry.example/r:1", workerGroups: [{ ...ON_G6E[0]!, minReplicas: 8 }] })],
        ...run({}),
      },
      'fineTuning[0] takes 4 GPUs of pool "l40s", which has 32, and rayClusters[0] always 32: it would wait indefinitely; raise nodes.max to 9, or lower what always runs',
    ],
  ])("refuses %s", (_, over, message) => {
    expect(ofWorkloads(over)).toEqual([message]);
  });

  it("takes what is like it and right", () => {
    const right: Parameters<typeof workloadsOf>[0][] = [
      job({ deadlineMinutes: 31, heartbeat }),
      job({ volumes: [fsx], heartbeat: { ...heartbeat, file: "/fsx/heartbeat" } }),
      job({ command: ["sh", "-c", "python a.py && python b.py"] }),
      job({ command: ["python", "a.py", "--where", "x > 1"] }),
      job({ nodes: 2, command: ["torchrun", "--nnodes=2", "--nproc-per-node=4", "t.py"] }),
      job({ nodes: 2, command: ["torchrun", "--nnodes=1:2", "t.py"] }),
      job({ nodes: 2, kind: "mpi", command: ["mpirun", "t"] }),
      job(env("OPENAI_API_KEY", "EMPTY")),
      job(env("TOKENIZERS_PARALLELISM", "false")),
      job(env("HF_TOKEN_PATH", "/home/job/.cache/token")),
      model({ exposure: "internal", allowedCidrs: ["192.168.0.0/16"] }),
      run({ adapters: "s3://bucket/checkpoints/adapters" }),
      run({ data: "s3://bucket/data/" }),
      run({ image: "registry.example/train:1", pipPackages: [] }),
      model({ files: filesAt("s3://bucket"), lora: null }),
      { rayClusters: [clusterOf({ image: "rayproject/ray:2.52.0-py311-cu128", workerGroups: ON_G6E })] },
    ];
    expect(right.flatMap((over) => ofWorkloads(over))).toEqual([]);
  });
});
