import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type TerraformStack, Testing } from "cdktf";
import { charts } from "../../../../lib/catalog/charts";
import {
  Capacity,
  ClusterNetwork,
  DesignReview,
  GpuNodePool,
  InfiniBandFabric,
  KubeRayCluster,
  type KubeRayClusterProps,
  LustreStorage,
} from "../../../../lib/clouds/aws/index";
import { messageOf, testNetwork, testStack } from "../synthesized";

const EFA = "registry.example/train:2.52.0-efa";
const secretArn = "arn:aws:secretsmanager:us-east-2:111122223333:secret:login-AbCdEf";
const certificateArn = "arn:aws:acm:us-east-2:111122223333:certificate/12345678-1234-1234-1234-123456789012";

/** Everything that Terraform and Helm get of a cluster, as one text. */
function textOf(stack: TerraformStack, { releases }: KubeRayCluster): string {
  const charts = [releases.workloadsChart, releases.nodePoolsChart].flatMap((chart) => chart?.files ?? []);
  return [Testing.synth(stack), ...charts.map(({ text }) => text)].join("\n");
}

function training(): string {
  const stack = testStack();
  const network = testNetwork(stack);
  const fabric = new InfiniBandFabric(stack, "fabric", { network });
  const at = { network, fabric, instanceType: "p5.48xlarge" };
  const [startsOn, endsOn] = ["2028-02-01T11:30:00Z", "2028-02-15T11:30:00Z"];
  const block = new GpuNodePool(stack, "block", {
    ...at,
    nodes: { min: 0, max: 4 },
    capacity: [Capacity.block("cr-0123456789abcdef0", { nodes: 4, startsOn, endsOn })],
  });
  const standing = new GpuNodePool(stack, "standing", { ...at, nodes: { min: 8, max: 8 } });
  const l40s = new GpuNodePool(stack, "l40s", { network, instanceType: "g6e.12xlarge", nodes: { min: 0, max: 8 } });
  const scratch = new LustreStorage(stack, "scratch", { network, capacityTiB: 12, throughputPerTiB: 250 });
  const job = { pool: standing, queue: "a", image: EFA, nodes: 2 };
  const ray = new KubeRayCluster(stack, "ray", {
    network,
    pools: [block, standing, l40s],
    provisioner: "managed",
    systemNodes: 6,
    nodeCheck: { level: 2, busBandwidthGBps: { standing: 340 } },
    podLogs: { rayFiles: true },
    fileSystems: [{ storage: scratch, path: "/fsx" }],
    queues: {
      teams: [
        { name: "a", gpus: { standing: 32, l40s: 16 } },
        { name: "b", gpus: { standing: 16 }, weight: 2 },
      ],
    },
    rayClusters: [{ name: "elastic", queue: "a", pools: [l40s], workers: { min: 1, max: 4 } }],
    jobs: [
      { ...job, name: "set", command: ["torchrun", "a.py"], heartbeat: { minutes: 20 } },
      { ...job, name: "one", nodes: 1, command: ["python", "a.py"] },
      { ...job, name: "torch", kind: "trainjob", command: ["torchrun", "a.py"] },
      { ...job, name: "mpi", kind: "mpi", command: ["mpirun", "all_reduce_perf"] },
    ],
  });
  return textOf(stack, ray);
}

function serving(): string {
  const stack = testStack();
  const network = testNetwork(stack);
  const fabric = new InfiniBandFabric(stack, "fabric", { network });
  const h200 = new GpuNodePool(stack, "h200", {
    network,
    fabric,
    instanceType: "p5en.48xlarge",
    nodes: { min: 0, max: 24 },
    capacity: [
      Capacity.block("cr-0123456789abcdef0", { nodes: 8 }),
      Capacity.reservation("cr-0123456789abcdef1", { nodes: 8 }),
      Capacity.onDemand({ nodes: 8 }),
    ],
  });
  const weights = "s3://models/v3";
  const v3 = { pool: h200, model: "deepseek-v3", precision: "fp8", tensorParallel: 8, weights } as const;
  const image = "registry.example/rayproject/ray-llm:2.52.0-efa";
  const chat = { pool: h200, model: "llama-3.1-8b", weights: "s3://models/l8", replicas: { min: 1, max: 2 } } as const;
  const ray = new KubeRayCluster(stack, "ray", {
    network,
    pools: [h200],
    systemNodes: 8,
    fastImagePull: true,
    imagePullSecretArn: secretArn,
    registry: { mirror: "registry.example/mirror", charts: "oci://registry.example/charts" },
    serving: [
      { ...v3, name: "split", image, prefillReplicas: { min: 1, max: 1 }, replicas: { min: 1, max: 1 } },
      { ...v3, name: "wide", image, dataParallel: 2, namespace: "wide" },
      {
        ...chat,
        name: "chat",
        engine: "leader-worker-set",
        image: "vllm/vllm-openai:v0.11.0",
        routing: "prefix-aware",
        exposure: "public",
        allowedCidrs: ["203.0.113.0/24"],
        certificateArn,
        apiKey: { secretArn },
        weightsLoading: "stream",
        engineArguments: { max_num_seqs: 64 },
        secretEnv: { HF_TOKEN: { secretArn } },
      },
      { ...chat, name: "cached", engine: "sglang", revision: "2026-11", kvOffloadGiB: 100 },
    ],
  });
  return textOf(stack, ray);
}

function ultraServer(): string {
  const stack = testStack();
  const network = new ClusterNetwork(stack, "network", { availabilityZone: "us-east-1-dfw-2a" });
  const fabric = new InfiniBandFabric(stack, "fabric", { network });
  const gb200 = new GpuNodePool(stack, "gb200", {
    network,
    fabric,
    instanceType: "p6e-gb200.36xlarge",
    nodes: { min: 0, max: 9 },
    capacity: [Capacity.block("cr-0123456789abcdef0", { nodes: 9 })],
  });
  const jobs = [
    { name: "nccl", pool: gb200, nodes: 2, image: "registry.example/multi:1", command: ["all_reduce_perf"] },
  ];
  return textOf(stack, new KubeRayCluster(stack, "ray", { network, pools: [gb200], provisioner: "managed", jobs }));
}

/** A small cluster, as a program without types gives it. */
function small(over: (pool: GpuNodePool) => object, instanceType = "g6e.12xlarge"): string {
  const stack = testStack();
  const network = testNetwork(stack);
  const pool = new GpuNodePool(stack, "gpus", { network, instanceType, nodes: { min: 0, max: 4 } });
  const props = { network, pools: [pool], ...over(pool) } as KubeRayClusterProps;
  return textOf(stack, new KubeRayCluster(stack, "ray", props));
}

function kai(): string {
  return small((pool) => ({
    queues: { scheduler: "kai", teams: [{ name: "a", gpus: { gpus: 16 } }] },
    rayClusters: [{ name: "dev", queue: "a", pools: [pool], workers: { min: 1, max: 2 } }],
    jobs: [{ name: "torch", queue: "a", pool, nodes: 2, image: "registry.example/t:1", command: ["torchrun", "t.py"] }],
  }));
}

const refused = (over: (pool: GpuNodePool) => object, instanceType?: string) =>
  messageOf(() => small(over, instanceType));

/** Ray Serve and Triton behind a gateway that asks for tokens, reached from the internet. */
function serveByToken(): string {
  const jwt = { issuer: "https://id.example.com", jwksEndpoint: "https://id.example.com/keys", audience: "models" };
  const subnetIds = ["subnet-0a1b2c3d4e5f60718", "subnet-0a1b2c3d4e5f60719"];
  const gateway = { domain: "m.example.com", exposure: "public", allowedCidrs: ["203.0.113.0/24"], certificateArn };
  const of = { replicas: { min: 1, max: 1 } };
  return small((pool) => ({
    gateway: { ...gateway, subnetIds, jwt },
    serving: [{ ...of, name: "a", pool, model: "llama-3.1-8b", weights: "s3://b/m" }],
    triton: [{ ...of, name: "b", pool, modelRepository: "s3://b/t" }],
  }));
}

/** The findings and the bill of a design. */
function reviewed(): string {
  const stack = testStack();
  const network = testNetwork(stack);
  const pool = new GpuNodePool(stack, "gpus", { network, instanceType: "g6e.12xlarge", nodes: { min: 0, max: 4 } });
  new KubeRayCluster(stack, "ray", { network, pools: [pool] });
  return JSON.stringify(new DesignReview(stack, "review", { stopOnError: false }).review());
}

/** All of the patterns are in a text. */
const has = (text: () => string, ...patterns: RegExp[]) =>
  patterns.filter((pattern) => !pattern.test(text())).map(String);
const installed = () =>
  charts()
    .map(({ name }) => name)
    .join(" ");
const hasNot = (text: () => string, ...patterns: RegExp[]) =>
  patterns.filter((pattern) => pattern.test(text())).map((pattern) => `${pattern} is there`);

function once(make: () => string): () => string {
  let text: string | undefined;
  return () => (text ??= make());
}
const [train, serve, nvl, withKai] = [training, serving, ultraServer, kai].map(once) as [
  () => string,
  () => string,
  () => string,
  () => string,
];

/** What shows that a row's last column is so; empty where it is. What is held by running programs is in the acceptance area kubernetes. */
const PROOFS: Readonly<Record<string, () => readonly string[]>> = {
  "One program for VPC": () =>
    has(
      train,
      /"aws_subnet"/,
      /"aws_eks_cluster"/,
      /"aws_eks_node_group"/,
      /kind: ClusterQueue/,
      /kind: RayCluster/,
      /grafana_dashboard/,
    ),
  "EFA interfaces, RAID 0": () =>
    has(serve, /vpc\.amazonaws\.com\/efa/, /RAID0/, /nvidia-device-plugin/, /aws-efa-k8s-device-plugin/),
  "Karpenter with reserved capacity": () =>
    has(serve, /capacityReservationSelectorTerms/, /cr-0123456789abcdef0/, /cr-0123456789abcdef1/, /placementGroup/),
  "Capacity Blocks in node groups": () => has(train, /name: block-end-/, /"desired_size": 0/, /kind: CronJob/),
  "Kueue cohorts": () => has(train, /kind: Cohort/, /kind: Topology/, /fairSharing/, /podset-preferred-topology/),
  "Elastic Ray clusters": () => has(train, /kueue\.x-k8s\.io\/elastic-job/),
  "TrainJob, JobSet": () =>
    has(train, /kind: JobSet/, /kind: Job\n/, /kind: TrainJob/, /mpiImplementation: OpenMPI/, /kubeflow\.org\/mpijob/),
  MultiKueue: () => hasNot(train, /MultiKueueCluster/),
  "KAI or Volcano": () => has(withKai, /schedulerName: kai-scheduler/, /kind: JobSet/, /kai\.scheduler\/queue/),
  "Inference gateway": () => [...has(serve, /endpoint-picker|epp/, /envoy/), ...hasNot(serve, /kind: InferencePool/)],
  "Prefill/decode": () => has(serve, /build_pd_openai_app/, /build_dp_openai_app/, /hicache|hierarchical/),
  "Any engine argument": () => [
    ...has(serve, /max-num-seqs/),
    ...has(
      () =>
        refused((pool) => ({
          serving: [
            {
              name: "a",
              pool,
              model: "llama-3.1-8b",
              weights: "s3://b/m",
              engineArguments: { tool_call_parser: "none" },
            },
          ],
        })),
      /tool_call_parser/,
    ),
  ],
  "Tokens and API keys": () => has(serve, /kind: SecretProviderClass/, /HF_TOKEN/, /imagePullSecrets/),
  "API key and TLS": () => [
    ...has(serve, /ssl-cert|certificate/i, /api-key|API_KEY/),
    ...has(
      () =>
        refused((pool) => ({
          serving: [
            { name: "a", pool, model: "llama-3.1-8b", weights: "s3://b/m", exposure: "public", certificateArn },
            ...has(serveByToken, /validation|jwt/i, /m\.example\.com/),
          ],
        })),
      /serving\[0\] must not be reached from the internet/,
    ),
    ...has(
      () => refused((pool) => ({ triton: [{ name: "a", pool, modelRepository: "s3://b/m", exposure: "public" }] })),
      /triton\[0\] must not be reached from the internet/,
    ),
  ],
  "Versioned weights": () => has(serve, /\/weights\/[a-z0-9-]*[0-9a-f]{8}/),
  "Model streaming": () => has(serve, /runai_streamer/, /weights-h200/),
  "SOCI, FastImagePull": () => has(serve, /FastImagePull/),
  "DRA and ComputeDomain": () => has(nvl, /kind: ComputeDomain/, /dra-driver-nvidia-gpu/),
  Neuron: () => has(() => refused(() => ({}), "trn2.48xlarge"), /not taken on Kubernetes/),
  "Node repair": () => has(serve, /eks-node-monitoring-agent/, /[nN]odeRepair/),
  "Deep checks": () => has(train, /dcgmi/, /all_reduce_perf/, /GpuStuck/, /livenessProbe/),
  "Logs and history": () => has(train, /aws-for-fluent-bit/, /ray-logs/),
  "IAM role per team": () => has(train, /"ray_pods_team-a/, /"ray_pods_team-b/),
  "External DNS": () => hasNot(installed, /external-dns/, /metrics-server/, /loki/),
  "Private cluster": () => has(serve, /registry\.example\/mirror\//, /oci:\/\/registry\.example\/charts/),
  "Notebooks, dev boxes": () => hasNot(installed, /jupyter/),
  "Static capacity": () => [
    ...has(train, /"desired_size": 8/, /"min_size": 8/),
    ...hasNot(serve, /kind: NodePool\n(?:(?!---)[\s\S])*?\n {2}replicas:/),
  ],
  "Auto Mode": () => has(() => refused(() => ({ autoMode: true })), /autoMode is not a prop/),
  "Review, budget": () => [
    ...has(reviewed, /"severity":"(error|warning|info)"/, /"monthlyUsd"|usd/i),
    ...has(() => small(() => ({ monthlyBudgetUsd: 1000, budgetEmails: ["a@example.com"] })), /aws_budgets_budget/),
  ],
};

const table = readFileSync(join(__dirname, "../../../../docs/peers.md"), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .map((line) => line.split(" | "))
  .filter(([first]) => first !== "| feature" && first !== "| original" && first !== "| ---");
const rows = table
  .slice(table.findIndex(([first]) => first!.startsWith("| One program")))
  .map(([first]) => first!.slice(2));

describe("docs/peers.md, what KubeRayCluster has of the field", () => {
  it("has a proof for each row, and no proof without one", () => {
    const keys = Object.keys(PROOFS);
    expect(rows.filter((row) => keys.filter((key) => row.startsWith(key)).length !== 1)).toEqual([]);
    expect(keys.filter((key) => !rows.some((row) => row.startsWith(key)))).toEqual([]);
  });

  it.each(rows)("%s", (row) => {
    expect(Object.entries(PROOFS).find(([key]) => row.startsWith(key))![1]()).toEqual([]);
  });
});
