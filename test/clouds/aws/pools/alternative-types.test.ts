import type { TerraformStack } from "cdktf";
import type { GpuNodePoolProps } from "../../../../lib/clouds/aws/index";
import {
  Capacity,
  DesignReview,
  GpuNodePool,
  InfiniBandFabric,
  KubeRayCluster,
  NodeFleet,
  SlurmHeadNode,
} from "../../../../lib/clouds/aws/index";
import { messageOf, only, resources, synthesized, testNetwork, testStack } from "../synthesized";

const L4 = { instanceType: "g6.4xlarge", alternativeTypes: ["gr6.4xlarge"], nodes: { min: 0, max: 4 } };
const TYPES = ["g6.4xlarge", "gr6.4xlarge"];

function pool(stack: TerraformStack, props: Partial<GpuNodePoolProps> = {}): GpuNodePool {
  return new GpuNodePool(stack, "l4", { network: testNetwork(stack), ...L4, ...props });
}

/** Problems of a pool with these props. */
const problems = (props: Partial<GpuNodePoolProps>) => messageOf(() => pool(testStack(), props));

describe("GpuNodePool's alternative types", () => {
  it.each([
    ["p5en.48xlarge", { instanceType: "p5.48xlarge" }, "p5en.48xlarge has 8 x H200-SXM-141GB"],
    ["g6.xlarge", {}, "g6.xlarge has 4 vCPUs, fewer than 16, 16 GiB of memory, less than 64; use gr6.4xlarge"],
    ["g6.8xlarge", {}, "2 local NVMe disks, not 1"],
    ["m7g.4xlarge", { instanceType: "m7i.4xlarge" }, "m7g.4xlarge has arm64 processors"],
    ["g6.4xlarge", {}, "g6.4xlarge is the same type"],
    ["g6.4xlarg", {}, "g6.4xlarg is not in the catalog"],
    ["g5g.metal", { instanceType: "g5g.16xlarge" }, "no hypervisor"],
  ])("refuse %s with %j, saying why", (name, props, why) => {
    expect(problems({ ...props, alternativeTypes: [name] })).toContain(why);
  });

  it("refuse a type with other network cards on a fabric", () => {
    const stack = testStack();
    const network = testNetwork(stack);
    const fabric = new InfiniBandFabric(stack, "fabric", { network });
    const props = { network, fabric, nodes: { min: 0, max: 2 } };
    const message = messageOf(
      () =>
        new GpuNodePool(stack, "hpc", { ...props, instanceType: "c5n.18xlarge", alternativeTypes: ["c6in.32xlarge"] }),
    );
    expect(message).toContain("another layout of network cards");
  });

  it("need a source that can launch them", () => {
    const message = problems({ capacity: [Capacity.reservation("cr-0123456789abcdef0")] });
    expect(message).toContain("the blocks and reservations of g6.4xlarge hold no other");
  });

  it("are launched by a fleet in order, on demand and by Spot, and never from a reservation", () => {
    const stack = testStack();
    const reserved = Capacity.reservation("cr-0123456789abcdef0", { nodes: 1 });
    new NodeFleet(stack, "serve", { pool: pool(stack, { capacity: [reserved, Capacity.onDemand()] }), size: 3 });
    const terraform = synthesized(stack);
    expect(only(terraform, "aws_autoscaling_group", "serve_reservation")).not.toHaveProperty("mixed_instances_policy");
    expect(only(terraform, "aws_autoscaling_group", "serve_on-demand").mixed_instances_policy).toMatchObject({
      instances_distribution: {
        on_demand_allocation_strategy: "prioritized",
        on_demand_percentage_above_base_capacity: 100,
      },
      launch_template: { override: TYPES.map((instance_type) => ({ instance_type })) },
    });
  });

  it("have no warm pool in a fleet", () => {
    const stack = testStack();
    const message = messageOf(() => new NodeFleet(stack, "serve", { pool: pool(stack), size: 2, warmNodes: 1 }));
    expect(message).toContain("EC2 has no warm pool of mixed instances");
  });

  it("are given to CreateFleet by Slurm's head, with the memory of the first", () => {
    const stack = testStack();
    const l4 = pool(stack, { capacity: [Capacity.spot(), Capacity.onDemand()] });
    new SlurmHeadNode(stack, "slurm", {
      network: l4.network,
      partitions: [{ name: "gpu", pools: [l4] }],
    });
    const objects = resources(synthesized(stack), "aws_s3_object");
    const text = (name: string) => String(objects.find(({ key }) => key === `slurm/${name}`)!.content);
    const line = text("etc/slurm.conf").match(/^NodeName=l4.*$/m)![0];
    expect(line).toMatch(/RealMemory=62259/);
    expect(line).not.toContain("g6.4xlarge");
    const file = JSON.parse(text("warpform/cluster.json")) as { pools: { sources: { instanceTypes: string[] }[] }[] };
    expect(file.pools[0]!.sources.map(({ instanceTypes }) => instanceTypes)).toEqual([TYPES, TYPES]);
  });

  it("have the CPUs of the first under Slurm", () => {
    const stack = testStack();
    const l4 = pool(stack, { instanceType: "g6.2xlarge", alternativeTypes: ["g6.4xlarge"] });
    const partitions = [{ name: "gpu", pools: [l4] }];
    const message = messageOf(() => new SlurmHeadNode(stack, "slurm", { network: l4.network, partitions }));
    expect(message).toContain("must have the 8 CPUs of g6.2xlarge with 2 per core");
  });

  it("are the node group's on Kubernetes, whose template then names none", () => {
    const stack = testStack();
    const l4 = pool(stack);
    new KubeRayCluster(stack, "ray", { network: l4.network, pools: [l4], provisioner: "managed" });
    const terraform = synthesized(stack);
    const group = resources(terraform, "aws_eks_node_group").find(({ instance_types: types }) => types !== undefined)!;
    expect(group.instance_types).toEqual(TYPES);
    const template = resources(terraform, "aws_launch_template").find(({ name }) =>
      String(name).endsWith("l4-on-demand"),
    );
    expect(template).not.toHaveProperty("instance_type");
  });

  it("are choices of Karpenter", () => {
    const stack = testStack();
    const l4 = pool(stack);
    const ray = new KubeRayCluster(stack, "ray", { network: l4.network, pools: [l4] });
    const file = ray.releases.nodePoolsChart!.files.find(({ path }) => path.endsWith("node-pools.yaml"))!;
    expect(file.text).toMatch(
      /key: node.kubernetes.io\/instance-type\n\s+operator: In\n\s+values:\n\s+- g6.4xlarge\n\s+- gr6.4xlarge/,
    );
  });

  it("are priced by the most expensive one, with the cheapest beside, and count in quotas by the largest", () => {
    const stack = testStack();
    const mixed = pool(stack, { instanceType: "g6.2xlarge", alternativeTypes: ["g6.4xlarge"] });
    new NodeFleet(stack, "serve", { pool: mixed, size: 4 });
    const { figures, quotas } = DesignReview.of(stack)[0]!.review();
    const nodes = figures.cost.parts.find(({ kind }) => kind === "compute")!;
    expect(nodes.usdPerHour).toBeCloseTo(4 * 1.3232, 4);
    expect(nodes.usdPerHourLeast).toBeCloseTo(4 * 0.9776, 4);
    expect(nodes.note).toContain("g6.4xlarge, the most expensive of 2 types");
    expect(quotas.find(({ code }) => code === "L-DB2E81BA")).toMatchObject({ needed: 64 });
  });
});
