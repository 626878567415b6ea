import { lazyText } from "../../../common/lazy-text";

/** A Capacity Block that the stack buys. */
export interface BlockPurchaseOptions {
  /** Nodes that the block holds. Whole number, 1 to 64. */
  readonly nodes: number;
  /** First moment of an offer as `aws ec2 describe-capacity-block-offerings` names it, ISO 8601 with its offset: `2027-01-04T11:30:00Z`. */
  readonly startsOn: string;
  /** Length of the offer, days: 1 to 14, or whole weeks up to 182. */
  readonly days: number;
  /** The most that the block may cost, US dollars, paid at the apply and not refundable; the plan fails where the offer costs more. */
  readonly maxUpfrontUsd: number;
  /**
   * Offering to buy, without a search. After the purchase set it to the stack's output `<pool>_offering-<n>`: AWS no longer lists an
   * offering that is sold, so that the search would fail. A block that is bought stays, whatever is written here.
   * @default - the offering of that start, length and size is searched at each plan, and must lie in the network's zone
   */
  readonly offeringId?: string;
}

/** An On-Demand Capacity Reservation that the stack makes. */
export interface ReservationPurchaseOptions {
  /** Nodes that it holds, paid at the on-demand price from the apply on, used or not. Whole number of 1 or more. */
  readonly nodes: number;
  /** When it ends, ISO 8601 with its offset: `2027-03-31T11:30:00Z`. @default - when it is taken out of the stack */
  readonly endsOn?: string;
}

/** What is bought or made. */
export type PurchaseOrder =
  | ({ readonly kind: "block" } & BlockPurchaseOptions)
  | ({ readonly kind: "reservation" } & ReservationPurchaseOptions);

/** A reservation that a pool makes for one of its sources; its id is known once the pool is built. */
export class Purchase {
  public readonly reservationId: string;
  /** Path of the pool that makes it. */
  public owner?: string;
  private id?: string;

  constructor(public readonly order: PurchaseOrder) {
    this.reservationId = lazyText(() => this.id!);
  }

  /** Says which reservation it has become. */
  public madeBy(owner: string, id: string): void {
    this.owner = owner;
    this.id = id;
  }
}
