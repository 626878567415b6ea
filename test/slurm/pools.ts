import type { CapacitySource, NodePool } from "../../lib/model/model";

/** A source of the given kind, with nothing else known. */
export function source(kind: CapacitySource["kind"], more: Partial<CapacitySource> = {}): CapacitySource {
  const reservationId = kind === "block" || kind === "reservation" ? "cr-0123456789abcdef0" : null;
  return { kind, reservationId, nodes: null, availabilityZone: null, startsOn: null, endsOn: null, ...more };
}

/** A pool of `nodes` on-demand nodes; what the case is about is given on top. */
export function pool(name: string, instanceType: string, nodes: number, more: Partial<NodePool> = {}): NodePool {
  return {
    name,
    instanceType,
    nodes: { min: 0, max: nodes },
    capacity: [source("on-demand")],
    fabric: null,
    placement: "none",
    availabilityZone: "us-east-2a",
    image: { family: "dlami", pinned: true },
    sharing: { kind: "none" },
    nvmeCache: null,
    mounts: [],
    rootVolumeGiB: 100,
    encrypted: true,
    aws: { networkInterfaces: [], imdsV2Required: true, imdsHopLimit: 1 },
    healthChecked: true,
    labels: {},
    bootSeconds: 420,
    adoptedBy: null,
    ...more,
  };
}
