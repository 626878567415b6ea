import type { InstanceType, PurchaseOption } from "../../../catalog/types";
import { ultraServers } from "../../../catalog/ultra-servers";
import { Problems } from "../../../errors";
import type { Table } from "../../../props/field";
import { part } from "../../../props/nested-fields";
import { Notes } from "../../../props/notes";
import { shown } from "../../../props/shown";
import { leaveOut } from "../../../remedies/remedy";
import { placement as group, prop, say, capacity as sourceOf } from "../../../remedies/sentence";
import { dayOf } from "../../../units/day-of";
import { momentMilliseconds } from "../../../units/moment";
import { isKnown, isToken } from "../../common/terraform-text";
import { regionOf } from "../shared/names";
import type { Capacity } from "./capacity/capacity";
import {
  BLOCK_PURCHASE,
  CAPACITY_BLOCK,
  MARKET,
  RESERVATION,
  RESERVATION_PURCHASE,
  SPOT,
} from "./capacity/capacity-tables";
import type { PurchaseOrder } from "./capacity/purchase";
import { validatePurchase } from "./capacity/purchase-validation";
import type { GpuNodePoolProps } from "./gpu-node-pool-props";

/** Purchase option of the catalog that a source needs; a reservation is bought as on-demand. */
const purchaseOf: Record<Capacity["kind"], PurchaseOption> = {
  block: "capacity-block",
  reservation: "on-demand",
  spot: "spot",
  "on-demand": "on-demand",
};

/** What each kind of source takes, and each kind of purchase. */
const OPTIONS: Record<Capacity["kind"], object> = {
  block: CAPACITY_BLOCK,
  reservation: RESERVATION,
  spot: SPOT,
  "on-demand": MARKET,
};
const ORDERS: Record<PurchaseOrder["kind"], object> = { block: BLOCK_PURCHASE, reservation: RESERVATION_PURCHASE };

/** Checks what a source was made with; whether nothing is wrong with it. */
function checkOptions(problems: Problems, here: string, { kind, givenOptions = {}, purchase }: Capacity): boolean {
  const own = new Problems();
  const table = (purchase === undefined ? OPTIONS[kind] : ORDERS[purchase.order.kind]) as Table<object>;
  const words = `a Capacity with its options as an object, { ${Object.keys(table).join(", ")} }`;
  part(table, words).check(givenOptions, here, new Notes(own, isToken));
  for (const { code, path, message } of own.all) problems.add(code, path, message);
  return !own.any;
}

/** "nodes.max 8" */
const most = (nodes: number) => say`${prop("nodes.max")} ${nodes}`;

/**
 * A block of instances that make an UltraServer holds whole ones.
 * @see https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-capacity-blocks.html
 */
function checkUltraServers(problems: Problems, here: string, source: Capacity, type: InstanceType): void {
  const servers = ultraServers().filter(({ instanceType }) => instanceType === type.name);
  const { nodes } = source.options;
  if (source.kind !== "block" || servers.length === 0 || nodes === undefined) return;
  const least = Math.min(...servers.map(({ instances }) => instances));
  if (nodes % least === 0) return;
  const names = servers.map(({ name, instances }) => `${instances} (${name})`).join(" or ");
  const message = `${here} nodes must be those of whole UltraServers of ${type.name}, ${names}, got ${nodes}; use ${Math.ceil(nodes / least) * least}`;
  problems.add("not-allowed", here, message);
}

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
      say`capacity must name at least one source; use [${sourceOf("on-demand")}] or ${leaveOut("capacity")}`,
    );
  }
  const seen = new Set<string>();
  const sound: Capacity[] = [];
  capacity.forEach((source, index) => {
    const here = `capacity[${index}]`;
    checkReservationId(problems, here, source);
    validatePurchase(problems, here, path, source);
    if (checkOptions(problems, here, source)) {
      sound.push(source);
      checkCount(problems, here, source, nodes.max);
      checkDates(problems, here, source, type);
      checkZone(problems, here, source, network.availabilityZone);
      if (type !== undefined) checkUltraServers(problems, here, source, type);
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
  checkSum(problems, sound, nodes.max);
  if (placement !== undefined && placement.kind !== "none" && capacity.some(({ kind }) => kind === "block")) {
    problems.add(
      "conflict",
      "placement",
      say`placement must be left out or ${group("none")} where a Capacity Block is a source: a block lies in one UltraCluster already, and a placement group makes launches fail for lack of capacity`,
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
      say`placement cannot be ${group("cluster")} where every source is a reservation: a new group cannot hold instances reserved outside it; use ${group("existing")} with the group that the reservation was made in, or ${leaveOut("placement")}`,
    );
  }
}

function checkReservationId(problems: Problems, here: string, source: Capacity): void {
  if (source.purchase !== undefined || source.groupArn !== undefined) return;
  const id: unknown = source.reservationId;
  if (source.reserved && (typeof id !== "string" || id === "")) {
    const kind = source.kind === "block" ? "block" : "reservation";
    problems.add(
      "required",
      here,
      say`${here} must have a reservation id, got ${shown(id)}; give ${sourceOf(kind)} one such as "cr-0123456789abcdef0" (is an environment variable not set?)`,
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
  // a maximum below 1 has its own problem
  if (count > max && max >= 1) {
    problems.add(
      "conflict",
      here,
      say`${here} holds ${count} nodes, more than ${most(max)}; use ${most(count)} or a smaller source`,
    );
  }
}

function checkZone(problems: Problems, here: string, source: Capacity, ofNetwork: string): void {
  const zone = source.options.availabilityZone;
  if (zone === undefined || zone === ofNetwork) return;
  const what = regionOf(zone) === undefined ? "is no zone name" : `differs from the network's ${ofNetwork}`;
  const message = `${here} availabilityZone "${zone}" ${what}; a pool lives in one zone, so use ${ofNetwork} or another network`;
  problems.add("conflict", here, message);
}

/** EC2 begins to terminate a block's instances so long before its end. @see https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-capacity-blocks.html */
const LAST_MINUTES = 30;

/** Synth reads no clock, so that the same input gives the same output: a block is over if it ended before the catalog was last checked. */
function checkDates(
  problems: Problems,
  here: string,
  { options: { startsOn, endsOn } }: Capacity,
  type: InstanceType | undefined,
): void {
  if (endsOn !== undefined && isKnown(endsOn) && type !== undefined) {
    if (momentMilliseconds(endsOn)! < dayOf(type.checkedOn))
      problems.add(
        "out-of-range",
        here,
        `${here} endsOn ${endsOn} is past (the catalog is of ${type.checkedOn}): EC2 has ended the nodes of that block, and starts none in it; give the dates of a block that you have now, or leave this source out`,
      );
  }
  if (startsOn === undefined || endsOn === undefined || !isKnown(startsOn) || !isKnown(endsOn)) return;
  const lasts = momentMilliseconds(endsOn)! - momentMilliseconds(startsOn)!;
  if (lasts > LAST_MINUTES * 60_000) return;
  const after =
    lasts > 0
      ? `more than ${LAST_MINUTES} minutes after startsOn, since EC2 ends the nodes that long before endsOn`
      : "after startsOn";
  problems.add("conflict", here, `${here} endsOn must come ${after}, got ${startsOn} and ${endsOn}`);
}

function checkSum(problems: Problems, capacity: readonly Capacity[], max: number): void {
  const blocks = capacity.filter(({ kind }) => kind === "block");
  const total = blocks.reduce((sum, { options }) => sum + (options.nodes ?? 0), 0);
  const each = blocks.every(({ options }) => (options.nodes ?? 0) <= max);
  if (blocks.length > 1 && each && total > max) {
    problems.add(
      "conflict",
      "capacity",
      say`capacity blocks hold ${total} nodes together, more than ${most(max)}; use ${most(total)}`,
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
