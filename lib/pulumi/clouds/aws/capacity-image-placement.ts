import type * as pulumi from "@pulumi/pulumi";
import {
  type BlockPurchaseOptions,
  type CapacityBlockOptions,
  type Capacity as CapacityChoice,
  type DlamiOs,
  defaultCloud,
  type Image as ImageChoice,
  type Placement as PlacementChoice,
  type ReservationOptions,
  type ReservationPurchaseOptions,
  type SpotOptions,
} from "../../../clouds/default-cloud";
import type { ChoiceParts } from "../pulumi-cloud";

const { parts } = defaultCloud;

type Text = pulumi.Input<string>;

/** Where a pool's nodes come from; ids of reservations may be Outputs. */
export type Capacity = CapacityChoice;
/** Sources of nodes, in the order of preference in which a pool has them. */
export const Capacity = {
  /** A Capacity Block for ML: `Capacity.block(block.id, { nodes: 16 })`. */
  block: (reservationId: Text, options: CapacityBlockOptions): Capacity =>
    parts.Capacity.block(reservationId as string, options),
  /** An On-Demand Capacity Reservation: `Capacity.reservation(reservation.id)`. */
  reservation: (reservationId: Text, options?: ReservationOptions): Capacity =>
    parts.Capacity.reservation(reservationId as string, options),
  /** A Capacity Block that the stack buys; needs `offeringId`, since Pulumi has no conditions on a purchase. */
  buyBlock: (options: BlockPurchaseOptions & { readonly offeringId: string }): Capacity =>
    parts.Capacity.buyBlock(options),
  /** An On-Demand Capacity Reservation that the stack makes. */
  reserve: (options: ReservationPurchaseOptions): Capacity => parts.Capacity.reserve(options),
  /** A resource group of reservations: `Capacity.reservationGroup(group.arn)`. */
  reservationGroup: (groupArn: Text, options?: ReservationOptions): Capacity =>
    parts.Capacity.reservationGroup(groupArn as string, options),
  /** Spot: cheap, and may be taken back with two minutes' notice. */
  spot: (options?: SpotOptions): Capacity => parts.Capacity.spot(options),
  /** On-demand at list price, without any promise of being there. */
  onDemand: (options?: { readonly nodes?: number }): Capacity => parts.Capacity.onDemand(options),
} as const;

/** The machine image that nodes boot; ids and names of parameters may be Outputs. */
export type Image = ImageChoice;
/** Machine images of pools and heads. */
export const Image = {
  /** AWS' Deep Learning base image. */
  dlami: (os?: DlamiOs): Image => parts.Image.dlami(os),
  /** The newest image that an SSM parameter names. */
  ssmParameter: (name: Text, os: DlamiOs): Image => parts.Image.ssmParameter(name as string, os),
  /** Plain Amazon Linux 2023 or Ubuntu, for nodes without accelerators. */
  plain: (os?: DlamiOs): Image => parts.Image.plain(os),
  /** One fixed image: `Image.id(ami.id, "ubuntu-24.04")`. */
  id: (amiId: Text, os: DlamiOs): Image => parts.Image.id(amiId as string, os),
} as const;

/** How a pool's nodes are placed; the name of a group that is there may be an Output. */
export type Placement = PlacementChoice;
/** Ways to place a pool's nodes. */
export const Placement = {
  /** A cluster placement group of the pool's own. */
  cluster: (): Placement => parts.Placement.cluster(),
  /** A placement group that is there: `Placement.existing(group.name)`. */
  existing: (groupName: Text): Placement => parts.Placement.existing(groupName as string),
  /** No placement group. */
  none: (): Placement => parts.Placement.none(),
} as const;

/** Parts of a Capacity, Image or Placement; undefined for any other value. */
export function choiceParts(value: unknown): ChoiceParts | undefined {
  if (value instanceof parts.Capacity) {
    const { kind, reservationId, groupArn, options: plain, purchase } = value;
    if (purchase !== undefined) return { text: undefined, withText: () => value, plain: purchase.order };
    if (groupArn !== undefined)
      return { text: groupArn, withText: (arn) => parts.Capacity.reservationGroup(arn, plain), plain };
    const text = reservationId;
    const withText = (id: string) =>
      kind === "block"
        ? parts.Capacity.block(id, plain as CapacityBlockOptions)
        : parts.Capacity.reservation(id, plain as ReservationOptions);
    return { text, withText, plain };
  }
  if (value instanceof parts.Image) {
    const { kind, os, amiId, parameter } = value;
    return kind === "ssm"
      ? { text: parameter?.("x86_64"), withText: (name) => parts.Image.ssmParameter(name, os), plain: os }
      : { text: amiId, withText: (id) => parts.Image.id(id, os), plain: os };
  }
  if (value instanceof parts.Placement)
    return { text: value.groupName, withText: (name) => parts.Placement.existing(name) };
  return undefined;
}
