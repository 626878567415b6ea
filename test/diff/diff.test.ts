import { TerraformResource, TerraformStack, Testing } from "cdktf";
import { addressesGone } from "../../lib/diff/addresses";
import { diffStacks } from "../../lib/diff/diff";
import type { Impact } from "../../lib/diff/impact";
import { NOTHING, readStack } from "../../lib/diff/terraform-stack";

type Resources = Record<string, Record<string, Record<string, unknown>>>;

const stack = (resource: Resources, rest: Record<string, unknown> = {}) =>
  readStack(JSON.stringify({ resource, ...rest }), "test.tf.json");
const diff = (old: Resources, now: Resources, rest: Record<string, unknown> = {}) =>
  diffStacks(stack(old), stack(now, rest));
const impacts = (old: Resources, now: Resources, rest?: Record<string, unknown>) =>
  diff(old, now, rest).findings.map(({ impact }) => impact);
const at = (path: string, attributes: Record<string, unknown> = {}) => ({
  "//": { metadata: { path: `train/${path}` } },
  ...attributes,
});
const one = (type: string, attributes: Record<string, unknown>, path = "x") => ({
  [type]: { x: at(path, attributes) },
});

describe("a comparison of two stacks", () => {
  it("finds nothing between a stack and itself", () => {
    const same = one("aws_ebs_volume", { size: 1 });
    expect(diff(same, same)).toEqual({ status: 0, findings: [], changes: [] });
  });

  const table: readonly (readonly [string, string, object, object, number, Impact])[] = [
    ["a volume that grows", "aws_ebs_volume", { size: 1 }, { size: 2 }, 0, "storage-resized"],
    [
      "a volume in another zone",
      "aws_ebs_volume",
      { availability_zone: "a" },
      { availability_zone: "b" },
      20,
      "data-replaced",
    ],
    [
      "Lustre that grows",
      "aws_fsx_lustre_file_system",
      { storage_capacity: 9600 },
      { storage_capacity: 12000 },
      0,
      "storage-resized",
    ],
    [
      "Lustre that shrinks",
      "aws_fsx_lustre_file_system",
      { storage_capacity: 12000 },
      { storage_capacity: 9600 },
      20,
      "data-replaced",
    ],
    [
      "OpenZFS that grows",
      "aws_fsx_openzfs_file_system",
      { storage_capacity: 1024 },
      { storage_capacity: 2048 },
      0,
      "storage-resized",
    ],
    [
      "Lustre of another version",
      "aws_fsx_lustre_file_system",
      { file_system_type_version: "2.12" },
      { file_system_type_version: "2.15" },
      20,
      "data-may-be-replaced",
    ],
    [
      "Lustre of another tier",
      "aws_fsx_lustre_file_system",
      { per_unit_storage_throughput: 125 },
      { per_unit_storage_throughput: 250 },
      0,
      "storage-resized",
    ],
    ["an attribute that no row knows", "aws_s3_bucket", { invented: 1 }, { invented: 2 }, 20, "data-may-be-replaced"],
    ["a type that no row knows", "aws_invented", { a: 1 }, { a: 2 }, 20, "data-unknown"],
    ["a resource of another provider", "aws_ebs_volume", {}, { provider: "aws.west" }, 20, "data-may-be-replaced"],
    ["other tags", "aws_s3_bucket", { tags: { a: "1" } }, { tags: { a: "2" } }, 0, "tags"],
    [
      "another VPC range",
      "aws_vpc",
      { cidr_block: "10.0.0.0/16" },
      { cidr_block: "10.1.0.0/16" },
      10,
      "network-replaced",
    ],
    ["EKS of another name", "aws_eks_cluster", { name: "a" }, { name: "b" }, 20, "data-replaced"],
    [
      "EKS of another version",
      "aws_eks_cluster",
      { version: "1.33" },
      { version: "1.34" },
      10,
      "control-plane-updated",
    ],
    ["another chart version", "helm_release", { version: "1" }, { version: "2" }, 10, "programs-restarted"],
    ["a release's timeout", "helm_release", { timeout: 300 }, { timeout: 600 }, 0, "settings-changed"],
    ["a release of another name", "helm_release", { name: "a" }, { name: "b" }, 10, "programs-restarted"],
    ["another port of a rule", "aws_vpc_security_group_ingress_rule", { to_port: 1 }, { to_port: 2 }, 0, "security"],
    [
      "a rule for a group where it was for a range",
      "aws_vpc_security_group_ingress_rule",
      { cidr_ipv4: "10.0.0.0/8" },
      { referenced_security_group_id: "sg-1" },
      0,
      "security",
    ],
    ["EFA on a file system without", "aws_fsx_lustre_file_system", {}, { efa_enabled: true }, 20, "data-replaced"],
    ["a load balancer that faces outwards", "aws_lb", { internal: true }, { internal: false }, 10, "network-replaced"],
    ["a scaling policy", "aws_autoscaling_policy", { cooldown: 1 }, { cooldown: 2 }, 0, "scale"],
    ["a larger group", "aws_autoscaling_group", { max_size: 4 }, { max_size: 8 }, 0, "scale"],
    ["a smaller group", "aws_autoscaling_group", { max_size: 8 }, { max_size: 4 }, 10, "nodes-drained"],
  ];
  it.each(table)("judges %s", (_, type, before, after, status, impact) => {
    const result = diff(one(type, before as Record<string, unknown>), one(type, after as Record<string, unknown>));
    expect(result.status).toBe(status);
    expect(result.findings.map((finding) => finding.impact)).toEqual([impact]);
  });

  it("calls a data resource that disappears destroyed, and warns that prevent_destroy goes with its block", () => {
    const old = one("aws_efs_file_system", { lifecycle: { prevent_destroy: true } });
    const { status, findings } = diff(old, {});
    expect(status).toBe(20);
    expect(findings[0]!.impact).toBe("data-destroyed");
    expect(findings[0]!.says).toContain("nothing stops the apply");
  });

  it("says that prevent_destroy fails the plan where data would be replaced", () => {
    const of = (zone: string) =>
      one("aws_ebs_volume", { availability_zone: zone, lifecycle: { prevent_destroy: true } });
    expect(diff(of("a"), of("b")).findings[0]!.says).toContain("makes the plan fail");
  });

  it("says so where prevent_destroy is taken off a resource that stays, also one that moves", () => {
    const guarded = { lifecycle: { prevent_destroy: true } };
    expect(impacts(one("aws_efs_file_system", guarded), one("aws_efs_file_system", {}))).toEqual(["data-protection"]);
    expect(impacts(one("aws_efs_file_system", {}), one("aws_efs_file_system", guarded))).toEqual([]);
    const moved = [{ from: "aws_kms_key.old", to: "aws_kms_key.x" }];
    expect(impacts({ aws_kms_key: { old: at("old", guarded) } }, one("aws_kms_key", {}), { moved })).toEqual([
      "data-protection",
    ]);
  });

  it("takes a resource with a moved block, also over two versions, for the same", () => {
    const moved = [
      { from: "aws_s3_bucket.old", to: "aws_s3_bucket.mid" },
      { from: "aws_s3_bucket.mid", to: "aws_s3_bucket.new" },
    ];
    const [old, now] = [{ aws_s3_bucket: { old: at("b") } }, { aws_s3_bucket: { new: at("b") } }];
    expect(impacts(old, now)).toEqual(["data-destroyed", "created"]);
    expect(impacts(old, now, { moved })).toEqual([]);
  });

  it("sees through references to what was moved", () => {
    const volumes = (key: string): Resources => ({
      aws_kms_key: { [key]: at("key") },
      aws_ebs_volume: { v: at("state", { kms_key_id: `\${aws_kms_key.${key}.arn}` }) },
    });
    const moved = [{ from: "aws_kms_key.old", to: "aws_kms_key.new" }];
    expect(impacts(volumes("old"), volumes("new"), { moved })).toEqual([]);
    expect(impacts(volumes("old"), volumes("new"))).toContain("data-replaced");
  });

  it("reads the moved blocks that the CDK writes, and counts no moved address as gone", () => {
    const app = Testing.app();
    const cdk = new TerraformStack(app, "s");
    new TerraformResource(cdk, "new", { terraformResourceType: "aws_s3_bucket" }).moveFromId("aws_s3_bucket.old");
    const now = readStack(Testing.synth(cdk), "cdk.tf.json");
    expect([...now.moved]).toEqual([["aws_s3_bucket.old", "aws_s3_bucket.new"]]);
    expect(addressesGone(["aws_s3_bucket.old", "aws_s3_bucket.gone"], now)).toEqual(["aws_s3_bucket.gone"]);
  });

  it("fails closed where a resource goes of which no row knows what it holds", () => {
    expect(diff(one("aws_dynamodb_table", {}), {})).toMatchObject({
      status: 20,
      findings: [{ impact: "data-unknown" }],
    });
  });

  it("takes a resource that a removed block forgets for one that stays", () => {
    const old = { aws_efs_file_system: { kept: at("home"), gone: at("scratch") } };
    const removed = [
      { from: "aws_efs_file_system.kept", lifecycle: { destroy: false } },
      { from: "aws_efs_file_system.gone", lifecycle: { destroy: true } },
    ];
    expect(diff(old, {}, { removed }).changes.map(({ address }) => address)).toEqual(["aws_efs_file_system.gone"]);
  });

  const settings = (rest: Record<string, unknown>) => stack({}, rest);
  it.each<[string, Record<string, unknown>, Record<string, unknown>, Impact[]]>([
    [
      "another region",
      { provider: { aws: [{ region: "a" }] } },
      { provider: { aws: { region: "b" } } },
      ["data-replaced"],
    ],
    ["the same region", { provider: { aws: [{ region: "a" }] } }, { provider: { aws: { region: "a" } } }, []],
    [
      "another role",
      { provider: { aws: [{ region: "a" }] } },
      { provider: { aws: [{ region: "a", assume_role: [{ role_arn: "x" }] }] } },
      ["settings-changed"],
    ],
    [
      "other default tags",
      { provider: { aws: [{ default_tags: [{ tags: { a: "1" } }] }] } },
      { provider: { aws: [{ default_tags: [{ tags: { a: "2" } }] }] } },
      ["tags"],
    ],
    [
      "one region of two",
      { provider: { aws: [{ region: "a" }, { alias: "far", region: "b" }] } },
      { provider: { aws: [{ region: "a" }, { alias: "far", region: "c" }] } },
      ["data-replaced"],
    ],
    ["a new module", {}, { module: { db: { source: "x" } } }, ["created"]],
    ["a changed module", { module: { db: { size: 1 } } }, { module: { db: { size: 2 } } }, ["data-unknown"]],
    ["a module that goes", { module: { db: {} } }, {}, ["data-unknown"]],
  ])("judges %s", (_, before, after, expected) => {
    const { findings } = diffStacks(settings(before), settings(after));
    expect(findings.map(({ impact }) => impact)).toEqual(expected);
  });

  it("leaves out what ignore_changes leaves out", () => {
    const of = (ami: string) => one("aws_instance", { ami, lifecycle: { ignore_changes: ["ami"] } });
    expect(impacts(of("a"), of("b"))).toEqual([]);
  });

  it("follows a replacement through references, and stops where the value is written down and stays", () => {
    const of = (usage: string): Resources => ({
      aws_kms_key: { k: at("key", { key_usage: usage }) },
      aws_ebs_volume: { v: at("slurm/state", { kms_key_id: "${aws_kms_key.k.arn}" }) },
      aws_iam_role: { r: at("role", { name: "n", path: usage }) },
      aws_iam_instance_profile: { p: at("profile", { role: "${aws_iam_role.r.name}" }) },
    });
    const { changes } = diff(of("A"), of("B"));
    expect(changes.map(({ address, action }) => [address, action])).toEqual([
      ["aws_ebs_volume.v", "replace"],
      ["aws_iam_role.r", "replace"],
      ["aws_kms_key.k", "replace"],
    ]);
  });

  it("sees user data through the local that holds it", () => {
    const of = (text: string) =>
      stack(
        { aws_launch_template: { t: at("h100/template", { user_data: "${base64encode(local.boot)}" }) } },
        { locals: { boot: text } },
      );
    expect(diffStacks(of("a"), of("b")).findings.map(({ impact }) => impact)).toEqual(["nodes-at-next-launch"]);
  });

  it("replaces a rule of which the kind of source is another, and changes one in place otherwise", () => {
    const rule = (attributes: Record<string, unknown>) => one("aws_vpc_security_group_egress_rule", attributes);
    const action = (old: Resources, now: Resources) => diff(old, now).changes[0]!.action;
    expect(action(rule({ cidr_ipv4: "10.0.0.0/8" }), rule({ cidr_ipv4: "10.1.0.0/16" }))).toBe("update");
    expect(action(rule({ cidr_ipv4: "10.0.0.0/8" }), rule({ prefix_list_id: "pl-1" }))).toBe("replace");
  });

  it("replaces the head with its primary network interface", () => {
    const of = (subnet: string): Resources => ({
      aws_network_interface: { n: at("slurm/interface", { subnet_id: subnet }) },
      aws_instance: {
        h: at("slurm/head/Resource", {
          primary_network_interface: { network_interface_id: "${aws_network_interface.n.id}" },
        }),
      },
    });
    const { findings } = diff(of("subnet-a"), of("subnet-b"));
    expect(findings[0]!.impact).toBe("head-replaced");
    expect(findings[0]!.says).toContain("because of aws_network_interface.n");
  });

  it("says that nodes must go before their subnet does, unless their group goes with it", () => {
    const of = (zone: string, group?: string): Resources => ({
      aws_subnet: { s: at("network/subnet", { availability_zone: zone }) },
      ...(group === undefined
        ? {}
        : { aws_autoscaling_group: { g: at("train", { name: group, vpc_zone_identifier: ["${aws_subnet.s.id}"] }) } }),
    });
    const [first] = diff(of("a", "train"), of("b", "train")).findings;
    expect(first).toMatchObject({ impact: "nodes-drained", addresses: ["aws_autoscaling_group.g"] });
    expect(first!.says).toContain("scale it to 0 before the apply");
    expect(impacts(of("a", "train"), of("b"))).toEqual(["nodes-drained", "network-replaced"]);
    expect(
      diff(of("a", "train"), of("b", "other"))
        .findings.map(({ says }) => says)
        .join(),
    ).not.toContain("scale it");
  });

  it("decodes the values of a release", () => {
    const of = (values: object, version: string) => one("helm_release", { values: [JSON.stringify(values)], version });
    const { findings } = diff(
      of({ driver: { version: "1", enabled: true }, gone: 1 }, "25.3.0"),
      of({ driver: { version: "2", enabled: true }, "new": 1 }, "25.4.0"),
    );
    expect(findings[0]!.says).toBe("release x: values driver.version, gone, new; version 25.3.0 to 25.4.0");
  });

  it("takes a release whose values are YAML for changed, and says no more than that", () => {
    const of = (values: string) => one("helm_release", { values: [values] });
    expect(diff(of("a: 1"), of("a: 2")).findings[0]!.says).toBe("release x: values");
  });

  it("says why it cannot say more of a change that providers treat otherwise", () => {
    const of = (version: string) => one("aws_fsx_lustre_file_system", { file_system_type_version: version });
    expect(diff(of("2.12"), of("2.15")).findings[0]!.says).toContain("later ones upgrade it in place");
  });

  it("says that nodes roll at once where a group refreshes its instances", () => {
    const of = (type: string): Resources => ({
      aws_launch_template: { t: at("h100/template", { instance_type: type }) },
      aws_autoscaling_group: {
        g: at("train", {
          launch_template: { version: "${aws_launch_template.t.latest_version}" },
          instance_refresh: { strategy: "Rolling" },
        }),
      },
    });
    expect(impacts(of("p5.48xlarge"), of("p5e.48xlarge"))).toEqual(["nodes-replaced"]);
  });

  const head = (ebsOptimized: boolean, type: string, zone = "a"): Resources => ({
    aws_instance: { h: at("slurm/head/Resource", { ebs_optimized: ebsOptimized, instance_type: type }) },
    aws_ebs_volume: { v: at("slurm/state/Resource", { availability_zone: zone }) },
  });

  it("says whether the head is replaced or stopped, and whether its state stays", () => {
    const replaced = diff(head(true, "m"), head(false, "m")).findings[0]!;
    expect(replaced.impact).toBe("head-replaced");
    expect(replaced.says).toContain("state volume is kept");
    expect(
      diff(head(true, "m"), head(false, "m", "b"))
        .findings.map(({ says }) => says)
        .join(),
    ).toContain("NOT kept");
    expect(diff(head(true, "m"), head(true, "n")).findings[0]!.impact).toBe("head-restarted");
  });
});

describe("a comparison of where two stacks keep their state", () => {
  const volume = one("aws_ebs_volume", { size: 1 });
  const kept = (backend: Record<string, unknown>, resource: Resources = volume) =>
    stack(resource, { terraform: { backend } });
  const says = (...[old, now]: readonly [Record<string, unknown>, Record<string, unknown>]) =>
    diffStacks(kept(old), kept(now)).findings.map(
      ({ impact, says }) => `${impact}: ${says.split(":").slice(0, -1).join(":")}`,
    );
  const s3 = { s3: { bucket: "states", key: "lab", region: "us-east-2" } };

  it.each([
    ["into a bucket", { local: { path: "a" } }, s3, "from a local file to s3://states/lab"],
    ["out of a bucket", s3, {}, "from s3://states/lab to a local file"],
    ["to another key", s3, { s3: { ...s3.s3, key: "b" } }, "from s3://states/lab to s3://states/b"],
    ["to another kind", s3, { http: { address: "https://x" } }, 'from s3://states/lab to http {"address":"https://x"}'],
  ])("says that it must be moved %s before anything is applied", (_, old, now, move) => {
    expect(says(old, now)).toEqual([`state-moved: ${move}`]);
    expect(diffStacks(kept(old), kept(now)).status).toBe(10);
  });

  it("finds nothing where it only lies in another folder, or is locked or encrypted otherwise", () => {
    expect(says({ local: { path: "/a" } }, { local: { path: "/b" } })).toEqual([]);
    expect(says(s3, { s3: { ...s3.s3, encrypt: true, use_lockfile: true } })).toEqual([]);
    expect(diffStacks(NOTHING, kept(s3)).findings.map(({ impact }) => impact)).toEqual(["created"]);
  });
});

describe("a comparison of a Slurm site's files", () => {
  const file = (key: string, content: string) => one("aws_s3_object", { key: `slurm/${key}`, content });
  const conf = (nodes: string, memory = 100) =>
    `NodeName=${nodes} RealMemory=${memory} Weight=1\nPartitionName=p Nodes=${nodes}\n`;

  it.each<[string, string, string, string, Impact[]]>([
    ["more nodes reload Slurm", "etc/slurm.conf", conf("a-[1-4]"), conf("a-[1-8]"), ["slurmctld-restarted"]],
    [
      "fewer nodes must be drained",
      "etc/slurm.conf",
      conf("a-[1-8]"),
      conf("a-[1-4]"),
      ["nodes-drained", "slurmctld-restarted"],
    ],
    [
      "other hardware drains nodes",
      "etc/slurm.conf",
      conf("a-1", 100),
      conf("a-1", 200),
      ["nodes-drained", "slurmctld-restarted"],
    ],
    [
      "a partition that goes is closed until its jobs have ended",
      "etc/slurm.conf",
      `${conf("a-1")}PartitionName=lora Nodes=a-1\n`,
      conf("a-1"),
      ["nodes-drained", "slurmctld-restarted"],
    ],
    ["a policy changes accounts", "warpform/policy.json", '{"qos":[]}', '{"qos":[1]}', ["accounts-changed"]],
    [
      "another name of the cluster keeps slurmctld from starting",
      "etc/slurm.conf",
      `ClusterName=lab\n${conf("a-1")}`,
      `ClusterName=prod\n${conf("a-1")}`,
      ["slurmctld-refuses", "slurmctld-restarted"],
    ],
    [
      "another id of a user is refused by machines that know it",
      "warpform/users.json",
      '[{"name":"ada","uid":2001,"gid":2001}]',
      '[{"name":"ada","uid":2002,"gid":2001}]',
      ["users-refused"],
    ],
    [
      "another key of a user changes users",
      "warpform/users.json",
      '[{"name":"ada","uid":2001,"gid":2001,"sshKeys":[]}]',
      '[{"name":"ada","uid":2001,"gid":2001,"sshKeys":["k"]}]',
      ["users-changed"],
    ],
    ["slurmdbd restarts", "warpform/slurmdbd.conf", "a", "b", ["slurmdbd-restarted"]],
    ["the manifest only follows", "manifest.json", "{}", '{"files":[]}', []],
    ["a file that nobody knows is said to be unknown", "else.txt", "a", "b", ["unknown-resource"]],
  ])("%s", (_, key, before, after, expected) => {
    expect(impacts(file(key, before), file(key, after))).toEqual(expected);
  });

  it("names the nodes that go", () => {
    const { findings } = diff(file("etc/slurm.conf", conf("a-[1-4,6]")), file("etc/slurm.conf", conf("a-[1-3]")));
    expect(findings[0]!.says).toContain("a-4, a-6");
  });

  it("names the accounts and users that go, come or are other", () => {
    const says = (key: string, before: unknown, after: unknown) =>
      diff(file(key, JSON.stringify(before)), file(key, JSON.stringify(after))).findings.map((finding) => finding.says);
    const [ops, ada, bob] = [{ name: "ops" }, { name: "ada", uid: 1, gid: 1 }, { name: "bob", uid: 2, gid: 2 }];
    const more = { name: "ops", share: 2 };
    const policy = "warpform/policy.json";
    expect(says(policy, { accounts: [ops, { name: "lab" }] }, { accounts: [more, { name: "new" }] })).toEqual([
      "accounts, limits and priorities: accounts (gone: lab; new: new; other: ops)",
    ]);
    expect(says(policy, { qos: ["a"] }, { qos: ["b"] })).toEqual(["accounts, limits and priorities: qos"]);
    expect(says("warpform/users.json", [ada], [{ ...ada, uid: 3 }, bob])[0]).toContain("ada (uid 1 to 3)");
    expect(says("warpform/users.json", [ada, bob], [bob])).toEqual(["can no longer log in, files and jobs stay: ada"]);
  });
});
