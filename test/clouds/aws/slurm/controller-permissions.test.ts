import { Capacity, ClusterNetwork, clusterModel, GpuNodePool, SlurmHeadNode } from "../../../../lib/clouds/aws/index";
import type { ClusterFile } from "../../../../lib/slurm";
import type { Terraform } from "../synthesized";
import { messageOf, only, resources, synthesized, testNetwork, testStack } from "../synthesized";
import { object, type Statement, statements, withHead } from "./head";

const terraform = synthesized(withHead().stack);
const statement = (sid: string) => statements(terraform, "slurm_role").find((each) => each.Sid === sid)!;

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

describe("what a node may do", () => {
  it("reads the site's files and the daemons' key, and does nothing with EC2", () => {
    const actions = statements(terraform, "h100_role").flatMap(({ Action }) => Action);
    expect(actions).toEqual(["s3:GetObject", "secretsmanager:GetSecretValue", "kms:Decrypt"]);
    const secrets = statements(terraform, "h100_role").filter(({ Action }) => Action[0]!.startsWith("secrets"));
    expect(secrets.flatMap(({ Resource }) => Resource)).toEqual([expect.stringMatching(/slurm_secrets_key/)]);
  });
});
