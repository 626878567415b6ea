import { Capacity, clusterModel, GpuNodePool, NodeFleet } from "../../../../lib/clouds/aws/index";
import { messageOf, only, synthesized, testNetwork, testStack } from "../synthesized";

const offer = { nodes: 4, startsOn: "2027-01-04T11:30:00Z", days: 7, maxUpfrontUsd: 40_000 };

function fleetOf(...capacity: Capacity[]) {
  const stack = testStack();
  const network = testNetwork(stack);
  const pool = new GpuNodePool(stack, "h100", {
    network,
    instanceType: "p5.48xlarge",
    nodes: { min: 4, max: 8 },
    capacity,
  });
  new NodeFleet(stack, "train", { pool });
  return stack;
}

const partsOf = (...capacity: Capacity[]) => synthesized(fleetOf(...capacity));

interface Block {
  readonly capacity_block_offering_id: string;
  readonly lifecycle: {
    readonly prevent_destroy: boolean;
    readonly ignore_changes: readonly string[];
    readonly precondition?: readonly { readonly condition: string }[];
  };
}
const blockOf = (parts: ReturnType<typeof partsOf>) =>
  only(parts, "aws_ec2_capacity_block_reservation") as unknown as Block;

interface Template {
  readonly instance_market_options?: object;
  readonly capacity_reservation_specification: {
    readonly capacity_reservation_target: Readonly<Record<string, string>>;
  };
}
const templateOf = (parts: ReturnType<typeof partsOf>) =>
  only(parts, "aws_launch_template", "h100_template-reserved") as unknown as Template;

describe("Capacity.buyBlock", () => {
  const built = partsOf(Capacity.buyBlock(offer), Capacity.onDemand());
  const block = blockOf(built);

  it("searches the very offer, by its size, start and end", () => {
    expect(Object.values(built.data!.aws_ec2_capacity_block_offering!)[0]).toMatchObject({
      instance_type: "p5.48xlarge",
      instance_count: 4,
      capacity_duration_hours: 168,
      start_date_range: "2027-01-04T11:30:00Z",
      end_date_range: "2027-01-11T11:30:00Z",
    });
  });

  it("is never destroyed, and never buys again because the search finds another offering", () => {
    expect(block.lifecycle).toMatchObject({ prevent_destroy: true, ignore_changes: ["capacity_block_offering_id"] });
  });

  it("keeps its address when a source is put before it", () => {
    const moved = partsOf(Capacity.reservation("cr-0123456789abcdef0", { nodes: 2 }), Capacity.buyBlock(offer));
    const addresses = (parts: typeof built) => Object.keys(parts.resource!.aws_ec2_capacity_block_reservation!);
    expect(addresses(moved)).toEqual(addresses(built));
  });

  it("spends nothing in another zone or above the most that it may cost", () => {
    const [zone, price] = block.lifecycle.precondition!;
    expect(zone!.condition).toMatch(
      /^\$\{\(?data\.aws_ec2_capacity_block_offering\.\w+\S*\.availability_zone == "us-east-2a"\)?\}$/,
    );
    expect(price!.condition).toMatch(/upfront_fee\)? <= 40000/);
  });

  it("is what the block's nodes launch into", () => {
    const template = templateOf(built);
    expect(template.instance_market_options).toEqual({ market_type: "capacity-block" });
    expect(template.capacity_reservation_specification.capacity_reservation_target.capacity_reservation_id).toMatch(
      /^\$\{aws_ec2_capacity_block_reservation\.\S+\.id\}$/,
    );
  });

  it("has its dates in the model, so that the review knows what it costs", () => {
    const { capacity } = clusterModel(fleetOf(Capacity.buyBlock(offer))).pools[0]!;
    expect(capacity).toMatchObject([
      {
        kind: "block",
        nodes: 4,
        reservationId: null,
        startsOn: "2027-01-04T11:30:00Z",
        endsOn: "2027-01-11T11:30:00Z",
      },
    ]);
  });

  it("searches no longer once the offering is named", () => {
    const bought = partsOf(Capacity.buyBlock({ ...offer, offeringId: "cb-0123456789abcdef0" }));
    expect(bought.data?.aws_ec2_capacity_block_offering).toBeUndefined();
    const { lifecycle, capacity_block_offering_id: id } = blockOf(bought);
    expect([id, lifecycle.prevent_destroy, lifecycle.precondition]).toEqual(["cb-0123456789abcdef0", true, undefined]);
  });

  it.each([
    [{ days: 15 }, "days must be a whole number of days from 1 to 14, or whole weeks up to 182, got 15"],
    [{ days: 183 }, "days must be a whole number of days from 1 to 14, or whole weeks up to 182, got 183"],
    [{ maxUpfrontUsd: 0 }, "maxUpfrontUsd must be a number above 0, got 0"],
    [{ maxUpfrontUsd: Number.NaN }, "above 0, got NaN"],
    [{ nodes: 65 }, "nodes must be a whole number of nodes from 1 to 64"],
    [{ startsOn: "2027-01-04" }, "startsOn must be an ISO 8601 moment with its offset"],
    [{ hours: 24 }, "capacity[0].hours is not a prop"],
    [{ offeringId: "not an id" }, "offeringId must be an offering's id"],
  ])("refuses %j", (wrong, message) => {
    expect(messageOf(() => fleetOf(Capacity.buyBlock({ ...offer, ...wrong })))).toContain(message);
  });

  it("refuses to be bought for two pools", () => {
    const shared = Capacity.buyBlock(offer);
    fleetOf(shared);
    const stack = testStack();
    const twice = () =>
      new GpuNodePool(stack, "b200", {
        network: testNetwork(stack),
        instanceType: "p5.48xlarge",
        nodes: { min: 4, max: 8 },
        capacity: [shared],
      });
    expect(messageOf(twice)).toContain('is bought by pool "');
  });
});

describe("Capacity.reserve", () => {
  it("reserves for the pool's own launches, in its zone", () => {
    const built = partsOf(Capacity.reserve({ nodes: 2, endsOn: "2027-03-31T11:30:00Z" }), Capacity.onDemand());
    expect(only(built, "aws_ec2_capacity_reservation")).toMatchObject({
      availability_zone: "us-east-2a",
      instance_count: 2,
      instance_match_criteria: "targeted",
      end_date_type: "limited",
      end_date: "2027-03-31T11:30:00Z",
    });
  });
});

describe("Capacity.reservationGroup", () => {
  const arn = "arn:aws:resource-groups:us-east-2:123456789012:group/h100";

  it("is named by the launch template", () => {
    const template = templateOf(partsOf(Capacity.reservationGroup(arn, { nodes: 4 })));
    expect(template.capacity_reservation_specification.capacity_reservation_target).toEqual({
      capacity_reservation_resource_group_arn: arn,
    });
  });

  it("refuses what is no ARN of a group", () => {
    expect(messageOf(() => fleetOf(Capacity.reservationGroup("h100")))).toContain(
      "must name the ARN of a resource group",
    );
  });
});
