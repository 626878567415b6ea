import { Testing } from "cdktf";
import { Capacity, clusterModel } from "../../../../lib/clouds/aws";
import { review } from "../../../../lib/review/review";
import { build, type Made, setUp } from "./made";

interface Resource {
  readonly Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: CloudFormation's properties
  readonly Properties: any;
}

function synthesized({ stack }: Made) {
  const { resource, locals } = JSON.parse(Testing.synth(stack));
  // biome-ignore lint/suspicious/noExplicitAny: a resource of Terraform
  const [pcs] = Object.values<any>(resource.aws_cloudformation_stack);
  const template = JSON.parse(pcs.template_body) as { Resources: Record<string, Resource> };
  return { resource, locals, pcs, resources: template.Resources };
}

const ofType = (resources: Record<string, Resource>, type: string) =>
  Object.values(resources)
    .filter(({ Type }) => Type === `AWS::PCS::${type}`)
    .map(({ Properties }) => Properties);

const settings = (list: readonly { ParameterName: string; ParameterValue: string }[]) =>
  Object.fromEntries(list.map(({ ParameterName, ParameterValue }) => [ParameterName, ParameterValue]));

describe("a ParallelComputing", () => {
  it("makes the cluster, a node group of each pool and a queue of each partition", () => {
    const made = setUp();
    build(made, {
      preemption: "partition",
      partitions: [
        { name: "train", pools: [made.gpu], exclusive: true, maxTimeMinutes: 600, priorityTier: 10 },
        {
          name: "spare",
          pools: [made.gpu],
          preemptMode: "requeue",
          graceSeconds: 60,
          allowAccounts: ["vision", "audio"],
        },
      ],
    });
    const { resources } = synthesized(made);
    const [cluster] = ofType(resources, "Cluster");
    expect(cluster).toMatchObject({
      Name: "ml-pcs",
      Size: "SMALL",
      Scheduler: { Type: "SLURM", Version: "25.11" },
      SlurmConfiguration: {
        ScaleDownIdleTimeInSeconds: 600,
        Accounting: { Mode: "STANDARD" },
        SlurmRest: { Mode: "NONE" },
      },
    });
    expect(settings(cluster.SlurmConfiguration.SlurmCustomSettings)).toEqual({
      SelectTypeParameters: "CR_CPU_Memory",
      Prolog: "/opt/warpform/pcs/prolog",
      PreemptType: "preempt/partition_prio",
      PreemptMode: "REQUEUE",
    });
    const [train, spare] = ofType(resources, "Queue");
    expect(settings(train.SlurmConfiguration.SlurmCustomSettings)).toEqual({
      Default: "YES",
      DefaultTime: "600",
      MaxTime: "600",
      OverSubscribe: "EXCLUSIVE",
      PriorityTier: "10",
    });
    expect(settings(spare.SlurmConfiguration.SlurmCustomSettings)).toMatchObject({
      Default: "NO",
      PreemptMode: "REQUEUE",
      GraceTime: "60",
      AllowAccounts: "vision,audio",
    });
    expect(train.ComputeNodeGroupConfigurations).toEqual([
      { ComputeNodeGroupId: { "Fn::GetAtt": ["Groupl40s", "Id"] } },
    ]);
  });

  it("makes a group of each source, static up to the pool's least nodes, the cheapest pool first", () => {
    const made = setUp(
      {
        instanceType: "p5.48xlarge",
        nodes: { min: 16, max: 24 },
        capacity: [
          Capacity.block("cr-0123456789abcdef0", { nodes: 16 }),
          Capacity.spot({ nodes: 6 }),
          Capacity.onDemand(),
        ],
      },
      "h100",
    );
    const l40s = made.make("l40s", {});
    build(made, { partitions: [{ name: "train", pools: [made.gpu, l40s] }] });
    const groups = ofType(synthesized(made).resources, "ComputeNodeGroup");
    const shown = groups.map(({ Name, PurchaseOption, ScalingConfiguration: s, SlurmConfiguration: c }) => [
      Name,
      PurchaseOption,
      s.MinInstanceCount,
      s.MaxInstanceCount,
      Number(settings(c.SlurmCustomSettings).Weight),
    ]);
    expect(shown).toEqual([
      ["h100", "CAPACITY_BLOCK", 16, 16, 30],
      ["h100-spot", "SPOT", 0, 6, 31],
      ["h100-on-demand", "ONDEMAND", 0, 2, 32],
      ["l40s", "ONDEMAND", 0, 4, 20],
      ["login", "ONDEMAND", 1, 1, 10],
    ]);
  });

  it("launches nodes that can register: AWS's image with the agent, a role that AWS PCS accepts, the group's own members", () => {
    const made = setUp();
    build(made);
    const { resource } = synthesized(made);
    // biome-ignore lint/suspicious/noExplicitAny: resources of Terraform
    const all = (type: string) => Object.values<any>(resource[type]);
    expect(made.gpu.image).toMatchObject({ kind: "pcs", os: "ubuntu-24.04" });
    expect(made.gpu.image?.parameter?.("arm64")).toBe("/aws/service/pcs/ami/dlami-base-ubuntu2404/arm64/latest/ami-id");
    expect(all("aws_iam_role").filter(({ path }) => path === "/aws-pcs/").length).toBe(2);
    const policies = all("aws_iam_role_policy").map(({ policy }) => policy);
    expect(policies.filter((policy) => policy.includes("pcs:RegisterComputeNodeGroupInstance")).length).toBe(2);
    const own = all("aws_vpc_security_group_ingress_rule").find(({ description }) =>
      description.startsWith("controller,"),
    );
    expect(own.referenced_security_group_id).toBe(own.security_group_id);
  });

  it("hands AWS PCS a document that it can add to, with all boot steps packed in one script", () => {
    const made = setUp();
    build(made);
    const { locals, resource } = synthesized(made);
    const [document] = Object.entries<string>(locals).filter(([name]) => name.startsWith("l40s_user-data"));
    const [script] = Object.entries<string>(locals).filter(([name]) => name.startsWith("l40s_boot-steps"));
    expect(document![1]).toMatch(/^MIME-Version: 1\.0\nContent-Type: multipart\/mixed/);
    expect(document![1]).toContain(`\${base64gzip(local.${script![0]})}`);
    expect(script![1]).toMatch(/step 00-pcs-prolog <<[\s\S]*step \d\d-nvme-cache[\s\S]*step \d\d-node-health/);
    const [template] = Object.values<{ user_data: string }>(resource.aws_launch_template);
    expect(template!.user_data).toMatch(/^\$\{base64encode\(local\.\w+/);
  });

  it("refuses an update that would replace the cluster, and lets all others through", () => {
    const made = setUp();
    build(made);
    const policy = JSON.parse(synthesized(made).pcs.policy_body);
    expect(policy.Version).toBeUndefined();
    expect(policy.Statement[1]).toEqual({
      Effect: "Deny",
      Action: ["Update:Replace", "Update:Delete"],
      Principal: "*",
      Resource: ["LogicalResourceId/Cluster"],
    });
  });

  it("waits for what its nodes need to boot", () => {
    const made = setUp();
    build(made);
    const waits: string[] = synthesized(made).pcs.depends_on;
    for (const type of ["aws_nat_gateway", "aws_route", "aws_iam_role_policy", "aws_vpc_security_group_ingress_rule"])
      expect(waits.some((one) => one.startsWith(`${type}.`))).toBe(true);
  });

  it("reads the profile of a pool that was given one", () => {
    const made = setUp({ instanceProfileName: "AWSPCS-nodes" });
    build(made);
    const { data } = JSON.parse(Testing.synth(made.stack));
    expect(Object.values(data.aws_iam_instance_profile)).toEqual([expect.objectContaining({ name: "AWSPCS-nodes" })]);
  });
});

it("is Slurm in the review, with fees of AWS PCS in the bill and no head", () => {
  const made = setUp();
  build(made, { accounting: false });
  const cluster = clusterModel(made.stack);
  expect(cluster.pools.map(({ adoptedBy }) => adoptedBy)).toEqual([
    { kind: "pcs", name: "pcs" },
    { kind: "pcs", name: "pcs" },
  ]);
  const { findings, figures } = review(cluster);
  const rules = findings.map(({ rule }) => rule);
  expect(rules).toEqual(expect.arrayContaining(["accounting-missing", "partition-without-time-limit"]));
  expect(rules.filter((rule) => /^head-|pool-not-adopted|lustre-client/.test(rule))).toEqual([]);
  const fees = figures.cost.parts.filter(({ name }) => name.startsWith("AWS PCS"));
  expect(fees.map(({ name, usdPerHour }) => [name, usdPerHour])).toEqual([
    ["AWS PCS controller, small (pcs)", null],
    ["AWS PCS management of 5 nodes (pcs)", null],
  ]);
});
