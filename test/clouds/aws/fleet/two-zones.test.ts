import type { TerraformStack } from "cdktf";
import {
  Capacity,
  ClusterNetwork,
  clusterModel,
  GpuNodePool,
  InfiniBandFabric,
  LustreStorage,
  NodeFleet,
} from "../../../../lib/clouds/aws/index";
import { messageOf, only, resources, synthesized, testNetwork, testStack } from "../synthesized";

const type = { instanceType: "g6e.xlarge", nodes: { min: 0, max: 4 } };

function fleet(stack: TerraformStack, capacity = [Capacity.onDemand()]): NodeFleet {
  const network = testNetwork(stack);
  return new NodeFleet(stack, "serve", {
    pool: new GpuNodePool(stack, "l40s", { network, ...type, capacity }),
    size: 4,
    zones: 2,
  });
}

/** The message for a fleet of a pool made so. */
const refused = (make: (stack: TerraformStack, network: ClusterNetwork) => GpuNodePool) => {
  const stack = testStack();
  const pool = make(stack, testNetwork(stack));
  return messageOf(() => new NodeFleet(stack, "serve", { pool, zones: 2 }));
};

describe("a NodeFleet in two zones", () => {
  it("launches into both subnets, each with its own way out", () => {
    const stack = testStack();
    fleet(stack);
    const terraform = synthesized(stack);
    expect(only(terraform, "aws_autoscaling_group").vpc_zone_identifier).toHaveLength(2);
    expect(resources(terraform, "aws_nat_gateway")).toHaveLength(2);
    const [first, second] = resources(terraform, "aws_route_table_association")
      .filter(({ subnet_id: id }) => !String(id).includes("public"))
      .map(({ route_table_id: id }) => id);
    expect(first).not.toBe(second);
    expect(only(terraform, "aws_vpc_endpoint").route_table_ids).toEqual([first, second]);
    const zones = resources(terraform, "aws_subnet").map(({ availability_zone: zone }) => zone);
    expect(zones.sort()).toEqual(["us-east-2a", "us-east-2a", "us-east-2b", "us-east-2b"]);
  });

  it("keeps what is reserved in its own zone", () => {
    const stack = testStack();
    fleet(stack, [Capacity.reservation("cr-0123456789abcdef0", { nodes: 1 }), Capacity.onDemand()]);
    const groups = resources(synthesized(stack), "aws_autoscaling_group");
    expect(groups.map(({ vpc_zone_identifier: subnets }) => (subnets as string[]).length).sort()).toEqual([1, 2]);
  });

  it("tells the review of two zones and two NAT gateways", () => {
    const stack = testStack();
    fleet(stack);
    const { networks, pools } = clusterModel(stack);
    expect(networks[0]).toMatchObject({
      natGateways: 2,
      computeSubnets: [{ availabilityZone: "us-east-2a" }, { availabilityZone: "us-east-2b" }],
    });
    expect(pools[0]!.availabilityZone).toBeNull();
  });

  it("needs the second subnet of a network that was there", () => {
    const stack = testStack();
    const network = ClusterNetwork.import(stack, "theirs", {
      availabilityZone: "us-east-2a",
      vpcId: "vpc-0123456789abcdef0",
      vpcCidr: "10.0.0.0/16",
      computeSubnetId: "subnet-0123456789abcdef0",
    });
    const pool = new GpuNodePool(stack, "l40s", { network, ...type });
    expect(messageOf(() => new NodeFleet(stack, "serve", { pool, zones: 2 }))).toContain("secondSubnetId is required");
  });

  it("is refused for what is in one zone, with what to do", () => {
    const onFabric = refused(
      (stack, network) =>
        new GpuNodePool(stack, "hpc", {
          network,
          instanceType: "p5.48xlarge",
          nodes: { min: 0, max: 1 },
          fabric: new InfiniBandFabric(stack, "fabric", { network }),
        }),
    );
    expect(onFabric).toContain("whose fabric cannot leave a zone");
    const onLustre = refused((stack, network) => {
      const scratch = new LustreStorage(stack, "scratch", { network, capacityTiB: 4.8 });
      return new GpuNodePool(stack, "l40s", { network, ...type, mounts: [scratch.mount("/fsx")] });
    });
    expect(onLustre).toContain('which mounts "scratch" of us-east-2a');
    const reserved = refused(
      (stack, network) =>
        new GpuNodePool(stack, "l40s", { network, ...type, capacity: [Capacity.reservation("cr-0123456789abcdef0")] }),
    );
    expect(reserved).toContain("whose blocks and reservations are of one zone");
  });
});
