/** How a pool's nodes are placed: in a group of their own, in a group that exists, or wherever there is room. */
export class Placement {
  /** A cluster placement group of the pool's own: nodes close together, lowest latency. */
  public static cluster(): Placement {
    return new Placement("cluster", undefined);
  }

  /** An existing placement group, by name: one that a capacity reservation was made in, for instance. */
  public static existing(groupName: string): Placement {
    return new Placement("existing", groupName);
  }

  /** No placement group: right for Capacity Blocks and reservations, and for nodes that do not talk to one another. */
  public static none(): Placement {
    return new Placement("none", undefined);
  }

  private constructor(
    public readonly kind: "cluster" | "existing" | "none",
    public readonly groupName: string | undefined,
  ) {}
}
