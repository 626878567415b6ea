import type * as pulumi from "@pulumi/pulumi";
import {
  type CapacityBlockOptions,
  type Capacity as CapacityChoice,
  Capacity as PlainCapacity,
  type ReservationOptions,
} from "../clouds/aws/pools/capacity";
import { type DlamiOs, type Image as ImageChoice, Image as PlainImage } from "../clouds/aws/pools/image";
import { type Placement as PlacementChoice, Placement as PlainPlacement } from "../clouds/aws/pools/placement";
import type { BlockPurchaseOptions, ReservationPurchaseOptions } from "../clouds/aws/pools/purchase";

type Text = pulumi.Input<string>;

/** Where a pool's nodes come from; ids of reservations may be Outputs. */
export type Capacity = CapacityChoice;
/** Sources of nodes, in the order of preference in which a pool has them. */
export const Capacity = {
  /** A Capacity Block for ML: `Capacity.block(block.id, { nodes: 16 })`. */
  block: (reservationId: Text, options: CapacityBlockOptions): Capacity =>
    PlainCapacity.block(reservationId as string, options),
  /** An On-Demand Capacity Reservation: `Capacity.reservation(reservation.id)`. */
  reservation: (reservationId: Text, options?: ReservationOptions): Capacity =>
    PlainCapacity.reservation(reservationId as string, options),
  /** A Capacity Block that the stack buys; needs `offeringId`, since Pulumi has no conditions on a purchase. */
  buyBlock: (options: BlockPurchaseOptions & { readonly offeringId: string }): Capacity =>
    PlainCapacity.buyBlock(options),
  /** An On-Demand Capacity Reservation that the stack makes. */
  reserve: (options: ReservationPurchaseOptions): Capacity => PlainCapacity.reserve(options),
  /** A resource group of reservations: `Capacity.reservationGroup(group.arn)`. */
  reservationGroup: (groupArn: Text, options?: ReservationOptions): Capacity =>
    PlainCapacity.reservationGroup(groupArn as string, options),
  /** Spot: cheap, and may be taken back with two minutes' notice. */
  spot: (options?: { readonly nodes?: number }): Capacity => PlainCapacity.spot(options),
  /** On-demand at list price, without any promise of being there. */
  onDemand: (options?: { readonly nodes?: number }): Capacity => PlainCapacity.onDemand(options),
} as const;

/** The machine image that nodes boot; ids and names of parameters may be Outputs. */
export type Image = ImageChoice;
/** Machine images of pools and heads. */
export const Image = {
  /** AWS' Deep Learning base image. */
  dlami: (os?: DlamiOs): Image => PlainImage.dlami(os),
  /** The newest image that an SSM parameter names. */
  ssmParameter: (name: Text, os: DlamiOs): Image => PlainImage.ssmParameter(name as string, os),
  /** Plain Amazon Linux 2023 or Ubuntu, for nodes without accelerators. */
  plain: (os?: DlamiOs): Image => PlainImage.plain(os),
  /** One fixed image: `Image.id(ami.id, "ubuntu-24.04")`. */
  id: (amiId: Text, os: DlamiOs): Image => PlainImage.id(amiId as string, os),
} as const;

/** How a pool's nodes are placed; the name of a group that is there may be an Output. */
export type Placement = PlacementChoice;
/** Ways to place a pool's nodes. */
export const Placement = {
  /** A cluster placement group of the pool's own. */
  cluster: (): Placement => PlainPlacement.cluster(),
  /** A placement group that is there: `Placement.existing(group.name)`. */
  existing: (groupName: Text): Placement => PlainPlacement.existing(groupName as string),
  /** No placement group. */
  none: (): Placement => PlainPlacement.none(),
} as const;

/** What a choice holds: the text that may be an Output, the choice with another, and what must be plain. */
export interface ChoiceParts {
  readonly text: unknown;
  readonly withText: (text: string) => unknown;
  readonly plain?: unknown;
}

/** Parts of a Capacity, Image or Placement; undefined for any other value. */
export function choiceParts(value: unknown): ChoiceParts | undefined {
  if (value instanceof PlainCapacity) {
    const { kind, reservationId, groupArn, options: plain, purchase } = value;
    if (purchase !== undefined) return { text: undefined, withText: () => value, plain: purchase.order };
    if (groupArn !== undefined)
      return { text: groupArn, withText: (arn) => PlainCapacity.reservationGroup(arn, plain), plain };
    const text = reservationId;
    const withText = (id: string) =>
      kind === "block"
        ? PlainCapacity.block(id, plain as CapacityBlockOptions)
        : PlainCapacity.reservation(id, plain as ReservationOptions);
    return { text, withText, plain };
  }
  if (value instanceof PlainImage) {
    const { kind, os, amiId, parameter } = value;
    return kind === "ssm"
      ? { text: parameter?.("x86_64"), withText: (name) => PlainImage.ssmParameter(name, os), plain: os }
      : { text: amiId, withText: (id) => PlainImage.id(id, os), plain: os };
  }
  if (value instanceof PlainPlacement)
    return { text: value.groupName, withText: (name) => PlainPlacement.existing(name) };
  return undefined;
}
