import type { InstanceType, PurchaseOption } from "../../../catalog/types";
import type { Problems } from "../../../errors";
import { addUnknownProps } from "../../../props/unknown-props";
import { MOST_BLOCK_NODES } from "../../../sizing/cost/capacity-block";
import { momentMilliseconds } from "../../../units/moment";
import { isKnown } from "../../common/terraform-text";
import { regionOf } from "../shared/names";
import type { Capacity, CapacityBlockOptions } from "./capacity";
import type { GpuNodePoolProps } from "./gpu-node-pool-props";
import { validatePurchase } from "./purchase-validation";

/** Purchase option of the catalogue that a source needs; a reservation is bought as on-demand. */
const purchaseOf: Record<Capacity["kind"], PurchaseOption> = {
  block: "capacity-block",
  reservation: "on-demand",
  spot: "spot",
  "on-demand": "on-demand",
};

/** What can be said of each kind of source. */
const OPTIONS: Record<Capacity["kind"], readonly (keyof CapacityBlockOptions)[]> = {
  block: ["nodes", "availabilityZone", "startsOn", "endsOn"],
  reservation: ["nodes", "availabilityZone"],
  spot: ["nodes"],
  "on-demand": ["nodes"],
};

/** Checks a pool's ordered capacity list. */
export function validateCapacity(
  problems: Problems,
  path: string,
  props: GpuNodePoolProps,
  type: InstanceType | undefined,
): void {
  const { capacity, nodes, network, placement } = props;
  if (capacity === undefined) return;
  if (capacity.length === 0) {
    problems.add(
      "required",
      "capacity",
      "capacity must name at least one source; use [Capacity.onDemand()] or leave it out",
    );
  }
  const seen = new Set<string>();
  capacity.forEach((source, index) => {
    const here = `capacity[${index}]`;
    if (source.purchase === undefined) addUnknownProps(problems, here, source.options, OPTIONS[source.kind] ?? []);
    checkReservationId(problems, here, source);
    validatePurchase(problems, here, path, source);
    checkCount(problems, here, source, nodes.max);
    checkDates(problems, here, source);
    const zone = source.options.availabilityZone;
    if (zone !== undefined && zone !== network.availabilityZone) {
      const what =
        regionOf(zone) === undefined ? "is no zone name" : `differs from the network's ${network.availabilityZone}`;
      problems.add(
        "conflict",
        here,
        `${here} availabilityZone "${zone}" ${what}; a pool lives in one zone, so use ${network.availabilityZone} or another network`,
      );
    }
    const key = source.reserved ? String(source.groupArn ?? source.reservationId) : source.kind;
    if (seen.has(key))
      problems.add(
        "duplicate",
        here,
        `${here} repeats ${source.reserved ? `reservation "${key}"` : source.kind}; name each source once`,
      );
    seen.add(key);
    if (type !== undefined && !type.purchase.includes(purchaseOf[source.kind])) {
      problems.add(
        "not-allowed",
        here,
        `${here}: ${type.name} is not sold as ${purchaseOf[source.kind]}; it is sold as ${type.purchase.join(", ")}`,
      );
    }
  });
  checkSum(problems, capacity, nodes.max);
  if (placement !== undefined && placement.kind !== "none" && capacity.some(({ kind }) => kind === "block")) {
    problems.add(
      "conflict",
      "placement",
      "placement must be left out or Placement.none() where a Capacity Block is a source: a block lies in one UltraCluster already, and a placement group makes launches fail for want of capacity",
    );
  }
  if (
    placement?.kind === "cluster" &&
    capacity.every(({ reserved }) => reserved) &&
    capacity.every(({ kind }) => kind === "reservation")
  ) {
    problems.add(
      "conflict",
      "placement",
      "placement can't be Placement.cluster() where every source is a reservation: a new group can't hold machines reserved outside it; use Placement.existing(name) with the group that the reservation was made in, or leave it out",
    );
  }
}

function checkReservationId(problems: Problems, here: string, source: Capacity): void {
  if (source.purchase !== undefined || source.groupArn !== undefined) return;
  const id: unknown = source.reservationId;
  if (source.reserved && (typeof id !== "string" || id === "")) {
    const maker = source.kind === "block" ? "Capacity.block" : "Capacity.reservation";
    problems.add(
      "required",
      here,
      `${here} must have a reservation id, got ${JSON.stringify(id) ?? "undefined"}; give ${maker} one such as "cr-0123456789abcdef0" (is an environment variable not set?)`,
    );
    return;
  }
  if (typeof id !== "string") return;
  if (isKnown(id) && !/^cr-[0-9a-f]{17}$/.test(id)) {
    problems.add("malformed", here, `${here} reservation id must look like "cr-0123456789abcdef0", got "${id}"`);
  }
}

function checkCount(problems: Problems, here: string, source: Capacity, max: number): void {
  const count = source.options.nodes;
  if (count === undefined || !isKnown(count)) return;
  const most = source.kind === "block" ? MOST_BLOCK_NODES : Number.POSITIVE_INFINITY;
  if (!Number.isInteger(count) || count < 1 || count > most) {
    const range =
      source.kind === "block" ? `from 1 to ${MOST_BLOCK_NODES}, the most one Capacity Block holds` : "of 1 or more";
    problems.add("out-of-range", here, `${here} nodes must be a whole number ${range}, got ${count}`);
  } else if (count > max) {
    problems.add(
      "conflict",
      here,
      `${here} holds ${count} nodes, more than nodes.max ${max}; use nodes.max ${count} or a smaller source`,
    );
  }
}

function checkDates(problems: Problems, here: string, source: Capacity): void {
  const { startsOn, endsOn } = source.options;
  const start = checkMoment(problems, here, "startsOn", startsOn);
  const end = checkMoment(problems, here, "endsOn", endsOn);
  if (start !== null && end !== null && start >= end) {
    problems.add("conflict", here, `${here} endsOn must come after startsOn, got ${startsOn} and ${endsOn}`);
  }
}

/** The moment in milliseconds; null where it is not given, not known yet or none. */
function checkMoment(problems: Problems, here: string, name: string, value: string | undefined): number | null {
  if (!isKnown(value)) return null;
  const milliseconds = typeof value === "string" ? momentMilliseconds(value) : null;
  if (milliseconds === null) {
    problems.add(
      "malformed",
      here,
      `${here} ${name} must be an ISO 8601 moment with its offset such as "2027-01-31T11:30:00Z", got ${JSON.stringify(value)}`,
    );
  }
  return milliseconds;
}

function checkSum(problems: Problems, capacity: readonly Capacity[], max: number): void {
  const blocks = capacity.filter(({ kind }) => kind === "block");
  const total = blocks.reduce((sum, { options }) => sum + (options.nodes ?? 0), 0);
  const each = blocks.every(({ options }) => (options.nodes ?? 0) <= max);
  if (blocks.length > 1 && each && total > max) {
    problems.add(
      "conflict",
      "capacity",
      `capacity blocks hold ${total} nodes together, more than nodes.max ${max}; use nodes.max ${total}`,
    );
  }
  const zones = [...new Set(capacity.flatMap(({ options }) => options.availabilityZone ?? []))];
  if (zones.length > 1) {
    problems.add(
      "conflict",
      "capacity",
      `capacity names sources in ${zones.join(" and ")}; nodes of one pool must share a zone, so make a pool and a network for each`,
    );
  }
}
