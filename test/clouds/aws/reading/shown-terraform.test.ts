import { jsonOfShown, type ShownTerraform } from "../../../../lib/clouds/aws/reading/shown-terraform";
import { readTerraform } from "../../../../lib/clouds/read-terraform";
import { designOf } from "../../../../lib/review/design";
import { reviewDesign } from "../../../../lib/review/review";

const managed = (address: string, type: string, name: string, values: object) => ({
  address,
  mode: "managed" as const,
  type,
  name,
  values: values as Record<string, unknown>,
});

/** A plan of two modules: one makes the network, the other launches nodes into its subnets, which come through a variable. */
const plan: ShownTerraform = {
  format_version: "1.2",
  planned_values: {
    root_module: {
      child_modules: [
        {
          resources: [
            managed("module.vpc.aws_vpc.this[0]", "aws_vpc", "this", { cidr_block: "10.0.0.0/16" }),
            managed("module.vpc.aws_subnet.private[0]", "aws_subnet", "private", {
              cidr_block: "10.0.0.0/20",
              availability_zone: "us-east-2a",
            }),
          ],
        },
        {
          resources: [
            managed("module.nodes.aws_eks_node_group.this", "aws_eks_node_group", "this", {
              instance_types: ["p5.48xlarge"],
              scaling_config: [{ min_size: 2, max_size: 4 }],
            }),
          ],
        },
      ],
    },
  },
  variables: { region: { value: "us-east-2" } },
  configuration: {
    provider_config: { aws: { name: "aws", expressions: { region: { references: ["var.region"] } } } },
    root_module: {
      module_calls: {
        vpc: {
          module: {
            resources: [
              { type: "aws_vpc", name: "this", expressions: {} },
              {
                type: "aws_subnet",
                name: "private",
                expressions: { vpc_id: { references: ["aws_vpc.this[0].id", "aws_vpc.this[0]", "aws_vpc.this"] } },
              },
            ],
            outputs: { private_subnets: { expression: { references: ["aws_subnet.private"] } } },
          },
        },
        nodes: {
          expressions: { subnets: { references: ["module.vpc.private_subnets", "module.vpc"] } },
          module: {
            resources: [
              {
                type: "aws_eks_node_group",
                name: "this",
                expressions: { subnet_ids: { references: ["var.subnets"] } },
              },
            ],
          },
        },
      },
    },
  },
};

/** A module called for each of two keys, one with a dot, each with a launch template and the group that refers to it. */
const each = (key: string, instanceType: string) => [
  managed(`module.group["${key}"].aws_launch_template.this[0]`, "aws_launch_template", "this", {
    instance_type: instanceType,
  }),
  managed(`module.group["${key}"].aws_autoscaling_group.this[0]`, "aws_autoscaling_group", "this", {
    min_size: 1,
    max_size: 2,
    launch_template: [{ version: "$Latest" }],
  }),
];
const twoGroups: ShownTerraform = {
  format_version: "1.2",
  planned_values: {
    root_module: {
      child_modules: [{ resources: each("gpu.a", "p5.48xlarge") }, { resources: each("system", "m7i.large") }],
    },
  },
  configuration: {
    root_module: {
      module_calls: {
        group: {
          module: {
            resources: [
              { type: "aws_launch_template", name: "this", expressions: {} },
              {
                type: "aws_autoscaling_group",
                name: "this",
                expressions: { launch_template: [{ id: { references: ["aws_launch_template.this[0].id"] } }] },
              },
            ],
          },
        },
      },
    },
  },
};

/** A node group of terraform-aws-modules/eks, whose template is named in a dynamic block, which no plan shows. */
const byLocal: ShownTerraform = {
  format_version: "1.2",
  planned_values: {
    root_module: {
      child_modules: [
        {
          resources: [
            managed('module.eks["gpu"].aws_launch_template.this[0]', "aws_launch_template", "this", {
              metadata_options: [{ http_tokens: "required" }],
            }),
            managed('module.eks["gpu"].aws_eks_node_group.this[0]', "aws_eks_node_group", "this", {
              instance_types: ["g6e.xlarge"],
              ami_type: "AL2_x86_64_GPU",
              scaling_config: [{ min_size: 1, max_size: 1 }],
              launch_template: [{}],
            }),
          ],
        },
      ],
    },
  },
  configuration: {
    root_module: {
      module_calls: {
        eks: {
          module: {
            resources: [
              {
                type: "aws_eks_node_group",
                name: "this",
                expressions: { instance_types: { references: ["var.instance_types"] } },
              },
            ],
          },
        },
      },
    },
  },
};

describe("a plan", () => {
  it("asks of a cluster without a NAT gateway the endpoints that every node calls, not those of add-ons that it may not have", () => {
    const endpoint = (service: string, type: string) =>
      managed(`aws_vpc_endpoint.${service.replace(".", "_")}`, "aws_vpc_endpoint", service.replace(".", "_"), {
        service_name: `com.amazonaws.us-west-2.${service}`,
        vpc_endpoint_type: type,
        vpc_id: "vpc-1",
      });
    const missing = (...services: string[]) => {
      const { cluster } = readTerraform("private", {
        format_version: "1.0",
        values: {
          root_module: {
            resources: [
              managed("aws_vpc.this", "aws_vpc", "this", { id: "vpc-1", cidr_block: "10.0.0.0/16" }),
              managed("aws_subnet.a", "aws_subnet", "a", {
                id: "subnet-1",
                vpc_id: "vpc-1",
                cidr_block: "10.0.0.0/20",
              }),
              managed("aws_eks_cluster.this", "aws_eks_cluster", "this", {
                vpc_config: [{ subnet_ids: ["subnet-1"] }],
              }),
              managed("aws_eks_node_group.gpu", "aws_eks_node_group", "gpu", {
                instance_types: ["g6e.xlarge"],
                subnet_ids: ["subnet-1"],
                scaling_config: [{ min_size: 1, max_size: 1 }],
              }),
              endpoint("s3", "Gateway"),
              ...services.map((service) => endpoint(service, "Interface")),
            ],
          },
        },
      })!;
      return reviewDesign(designOf(cluster)).findings.flatMap(({ rule, value }) =>
        rule === "private-endpoints-missing" ? [value] : [],
      );
    };
    expect(missing("ec2", "ecr.api", "ecr.dkr")).toEqual([]);
    expect(missing("ec2", "ecr.api")).toEqual(["missing: ecr.dkr"]);
  });

  it("joins a node group and the only launch template next to it, which a dynamic block names", () => {
    const { cluster } = readTerraform("eks", byLocal)!;
    expect(cluster.pools).toMatchObject([
      { name: "eks-gpu-this-0", instanceType: "g6e.xlarge", aws: { imdsV2Required: true } },
    ]);
    expect(reviewDesign(designOf(cluster)).findings.map(({ rule }) => rule)).not.toContain("imds-v1-allowed");
  });

  it("keeps what each instance of a module makes apart, with references inside the instance", () => {
    const { resource } = jsonOfShown(twoGroups);
    expect(Object.keys(resource!.aws_launch_template!)).toEqual(["group-gpu-a-this-0", "group-system-this-0"]);
    expect(resource!.aws_autoscaling_group!["group-system-this-0"]!.launch_template).toEqual([
      { version: "$Latest", id: "${aws_launch_template.group-system-this-0.id}" },
    ]);
    const { cluster, resources } = readTerraform("groups", twoGroups)!;
    expect(resources).toBe(4);
    expect(cluster.pools.map(({ instanceType }) => instanceType)).toEqual(["p5.48xlarge", "m7i.large"]);
  });

  it("is read with references through variables and outputs of modules", () => {
    const { resource } = jsonOfShown(plan);
    expect(resource!.aws_subnet!["vpc-private-0"]!.vpc_id).toBe("${aws_vpc.vpc-this-0.id}");
    expect(resource!.aws_eks_node_group!["nodes-this"]!.subnet_ids).toEqual(["${aws_subnet.vpc-private-0.id}"]);
  });

  it("makes a cluster with the zone, the region and the nodes that it launches", () => {
    const { cluster, read, resources } = readTerraform("team", plan)!;
    expect([cluster.region, read, resources]).toEqual(["us-east-2", 3, 3]);
    expect(cluster.pools).toMatchObject([{ instanceType: "p5.48xlarge", nodes: { min: 2, max: 4 } }]);
    expect(cluster.networks[0]!.computeSubnets).toMatchObject([{ availabilityZone: "us-east-2a" }]);
    const rules = reviewDesign(designOf(cluster)).findings.map(({ rule }) => rule);
    expect(rules).toContain("efa-unused");
  });
});

it("a state is read by the ids of its resources", () => {
  const state: ShownTerraform = {
    format_version: "1.0",
    values: {
      root_module: {
        resources: [
          managed("aws_vpc.main", "aws_vpc", "main", { id: "vpc-0a1b2c3d", cidr_block: "10.0.0.0/16" }),
          managed("aws_subnet.a", "aws_subnet", "a", { id: "subnet-0a1b2c3d", vpc_id: "vpc-0a1b2c3d" }),
        ],
      },
    },
  };
  expect(jsonOfShown(state).resource!.aws_subnet!.a!.vpc_id).toBe("${aws_vpc.main.id}");
});

it("what is no Terraform is none", () => {
  for (const value of [null, 1, [], {}, { resource: [] }]) expect(readTerraform("x", value)).toBeUndefined();
});

describe("subnets of a stack", () => {
  const subnet = (name: string, open: boolean) =>
    managed(`aws_subnet.${name}`, "aws_subnet", name, { cidr_block: "10.0.0.0/20", map_public_ip_on_launch: open });
  const network = [
    managed("aws_vpc.this", "aws_vpc", "this", { cidr_block: "10.0.0.0/16" }),
    subnet("public", true),
    subnet("private", false),
  ];
  const rulesOf = (shown: ShownTerraform) =>
    reviewDesign(designOf(readTerraform("plan", shown)!.cluster)).findings.map(({ rule }) => rule);

  it("are no place of nodes where the stack has none: a public one may hold a NAT gateway only", () => {
    expect(rulesOf({ format_version: "1.2", planned_values: { root_module: { resources: network } } })).not.toContain(
      "compute-in-public-subnet",
    );
  });
});
