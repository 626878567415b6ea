import { WarpformError } from "../../../errors";
import { shown } from "../../../props/shown";

/** What other clouds' sources take; a scale set has one source for all of its nodes. */
export interface CapacityOptions {
  readonly nodes?: undefined;
}

/** How nodes are bought. A scale set buys all of its nodes in one way. */
export class Capacity {
  private constructor(
    public readonly kind: "on-demand" | "spot" | "reservation",
    /** Capacity reservation group. */
    public readonly groupId: string | null = null,
  ) {}

  public static onDemand(options: CapacityOptions = {}): Capacity {
    refuseNodes("onDemand", options);
    return new Capacity("on-demand");
  }

  /** At most the on-demand price; nodes get 30 s of warning and are deleted. */
  public static spot(options: CapacityOptions = {}): Capacity {
    refuseNodes("spot", options);
    return new Capacity("spot");
  }

  /**
   * Nodes of a capacity reservation group that exists. ND and NC H100 sizes cannot be reserved so.
   * @param groupId resource id, `/subscriptions/…/capacityReservationGroups/name`
   * @see https://learn.microsoft.com/azure/virtual-machines/capacity-reservation-overview
   */
  public static reservation(groupId: string, options: CapacityOptions = {}): Capacity {
    refuseNodes("reservation", options);
    const message = `groupId must be the resource id of a capacity reservation group, got ${shown(groupId)}; write one such as "/subscriptions/…/resourceGroups/…/providers/Microsoft.Compute/capacityReservationGroups/nc"`;
    const token = typeof groupId === "string" && groupId.includes("TfToken[");
    if (!token && !/^\/subscriptions\/.+\/capacityReservationGroups\/[^/]+$/i.test(String(groupId))) {
      throw new WarpformError("Capacity.reservation", [{ code: "malformed", path: "groupId", message }]);
    }
    return new Capacity("reservation", groupId);
  }
}

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
