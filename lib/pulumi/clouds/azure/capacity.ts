import type * as pulumi from "@pulumi/pulumi";
import {
  azureCloud,
  type CapacityBlockOptions,
  type Capacity as CapacityChoice,
  type SpotOptions,
} from "../../../clouds/azure-cloud";
import { isLater } from "../../argument-problems";
import type { ChoiceParts } from "../pulumi-cloud";

/** How a pool's nodes are bought; the id of a reservation group may be an Output. */
export type Capacity = CapacityChoice;

/** A reservation group whose id is known later. */
class LaterReservation {
  constructor(
    public readonly groupId: pulumi.Input<string>,
    public readonly withId: (id: string) => CapacityChoice,
  ) {}
}

const later = (groupId: pulumi.Input<string>, withId: (id: string) => CapacityChoice): Capacity =>
  new LaterReservation(groupId, withId) as unknown as Capacity;

/** Ways to buy a pool's nodes, of which a pool has one. */
export const Capacity = {
  /** On demand at list price, without any promise of being there. */
  onDemand: (): Capacity => azureCloud.parts.Capacity.onDemand(),
  /** Spot: at most the on-demand price, and deleted with 30 s of warning. */
  spot: (options: SpotOptions = {}): Capacity => azureCloud.parts.Capacity.spot(options),
  /** Nodes of a capacity reservation group that exists: `Capacity.reservation(group.id)`. */
  reservation: (groupId: pulumi.Input<string>): Capacity =>
    isLater(groupId)
      ? later(groupId, (id) => azureCloud.parts.Capacity.reservation(id))
      : azureCloud.parts.Capacity.reservation(groupId as string),
  /** Nodes of a block reservation that was bought before: `Capacity.block(group.id, { nodes: 16, endsOn })`. */
  block: (groupId: pulumi.Input<string>, options: CapacityBlockOptions): Capacity =>
    isLater(groupId)
      ? later(groupId, (id) => azureCloud.parts.Capacity.block(id, options))
      : azureCloud.parts.Capacity.block(groupId as string, options),
} as const;

/** Parts of a reservation group; undefined for what holds no Output. */
export const choiceParts = (value: unknown): ChoiceParts | undefined =>
  value instanceof LaterReservation ? { text: value.groupId, withText: value.withId } : undefined;
