import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { App, TerraformStack } from "cdktf";
import {
  CheckpointBucket,
  clusterModel,
  type GpuNodePoolProps,
  GpuSharing,
  Image,
  InfiniBandFabric,
  KubeRayCluster,
  type KubeRayClusterProps,
  NodeFleet,
  NvmeCache,
} from "../../../../lib/clouds/aws/index";
import { ClusterNetwork } from "../../../../lib/clouds/aws/network/cluster-network";
import { Capacity } from "../../../../lib/clouds/aws/pools/capacity";
import { GpuNodePool } from "../../../../lib/clouds/aws/pools/gpu-node-pool";
import { resources, synthesized, testNetwork, testStack } from "../synthesized";

type Over = Partial<KubeRayClusterProps>;

function clusterOf(
  over: (stack: TerraformStack, pool: GpuNodePool) => Over = () => ({}),
  pool: Partial<GpuNodePoolProps> = {},
) {
  const stack = testStack();
  const network = testNetwork(stack);
  const l40s = new GpuNodePool(stack, "l40s", {
    network,
    instanceType: "g6e.12xlarge",
    nodes: { min: 0, max: 4 },
    ...pool,
  });
  const cluster = new KubeRayCluster(stack, "ray", { network, pools: [l40s], ...over(stack, l40s) });
  return { stack, network, pool: l40s, cluster };
}

/** What a block of p5 nodes on a fabric is, as managed node groups. */
function blockCluster() {
  const stack = testStack();
  const network = testNetwork(stack);
  const fabric = new InfiniBandFabric(stack, "fabric", { network });
  const h100 = new GpuNodePool(stack, "h100", {
    network,
    fabric,
    instanceType: "p5.48xlarge",
    nodes: { min: 0, max: 16 },
    capacity: [Capacity.block("cr-0123456789abcdef0", { nodes: 8 }), Capacity.onDemand()],
  });
  new KubeRayCluster(stack, "ray", { network, pools: [h100], provisioner: "managed" });
  return synthesized(stack);
}

/** All that a resource needs, directly or not, by address: what Terraform makes before it and destroys after it. */
function needs(terraform: ReturnType<typeof synthesized>, address: string, seen = new Set<string>()): Set<string> {
  const [type, name] = address.split(".") as [string, string];
  const text = JSON.stringify(terraform.resource[type]?.[name] ?? terraform.data?.[type]?.[name] ?? {});
  const addresses = Object.entries(terraform.resource).flatMap(([t, blocks]) =>
    Object.keys(blocks).map((n) => `${t}.${n}`),
  );
  for (const other of addresses) {
    const mentioned = new RegExp(`[^a-z_]${other.replace(".", "\\.")}(?![\\w-])`).test(text);
    if (other === address || seen.has(other) || !mentioned) continue;
    seen.add(other);
    needs(terraform, other, seen);
  }
  return seen;
}

const release = (terraform: ReturnType<typeof synthesized>, name: string) => {
  const [address, block] =
    Object.entries(terraform.resource.helm_release ?? {}).find(([, of]) => of.name === name) ?? [];
  return { address: `helm_release.${address}`, block: block as Record<string, unknown> };
};

describe("KubeRayCluster", () => {
  it("has a private endpoint, encrypted secrets, all logs and access entries", () => {
    const [cluster] = resources(synthesized(clusterOf().stack), "aws_eks_cluster");
    expect(cluster).toMatchObject({
      version: "1.35",
      vpc_config: { endpoint_private_access: true, endpoint_public_access: false },
      encryption_config: { resources: ["secrets"] },
      enabled_cluster_log_types: ["api", "audit", "authenticator", "controllerManager", "scheduler"],
      access_config: { authentication_mode: "API" },
      bootstrap_self_managed_addons: false,
    });
  });

  it.each([
    ["1.33", "EXTENDED"],
    ["1.34", "STANDARD"],
    ["1.36", "STANDARD"],
  ])("asks EKS for the support that Kubernetes %s is in: %s", (kubernetesVersion, supportType) => {
    const { stack } = clusterOf(() => ({ kubernetesVersion }));
    expect(resources(synthesized(stack), "aws_eks_cluster")[0]).toMatchObject({
      upgrade_policy: { support_type: supportType },
    });
  });

  it("opens the endpoint to the given blocks alone", () => {
    const { stack } = clusterOf(() => ({ publicEndpointCidrs: ["203.0.113.0/24"] }));
    expect(resources(synthesized(stack), "aws_eks_cluster")[0]).toMatchObject({
      vpc_config: { endpoint_public_access: true, public_access_cidrs: ["203.0.113.0/24"] },
    });
  });

  it("makes no launch template of the pool's own, since Kubernetes nodes boot otherwise", () => {
    const names = resources(synthesized(clusterOf().stack), "aws_launch_template").map(({ name }) => name);
    expect(names).toEqual(["test-ray-system"]);
  });

  it("pins the add-ons that the catalogue knows and looks the others up", () => {
    const versionsOf = (over: Over) =>
      Object.fromEntries(
        resources(synthesized(clusterOf(() => over).stack), "aws_eks_addon").map((of) => [
          of.addon_name,
          of.addon_version,
        ]),
      );
    const versions = versionsOf({});
    expect(versions["vpc-cni"]).toBe("v1.22.4-eksbuild.3");
    expect(versions["eks-node-monitoring-agent"]).toBe("v1.6.4-eksbuild.1");
    expect(versions["aws-fsx-csi-driver"]).toBeUndefined();
    const older = versionsOf({ kubernetesVersion: "1.34" });
    expect(older["vpc-cni"]).toBe("v1.21.2-eksbuild.2");
    expect(older["eks-node-monitoring-agent"]).toMatch(/^\$\{data\.aws_eks_addon_version\./);
  });

  it("lets the nodes of Karpenter in by an access entry and gives no pod the node's credentials", () => {
    const { stack, cluster } = clusterOf();
    expect(resources(synthesized(stack), "aws_eks_access_entry")).toMatchObject([{ type: "EC2_LINUX" }]);
    const text = cluster.releases.nodePoolsChart!.files.find(
      ({ path }) => path === "templates/node-classes.yaml",
    )!.text;
    expect(text).toContain("httpPutResponseHopLimit: 1");
  });

  it("gives Terraform's values to the charts, and every one that they ask for", () => {
    const { stack, cluster } = clusterOf();
    const values = JSON.parse((release(synthesized(stack), "node-pools").block.values as string[])[0]!);
    const given = Object.keys(values.terraform).map((name) => `terraform.${name}`);
    expect(given.sort()).toEqual([...cluster.releases.nodePoolsChart!.requiredValues].sort());
    expect(JSON.stringify(cluster.releases.nodePoolsChart)).not.toContain("TfToken");
    expect(JSON.stringify(cluster.releases.workloadsChart)).not.toContain("TfToken");
  });

  it("grants the pods of all workloads what the cluster is granted", () => {
    const { stack, network, cluster } = clusterOf((_, pool) => ({ rayClusters: [{ name: "r", pools: [pool] }] }));
    new CheckpointBucket(stack, "models", { network }).grantReadWrite(cluster);
    const terraform = synthesized(stack);
    const policy = resources(terraform, "aws_iam_role_policy").find(({ name }) => name === "test-ray-pods-ray")!;
    expect(policy.policy).toContain("s3:PutObject");
    expect(resources(terraform, "aws_eks_pod_identity_association")).toContainEqual(
      expect.objectContaining({ namespace: "ray", service_account: "ray" }),
    );
  });

  it("says in the model what the review asks of a Kubernetes cluster", () => {
    const { stack } = clusterOf((_, pool) => ({ rayClusters: [{ name: "r", pools: [pool] }] }));
    expect(clusterModel(stack).schedulers).toEqual([
      expect.objectContaining({
        kind: "kubernetes",
        publicEndpoint: false,
        secretsEncrypted: true,
        provisioner: "karpenter",
        workerGroups: [
          {
            name: "r-l40s",
            pool: "l40s",
            gpusPerPod: 4,
            rdmaDevicesPerPod: 0,
            hugePages2MiB: 0,
            hosts: 4,
            independent: true,
          },
        ],
      }),
    ]);
  });

  it("says in the model that Prometheus watches it, and nothing where monitoring is off", () => {
    const { stack } = clusterOf();
    expect(clusterModel(stack).monitoring).toEqual([
      expect.objectContaining({
        name: "ray-prometheus",
        idleGpuMinutes: 30,
        alarms: expect.arrayContaining(["GpuIdle", "GpuXid", "QueueWaiting"]),
        dashboards: true,
      }),
    ]);
    expect(clusterModel(clusterOf(() => ({ monitoring: false })).stack).monitoring).toEqual([]);
  });

  it("gives a worker one share where GPUs are shared by MPS, and refuses such a pool to a fleet", () => {
    const { cluster } = clusterOf((_, pool) => ({ rayClusters: [{ name: "dev", pools: [pool] }] }), {
      gpuSharing: GpuSharing.mps(4),
    });
    expect(cluster.workloads.rayClusters[0]!.workerGroups[0]).toMatchObject({ gpusPerPod: 1, maxReplicas: 64 });
    const stack = testStack();
    const network = testNetwork(stack);
    const pool = new GpuNodePool(stack, "l4", {
      network,
      instanceType: "g6.xlarge",
      nodes: { min: 0, max: 1 },
      gpuSharing: GpuSharing.mps(4),
    });
    expect(() => new NodeFleet(stack, "fleet", { pool })).toThrow(/daemon runs on Kubernetes alone.*; omit gpuSharing/);
  });

  it.each<[string, Over, { family: string; pinned: boolean }]>([
    ["Karpenter, pinned by default", {}, { family: "eks-al2023", pinned: true }],
    ["Karpenter's latest", { nodeImageVersion: "latest" }, { family: "eks-al2023", pinned: false }],
    ["a managed group, pinned by default", { provisioner: "managed" }, { family: "eks-al2023", pinned: true }],
    [
      "a managed group's newest",
      { provisioner: "managed", nodeImageVersion: "latest" },
      { family: "eks-al2023", pinned: false },
    ],
    [
      "a managed group of Bottlerocket, pinned by default",
      { provisioner: "managed", nodeImage: "bottlerocket" },
      { family: "eks-bottlerocket", pinned: true },
    ],
    [
      "a managed group of Bottlerocket for a Kubernetes version that no record of a release names",
      { provisioner: "managed", nodeImage: "bottlerocket", kubernetesVersion: "1.32" },
      { family: "eks-bottlerocket", pinned: false },
    ],
    [
      "a managed group's release",
      { provisioner: "managed", nodeImage: "bottlerocket", nodeImageVersion: "1.66.0-0123abcd" },
      { family: "eks-bottlerocket", pinned: true },
    ],
  ])("says in the model which image the nodes boot: %s", (_, over, image) => {
    const { stack } = clusterOf(() => over);
    expect(clusterModel(stack).pools[0]!.image).toEqual(image);
    const groups = resources(synthesized(stack), "aws_eks_node_group");
    const releases = groups
      .filter(({ node_group_name }) => node_group_name !== "system")
      .map((of) => of.release_version);
    const given = over.nodeImageVersion === "latest" ? undefined : over.nodeImageVersion;
    const known = image.family === "eks-bottlerocket" ? "1.65.0-0be31b34" : "1.35.6-20260714";
    const wanted = given ?? (image.pinned ? known : undefined);
    if (over.provisioner === "managed") expect(releases).toEqual([wanted]);
  });

  it.each<[string, Over, string | undefined]>([
    ["one of the Kubernetes version by default", { kubernetesVersion: "1.34" }, "1.34.9-20260714"],
    ["a given one", { systemImageVersion: "1.35.2-20260903" }, "1.35.2-20260903"],
    ["the newest", { systemImageVersion: "latest" }, undefined],
  ])("boots system nodes from a release: %s", (_, over, version) => {
    const groups = resources(synthesized(clusterOf(() => over).stack), "aws_eks_node_group");
    expect(groups.map((of) => of.release_version)).toEqual([version]);
  });

  it("budgets a month and writes to people and a topic, without a key or a topic of its own", () => {
    const topic = "arn:aws:sns:us-east-2:111122223333:costs";
    const { stack } = clusterOf(() => ({
      monthlyBudgetUsd: 20_000,
      budgetEmails: ["ops@example.com"],
      budgetTopicArn: topic,
      monitoring: false,
    }));
    const terraform = synthesized(stack);
    const [budget] = resources(terraform, "aws_budgets_budget");
    expect(budget).toMatchObject({
      limit_amount: "20000",
      cost_filter: [{ name: "TagKeyValue", values: ["user:warpform:cluster$test"] }],
    });
    const notes = budget!.notification as Record<string, unknown>[];
    expect(notes.map((of) => [of.notification_type, of.threshold])).toEqual([
      ["ACTUAL", 80],
      ["ACTUAL", 100],
      ["FORECASTED", 100],
    ]);
    for (const note of notes)
      expect(note).toMatchObject({
        subscriber_email_addresses: ["ops@example.com"],
        subscriber_sns_topic_arns: [topic],
      });
    expect(clusterModel(stack).monitoring).toMatchObject([{ monthlyBudgetUsd: 20_000, alarms: [] }]);
  });

  it("gives Karpenter what its reference asks, less what makes instance profiles", () => {
    const { policy } = resources(synthesized(clusterOf().stack), "aws_iam_role_policy").find(
      ({ name }) => name === "test-ray-karpenter",
    )!;
    const statements: { Sid: string; Action: string[]; Resource: string[]; Condition?: Record<string, object> }[] =
      JSON.parse(policy as string).Statement;
    // karpenter-provider-aws v1.14.1, reference/cloudformation; zonal shift is off here
    const asked =
      "ec2:CreateFleet ec2:CreateLaunchTemplate ec2:CreateTags ec2:DeleteLaunchTemplate ec2:DescribeCapacityReservations ec2:DescribeImages ec2:DescribeInstanceStatus ec2:DescribeInstanceTypeOfferings ec2:DescribeInstanceTypes ec2:DescribeInstances ec2:DescribeLaunchTemplates ec2:DescribePlacementGroups ec2:DescribeSecurityGroups ec2:DescribeSpotPriceHistory ec2:DescribeSubnets ec2:RunInstances ec2:TerminateInstances eks:DescribeCluster iam:GetInstanceProfile iam:ListInstanceProfiles iam:PassRole pricing:GetProducts sqs:DeleteMessage sqs:GetQueueUrl sqs:ReceiveMessage ssm:GetParameter";
    const actions = new Set(statements.flatMap(({ Action }) => Action));
    expect([...actions].sort()).toEqual(asked.split(" "));
    // prices come from another region than the cluster's
    expect(statements.find(({ Action }) => Action.includes("pricing:GetProducts"))!.Condition).toBeUndefined();
    expect(statements.find(({ Sid }) => Sid === "TagOwn")!.Condition).toMatchObject({
      "ForAllValues:StringEquals": { "aws:TagKeys": ["eks:eks-cluster-name", "karpenter.sh/nodeclaim", "Name"] },
    });
  });
});

describe("the order in which KubeRayCluster is destroyed", () => {
  const terraform = synthesized(clusterOf().stack);
  const precedes = (first: string, then: string) =>
    expect([...needs(terraform, release(terraform, first).address)]).toContain(then);

  it("ends workloads before the node pools, and the node pools before Karpenter", () => {
    precedes("workloads", release(terraform, "node-pools").address);
    precedes("node-pools", release(terraform, "karpenter").address);
    precedes("karpenter", release(terraform, "karpenter-crd").address);
    precedes("workloads", release(terraform, "kuberay-operator").address);
  });

  it.each([
    "aws_eks_access_entry",
    "aws_iam_instance_profile",
    "aws_sqs_queue",
    "aws_nat_gateway",
    "aws_route",
    "aws_eks_node_group",
    "aws_iam_role_policy",
  ])("keeps every %s that ending nodes needs until Karpenter is gone", (type) => {
    const needed = [...needs(terraform, release(terraform, "node-pools").address)].filter((address) =>
      address.startsWith(`${type}.`),
    );
    expect(needed.length).toBeGreaterThan(0);
    const karpenterPolicies = Object.entries(terraform.resource[type] ?? {}).filter(
      ([name]) => !type.startsWith("aws_iam") || name.includes("karpenter") || name.startsWith("l40s"),
    );
    expect(needed).toEqual(expect.arrayContaining(karpenterPolicies.map(([name]) => `${type}.${name}`)));
  });

  it("waits on destroy until the objects of a release are gone", () => {
    expect(release(terraform, "node-pools").block).toMatchObject({ wait: true, timeout: 1800 });
    expect(release(terraform, "workloads").block).toMatchObject({ wait: true });
  });

  // ray-project/kuberay@v1.7.0: a namespace that ends takes no cleanup job, and the operator gives up on Redis at its first look after
  // 300 s; its looks grow apart, 164 and 328 s after the first that was refused, and the head has up to 120 s to end before
  it("waits longer for workloads than KubeRay holds on to a cluster whose state it can't take out of Redis", () => {
    expect(release(terraform, "workloads").block.timeout).toBeGreaterThan(120 + 328);
  });
});

describe("KubeRayCluster with Kueue", () => {
  const kueue = (monitoring?: false) => {
    const queues = { teams: [{ name: "a", gpus: { l40s: 16 } }] };
    const terraform = synthesized(clusterOf(() => ({ queues, monitoring })).stack);
    const { address, block } = release(terraform, "kueue");
    return { values: JSON.parse((block.values as string[])[0]!), needed: [...needs(terraform, address)], terraform };
  };

  // kubernetes-sigs/kueue@v0.19.2 charts/kueue: the ServiceMonitor comes with enablePrometheus alone
  it("has Prometheus scrape Kueue, for which Prometheus' kinds come first", () => {
    const { values, needed, terraform } = kueue();
    expect(values.enablePrometheus).toBe(true);
    expect(needed).toContain(release(terraform, "kube-prometheus-stack").address);
  });

  it("installs no monitor where there is no Prometheus", () => {
    expect(kueue(false).values).not.toHaveProperty("enablePrometheus");
  });
});

describe("KubeRayCluster with KAI", () => {
  const { stack, cluster } = clusterOf((_, pool) => ({
    queues: { scheduler: "kai", teams: [{ name: "a", gpus: { l40s: 16 } }] },
    rayClusters: [{ name: "dev", pools: [pool], queue: "a" }],
  }));
  const terraform = synthesized(stack);

  it("installs KAI in the place of Kueue, without a queue of its own making", () => {
    expect(release(terraform, "kai-scheduler").block).toMatchObject({
      repository: "oci://ghcr.io/kai-scheduler/kai-scheduler",
      version: "v0.16.8",
    });
    expect(release(terraform, "kueue").block).toBeUndefined();
  });

  it("lets a Ray cluster in a queue scale, and says in the model who queues", () => {
    expect(cluster.workloads.rayClusters[0]).toMatchObject({ queue: "a", namespace: "team-a", autoscaling: true });
    const [scheduler] = clusterModel(stack).schedulers;
    expect(scheduler).toMatchObject({ queueing: "kai" });
  });
});

describe("KubeRayCluster with Triton", () => {
  const { stack, cluster } = clusterOf((_, pool) => ({
    triton: [{ name: "vision", pool, modelRepository: "s3://bucket/repository" }],
  }));
  const terraform = synthesized(stack);

  it("fills the pool with servers of one GPU, each with the node agents' weights and the scaler that they need", () => {
    expect(cluster.workloads.triton).toMatchObject([
      { namespace: "serving", gpusPerReplica: 1, replicas: { min: 1, max: 16 }, exposure: "internal" },
    ]);
    expect(release(terraform, "keda").block).toMatchObject({ version: "2.20.2" });
    const accounts = resources(terraform, "aws_eks_pod_identity_association").map((of) => of.service_account);
    expect(accounts).toContain("weights");
  });

  it("has Helm wait for a node from zero and a server that loads, which it waits for nowhere else", () => {
    const [pool] = cluster.workloads.pools;
    expect(release(terraform, "workloads").block.timeout).toBe(900 + pool!.pool.bootSeconds + 30 * 60);
    expect(release(synthesized(clusterOf().stack), "workloads").block.timeout).toBe(900);
  });
});

describe("KubeRayCluster with a gateway", () => {
  const { stack, cluster } = clusterOf((_, pool) => ({
    gateway: { domain: "models.example.com" },
    serving: [{ name: "llama", pool, model: "llama-3.1-8b", weights: "s3://bucket/llama" }],
  }));
  const terraform = synthesized(stack);

  it("serves models through it unless told otherwise, in the network's two zones", () => {
    expect(cluster.workloads.serving[0]!.exposure).toBe("gateway");
    expect(cluster.workloads.gateway).toMatchObject({ exposure: "internal", certificateArn: null });
    expect(cluster.workloads.gateway!.subnetIds).toHaveLength(2);
  });

  it("installs the kinds, then the controller, then the routes, and takes them away in the opposite order", () => {
    const address = (name: string) => release(terraform, name).address;
    const controller = needs(terraform, address("aws-load-balancer-controller"));
    expect(controller).toContain(address("gateway-api-crds"));
    expect(needs(terraform, address("workloads"))).toContain(address("aws-load-balancer-controller"));
  });

  it("lets the controller change nothing that it did not make, but for rules of security groups", () => {
    const policies = resources(terraform, "aws_iam_role_policy");
    const { policy } = policies.find(({ name }) => name === "test-ray-balancers")!;
    const statements: { Sid: string; Resource: string[]; Condition?: Record<string, Record<string, string>> }[] =
      JSON.parse(policy as string).Statement;
    const bySid = Object.fromEntries(statements.map((statement) => [statement.Sid, statement]));
    expect(bySid.ChangeOwn!.Condition).toEqual({
      StringEquals: { "aws:ResourceTag/elbv2.k8s.aws/cluster": "test-ray" },
    });
    const open = statements.filter(({ Condition }) => Condition === undefined).map(({ Sid }) => Sid);
    expect(open).toEqual(["See", "Rules", "Groups", "Parts", "TagParts", "Targets"]);
  });
});

describe("KubeRayCluster with managed node groups", () => {
  const terraform = blockCluster();
  const groups = resources(terraform, "aws_eks_node_group");
  const group = (name: string) => groups.find(({ node_group_name }) => node_group_name === name)!;

  it("buys a capacity block as one: fixed size, one subnet, the type in the template alone", () => {
    expect(group("h100-block")).toMatchObject({
      capacity_type: "CAPACITY_BLOCK",
      scaling_config: { min_size: 8, desired_size: 8, max_size: 8 },
    });
    expect(group("h100-block").subnet_ids).toHaveLength(1);
    expect(group("h100-block").instance_types).toBeUndefined();
  });

  it("scales what is behind the block from zero", () => {
    expect(group("h100-on-demand")).toMatchObject({
      capacity_type: "ON_DEMAND",
      scaling_config: { min_size: 0, max_size: 16 },
    });
    expect(resources(terraform, "aws_autoscaling_group_tag").map(({ tag }) => (tag as { key: string }).key)).toEqual([
      "k8s.io/cluster-autoscaler/node-template/resources/hugepages-2Mi",
      "k8s.io/cluster-autoscaler/node-template/resources/vpc.amazonaws.com/efa",
    ]);
  });

  it("launches 33 interfaces without a subnet, and a placement group for on-demand alone", () => {
    const template = (name: string) => resources(terraform, "aws_launch_template").find((of) => of.name === name)!;
    const block = template("test-ray-h100-block");
    expect(block.network_interfaces).toHaveLength(33);
    expect(JSON.stringify(block.network_interfaces)).not.toContain("subnet_id");
    expect(block.placement).toBeUndefined();
    expect(block.instance_market_options).toEqual({ market_type: "capacity-block" });
    expect(template("test-ray-h100-on-demand").placement).toBeDefined();
  });

  it("repairs nodes, labels and taints them", () => {
    expect(group("h100-block")).toMatchObject({
      ami_type: "AL2023_x86_64_NVIDIA",
      node_repair_config: { enabled: true },
      labels: { "warpform/pool": "h100", "nvidia.com/gpu.present": "true", "vpc.amazonaws.com/efa.present": "true" },
      taint: [{ key: "nvidia.com/gpu", value: "present", effect: "NO_SCHEDULE" }],
    });
  });

  it("joins the local disks to one array by the node agent's configuration", () => {
    const template = resources(terraform, "aws_launch_template").find((of) => of.name === "test-ray-h100-block")!;
    const text = Buffer.from(template.user_data as string, "base64").toString();
    expect(text).toContain("Content-Type: application/node.eks.aws");
    expect(text).toContain("strategy: RAID0");
  });
});

describe("KubeRayCluster with gcsFaultTolerance", () => {
  const { stack, cluster } = clusterOf((_, pool) => ({
    gcsFaultTolerance: true,
    rayClusters: [{ name: "r", pools: [pool] }],
  }));
  const terraform = synthesized(stack);

  it("keeps heads in Valkey with TLS in two zones and cluster mode off", () => {
    expect(resources(terraform, "aws_elasticache_replication_group")[0]).toMatchObject({
      engine: "valkey",
      transit_encryption_enabled: true,
      transit_encryption_mode: "required",
      cluster_mode: "disabled",
      multi_az_enabled: true,
    });
  });

  it("has no password in Terraform: no version of the secret, no token of the group", () => {
    expect(resources(terraform, "aws_secretsmanager_secret_version")).toEqual([]);
    expect(resources(terraform, "aws_elasticache_replication_group")[0]!.auth_token).toBeUndefined();
    expect(cluster.releases.workloadsChart.files.map(({ path }) => path)).toContain("files/programs/redis_password.sh");
  });

  it("lets no later cluster of a name start from the state of an earlier one: the prefix is the operator's", () => {
    const chart = cluster.releases.workloadsChart.files.map(({ text }) => text).join();
    expect(chart).toContain("gcsFaultToleranceOptions:");
    expect(chart).not.toContain("externalStorageNamespace");
  });
});

describe("KubeRayCluster in two stacks", () => {
  it("keeps the cluster in one and what is installed into it in the other, which depends on the first", () => {
    const outdir = mkdtempSync(join(tmpdir(), "warpform-two-stacks-"));
    try {
      const app = new App({ outdir, skipValidation: false });
      const infra = new TerraformStack(app, "infra");
      new AwsProvider(infra, "aws", { region: "us-east-2" });
      const workloads = new TerraformStack(app, "workloads");
      const network = testNetwork(infra);
      const pool = new GpuNodePool(infra, "l40s", { network, instanceType: "g6e.12xlarge", nodes: { min: 0, max: 4 } });
      new KubeRayCluster(infra, "ray", { network, pools: [pool], workloadsScope: workloads });
      app.synth();
      const read = (name: string) => JSON.parse(readFileSync(join(outdir, "stacks", name, "cdk.tf.json"), "utf8"));
      expect(read("infra").resource.helm_release).toBeUndefined();
      expect(Object.keys(read("workloads").resource)).toEqual(["helm_release"]);
      expect(workloads.dependsOn(infra)).toBe(true);
    } finally {
      rmSync(outdir, { recursive: true });
    }
  });
});

describe("KubeRayCluster refuses", () => {
  it("an id with which names of IAM roles would be too long", () => {
    const stack = testStack();
    const network = new ClusterNetwork(stack, "network", {
      availabilityZone: "us-east-2a",
      clusterName: `a${"b".repeat(39)}`,
    });
    const pool = new GpuNodePool(stack, "l40s", { network, instanceType: "g6e.12xlarge", nodes: { min: 0, max: 2 } });
    expect(() => new KubeRayCluster(stack, "workloads", { network, pools: [pool] })).toThrow(
      `KubeRayCluster "test/workloads": id must have at most 4 characters beside the cluster's name "a${"b".repeat(39)}", since names of IAM roles hold both, got "workloads"; use "work"`,
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
      "budgetEmails or budgetTopicArn is required with monthlyBudgetUsd, or nobody would hear of it; give an address",
    ],
    [
      "days that CloudWatch does not know",
      { logRetentionDays: 100 },
      "logRetentionDays must be one of 1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653, got 100; use 120",
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
      "budgetEmails must be a list of mail addresses with at most 10, got 11",
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
      "gateway leads to the models of serving and triton, of which there are none; add one or leave it out",
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
      'kubernetesVersion must be one that EKS supports (1.31, 1.32, 1.33, 1.34, 1.35, 1.36), got "1.29"; use "1.35"',
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
      "rayClusters[0].evictableHead would lose the cluster with its head, whose state is in the head alone; set gcsFaultTolerance: true or leave it out",
    ],
    ["a single system node", { systemNodes: 1 }, "systemNodes must be a whole number from 2 to 20, got 1; use 2"],
    [
      "an unknown system type",
      { systemInstanceType: "m7i.2xlrge" },
      'systemInstanceType "m7i.2xlrge" is not in the catalogue; nearest are m7i.2xlarge, m7i.12xlarge, m7i.24xlarge',
    ],
    [
      "a system type on which no head fits",
      { systemInstanceType: "m7i.large" },
      'systemInstanceType must be an x86_64 type without GPUs, of at least 4 vCPUs and 16 GiB, so that a Ray head fits beside the controllers, got "m7i.large" (x86_64, 2 vCPUs, 8 GiB); use "m7i.xlarge" or larger',
    ],
    [
      "a system type of another architecture than its image",
      { systemInstanceType: "m7g.2xlarge" },
      'systemInstanceType must be an x86_64 type without GPUs, of at least 4 vCPUs and 16 GiB, so that a Ray head fits beside the controllers, got "m7g.2xlarge" (arm64, 8 vCPUs, 32 GiB); use "m7i.xlarge" or larger',
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
      "gcsFaultTolerance keeps the heads of rayClusters and of models that Ray serves, of which there are none; add one or leave it out",
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
      'serving[0].model "llama-3.1-9b" is not in the catalogue; nearest are llama-3.1-8b, llama-3.1-70b, llama-3.2-1b',
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
      'pools[0] "l40s" has nvmeCache, but EKS\'s images mount the local disks, and give each pod a folder there; leave it out',
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
