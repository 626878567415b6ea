import type { TerraformStack } from "cdktf";
import type { GpuNodePoolProps, PoolMount, SlurmHeadNodeProps } from "../../../../lib/clouds/aws/index";
import {
  Capacity,
  ClusterNetwork,
  clusterModel,
  GpuNodePool,
  Image,
  InfiniBandFabric,
  LustreStorage,
  NodeFleet,
  SharedHome,
  SlurmHeadNode,
} from "../../../../lib/clouds/aws/index";
import { SLURM_BILL } from "../../../../lib/review/clouds/aws/bill/scheduler-bill";
import { linesOf } from "../../../../lib/review/clouds/bill";
import type { ClusterFile } from "../../../../lib/slurm";
import type { Terraform } from "../synthesized";
import { messageOf, only, resources, synthesized, testNetwork, testStack } from "../synthesized";

interface Statement {
  readonly Sid?: string;
  readonly Effect: string;
  readonly Action: string[];
  readonly Resource: string[];
  readonly Condition?: Record<string, Record<string, unknown>>;
}

const file = { url: "https://mirror.example.com/file", sha256: "0".repeat(64) };
const containerPackages = { enroot: file, enrootCaps: file, pyxis: file };

function emptyStack() {
  const stack = testStack();
  return { stack, network: testNetwork(stack) };
}

/** A stack with a head over eight H100 nodes of a block and eight CPU nodes. */
function withHead(
  more: Partial<SlurmHeadNodeProps> = {},
  pool: Partial<GpuNodePoolProps> = {},
  { stack, network } = emptyStack(),
) {
  const fabric = new InfiniBandFabric(stack, "fabric", { network });
  const h100 = new GpuNodePool(stack, "h100", {
    network,
    fabric,
    instanceType: "p5.48xlarge",
    nodes: { min: 0, max: 12 },
    capacity: [Capacity.block("cr-0123456789abcdef0", { nodes: 8 }), Capacity.onDemand()],
    ...pool,
  });
  const cpu = new GpuNodePool(stack, "cpu", { network, instanceType: "c7i.4xlarge", nodes: { min: 0, max: 8 } });
  const home = new SharedHome(stack, "home", { network });
  const head = new SlurmHeadNode(stack, "slurm", {
    network,
    partitions: [
      { name: "train", pools: [h100], exclusive: true },
      { name: "all", pools: [cpu, h100] },
    ],
    mounts: [home.mount("/home")],
    ...more,
  });
  return { stack, network, h100, cpu, head };
}

const terraform = synthesized(withHead().stack);

/** Text of an object of the site bucket. */
function object(from: Terraform, key: string): string {
  const found = resources(from, "aws_s3_object").find((each) => each.key === `slurm/${key}`);
  if (found === undefined) throw new Error(`no object slurm/${key}`);
  return String(found.content);
}

function statements(from: Terraform, prefix: string): Statement[] {
  return (JSON.parse(String(only(from, "aws_iam_role_policy", prefix).policy)) as { Statement: Statement[] }).Statement;
}
const statement = (sid: string) => statements(terraform, "slurm_role").find((each) => each.Sid === sid)!;

describe("SlurmHeadNode", () => {
  it("may publish to the topic of its alerts, and use that topic's key, and no other", () => {
    const alarmTopicArn = "arn:aws:sns:us-east-2:123456789012:alarms";
    const alarmTopicKmsKeyArn = "arn:aws:kms:us-east-2:123456789012:key/0";
    const own = synthesized(withHead({ monitoring: { alarmTopicArn, alarmTopicKmsKeyArn } }).stack);
    const topic = statements(own, "slurm_role").filter(({ Action }) => Action.some((each) => each.startsWith("sns:")));
    expect(topic).toEqual([{ Sid: "SendAlerts", Effect: "Allow", Action: ["sns:Publish"], Resource: [alarmTopicArn] }]);
    expect(statements(own, "slurm_role").find(({ Sid }) => Sid === "AlertsKey")?.Resource).toEqual([
      alarmTopicKmsKeyArn,
    ]);
    expect(object(own, "warpform/site.env")).toContain(`ALARM_TOPIC='${alarmTopicArn}'\n`);
    expect(statement("SendAlerts")).toBeUndefined();
  });

  it("is watched by its Prometheus, whose alerts count once they are sent to somebody", () => {
    const watched = (monitoring: SlurmHeadNodeProps["monitoring"]) =>
      clusterModel(withHead({ monitoring }).stack).monitoring;
    expect(watched(undefined)).toEqual([]);
    const shown = { name: "slurm-prometheus", monthlyBudgetUsd: null, dashboards: false };
    expect(watched({})).toEqual([{ ...shown, idleGpuMinutes: null, alarms: [] }]);
    const [sent] = watched({ alarmTopicArn: "arn:aws:sns:us-east-2:123456789012:alarms" });
    expect(sent).toMatchObject({ ...shown, idleGpuMinutes: 60 });
    expect(sent!.alarms).toEqual(expect.arrayContaining(["SlurmControllerSilent", "EfaDrops", "GpuRowRemapFailed"]));
  });

  it("keeps the state on a protected, encrypted volume that outlives the head", () => {
    const volume = only(terraform, "aws_ebs_volume");
    expect(volume).toMatchObject({ encrypted: true, final_snapshot: true, lifecycle: { prevent_destroy: true } });
    expect(only(terraform, "aws_volume_attachment").stop_instance_before_detaching).toBe(true);
  });

  it("has a snapshot of the state volume, and of it alone, every night, and keeps two weeks of them", () => {
    const {
      policy_details: details,
      state,
      execution_role_arn,
    } = only(terraform, "aws_dlm_lifecycle_policy") as {
      readonly policy_details: {
        readonly target_tags: Record<string, string>;
        readonly schedule: readonly { readonly tags_to_add: Record<string, string> }[];
      };
      readonly state: string;
      readonly execution_role_arn: string;
    };
    const tag = { "warpform:slurm-state": "test-slurm" };
    expect([state, execution_role_arn]).toEqual(["ENABLED", expect.stringContaining("slurm_state_snapshots_role")]);
    expect(details.target_tags).toEqual(tag);
    expect(only(terraform, "aws_ebs_volume").tags).toMatchObject(tag);
    expect(details.schedule).toEqual([
      {
        name: "state",
        create_rule: { interval: 24, interval_unit: "HOURS", times: ["03:00"] },
        retain_rule: { count: 14 },
        tags_to_add: expect.objectContaining(tag),
      },
    ]);
    const own = synthesized(withHead({ stateSnapshots: { everyHours: 6, startAt: "00:30", keep: 28 } }).stack);
    expect(JSON.stringify(only(own, "aws_dlm_lifecycle_policy"))).toMatch(
      /"interval":6,.*"times":\["00:30"\].*"count":28/,
    );
  });

  it("lets the snapshots' role copy this volume, delete its snapshots, and use its key through EBS alone", () => {
    const granted = statements(terraform, "slurm_state_snapshots");
    const tagged = { StringEquals: { "aws:ResourceTag/warpform:slurm-state": "test-slurm" } };
    const of = (action: string) => granted.filter(({ Action }) => Action.includes(action)).map((s) => s.Condition);
    expect(of("ec2:DeleteSnapshot")).toEqual([tagged]);
    expect(of("ec2:CreateSnapshot")).toEqual([tagged, undefined]);
    expect(of("kms:CreateGrant")).toEqual([
      {
        StringEquals: { "kms:ViaService": "ec2.us-east-2.amazonaws.com" },
        Bool: { "kms:GrantIsForAWSResource": "true" },
      },
    ]);
    expect(of("kms:Decrypt")).toEqual([{ StringEquals: { "kms:ViaService": "ec2.us-east-2.amazonaws.com" } }]);
  });

  it("makes no snapshots with keep: 0, and bills one full copy otherwise", () => {
    const none = withHead({ stateSnapshots: { keep: 0 } }).stack;
    expect(resources(synthesized(none), "aws_dlm_lifecycle_policy")).toEqual([]);
    const billed = (stack: TerraformStack) =>
      linesOf(SLURM_BILL, clusterModel(stack).schedulers as never).filter(
        ({ item }) => item === "ebs-snapshot-gb-month",
      );
    expect(billed(none)).toEqual([]);
    expect(billed(withHead({ stateVolumeGiB: 50 }).stack)).toMatchObject([{ perHour: 50 / 730 }]);
  });

  it("starts a new state volume from a snapshot, and leaves one that exists alone", () => {
    const restored = synthesized(withHead({ stateSnapshotId: "snap-0123456789abcdef0" }).stack);
    expect(only(restored, "aws_ebs_volume")).toMatchObject({
      snapshot_id: "snap-0123456789abcdef0",
      lifecycle: { prevent_destroy: true, ignore_changes: ["snapshot_id"] },
    });
  });

  it("makes an empty secret for Grafana's password and ships what monitoring needs to the head alone", () => {
    const grafana = { packageUrl: "https://mirror.example.com/grafana.deb", packageSha256: "0".repeat(64) };
    const monitored = synthesized(withHead({ monitoring: { grafana } }).stack);
    expect(only(monitored, "aws_secretsmanager_secret", "slurm_secrets_grafana").name_prefix).toBe(
      "test-slurm-grafana-",
    );
    expect(resources(monitored, "aws_secretsmanager_secret_version")).toEqual([]);
    const { files } = JSON.parse(object(monitored, "manifest.json")) as { files: { key: string; roles: string[] }[] };
    expect(files.find(({ key }) => key === "monitoring.json")?.roles).toEqual(["head"]);
    expect(object(monitored, "warpform/site.env")).toContain("GRAFANA_SECRET='${aws_secretsmanager_secret.");
    expect(resources(terraform, "aws_s3_object").map(({ key }) => key)).not.toContain("slurm/monitoring.json");
  });

  it("keeps address and name of the head on an interface of its own", () => {
    expect(only(terraform, "aws_instance")).toMatchObject({
      primary_network_interface: { network_interface_id: expect.stringContaining("aws_network_interface.") },
      metadata_options: { http_tokens: "required", http_put_response_hop_limit: 1 },
    });
    const records = resources(terraform, "aws_route53_record").map(({ name, type, records }) => [name, type, records]);
    expect(records).toEqual([
      ["slurm-head.test.internal", "A", [expect.stringContaining("private_ip")]],
      ["_slurmctld._tcp.test.internal", "SRV", ["0 0 6817 slurm-head.test.internal"]],
    ]);
  });

  it("is replaced with its recovery alarm and the attachment alone: volume, address, records and secrets stay", () => {
    const head = /aws_instance\.slurm_head_/;
    const following = Object.entries(terraform.resource).flatMap(([type, named]) =>
      Object.values(named as Record<string, Record<string, unknown>>)
        .filter(({ depends_on, ...attributes }) => head.test(JSON.stringify([depends_on, attributes])))
        .map(() => type),
    );
    expect(following.sort()).toEqual(["aws_cloudwatch_metric_alarm", "aws_volume_attachment"]);
    // Detached from the old instance, which is off by then, before it is attached to the new one
    expect(only(terraform, "aws_volume_attachment")).toMatchObject({
      instance_id: expect.stringMatching(head),
      volume_id: expect.stringContaining("aws_ebs_volume.slurm_state"),
      stop_instance_before_detaching: true,
    });
  });

  it("moves a head whose host fails to healthy hardware", () => {
    expect(only(terraform, "aws_cloudwatch_metric_alarm")).toMatchObject({
      metric_name: "StatusCheckFailed_System",
      alarm_actions: ["arn:aws:automate:us-east-2:ec2:recover"],
    });
  });

  it("makes secrets without a value and writes none anywhere", () => {
    expect(resources(terraform, "aws_secretsmanager_secret")).toHaveLength(2);
    expect(terraform.resource.aws_secretsmanager_secret_version).toBeUndefined();
    expect(object(terraform, "warpform/slurmdbd.conf")).toContain("StoragePass=@DATABASE_PASSWORD@");
  });

  it("names nodes and templates in cluster.json, which head and nodes read", () => {
    const file = JSON.parse(object(terraform, "warpform/cluster.json").replaceAll("\\${", "{")) as ClusterFile;
    expect(file.clusterTag).toEqual({ key: "warpform:slurm", value: "test" });
    expect(file.pools.map((pool) => pool.ranges.map((range) => range.hostList))).toEqual([
      ["h100-st-[1-8]", "h100-dy-[1-4]"],
      ["cpu-dy-[1-8]"],
    ]);
    expect(file.pools[0]!.sources.map((source) => source.reservationId)).toEqual(["cr-0123456789abcdef0", null]);
    expect(file.pools[0]!.expect).toMatchObject({ gpus: 8, efaDevices: 32, nvSwitch: true });
  });

  it("writes slurm.conf for the distribution's Slurm, with munge and the head's name", () => {
    const conf = object(terraform, "etc/slurm.conf");
    expect(conf).toMatch(/for Slurm 23.11/);
    expect(conf).toMatch(/^SlurmctldHost=slurm-head$/m);
    expect(conf).toMatch(/^AuthType=auth\/munge$/m);
  });

  it("puts every file into the manifest with the machines that fetch it", () => {
    const { files } = JSON.parse(object(terraform, "manifest.json")) as {
      files: { key: string; roles: string[]; bundle: boolean }[];
    };
    const roles = Object.fromEntries(files.map((file) => [file.key, file.roles.join(" ")]));
    expect(roles).toEqual({
      "etc/slurm.conf": "head",
      "etc/gres.conf": "head",
      "etc/cgroup.conf": "head",
      "warpform/site.env": "head login node",
      "warpform/cluster.json": "head node",
      "warpform/policy.json": "head",
      "warpform/users.json": "head login node",
      "warpform/slurmdbd.conf": "head",
      "setup.json": "head login node",
      "slurm.json": "head node",
    });
    // The manifest, and the code of the clean-up, which no node fetches.
    expect(resources(terraform, "aws_s3_object")).toHaveLength(files.length + 2);
  });

  it("joins head and nodes in one group whose members reach one another", () => {
    const members = resources(terraform, "aws_vpc_security_group_ingress_rule").find(
      ({ description }) => description === "head, login machines and nodes among themselves",
    )!;
    expect(members.referenced_security_group_id).toBe(members.security_group_id);
    for (const template of resources(terraform, "aws_launch_template")) {
      const interfaces = template.network_interfaces as { security_groups: string[]; subnet_id: string }[];
      expect(interfaces.every((card) => card.security_groups.includes(String(members.security_group_id)))).toBe(true);
      expect(interfaces.every((card) => card.subnet_id.includes("aws_subnet."))).toBe(true);
    }
  });

  it("hands over to programs from the bucket, so that user data stays small", () => {
    const local = Object.entries(terraform.locals ?? {}).find(([name]) => name.startsWith("slurm_head"))!;
    expect(local[1]).toContain("ExecStart=/opt/warpform/setup/set-up-");
    expect(local[1].length).toBeLessThan(9000);
  });

  it("says what it is in the model", () => {
    const { stack } = withHead();
    const model = clusterModel(stack);
    expect(model.schedulers).toEqual([
      expect.objectContaining({
        kind: "slurm",
        name: "slurm",
        version: "23.11",
        stateProtected: true,
        accounting: "local",
      }),
    ]);
    expect(model.pools.map((pool) => pool.adoptedBy)).toEqual([
      { kind: "slurm", name: "slurm" },
      { kind: "slurm", name: "slurm" },
    ]);
  });
});

describe("what the head may do", () => {
  it("launches from templates that carry the cluster's tag alone, which its pools' do", () => {
    const anyTemplate = { "ec2:LaunchTemplate": ["arn:aws:ec2:us-east-2:*:launch-template/*"] };
    expect(statement("OwnTemplates").Condition).toEqual({ StringEquals: { "ec2:ResourceTag/warpform:slurm": "test" } });
    expect(statement("LaunchFromOwnTemplates").Condition).toEqual({
      ArnLike: anyTemplate,
      Bool: { "ec2:IsLaunchTemplateResource": "true" },
    });
    expect(statement("LaunchInto").Condition).toEqual({ ArnLike: anyTemplate });
    for (const template of resources(terraform, "aws_launch_template")) {
      expect(template.tags).toMatchObject({ "warpform:slurm": "test" });
    }
  });

  it("fits into a role's 10,240 characters with 50 pools of 4 sources", () => {
    const stack = testStack();
    const network = testNetwork(stack);
    const pools = Array.from({ length: 50 }, (_, index) => {
      const reservations = [1, 2, 3].map((n) =>
        Capacity.reservation(`cr-0123456789abc${String(index).padStart(2, "0")}0${n}`, { nodes: 1 }),
      );
      return new GpuNodePool(stack, `pool-of-a-name-that-is-very-long-${index}`, {
        network,
        instanceType: "g6.xlarge",
        nodes: { min: 0, max: 8 },
        capacity: [...reservations, Capacity.onDemand()],
      });
    });
    const alarmTopicArn = `arn:aws:sns:us-east-2:123456789012:${"a".repeat(40)}`;
    const alarmTopicKmsKeyArn = `arn:aws:kms:us-east-2:123456789012:key/${"0".repeat(36)}`;
    new SlurmHeadNode(stack, "slurm", {
      network,
      partitions: [{ name: "all", pools }],
      monitoring: { alarmTopicArn, alarmTopicKmsKeyArn },
      cloudWatch: {},
    });
    const policy = String(only(synthesized(stack), "aws_iam_role_policy", "slurm_role").policy);
    // Terraform puts ARNs in place of references; a role's name has up to 64 characters.
    const longest = policy.replaceAll(/\$\{[^}]+\}/g, "x".repeat(98));
    expect(longest.replaceAll(/role\/test-[^"]+/g, `role/${"x".repeat(64)}`).length).toBeLessThan(10_240);
  });

  it("names nodes in the private zone, and neither controllers nor login nodes", () => {
    const condition = statement("NodeNames").Condition!;
    expect(condition["ForAllValues:StringEquals"]).toEqual({ "route53:ChangeResourceRecordSetsRecordTypes": ["A"] });
    const [names] = Object.values(condition["ForAllValues:StringLike"]!) as string[][];
    const allowed = (name: string) =>
      names!.some((pattern) => new RegExp(`^${pattern.replaceAll(".", "\\.").replaceAll("*", ".*")}$`).test(name));
    const file = JSON.parse(object(terraform, "warpform/cluster.json").replaceAll("\\${", "{")) as ClusterFile;
    const nodes = file.pools.flatMap((pool) => pool.ranges.map(({ prefix }) => `${prefix}1.test.internal`));
    expect(nodes.map(allowed)).toEqual(nodes.map(() => true));
    expect(["slurm-head", "slurm-head-2", "login", "people"].map((name) => allowed(`${name}.test.internal`))).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it("uses the state's key for objects and secrets alone, as do nodes and login nodes", () => {
    const through = ["s3.us-east-2.amazonaws.com", "secretsmanager.us-east-2.amazonaws.com"];
    const withLogin = synthesized(withHead({ loginNodes: 1 }).stack);
    const uses = ["slurm_role", "slurm_login-role", "cpu_role"]
      .flatMap((role) => statements(withLogin, role))
      .filter(({ Action }) => Action.some((action) => action === "kms:Decrypt"));
    expect(uses).toHaveLength(3);
    for (const { Condition } of uses) expect(Condition).toEqual({ StringEquals: { "kms:ViaService": through } });
  });

  it("is one head per private zone and cluster name", () => {
    const { stack, network } = withHead();
    const pool = new GpuNodePool(stack, "more", { network, instanceType: "g6.xlarge", nodes: { min: 0, max: 1 } });
    const second = () => new SlurmHeadNode(stack, "other", { network, partitions: [{ name: "all", pools: [pool] }] });
    expect(messageOf(second)).toContain("network must have one Slurm head");
  });

  it("prints what existing profiles of head and login nodes need, in place of roles, and says so in the model", () => {
    const given = { instanceProfileName: "company-head", loginInstanceProfileName: "company-login", loginNodes: 1 };
    const { stack } = withHead(given);
    const existing = synthesized(stack) as Terraform & { readonly output: Record<string, { readonly value: string }> };
    const roles = resources(existing, "aws_iam_role").map(({ name }) => name);
    expect(roles).not.toContain("test-slurm");
    expect(roles).not.toContain("test-slurm-login");
    const profiles = resources(existing, "aws_instance").map(({ iam_instance_profile }) => iam_instance_profile);
    expect(profiles.sort()).toEqual(["company-head", "company-login"]);
    const printed = (name: string) =>
      (JSON.parse(existing.output[name]!.value) as { Statement: Statement[] }).Statement;
    expect(printed("slurm_profile-policy")).toEqual(statements(terraform, "slurm_role"));
    const login = statements(synthesized(withHead({ loginNodes: 1 }).stack), "slurm_login-role");
    expect(printed("slurm_login-profile-policy")).toEqual(login);
    const scheduler = clusterModel(stack).schedulers.find((each) => each.kind === "slurm");
    expect(scheduler!.existingProfiles!.map(({ output }) => output)).toEqual([
      "slurm_profile-policy",
      "slurm_login-profile-policy",
    ]);
    expect(scheduler!.existingProfiles![0]!.actions).toEqual(expect.arrayContaining(["ec2:CreateFleet"]));
  });

  it("has roles whose names IAM takes", () => {
    const stack = testStack();
    const network = testNetwork(stack);
    const id = `p${"o".repeat(38)}l`;
    expect(
      messageOf(() => {
        new GpuNodePool(stack, id, { network, instanceType: "g6.xlarge", nodes: { min: 0, max: 1 } });
        new ClusterNetwork(stack, "n2", { availabilityZone: "us-east-2a", clusterName: "c".repeat(30) });
        const long = stack.node.findChild("n2") as ClusterNetwork;
        new GpuNodePool(stack, `q${id.slice(1)}`, {
          network: long,
          instanceType: "g6.xlarge",
          nodes: { min: 0, max: 1 },
        });
      }),
    ).toContain("at most 64 characters");
  });

  it("ends only what carries the cluster's tag, which the head itself does not", () => {
    expect(statement("EndOwnInstances").Condition).toEqual({
      StringEquals: { "ec2:ResourceTag/warpform:slurm": "test" },
    });
    expect(only(terraform, "aws_instance").tags).not.toHaveProperty("warpform:slurm");
  });

  it("passes only the pools' roles, and only to EC2", () => {
    const { Resource, Condition } = statement("PassPoolRoles");
    expect(Resource).toEqual(["arn:aws:iam::*:role/test-h100", "arn:aws:iam::*:role/test-cpu"]);
    expect(Condition).toEqual({ StringEquals: { "iam:PassedToService": "ec2.amazonaws.com" } });
  });

  it("gives everything only where the call knows no resource", () => {
    const open = statements(terraform, "slurm_role").filter(({ Resource }) => Resource.includes("*"));
    expect(open.map(({ Sid }) => Sid)).toEqual(["See"]);
    expect(open[0]!.Action.every((action) => action.startsWith("ec2:Describe"))).toBe(true);
  });

  it("uses the keys of the nodes' volumes through EC2 alone", () => {
    const key = "arn:aws:kms:us-east-2:123456789012:key/11111111-2222-3333-4444-555555555555";
    const own = synthesized(withHead({}, { volumeKmsKeyArn: key }).stack);
    expect(statements(own, "slurm_role").find(({ Sid }) => Sid === "VolumeKeys")).toMatchObject({
      Resource: [key],
      Condition: { StringEquals: { "kms:ViaService": "ec2.us-east-2.amazonaws.com" } },
    });
  });
});

describe("root on a Lustre file system of the cluster", () => {
  const squash = (
    use: (made: ReturnType<typeof withHead>, mount: PoolMount) => void,
    more: (mount: PoolMount) => Partial<SlurmHeadNodeProps> = (mount) => ({ mounts: [mount] }),
    path = "/fsx",
  ) => {
    const stack = testStack();
    const network = testNetwork(stack);
    const mount = new LustreStorage(stack, "scratch", { network, capacityTiB: 1.2 }).mount(path);
    const made = withHead(more(mount), {}, { stack, network });
    use(made, mount);
    const found = only(synthesized(stack), "aws_fsx_lustre_file_system").root_squash_configuration;
    return { found, described: clusterModel(stack).fileSystems.find(({ name }) => name === "scratch")?.rootSquashed };
  };
  const nothing = () => undefined;

  it("stays root on the controller alone, whose address outlives it", () => {
    expect(squash(nothing)).toEqual({
      found: {
        root_squash: "65534:65534",
        no_squash_nids: [expect.stringMatching(/^\$\{aws_network_interface\.slurm_head_.*private_ip\}@tcp$/)],
      },
      described: true,
    });
  });

  it("stays root everywhere where no controller mounts it, or programs run as root on nodes", () => {
    const open = { found: undefined, described: false };
    expect(squash(nothing, () => ({}))).toEqual(open);
    const withFleet = squash(({ stack, network }, mount) => {
      const pool = { network, instanceType: "g6.xlarge", nodes: { min: 1, max: 1 }, mounts: [mount] };
      new NodeFleet(stack, "fleet", { pool: new GpuNodePool(stack, "served", pool) });
    });
    expect(withFleet).toEqual(open);
  });

  it("stays root on login nodes where they make the homes of a directory's users", () => {
    const directory = { uris: ["ldaps://ldap.example.com"], searchBase: "dc=example,dc=com" };
    const more = (mount: PoolMount) => ({ mounts: [mount], directory });
    expect(squash(nothing, more, "/home").described).toBe(false);
  });
});

describe("what a node may do", () => {
  it("reads the site's files and the daemons' key, and does nothing with EC2", () => {
    const actions = statements(terraform, "h100_role").flatMap(({ Action }) => Action);
    expect(actions).toEqual(["s3:GetObject", "secretsmanager:GetSecretValue", "kms:Decrypt"]);
    const secrets = statements(terraform, "h100_role").filter(({ Action }) => Action[0]!.startsWith("secrets"));
    expect(secrets.flatMap(({ Resource }) => Resource)).toEqual([expect.stringMatching(/slurm_secrets_key/)]);
  });
});

describe("SlurmHeadNode's choices", () => {
  it("adds a second controller that shares the state by a mounted folder", () => {
    const made = synthesized(
      withHead({
        backupController: true,
        sharedStatePath: "/home/.slurm-state",
        accounting: {
          kind: "external",
          databaseHost: "db.example.com",
          passwordSecretArn: "arn:aws:secretsmanager:us-east-2:123456789012:secret:db-AbCdEf",
        },
      }).stack,
    );
    expect(resources(made, "aws_instance")).toHaveLength(2);
    expect(made.resource.aws_ebs_volume).toBeUndefined();
    expect(object(made, "etc/slurm.conf")).toMatch(/^SlurmctldHost=slurm-head\nSlurmctldHost=slurm-backup$/m);
    expect(object(made, "warpform/slurmdbd.conf")).toContain("StorageHost=db.example.com");
  });

  it("opens SSH on login machines to the given blocks, through a load balancer only", () => {
    const made = synthesized(withHead({ loginNodes: 2, loginCidrs: ["203.0.113.0/24"] }).stack);
    expect(resources(made, "aws_instance")).toHaveLength(3);
    expect(only(made, "aws_lb")).toMatchObject({ internal: true, load_balancer_type: "network" });
    const ssh = resources(made, "aws_vpc_security_group_ingress_rule").filter(({ from_port }) => from_port === 22);
    expect(ssh.map(({ cidr_ipv4 }) => cidr_ipv4)).toEqual(["203.0.113.0/24", undefined]);
  });

  it("gives login machines no right but to read", () => {
    const made = synthesized(withHead({ loginNodes: 1 }).stack);
    const actions = statements(made, "slurm_login-role").flatMap(({ Action }) => Action);
    expect(actions).toEqual(["s3:GetObject", "secretsmanager:GetSecretValue", "kms:Decrypt"]);
  });

  it("uses Slurm's own keys from 23.11 on where the images hold Slurm", () => {
    const image = Image.id("ami-0123456789abcdef0", "ubuntu-24.04");
    const made = synthesized(withHead({ slurmPackages: "image", image, version: "25.05" }).stack);
    expect(object(made, "etc/slurm.conf")).toMatch(/^AuthType=auth\/slurm$/m);
    expect(object(made, "warpform/site.env")).toContain("PACKAGES='image'");
    expect(only(made, "aws_instance").ami).toBe("ami-0123456789abcdef0");
  });
});

describe("SlurmHeadNode's directory", () => {
  const bindPasswordSecretArn = "arn:aws:secretsmanager:us-east-2:123456789012:secret:bind-AbCdEf";
  const made = synthesized(
    withHead({
      directory: {
        uris: ["ldaps://ldap.example.com"],
        searchBase: "dc=example,dc=com",
        bindDn: "cn=reader,dc=example,dc=com",
        bindPasswordSecretArn,
      },
    }).stack,
  );

  it("is looked up over TLS, with a password that each machine fills in", () => {
    const conf = object(made, "warpform/sssd.conf");
    expect(conf).toContain("ldap_uri = ldaps://ldap.example.com\n");
    expect(conf).toContain("ldap_tls_reqcert = demand\n");
    expect(conf).toContain("ldap_default_authtok = @BIND_PASSWORD@\n");
  });

  it("lets head and nodes read that password", () => {
    for (const role of ["slurm_role", "h100_role"]) {
      expect(statements(made, role).flatMap(({ Resource }) => Resource)).toContain(bindPasswordSecretArn);
    }
  });
});

describe("SlurmHeadNode refuses", () => {
  const mount = () => {
    const stack = testStack();
    return new SharedHome(stack, "home", { network: testNetwork(stack) }).mount("/home");
  };
  const endpoints = { egress: "endpoints-only" as const };

  it.each<[string, () => unknown, string]>([
    [
      "a head type that is not in the catalog",
      () => withHead({ instanceType: "m7i.xlarg" }),
      'instanceType must be in the catalog, got "m7i.xlarg"; use "m7i.xlarge"',
    ],
    [
      "a head with GPUs",
      () => withHead({ instanceType: "g6e.12xlarge" }),
      'instanceType "g6e.12xlarge" has accelerators that no job can use there; use "m7i.xlarge"',
    ],
    [
      "a version that the packages don't have",
      () => withHead({ version: "24.11" }),
      'version must be 23.11, which is in the packages of ubuntu-24.04, got 24.11; leave it out, or slurmPackages "image" with images that hold Slurm',
    ],
    [
      "a head of another distribution",
      () => withHead({ image: Image.plain("al2023") }),
      'image must be ubuntu-24.04 for Slurm 23.11 from its packages, got al2023; use Image.plain("ubuntu-24.04"), or slurmPackages "image" with images that hold Slurm',
    ],
    [
      "an image that does not say what it is, which types would ask for",
      () => withHead({ image: (Image.id as (id: string) => Image)("ami-0123456789abcdef0") }),
      'image must be of "al2023", "ubuntu-22.04", "ubuntu-24.04", got undefined; use "ubuntu-24.04"',
    ],
    [
      "two file systems at one path",
      () => withHead({ mounts: [mount(), mount()] }),
      'mounts[1] path "/home" is mounted on already by mounts[0] at "/home"; use another path',
    ],
    [
      "a file system over the configuration",
      () => withHead({ mounts: [{ ...mount(), path: "/etc/slurm" }] }),
      'mounts[0] path must be an absolute path that the system does not use itself, got "/etc/slurm"; use "/fsx"',
    ],
    [
      "a pool of another distribution",
      () => withHead({}, { image: Image.dlami("ubuntu-22.04") }),
      'pool "h100" must have an image of ubuntu-24.04 for Slurm 23.11 from its packages, got ubuntu-22.04; use Image.dlami("ubuntu-24.04"), or slurmPackages "image" with images that hold Slurm',
    ],
    [
      "Slurm's own keys with the packages",
      () => withHead({ authentication: "slurm" }),
      'authentication "slurm" needs a plugin that the distribution\'s packages are not known to have; use "munge", or slurmPackages "image" with images that hold Slurm',
    ],
    [
      "a head of another architecture than its containers' pools",
      () => withHead({ instanceType: "m7g.xlarge", containerPackages }),
      'containers needs pyxis built for each architecture, and the head builds it for arm64 while pool "h100" is x86_64; use containers: false, or slurmPackages "image" with images that hold Slurm',
    ],
    [
      "a state volume too small",
      () => withHead({ stateVolumeGiB: 5 }),
      "stateVolumeGiB must be a whole number of GiB from 10 to 16384, got 5; use 10",
    ],
    [
      "snapshots of a state that is on another file system",
      () =>
        withHead({
          sharedStatePath: "/home/.slurm-state",
          accounting: { kind: "none" },
          stateSnapshots: { keep: 7 },
        }),
      "stateSnapshots is of the state volume, which sharedStatePath replaces; leave it out, and back up the file system of /home/.slurm-state",
    ],
    [
      "snapshots at no time of day",
      () => withHead({ stateSnapshots: { startAt: "24:00" } }),
      'stateSnapshots.startAt must be a time of day in UTC, HH:MM, such as "03:00", got "24:00"',
    ],
    [
      "a volume in place of a snapshot",
      () => withHead({ stateSnapshotId: "vol-0123456789abcdef0" }),
      'stateSnapshotId must be the ID of an EBS snapshot, such as "snap-0123456789abcdef0", got "vol-0123456789abcdef0"',
    ],
    [
      "a profile of login nodes without login nodes",
      () => withHead({ loginInstanceProfileName: "company-login" }),
      "loginInstanceProfileName is for login nodes, and the cluster has none; set loginNodes, or leave it out",
    ],
    [
      "metrics kept for no day",
      () => withHead({ monitoring: { retentionDays: 0 } }),
      "monitoring.retentionDays must be a whole number of days from 1 to 3650, got 0; use 1",
    ],
    [
      "metrics on more than half of the state volume",
      () => withHead({ stateVolumeGiB: 200, monitoring: { storageGiB: 101 } }),
      "monitoring.storageGiB must be at most 100, half of the state volume, got 101; use 50",
    ],
    [
      "Grafana from nowhere",
      () => withHead({ monitoring: { grafana: {} } }),
      "monitoring.grafana.packageUrl is required, since no distribution has Grafana; give the address of its Debian package from https://grafana.com/grafana/download",
    ],
    [
      "a package that anybody may have changed",
      () => withHead({ monitoring: { grafana: { packageUrl: "https://mirror.example.com/grafana.deb" } } }),
      "monitoring.grafana.packageSha256 is required with packageUrl, so that the head installs the package you mean; give the checksum that its maker states",
    ],
    [
      "a package over plain HTTP",
      () =>
        withHead({
          monitoring: {
            grafana: { packageUrl: "http://mirror.example.com/grafana.deb", packageSha256: "0".repeat(64) },
          },
        }),
      'monitoring.grafana.packageUrl must be an https:// address of a file, such as "https://example.com/package.deb", got "http://mirror.example.com/grafana.deb"',
    ],
    [
      "a checksum of another kind",
      () =>
        withHead({
          monitoring: {
            grafana: { packageUrl: "https://mirror.example.com/grafana.deb", packageSha256: "d41d8cd9" },
          },
        }),
      'monitoring.grafana.packageSha256 must be 64 hexadecimal digits, which sha256sum prints for the file, got "d41d8cd9"',
    ],
    [
      "alerts to something that is no topic",
      () => withHead({ monitoring: { alarmTopicArn: "arn:aws:sqs:us-east-2:123456789012:alarms" } }),
      'monitoring.alarmTopicArn must be the ARN of an SNS topic, such as "arn:aws:sns:us-east-2:123456789012:alarms", got "arn:aws:sqs:us-east-2:123456789012:alarms"',
    ],
    [
      "a key of no topic",
      () => withHead({ monitoring: { alarmTopicKmsKeyArn: "arn:aws:kms:us-east-2:123456789012:key/1" } }),
      "monitoring.alarmTopicKmsKeyArn is the key of a topic, and no topic is given; give alarmTopicArn, or leave it out",
    ],
    [
      "SSH to nodes for nobody known",
      () => withHead({ sshToNodes: "job" as never }),
      'sshToNodes must be "with-job" or "anyone", got "job"; use "with-job"',
    ],
    [
      "metrics without a state volume",
      () =>
        withHead({
          sharedStatePath: "/home/.slurm-state",
          mounts: [mount()],
          accounting: { kind: "none" },
          monitoring: {},
        }),
      "monitoring needs the head's state volume, which sharedStatePath replaces, since Prometheus can't keep its data on NFS; use a ClusterMonitoring",
    ],
    [
      "a second controller without shared state",
      () => withHead({ backupController: true }),
      "sharedStatePath is required with backupController, since both controllers read one state; give a folder below one of mounts",
    ],
    [
      "shared state outside the mounts",
      () =>
        withHead({
          sharedStatePath: "/shared/state",
          mounts: [mount()],
          accounting: { kind: "none" },
        }),
      'sharedStatePath must be a folder below a path of mounts (/home), got "/shared/state"; use "/home/.slurm-state"',
    ],
    [
      "a local database on shared state",
      () => withHead({ sharedStatePath: "/home/.slurm-state" }),
      'accounting "local" needs the head\'s state volume, which sharedStatePath replaces; use kind "external"',
    ],
    [
      "seventeen login machines",
      () => withHead({ loginNodes: 17 }),
      "loginNodes must be a whole number from 0 to 16, got 17; use 16",
    ],
    [
      "open SSH without login machines",
      () => withHead({ loginCidrs: ["203.0.113.0/24"] }),
      "loginCidrs opens SSH to login nodes, and loginNodes is 0; use loginNodes: 1",
    ],
    [
      "SSH from what is no address block",
      () => withHead({ loginNodes: 1, loginCidrs: ["office"] }),
      'loginCidrs[0] must be an address block, got "office"; use "203.0.113.0/24" or the like',
    ],
    [
      "an external database without a password's secret",
      () => withHead({ accounting: { kind: "external", databaseHost: "db.example.com" } }),
      "accounting.passwordSecretArn is required for an external database; give the ARN of a secret whose value is the password",
    ],
    [
      "a password in place of its secret",
      () =>
        withHead({ accounting: { kind: "external", databaseHost: "db.example.com", passwordSecretArn: "hunter2" } }),
      "accounting.passwordSecretArn must be the ARN of a Secrets Manager secret, so that no secret enters Terraform's state; put the value into a secret and give its ARN",
    ],
    [
      "a bind password in place of its secret",
      () =>
        withHead({
          directory: {
            uris: ["ldaps://ldap.example.com"],
            searchBase: "dc=example,dc=com",
            bindDn: "cn=nodes,dc=example,dc=com",
            bindPasswordSecretArn: "hunter2",
          },
        }),
      "directory.bindPasswordSecretArn must be the ARN of a Secrets Manager secret, so that no secret enters Terraform's state; put the value into a secret and give its ARN",
    ],
    [
      "a permissions boundary that is no policy",
      () => withHead({ permissionsBoundaryArn: "arn:aws:iam::123456789012:role/boundary" }),
      'permissionsBoundaryArn must be the ARN of an IAM policy, such as "arn:aws:iam::123456789012:policy/boundary", got "arn:aws:iam::123456789012:role/boundary"',
    ],
    [
      "a password for a database that makes its own",
      () =>
        withHead({
          accounting: {
            kind: "local",
            passwordSecretArn: "arn:aws:secretsmanager:us-east-2:123456789012:secret:db-AbCdEf",
          },
        }),
      'accounting.passwordSecretArn can\'t be used with kind "local", whose password the head makes; leave it out',
    ],
    [
      "an instance profile from outside whose role is not named",
      () => withHead({}, { instanceProfileName: "nodes" }),
      'poolRoleArns is required, since pool "h100" has an instance profile from outside; give the ARN of its role',
    ],
    [
      "a directory in clear text",
      () => withHead({ directory: { uris: ["ldap://ldap.example.com"], searchBase: "dc=example,dc=com" } }),
      'directory.uris[0] must be ldaps://host, so that passwords travel encrypted, got "ldap://ldap.example.com"; use "ldaps://ldap.example.com"',
    ],
    [
      "a directory account without a password",
      () =>
        withHead({
          directory: { uris: ["ldaps://ldap.example.com"], searchBase: "dc=example,dc=com", bindDn: "cn=reader" },
        }),
      "directory.bindPasswordSecretArn must be given too, since name and password go together; add it",
    ],
    [
      "what Slurm itself can't take, in the same error",
      () => withHead({ suspendMinutes: 0 }),
      "suspendMinutes must be a whole number of minutes from 1 to 1440, got 0; use 1",
    ],
  ])("%s", (_, build, message) => {
    expect(messageOf(build)).toBe(`SlurmHeadNode "test/slurm": ${message}`);
  });

  it("packages in a network without a way to the mirrors", () => {
    const stack = testStack();
    const network = new ClusterNetwork(stack, "network", { availabilityZone: "us-east-2a", ...endpoints });
    const cpu = new GpuNodePool(stack, "cpu", { network, instanceType: "c7i.4xlarge", nodes: { min: 0, max: 8 } });
    const build = () => new SlurmHeadNode(stack, "slurm", { network, partitions: [{ name: "cpu", pools: [cpu] }] });
    expect(messageOf(build)).toBe(
      'SlurmHeadNode "test/slurm": slurmPackages "distribution" needs a way to the package mirrors, and the network has endpoints only; use slurmPackages "image"',
    );
  });

  it("a pool that another head has adopted", () => {
    const { stack, network, cpu } = withHead();
    const build = () => new SlurmHeadNode(stack, "second", { network, partitions: [{ name: "cpu", pools: [cpu] }] });
    expect(messageOf(build)).toContain('pool "cpu" is adopted by SlurmHeadNode "slurm" already');
  });
});
