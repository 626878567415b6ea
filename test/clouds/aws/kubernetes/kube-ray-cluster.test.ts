import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { App, TerraformStack } from "cdktf";
import {
  CheckpointBucket,
  clusterModel,
  GpuNodePool,
  GpuSharing,
  KubeRayCluster,
  NodeFleet,
} from "../../../../lib/clouds/aws/index";
import { resources, synthesized, testNetwork, testStack } from "../synthesized";
import { clusterOf, type Over } from "./ray-stack";

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

  it("pins the add-ons that the catalog knows and looks the others up", () => {
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
    expect(() => new NodeFleet(stack, "fleet", { pool })).toThrow(/daemon runs only on Kubernetes.*; omit gpuSharing/);
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

  it("lets Karpenter use the key of a pool's volumes, by EC2 alone", () => {
    const volumeKmsKeyArn = "arn:aws:kms:us-east-2:111122223333:key/0a1b2c3d-0000-0000-0000-000000000000";
    const { policy } = resources(
      synthesized(clusterOf(undefined, { volumeKmsKeyArn }).stack),
      "aws_iam_role_policy",
    ).find(({ name }) => name === "test-ray-karpenter")!;
    const { Statement } = JSON.parse(policy as string) as {
      Statement: { Sid: string; Resource: string[]; Action: string[] }[];
    };
    const keys = Statement.filter(({ Sid }) => Sid.startsWith("VolumeKey"));
    expect(keys.map(({ Sid }) => Sid)).toEqual(["VolumeKeys", "VolumeKeyGrants"]);
    // https://docs.aws.amazon.com/ebs/latest/userguide/ebs-encryption-requirements.html
    const asked =
      "kms:CreateGrant kms:Decrypt kms:DescribeKey kms:GenerateDataKeyWithoutPlaintext kms:ReEncryptFrom kms:ReEncryptTo";
    expect(keys.flatMap(({ Action }) => Action).sort()).toEqual(asked.split(" "));
    for (const of of keys)
      expect(of).toMatchObject({
        Resource: [volumeKmsKeyArn],
        Condition: { StringEquals: { "kms:ViaService": "ec2.us-east-2.amazonaws.com" } },
      });
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
