import { existsSync, mkdtempSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AutoscalingGroup } from "@cdktf/provider-aws/lib/autoscaling-group";
import { EfsFileSystem } from "@cdktf/provider-aws/lib/efs-file-system";
import { EksCluster } from "@cdktf/provider-aws/lib/eks-cluster";
import { EksNodeGroup } from "@cdktf/provider-aws/lib/eks-node-group";
import { FsxDataRepositoryAssociation } from "@cdktf/provider-aws/lib/fsx-data-repository-association";
import { FsxLustreFileSystem } from "@cdktf/provider-aws/lib/fsx-lustre-file-system";
import { IamRolePolicy } from "@cdktf/provider-aws/lib/iam-role-policy";
import { IamRolePolicyAttachment } from "@cdktf/provider-aws/lib/iam-role-policy-attachment";
import { Instance } from "@cdktf/provider-aws/lib/instance";
import { LaunchTemplate } from "@cdktf/provider-aws/lib/launch-template";
import { NetworkInterface } from "@cdktf/provider-aws/lib/network-interface";
import { PlacementGroup } from "@cdktf/provider-aws/lib/placement-group";
import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { S3Bucket } from "@cdktf/provider-aws/lib/s3-bucket";
import { SecurityGroup } from "@cdktf/provider-aws/lib/security-group";
import { Subnet } from "@cdktf/provider-aws/lib/subnet";
import { Vpc } from "@cdktf/provider-aws/lib/vpc";
import { App, TerraformStack, Testing } from "cdktf";
import { modelArchitecture } from "../../../../lib/catalog/models";
import { ClusterNetwork, GpuNodePool, InfiniBandFabric, NodeFleet } from "../../../../lib/clouds/aws/index";
import { DesignReview } from "../../../../lib/clouds/aws/reading/design-review";
import type { Workload } from "../../../../lib/model/model";

const training: Workload = {
  kind: "training",
  model: modelArchitecture("llama-3.1-8b"),
  tokens: 1e11,
  sequenceLength: 8192,
  globalBatchSequences: 128,
  deadlineDays: null,
  checkpointMinutes: null,
};

function app(): App {
  return new App({ outdir: mkdtempSync(join(tmpdir(), "design-review-")) });
}

function stackIn(scope: App): TerraformStack {
  const stack = new TerraformStack(scope, "ml");
  new AwsProvider(stack, "aws", { region: "us-east-2" });
  return stack;
}

/** Two p5 nodes; without a fabric their training falls back to TCP. */
function cluster(stack: TerraformStack, withFabric = true): GpuNodePool {
  const network = new ClusterNetwork(stack, "network", { availabilityZone: "us-east-2a" });
  const fabric = withFabric ? new InfiniBandFabric(stack, "fabric", { network }) : undefined;
  const pool = new GpuNodePool(stack, "h100", {
    network,
    fabric,
    instanceType: "p5.48xlarge",
    nodes: { min: 0, max: 2 },
  });
  new NodeFleet(stack, "train", { pool, size: 2 });
  return pool;
}

const annotations = (stack: TerraformStack) =>
  stack.node
    .findAll()
    .flatMap((construct) =>
      construct.node.metadata
        .filter(({ type }) => type === "@cdktf/error" || type === "@cdktf/warn")
        .map(({ type, data }) => ({ path: construct.node.path, type, rule: String(data).split(":")[0] })),
    );

describe("DesignReview.of", () => {
  it("writes the review, the quotas and the preflight script beside the stack's Terraform", () => {
    const scope = app();
    cluster(stackIn(scope));
    DesignReview.of(scope, {
      workload: training,
      suppress: [{ rule: "training-without-shared-storage", reason: "checkpoints go to another account's bucket" }],
    });
    scope.synth();
    const folder = join(scope.outdir, "stacks/ml");
    const written = (name: string) => readFileSync(join(folder, name), "utf8");
    expect(JSON.parse(written("review.json"))).toMatchObject({ figures: { training: { nodes: 2, gpus: 16 } } });
    expect(written("review.md")).toContain("checkpoints go to another account's bucket");
    expect(written("review.html")).toContain("Design review of");
    expect(JSON.parse(written("quotas.json"))).toContainEqual(
      expect.objectContaining({ code: "L-417A185B", needed: 384 }),
    );
    expect(statSync(join(folder, "preflight.sh")).mode & 0o100).toBe(0o100);
    expect(existsSync(join(folder, "cdk.tf.json"))).toBe(true);
  });

  it("stops the synth on errors and blames the construct", () => {
    const scope = app();
    cluster(stackIn(scope), false);
    DesignReview.of(scope, { workload: training });
    expect(() => scope.synth()).toThrow(/\[ml\/h100\] efa-missing: Multi-node jobs without EFA/);
  });

  it("goes on when told to, with the errors as warnings", () => {
    const scope = app();
    const stack = stackIn(scope);
    cluster(stack, false);
    DesignReview.of(scope, { workload: training, stopOnError: false });
    scope.synth();
    expect(annotations(stack)).toContainEqual({ path: "ml/h100", type: "@cdktf/warn", rule: "efa-missing" });
  });

  it("leaves the Terraform as it is", () => {
    const build = (review: boolean) => {
      const stack = stackIn(Testing.app());
      cluster(stack);
      if (review) DesignReview.of(stack);
      return Testing.synth(stack);
    };
    expect(build(true)).toBe(build(false));
  });

  it("reviews every stack of an app by itself", () => {
    const scope = app();
    const [first, second] = ["one", "two"].map((name) => new TerraformStack(scope, name));
    for (const stack of [first, second]) new AwsProvider(stack!, "aws", { region: "us-east-2" });
    cluster(first!);
    const reviews = DesignReview.of(scope).map((r) => r.review());
    expect(reviews.map((r) => r.results.some(({ outcome }) => outcome !== "does-not-apply"))).toEqual([
      true,
      expect.any(Boolean),
    ]);
  });

  it("rejects a tree without a stack", () => {
    expect(() => DesignReview.of(app())).toThrow("call DesignReview.of after the stacks are built");
  });

  it("refuses a second review of a stack, and props of the wrong kind", () => {
    const scope = app();
    DesignReview.of(stackIn(scope));
    expect(() => DesignReview.of(scope)).toThrow('scope holds "ml", which a DesignReview reviews already');
    expect(() => DesignReview.of(scope, null as never)).toThrow("props must be an object, got null");
    expect(() => DesignReview.of(scope, { suppress: "efa-missing" } as never)).toThrow(
      "suppress must be a list of objects",
    );
  });
});

describe("DesignReview of a stack written by hand", () => {
  function handWritten(good: boolean): { stack: TerraformStack; review: DesignReview } {
    const stack = stackIn(Testing.app());
    const self = [{ fromPort: 0, toPort: 0, protocol: "-1", selfAttribute: true }];
    const group = new SecurityGroup(stack, "efa", {
      ingress: self,
      egress: good ? self : [{ fromPort: 0, toPort: 0, protocol: "-1", cidrBlocks: ["0.0.0.0/0"] }],
    });
    const placement = new PlacementGroup(stack, "group", { name: "train", strategy: "cluster" });
    const template = new LaunchTemplate(stack, "node", {
      instanceType: "p5.48xlarge",
      imageId: "ami-0123456789abcdef0",
      networkInterfaces: Array.from({ length: good ? 32 : 40 }, (_, i) => ({
        networkCardIndex: i,
        deviceIndex: i === 0 ? 0 : 1,
        interfaceType: "efa",
        securityGroups: [group.id],
      })),
      placement: { groupName: placement.name },
      metadataOptions: { httpTokens: good ? "required" : "optional" },
      blockDeviceMappings: [{ deviceName: "/dev/xvda", ebs: { volumeSize: 200, encrypted: good ? "true" : "false" } }],
    });
    new AutoscalingGroup(stack, "nodes", { minSize: 0, maxSize: 4, launchTemplate: { id: template.id } });
    new FsxLustreFileSystem(stack, "scratch", {
      subnetIds: ["subnet-1"],
      storageCapacity: good ? 4800 : 5000,
      deploymentType: "PERSISTENT_2",
      perUnitStorageThroughput: good ? 250 : 300,
      lifecycle: { preventDestroy: true },
    });
    return { stack, review: DesignReview.of(stack, { workload: training })[0]! };
  }

  const errors = (review: DesignReview) =>
    review
      .review()
      .findings.filter((f) => f.severity === "error")
      .map((f) => `${f.rule} ${f.path}`);

  it("finds what its resources show", () => {
    const found = errors(handWritten(false).review);
    expect(found).toEqual(
      expect.arrayContaining([
        "fabric-not-self-referencing fabrics.efa.egress",
        "imds-v1-allowed pools.node.imdsV2Required",
        "lustre-tier-not-sold fileSystems.scratch.throughputPerTiB",
        "network-interface-invalid pools.node.networkInterfaces.card32/device1",
        "volume-not-encrypted pools.node.encrypted",
      ]),
    );
  });

  it("counts nodes by the Auto Scaling group that launches them", () => {
    const { review } = handWritten(true);
    expect(review.review().quotas).toContainEqual(expect.objectContaining({ code: "L-417A185B", needed: 4 * 192 }));
  });

  it("has no errors for a good one", () => {
    expect(errors(handWritten(true).review)).toEqual([]);
  });

  it("annotates the resource itself", () => {
    const { stack } = handWritten(false);
    Testing.synth(stack);
    expect(annotations(stack)).toContainEqual({ path: "ml/node", type: "@cdktf/error", rule: "imds-v1-allowed" });
    expect(annotations(stack)).toContainEqual({
      path: "ml/scratch",
      type: "@cdktf/error",
      rule: "lustre-tier-not-sold",
    });
  });

  it("reads EKS endpoints and role policies", () => {
    const stack = stackIn(Testing.app());
    new EksCluster(stack, "eks", {
      name: "eks",
      roleArn: "arn:aws:iam::123456789012:role/eks",
      vpcConfig: { subnetIds: ["subnet-1"] },
    });
    new IamRolePolicy(stack, "wide", {
      role: "node",
      policy: JSON.stringify({ Statement: [{ Effect: "Allow", Action: "s3:*", Resource: "*" }] }),
    });
    const rules = DesignReview.of(stack)[0]!
      .review()
      .findings.map((f) => f.rule);
    expect(rules).toEqual(expect.arrayContaining(["kubernetes-endpoint-open", "iam-too-wide"]));
  });

  /** Instances, a node group and storage as a person writes them without a launch template. */
  function plain(): { stack: TerraformStack; review: DesignReview } {
    const stack = stackIn(Testing.app());
    const vpc = new Vpc(stack, "vpc", { cidrBlock: "10.0.0.0/16" });
    const subnet = (id: string, zone: string, open: boolean) =>
      new Subnet(stack, id, {
        vpcId: vpc.id,
        cidrBlock: "10.0.0.0/20",
        availabilityZone: zone,
        mapPublicIpOnLaunch: open,
      });
    const inside = subnet("inside", "us-east-2a", false);
    const outside = subnet("outside", "us-east-2b", true);
    const nodes = new SecurityGroup(stack, "nodes", {
      vpcId: vpc.id,
      ingress: [{ protocol: "tcp", fromPort: 22, toPort: 22, cidrBlocks: ["0.0.0.0/0"] }],
    });
    for (const id of ["one", "two", "three"]) {
      const nic = new NetworkInterface(stack, `${id}-nic`, {
        subnetId: inside.id,
        interfaceType: "efa",
        securityGroups: [nodes.id],
      });
      new Instance(stack, id, {
        ami: "ami-0123456789abcdef0",
        instanceType: "p5.48xlarge",
        primaryNetworkInterface: { networkInterfaceId: nic.id },
      });
    }
    new Instance(stack, "bastion", { ami: "ami-0123456789abcdef0", instanceType: "t3.medium", subnetId: outside.id });
    const lustre = new FsxLustreFileSystem(stack, "scratch", {
      subnetIds: [outside.id],
      storageCapacity: 4800,
      deploymentType: "PERSISTENT_2",
      perUnitStorageThroughput: 250,
    });
    const bucket = new S3Bucket(stack, "checkpoints", {});
    new FsxDataRepositoryAssociation(stack, "link", {
      fileSystemId: lustre.id,
      dataRepositoryPath: `s3://${bucket.bucket}`,
      fileSystemPath: "/ckpt",
      s3: { autoExportPolicy: { events: ["NEW"] } },
    });
    new EfsFileSystem(stack, "home", {});
    new EksNodeGroup(stack, "serve", {
      clusterName: "eks",
      nodeRoleArn: "arn:aws:iam::123456789012:role/nodes",
      subnetIds: [inside.id],
      instanceTypes: ["g5.12xlarge"],
      capacityType: "SPOT",
      scalingConfig: { minSize: 0, maxSize: 4, desiredSize: 0 },
    });
    new IamRolePolicyAttachment(stack, "admin", {
      role: "nodes",
      policyArn: "arn:aws:iam::aws:policy/AdministratorAccess",
    });
    return { stack, review: DesignReview.of(stack, { workload: training })[0]! };
  }

  it("reads instances and node groups without a launch template, alike instances as one pool", () => {
    const { quotas, figures } = plain().review.review();
    expect(quotas).toContainEqual(expect.objectContaining({ code: "L-417A185B", needed: 3 * 192 }));
    expect(quotas).toContainEqual(expect.objectContaining({ code: "L-3819A6DF", needed: 4 * 48 }));
    expect(figures.training).toMatchObject({ pool: "one", gpus: 24 });
  });

  it("finds what instances, storage, policies and security groups show, and nothing in the bastion's subnet", () => {
    const found = plain()
      .review.review()
      .findings.map((f) => `${f.rule} ${f.path}`);
    expect(found).toEqual(
      expect.arrayContaining([
        "efa-interfaces-incomplete pools.one.networkInterfaces",
        "fabric-not-self-referencing fabrics.efa.ingress",
        "file-system-across-zones pools.one.mounts./scratch",
        "file-system-not-encrypted fileSystems.home.encrypted",
        "iam-too-wide roles.admin",
        "imds-version-unset pools.one.imdsV2Required",
        "login-open-to-world networks.vpc.sshOpenGroups.nodes",
        "spot-without-fallback pools.serve.capacity",
        "vpc-dns-off networks.vpc.dnsHostnames",
      ]),
    );
    expect(found.filter((f) => /compute-in-public-subnet|single-nat|checkpoints-not-exported/.test(f))).toEqual([]);
  });

  it("names the fix in the resources' own props", () => {
    const { findings } = plain().review.review();
    const fixOf = (rule: string) => findings.find((f) => f.rule === rule)?.fix;
    expect(fixOf("imds-version-unset")).toBe('set metadataOptions.httpTokens to "required"');
    expect(fixOf("vpc-dns-off")).toBe("set enableDnsSupport and enableDnsHostnames of the Vpc");
    expect(fixOf("efa-interfaces-incomplete")).toMatch(
      /^give the launch template an EFA interface on every card: networkCardIndex/,
    );
  });

  it("leaves the workload out of a stack without GPUs where another has them, and says so where none has", () => {
    const scope = app();
    const [first, second] = ["base", "nodes"].map((name) => new TerraformStack(scope, name));
    for (const stack of [first, second]) new AwsProvider(stack!, "aws", { region: "us-east-2" });
    const rulesOf = () =>
      DesignReview.of(scope, { workload: training }).map((r) => r.review().findings.map((f) => f.rule));
    expect(rulesOf()).toEqual([["workload-without-accelerators"], ["workload-without-accelerators"]]);
    for (const stack of [first, second]) stack!.node.tryRemoveChild("design-review");
    new Instance(second!, "node", { ami: "ami-0123456789abcdef0", instanceType: "p5.48xlarge" });
    const [base, nodes] = rulesOf();
    expect(base).toEqual([]);
    expect(nodes).not.toContain("workload-without-accelerators");
  });

  it("says nothing about a stack without a cluster", () => {
    expect(DesignReview.of(stackIn(Testing.app()))[0]!.review().findings).toEqual([]);
  });
});
