import { Problems, problemOf, WarpformError } from "../../../errors";
import { checkFields } from "../../../props/check-fields";
import { type AnyTable, optional, type Table } from "../../../props/field";
import { isObject, part } from "../../../props/nested-fields";
import { Notes } from "../../../props/notes";
import { shown } from "../../../props/shown";
import { number, text, whole } from "../../../props/simple-fields";
import { prop, say } from "../../../remedies/sentence";
import { MOST_INTERRUPTIONS_PER_HOUR } from "../../../sizing/reliability/spot";
import { momentMilliseconds } from "../../../units/moment";
import { isToken } from "../../common/terraform-text";

/** What other clouds' sources take; a scale set has one source for all of its nodes. */
export interface CapacityOptions {
  readonly nodes?: undefined;
}

/** VMs that block reservations are sold for. @see azure-mgmt-compute 39.0.0, CapacityReservation.sku */
const BLOCK_NODES: readonly number[] = [1, 2, 4, 8, 16, 32, 64];

/** What is known of a block reservation. */
export interface CapacityBlockOptions {
  /** VMs that the block holds: 1, 2, 4, 8, 16, 32 or 64. */
  readonly nodes: number;
  /** When the block begins, ISO 8601 with an offset, such as `2027-01-31T11:30:00Z`. @default - it has begun */
  readonly startsOn?: string;
  /** When the block ends. Jobs of Slurm are told before it. @default - unknown: jobs get no signal */
  readonly endsOn?: string;
}

/** What a review counts Spot nodes with; launches do not depend on it. */
export interface SpotOptions extends CapacityOptions {
  /** What you pay for a node, US dollars per hour, above 0. @default - the catalog's Spot price, else On-Demand's */
  readonly usdPerHour?: number;
  /** Interruptions of a node per hour, 0 to 1: 0.0003 is 20 % of nodes per month. @default 0.0003 */
  readonly interruptionsPerHour?: number;
}

type SpotRate = Omit<SpotOptions, "nodes">;

/** What Capacity.spot takes. */
export const SPOT = {
  usdPerHour: optional(number({ above: 0, unit: "US dollars per node and hour" })),
  interruptionsPerHour: optional(number({ min: 0, max: MOST_INTERRUPTIONS_PER_HOUR, unit: "per node and hour" })),
} satisfies Table<SpotRate>;

const moment = () => text({ words: "an ISO 8601 moment with its offset", example: "2027-01-31T11:30:00Z" });

/** What Capacity.block takes beside the id of its group. */
export const CAPACITY_BLOCK = {
  nodes: whole({ min: 1, max: 64, unit: "nodes" }),
  startsOn: optional(moment()),
  endsOn: optional(moment()),
} satisfies Table<CapacityBlockOptions>;

/** How nodes are bought. A scale set buys all of its nodes in one way. */
export class Capacity {
  private constructor(
    public readonly kind: "on-demand" | "spot" | "reservation" | "block",
    /** Capacity reservation group. */
    public readonly groupId: string | null = null,
    /** Size and dates of a block. */
    public readonly block: CapacityBlockOptions | null = null,
    /** What a review counts Spot nodes with. */
    public readonly spot: SpotOptions | null = null,
  ) {}

  public static onDemand(options: CapacityOptions = {}): Capacity {
    refuseNodes("onDemand", options);
    return new Capacity("on-demand");
  }

  /** At most the on-demand price; nodes get 30 s of warning and are deleted. */
  public static spot(options: SpotOptions = {}): Capacity {
    refuseNodes("spot", options);
    checkOptions<SpotRate>("spot", SPOT, "an object, { usdPerHour, interruptionsPerHour }", options);
    return new Capacity("spot", null, null, options);
  }

  /**
   * Nodes of a capacity reservation group that exists. ND and NC H100 sizes cannot be reserved so.
   * @param groupId resource id, `/subscriptions/…/capacityReservationGroups/name`
   * @see https://learn.microsoft.com/azure/virtual-machines/capacity-reservation-overview
   */
  public static reservation(groupId: string, options: CapacityOptions = {}): Capacity {
    refuseNodes("reservation", options);
    requireGroup("reservation", groupId);
    return new Capacity("reservation", groupId);
  }

  /**
   * Nodes of a block reservation that was bought before, for 1 to 14 days or 3 to 26 weeks. VMs of its group come from the block alone, so that the
   * pool has no more nodes than it holds. The capability `SupportedCapacityReservationTypes` of a size says whether it is sold so in a Region.
   * @param groupId resource id of its group, `/subscriptions/…/capacityReservationGroups/name`
   * @see https://learn.microsoft.com/python/api/azure-mgmt-compute/azure.mgmt.compute.models.scheduleprofile
   */
  public static block(groupId: string, options: CapacityBlockOptions): Capacity {
    requireGroup("block", groupId);
    checkOptions("block", CAPACITY_BLOCK, "an object, { nodes, startsOn, endsOn }", options);
    const problems = new Problems();
    checkBlock(problems, options);
    problems.throwIfAny("Capacity.block");
    return new Capacity("block", groupId, options);
  }
}

function checkOptions<T extends object>(maker: string, table: Table<T>, words: string, options: T): void {
  const problems = new Problems();
  const notes = new Notes(problems, isToken);
  // Options are named as blueprints name them, where they are keys of the source.
  if (isObject(options)) checkFields(table as unknown as AnyTable, options, "", notes);
  else part<T>(table, words).check(options, "options", notes);
  problems.throwIfAny(`Capacity.${maker}`);
}

function requireGroup(maker: string, groupId: unknown): void {
  if (isToken(groupId)) return;
  if (/^\/subscriptions\/.+\/capacityReservationGroups\/[^/]+$/i.test(String(groupId))) return;
  const message = say`${prop("groupId")} must be the resource id of a capacity reservation group, got ${shown(groupId)}; write one such as "/subscriptions/…/resourceGroups/…/providers/Microsoft.Compute/capacityReservationGroups/nc"`;
  throw new WarpformError(`Capacity.${maker}`, [problemOf("malformed", "groupId", message)]);
}

function checkBlock(problems: Problems, { nodes, startsOn, endsOn }: CapacityBlockOptions): void {
  if (!BLOCK_NODES.includes(nodes)) {
    const more = BLOCK_NODES.find((size) => size > nodes);
    const message = `nodes must be ${BLOCK_NODES.join(", ")}, which blocks are sold for, got ${nodes}; use ${more}`;
    problems.add("not-allowed", "nodes", message);
  }
  for (const [option, value] of Object.entries({ startsOn, endsOn })) {
    if (value === undefined || isToken(value) || momentMilliseconds(value) !== null) continue;
    const message = `${option} must be an ISO 8601 moment with its offset, got ${shown(value)}; write one such as "2027-01-31T11:30:00Z"`;
    problems.add("malformed", option, message);
  }
  const [start, end] = [startsOn, endsOn].map((value) => (value === undefined ? null : momentMilliseconds(value)));
  if (typeof start === "number" && typeof end === "number" && end <= start) {
    const message = `endsOn must be after startsOn (${startsOn}), got ${shown(endsOn)}; swap them`;
    problems.add("conflict", "endsOn", message);
  } else if (typeof start === "number" && typeof end === "number" && !isSoldFor((end - start) / DAY_MILLISECONDS)) {
    const message = `endsOn must be 1 to 14 days or 3 to 26 weeks after startsOn (${startsOn}), which blocks are sold for, got ${shown(endsOn)}; write the end of the block`;
    problems.add("out-of-range", "endsOn", message);
  }
}

const DAY_MILLISECONDS = 24 * 3600 * 1000;

/** @see https://learn.microsoft.com/python/api/azure-mgmt-compute/azure.mgmt.compute.models.scheduleprofile (`end`) */
const isSoldFor = (days: number) => (days >= 1 && days <= 14) || (days >= 3 * 7 && days <= 26 * 7);

function refuseNodes(maker: string, options: unknown): void {
  const where = `Capacity.${maker}`;
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    const message = `options must be an object, got ${shown(options)}; leave them out`;
    throw new WarpformError(where, [{ code: "malformed", path: "options", message }]);
  }
  const { nodes } = options as { readonly nodes?: unknown };
  if (nodes === undefined) return;
  const message = `nodes has no use on Azure: a scale set buys all of its nodes in one way, got ${shown(nodes)}; leave it out`;
  throw new WarpformError(where, [{ code: "not-allowed", path: "nodes", message }]);
}
