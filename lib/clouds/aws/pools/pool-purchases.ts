import { DataAwsEc2CapacityBlockOffering } from "@cdktf/provider-aws/lib/data-aws-ec2-capacity-block-offering";
import { Ec2CapacityBlockReservation } from "@cdktf/provider-aws/lib/ec2-capacity-block-reservation";
import { Ec2CapacityReservation } from "@cdktf/provider-aws/lib/ec2-capacity-reservation";
import { Fn, Op, TerraformOutput } from "cdktf";
import type { Construct } from "constructs";
import type { BlockPurchaseOptions, ReservationPurchaseOptions } from "./capacity/purchase";
import type { PoolValues } from "./define-pool";

/** Every image of a pool is billed as this. */
const PLATFORM = "Linux/UNIX";

const HOURS_PER_DAY = 24;

/** Makes the reservations that a pool's sources ask for, numbered by kind: other sources may move without renaming what is paid for. */
export function makePurchases(pool: Construct, nodes: PoolValues): void {
  const numbers = { block: 0, reservation: 0 };
  for (const { purchase, options } of nodes.capacity) {
    if (purchase === undefined) continue;
    const { order } = purchase;
    const index = numbers[order.kind]++;
    const made =
      order.kind === "block"
        ? buyBlock(pool, index, nodes, order, options.endsOn!)
        : reserve(pool, index, nodes, order);
    purchase.madeBy(pool.node.path, made.id);
  }
}

function buyBlock(
  pool: Construct,
  index: number,
  nodes: PoolValues,
  order: BlockPurchaseOptions,
  endsOn: string,
): Ec2CapacityBlockReservation {
  const offering = order.offeringId === undefined ? search(pool, index, nodes, order, endsOn) : undefined;
  const block = new Ec2CapacityBlockReservation(pool, `capacity-block-${index}`, {
    capacityBlockOfferingId: order.offeringId ?? offering!.capacityBlockOfferingId,
    instancePlatform: PLATFORM,
    tags: nodes.tags,
    lifecycle: {
      preventDestroy: true,
      // An offering is found anew at each plan, and another one would buy a second block.
      ignoreChanges: ["capacity_block_offering_id"],
      ...(offering ? { precondition: conditions(offering, nodes, order) } : {}),
    },
  });
  new TerraformOutput(pool, `offering-${index}`, {
    description: `offering of Capacity Block ${index} that pool ${nodes.name} buys; once bought, set offeringId to it: AWS lists it no longer`,
    value: block.capacityBlockOfferingId,
  });
  return block;
}

function search(pool: Construct, index: number, nodes: PoolValues, order: BlockPurchaseOptions, endsOn: string) {
  return new DataAwsEc2CapacityBlockOffering(pool, `offering-search-${index}`, {
    instanceType: nodes.instanceType.name,
    instanceCount: order.nodes,
    capacityDurationHours: order.days * HOURS_PER_DAY,
    startDateRange: order.startsOn,
    endDateRange: endsOn,
  });
}

/** What must hold before money is spent: the search knows neither zones nor limits. */
function conditions(
  offering: DataAwsEc2CapacityBlockOffering,
  { name, availabilityZone }: PoolValues,
  { maxUpfrontUsd }: BlockPurchaseOptions,
) {
  return [
    {
      condition: Op.eq(offering.availabilityZone, availabilityZone),
      errorMessage: `The Capacity Block offering for pool ${name} is not in ${availabilityZone}, the zone of its network.`,
    },
    {
      condition: Op.and(Op.eq(offering.currencyCode, "USD"), Op.lte(Fn.tonumber(offering.upfrontFee), maxUpfrontUsd)),
      errorMessage: `The Capacity Block offering for pool ${name} costs more than maxUpfrontUsd, ${maxUpfrontUsd} USD.`,
    },
  ];
}

function reserve(pool: Construct, index: number, nodes: PoolValues, order: ReservationPurchaseOptions) {
  return new Ec2CapacityReservation(pool, `reservation-${index}`, {
    instanceType: nodes.instanceType.name,
    instanceCount: order.nodes,
    availabilityZone: nodes.availabilityZone,
    instancePlatform: PLATFORM,
    // launches of others must not take what is paid for these nodes
    instanceMatchCriteria: "targeted",
    endDateType: order.endsOn === undefined ? "unlimited" : "limited",
    endDate: order.endsOn,
    tags: nodes.tags,
  });
}
