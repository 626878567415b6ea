// What no example has: an UltraServer with workloads over its nodes, and models behind the endpoint picker and split by Ray. OUTDIR
// says where it goes.
import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { App, TerraformStack } from "cdktf";
import { Capacity, ClusterNetwork, GpuNodePool, InfiniBandFabric, KubeRayCluster } from "../../../lib/clouds/aws/index";

const app = new App({ outdir: process.argv[2] });
const stack = new TerraformStack(app, "serving");
new AwsProvider(stack, "aws", { region: "us-east-1" });
const network = new ClusterNetwork(stack, "network", { availabilityZone: "us-east-1-dfw-2a" });
const fabric = new InfiniBandFabric(stack, "fabric", { network });
const gb200 = new GpuNodePool(stack, "gb200", {
  network,
  fabric,
  instanceType: "p6e-gb200.36xlarge",
  nodes: { min: 0, max: 18 },
  capacity: [Capacity.block("cr-0123456789abcdef0", { nodes: 18 })],
});
const l40s = new GpuNodePool(stack, "l40s", { network, instanceType: "g6e.12xlarge", nodes: { min: 0, max: 6 } });
const image = "registry.example/multi-arch:1";
const llama = { pool: l40s, model: "llama-3.1-8b", weights: "s3://models/llama" } as const;
new KubeRayCluster(stack, "ray", {
  network,
  pools: [gb200, l40s],
  provisioner: "managed",
  systemNodes: 5,
  nodeCheck: { busBandwidthGBps: { l40s: 20 } },
  rayClusters: [{ name: "train", pools: [gb200], image, workers: { min: 9, max: 9 } }],
  jobs: [
    { name: "nccl", pool: gb200, nodes: 2, image, command: ["all_reduce_perf"] },
    { name: "tune", kind: "trainjob", pool: l40s, nodes: 2, image, command: ["torchrun", "tune.py", "--epochs", "1"] },
    { name: "bandwidth", kind: "mpi", pool: l40s, nodes: 2, image, command: ["mpirun", "all_reduce_perf"] },
  ],
  serving: [
    {
      name: "k2",
      pool: gb200,
      model: "kimi-k2",
      weights: "s3://models/k2",
      precision: "fp8",
      tensorParallel: 4,
      pipelineParallel: 3,
      engine: "leader-worker-set",
      image,
      replicas: { min: 1, max: 1 },
    },
    { ...llama, name: "chat", engine: "sglang", routing: "prefix-aware", replicas: { min: 1, max: 4 } },
    { ...llama, name: "long", prefillReplicas: { min: 1, max: 2 }, replicas: { min: 1, max: 4 } },
  ],
});
app.synth();
