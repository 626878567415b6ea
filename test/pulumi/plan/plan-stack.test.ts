import { planStack, type TerraformJson } from "../../../lib/pulumi/plan/plan-stack";

const vpc = { aws_vpc: { main: { cidr_block: "10.0.0.0/16" } } };
const withResource = (type: string, values: object): TerraformJson => ({ resource: { ...vpc, [type]: { x: values } } });
const plannedOf = (json: TerraformJson, address: string) =>
  planStack("s", json).resources.find((resource) => resource.address === address)!;
const volume = (values: object) => withResource("aws_ebs_volume", { availability_zone: "us-east-2a", ...values });

describe("planStack", () => {
  it("gives a resource its class and Pulumi's names", () => {
    const json = withResource("aws_subnet", { vpc_id: "${aws_vpc.main.id}", cidr_block: "10.0.1.0/24" });
    expect(plannedOf(json, "aws_subnet.x")).toMatchObject({
      package: "@pulumi/aws",
      module: "ec2/subnet",
      name: "Subnet",
      args: {
        vpcId: { kind: "attribute", address: "aws_vpc.main", path: ["id"] },
        cidrBlock: { kind: "literal", value: "10.0.1.0/24" },
      },
    });
  });

  it("declares a resource after all that it refers to", () => {
    const resource = { aws_subnet: { x: { vpc_id: "${local.vpc}" } }, ...vpc };
    const plan = planStack("s", { resource, locals: { vpc: "${aws_vpc.main.id}" } });
    expect(plan.resources.map(({ address }) => address)).toEqual(["aws_vpc.main", "aws_subnet.x"]);
  });

  it("flattens a list of one block where Pulumi takes one", () => {
    const json = withResource("aws_launch_template", { metadata_options: [{ http_tokens: "required" }] });
    expect(plannedOf(json, "aws_launch_template.x").args.metadataOptions).toEqual({
      kind: "object",
      entries: [["httpTokens", { kind: "literal", value: "required" }]],
    });
  });

  it("makes a list of one block where Pulumi takes several, under its plural name", () => {
    const json = withResource("aws_instance", { ebs_block_device: { device_name: "/dev/sdf" } });
    const { ebsBlockDevices } = plannedOf(json, "aws_instance.x").args;
    expect(ebsBlockDevices).toMatchObject({ kind: "list", items: [{ kind: "object" }] });
  });

  it("drops the index of a block that Pulumi flattened", () => {
    const json = {
      resource: { aws_eks_cluster: { k: { role_arn: "r", vpc_config: { subnet_ids: ["s"] } } } },
      output: { group: { value: "${aws_eks_cluster.k.vpc_config[0].cluster_security_group_id}" } },
    };
    expect(planStack("s", json).outputs.get("group")?.value).toEqual({
      kind: "attribute",
      address: "aws_eks_cluster.k",
      path: ["vpcConfig", "clusterSecurityGroupId"],
    });
  });

  it("turns lifecycle, timeouts and depends_on into options", () => {
    const json = volume({
      depends_on: ["aws_vpc.main"],
      lifecycle: { prevent_destroy: true, create_before_destroy: true, ignore_changes: ["kms_key_id"] },
      timeouts: { create: "30m" },
    });
    expect(plannedOf(json, "aws_ebs_volume.x").options).toEqual({
      dependsOn: ["aws_vpc.main"],
      protect: true,
      deleteBeforeReplace: false,
      ignoreChanges: ["kmsKeyId"],
      customTimeouts: { create: "30m" },
    });
  });

  it("knows what a moved block moved, also over two versions and where ids have digits and hyphens", () => {
    const json = {
      ...volume({}),
      moved: [
        { from: "aws_ebs_volume.head_state-2_0A1B2C3D", to: "aws_ebs_volume.head_disk_11111111" },
        { from: "aws_ebs_volume.head_disk_11111111", to: "aws_ebs_volume.x" },
      ],
    };
    expect(plannedOf(json, "aws_ebs_volume.x").formerPaths).toEqual([
      ["head", "disk"],
      ["head", "state-2"],
    ]);
  });

  it("destroys before it creates where Terraform would", () => {
    expect(plannedOf({ resource: vpc }, "aws_vpc.main").options.deleteBeforeReplace).toBe(true);
  });

  it("writes numbers as text where Pulumi takes text, and the other way round", () => {
    expect(plannedOf(volume({ size: "100", kms_key_id: 7 }), "aws_ebs_volume.x").args).toMatchObject({
      size: { kind: "literal", value: 100 },
      kmsKeyId: { kind: "literal", value: "7" },
    });
  });

  it("says not to wait where Terraform says not to wait for a release", () => {
    const kubernetes = { host: "h", cluster_ca_certificate: "c", exec: { api_version: "v1", command: "aws" } };
    const resource = { helm_release: { r: { name: "r", chart: "assets/c", values: ["{}"], wait: false } } };
    const { args, package: from } = plannedOf({ provider: { helm: { kubernetes } }, resource }, "helm_release.r");
    expect(from).toBe("@pulumi/kubernetes");
    expect(args.chart).toEqual({ kind: "file", path: "assets/c" });
    expect(args.skipAwait).toEqual({ kind: "literal", value: true });
  });
});

describe("variables of a stack", () => {
  const json = { variable: { key: { description: "a key" }, size: { default: 3 }, token: { sensitive: true } } };

  it("are settings where the program gives nothing for them", () => {
    expect([...planStack("s", json, ["token"]).settings]).toEqual([
      ["key", { description: "a key", default: undefined, sensitive: false }],
      ["size", { description: undefined, default: { kind: "literal", value: 3 }, sensitive: false }],
    ]);
  });
});

describe("a program that runs once", () => {
  const ran = (provisioner: unknown) => ({
    resource: { terraform_data: { x: { triggers_replace: { size: 3 }, provisioner } } },
  });

  it("is a Command that an update does not run again", () => {
    const run = {
      "local-exec": { command: "sleep 3", environment: { A: "b" }, interpreter: ["bash", "-c"], when: "create" },
    };
    const [command] = planStack("s", ran([run])).resources;
    expect(command).toMatchObject({ package: "@pulumi/command", module: "local/command", name: "Command" });
    expect(Object.keys(command!.args)).toEqual(["create", "environment", "interpreter", "update", "triggers"]);
    expect(command!.args.update).toEqual({ kind: "literal", value: ":" });
  });

  it("runs when it is deleted where Terraform runs it on destroy, with what it knows of itself", () => {
    const environment = { A: "${self.input.a}" };
    const x = { input: { a: "b" }, provisioner: [{ "local-exec": { command: "end", environment, when: "destroy" } }] };
    const [command] = planStack("s", { resource: { terraform_data: { x } } }).resources;
    expect(Object.keys(command!.args)).toEqual(["delete", "environment", "update"]);
    expect(JSON.stringify(command!.args.environment)).toContain('"value":"b"');
  });

  it.each([
    [[{ "remote-exec": { inline: ["a"] } }]],
    [[{ "local-exec": { command: "a" } }, { "local-exec": { command: "b" } }]],
  ])("has no counterpart as %j", (provisioner) => {
    expect(() => planStack("s", ran(provisioner))).toThrow(
      "terraform_data.x: only one provisioner local-exec has a counterpart in Pulumi",
    );
  });
});

describe("a stack that cannot be translated", () => {
  const template = (values: object) => withResource("aws_launch_template", values);
  const kubernetes = { host: "h", cluster_ca_certificate: "c", exec: { api_version: "v1", command: "aws" } };
  const helm = { helm: { kubernetes } };
  const release = (values: object) => ({ helm_release: { r: { name: "r", chart: "c", ...values } } });
  it.each<[string, TerraformJson, string]>([
    [
      "an unknown type",
      withResource("aws_subnett", {}),
      "aws_subnett.x: aws_subnett cannot be translated to Pulumi; declare it in the Pulumi program itself (the nearest known type is aws_subnet)",
    ],
    [
      "another cloud",
      withResource("google_compute_network", {}),
      "google_compute_network.x: google_compute_network cannot be translated to Pulumi; declare it in the Pulumi program itself",
    ],
    [
      "an unknown data source",
      { data: { aws_availability_zones: { x: {} } } },
      "data.aws_availability_zones.x: aws_availability_zones cannot be translated to Pulumi; declare it in the Pulumi program itself",
    ],
    [
      "an unknown property",
      volume({ siz: 1 }),
      "aws_ebs_volume.x: siz has no counterpart among the inputs of @pulumi/aws; the nearest is size",
    ],
    [
      "a property that only AWS sets",
      volume({ create_time: "now" }),
      "aws_ebs_volume.x: create_time has no counterpart among the inputs of @pulumi/aws",
    ],
    ["a missing property", withResource("aws_ebs_volume", {}), "aws_ebs_volume.x: availability_zone is required"],
    [
      "too many blocks",
      template({ monitoring: [{}, {}] }),
      "aws_launch_template.x: monitoring has 2 blocks; @pulumi/aws takes one",
    ],
    ["a number for a block", template({ monitoring: 1 }), "aws_launch_template.x: monitoring must be a block, got 1"],
    ["text for a number", volume({ size: "big" }), 'aws_ebs_volume.x: size must be a number, got "big"'],
    [
      "text for a boolean",
      volume({ encrypted: "maybe" }),
      'aws_ebs_volume.x: encrypted must be a boolean, got "maybe"',
    ],
    ["a list for a map", volume({ tags: ["a"] }), 'aws_ebs_volume.x: tags must be a map, got ["a"]'],
    [
      "count",
      volume({ count: 2 }),
      "aws_ebs_volume.x: count has no counterpart in Pulumi; write the resources out one by one",
    ],
    [
      "for_each",
      volume({ for_each: {} }),
      "aws_ebs_volume.x: for_each has no counterpart in Pulumi; write the resources out one by one",
    ],
    [
      "a dynamic block",
      volume({ dynamic: {} }),
      "aws_ebs_volume.x: dynamic has no counterpart in Pulumi; write the resources out one by one",
    ],
    [
      "a provisioner",
      volume({ provisioner: [{ "local-exec": {} }] }),
      "aws_ebs_volume.x: provisioner has no counterpart in Pulumi; write the resources out one by one",
    ],
    [
      "a module",
      { resource: vpc, module: { m: {} } },
      "module: blocks of this kind have no counterpart in Pulumi; take them out of the stack",
    ],
    [
      "another lifecycle setting",
      volume({ lifecycle: { postcondition: [] } }),
      "aws_ebs_volume.x: lifecycle.postcondition has no counterpart in Pulumi; take it out",
    ],
    [
      "an ignored property that isn't there",
      volume({ lifecycle: { ignore_changes: ["sizes"] } }),
      "aws_ebs_volume.x: lifecycle.ignore_changes names sizes, which has no counterpart in @pulumi/aws",
    ],
    [
      "a lost dependency",
      volume({ depends_on: ["aws_vpc.mian"] }),
      "aws_ebs_volume.x: depends_on names aws_vpc.mian, which this stack does not declare; the nearest is aws_vpc.main",
    ],
    [
      "a read timeout",
      volume({ timeouts: { read: "1m" } }),
      "aws_ebs_volume.x: timeouts.read has no counterpart in Pulumi, which knows create, update and delete",
    ],
    [
      "a reference to nothing",
      volume({ kms_key_id: "${aws_kms_key.k.arn}" }),
      "aws_ebs_volume.x: kms_key_id: aws_kms_key.k.arn refers to nothing that this stack declares; give the value itself",
    ],
    [
      "a whole resource",
      volume({ kms_key_id: "${aws_vpc.main}" }),
      "aws_ebs_volume.x: kms_key_id: aws_vpc.main names a whole resource; name one of its attributes",
    ],
    [
      "a lost attribute",
      volume({ kms_key_id: "${aws_vpc.main.arnn}" }),
      "aws_ebs_volume.x: kms_key_id: aws_vpc.main has no arnn in Pulumi; the nearest is arn",
    ],
    ["an unknown local", volume({ kms_key_id: "${local.key}" }), "aws_ebs_volume.x: kms_key_id: no local is named key"],
    [
      "a variable without a value",
      volume({ kms_key_id: "${var.key}" }),
      "aws_ebs_volume.x: kms_key_id: nothing is given for the variable key; add it to inputs",
    ],
    [
      "an unknown function",
      volume({ kms_key_id: '${base64encod("x")}' }),
      "aws_ebs_volume.x: kms_key_id: the function base64encod has no counterpart; the nearest is base64encode",
    ],
    [
      "an operator",
      volume({ kms_key_id: '${aws_vpc.main.id == "x"}' }),
      'aws_ebs_volume.x: kms_key_id: the operator at "== \\"x\\"}" has no counterpart in Pulumi; give the value from the program instead',
    ],
    [
      "a move to nowhere",
      { ...volume({}), moved: [{ from: "aws_vpc.old", to: "aws_vpc.mian" }] },
      "moved from aws_vpc.old to aws_vpc.mian: this stack does not declare aws_vpc.mian; the nearest is aws_vpc.main",
    ],
    [
      "a move from another type",
      { ...volume({}), moved: [{ from: "aws_subnet.old", to: "aws_vpc.main" }] },
      "moved from aws_subnet.old to aws_vpc.main: a resource of another type has no counterpart in Pulumi; import what is there",
    ],
    [
      "a lost provider",
      volume({ provider: "aws.west" }),
      "aws_ebs_volume.x: provider aws.west is not configured in this stack; configured: none",
    ],
    [
      "another provider",
      { resource: vpc, provider: { google: [{}] } },
      "provider.google: only aws, azurerm and helm can be translated to Pulumi",
    ],
    [
      "a provider's setting",
      { provider: { aws: [{ endpoints: [] }] } },
      "provider.aws: endpoints has no counterpart among the inputs of @pulumi/aws",
    ],
    [
      "an output's check",
      { output: { id: { value: "a", description: "b", precondition: [{}] } } },
      "output.id: precondition has no counterpart in Pulumi; take it out",
    ],
    [
      "a release's setting",
      { provider: helm, resource: release({ set: [] }) },
      "helm_release.r: set has no counterpart among the inputs of @pulumi/kubernetes",
    ],
    [
      "a release without a cluster",
      { resource: release({}) },
      "helm_release.r: provider helm is not configured in this stack; configured: none",
    ],
  ])("says so of %s", (_, json, message) => {
    expect(() => planStack("s", json)).toThrow(new Error(`stack s as Pulumi: ${message}`));
  });

  it("names the members of a circle", () => {
    const ring = { a: { cidr_block: "${aws_vpc.b.cidr_block}" }, b: { cidr_block: "${aws_vpc.a.cidr_block}" } };
    expect(() => planStack("s", { resource: { aws_vpc: ring } })).toThrow(
      "aws_vpc.a -> aws_vpc.b -> aws_vpc.a: these refer to each other in a circle",
    );
  });

  it("reports everything at once", () => {
    expect(() => planStack("s", volume({ size: "big", siz: 1, count: 2 }))).toThrow(
      "stack s as Pulumi has 3 problems:",
    );
  });
});
