import type { CapacitySource } from "../../../../model/model";
import { momentMilliseconds } from "../../../../units/moment";
import { type BlockPurchaseOptions, Purchase, type ReservationPurchaseOptions } from "./purchase";

/** A Capacity Block's further facts. */
export interface CapacityBlockOptions {
  /** Nodes that the block holds. Whole number, 1 to 64 (the most a block can have). */
  readonly nodes: number;
  /**
   * Zone of the block, which the pool's network must be in.
   * @default - the network's zone is taken to be the block's
   */
  readonly availabilityZone?: string;
  /** First moment of the block, ISO 8601 with its offset: `2027-01-04T11:30:00Z`. @default - taken as active now */
  readonly startsOn?: string;
  /** Last moment of the block, ISO 8601 with its offset; lets jobs be told to checkpoint before it. @default - unknown */
  readonly endsOn?: string;
}

/** A reservation's further facts. */
export interface ReservationOptions {
  /** Nodes that the reservation holds. @default - as many as the pool wants */
  readonly nodes?: number;
  /** Zone of the reservation. @default - the network's zone is taken to be the reservation's */
  readonly availabilityZone?: string;
}

/** What a review counts Spot nodes with; launches do not depend on it. */
export interface SpotOptions {
  /** Most nodes from Spot. @default - as many as the pool wants */
  readonly nodes?: number;
  /** What you pay for a node, US dollars per hour, above 0. @default - the catalog's Spot price, else On-Demand's */
  readonly usdPerHour?: number;
  /** Interruptions of a node per hour, 0 to 1: 0.0003 is 20 % of nodes per month. @default 0.0003 */
  readonly interruptionsPerHour?: number;
}

/** Where a pool's nodes come from. A pool has an ordered list of these: the first that can be had wins. */
export class Capacity {
  /**
   * A Capacity Block for ML: paid ahead, in one zone, for a fixed time. Its nodes are static while it lasts, and it sets no
   * placement group, since the block already lies in one UltraCluster.
   * @see https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-capacity-blocks.html
   */
  public static block(reservationId: string, options: CapacityBlockOptions): Capacity {
    return new Capacity("block", reservationId, options);
  }

  /**
   * An On-Demand Capacity Reservation, targeted by id.
   * @see https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-capacity-reservations.html
   */
  public static reservation(reservationId: string, options: ReservationOptions = {}): Capacity {
    return new Capacity("reservation", reservationId, options);
  }

  /**
   * A Capacity Block for ML that the apply buys, protected with `prevent_destroy`: AWS neither cancels nor refunds one.
   * @see https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/capacity-blocks-purchase.html
   */
  public static buyBlock(options: BlockPurchaseOptions): Capacity {
    const order = objectOf(options);
    const { nodes, startsOn, days } = order;
    const block = { nodes, startsOn, endsOn: daysAfter(startsOn, days) };
    return new Capacity("block", undefined, options, new Purchase({ kind: "block", ...order }), undefined, block);
  }

  /**
   * An On-Demand Capacity Reservation that the stack makes, targeted, in the network's zone.
   * @see https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/capacity-reservations-create.html
   */
  public static reserve(options: ReservationPurchaseOptions): Capacity {
    return new Capacity("reservation", undefined, options, new Purchase({ kind: "reservation", ...objectOf(options) }));
  }

  /**
   * A resource group of On-Demand Capacity Reservations (`AWS::EC2::CapacityReservationPool`), by ARN: launches take any of them
   * that has room. Not for pools of Kubernetes.
   * @see https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/create-cr-group.html
   */
  public static reservationGroup(groupArn: string, options: ReservationOptions = {}): Capacity {
    return new Capacity("reservation", undefined, options, undefined, groupArn);
  }

  /** Spot: cheap, and may be taken back with two minutes' notice. */
  public static spot(options: SpotOptions = {}): Capacity {
    return new Capacity("spot", undefined, options);
  }

  /** On-demand at list price, without any promise of being there. */
  public static onDemand(options: { readonly nodes?: number } = {}): Capacity {
    return new Capacity("on-demand", undefined, options);
  }

  public readonly options: Partial<CapacityBlockOptions & SpotOptions>;

  private constructor(
    public readonly kind: CapacitySource["kind"],
    private readonly givenId: string | undefined,
    /** What it was made with, which in JavaScript may be anything; the pool checks it. */
    public readonly givenOptions: unknown,
    /** What the pool buys or makes for this source; undefined for what is there. */
    public readonly purchase?: Purchase,
    /** Resource group of reservations; undefined for a single one. */
    public readonly groupArn?: string,
    options: Partial<CapacityBlockOptions & SpotOptions> = objectOf(givenOptions as Partial<CapacityBlockOptions>),
  ) {
    this.options = options;
  }

  /** Id of the reservation; a token for one that the stack makes, undefined for a group. */
  public get reservationId(): string | undefined {
    return this.purchase?.reservationId ?? this.givenId;
  }

  /** Whether it is a reservation's, which needs a launch template of its own; the pool refuses one without an id. */
  public get reserved(): boolean {
    return this.kind === "block" || this.kind === "reservation";
  }
}

/** The options, or none where what was given is no object. */
function objectOf<T extends object>(given: T): T {
  return typeof given === "object" && given !== null ? given : ({} as T);
}

const DAY_MILLISECONDS = 86_400_000;

/** The moment so many days later; undefined where either makes no sense, which the pool tells. */
function daysAfter(moment: string, days: number): string | undefined {
  const start = typeof moment === "string" ? momentMilliseconds(moment) : null;
  const end = start === null || typeof days !== "number" ? Number.NaN : start + days * DAY_MILLISECONDS;
  return Number.isFinite(end) ? new Date(end).toISOString().replace(".000Z", "Z") : undefined;
}
