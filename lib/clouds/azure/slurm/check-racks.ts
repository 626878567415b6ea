import { interconnectSpansNodes } from "../../../catalog/instance-types";
import type { Problems } from "../../../errors";
import type { GpuNodePool } from "../pools/gpu-node-pool";

/** Racks are there whole or not at all, so that none of their nodes is ever off. */
export function checkRack(
  { nodes, definition }: GpuNodePool,
  add: (code: "not-allowed" | "conflict", message: string) => void,
): void {
  const what = `whose racks (${definition.type.name}) always run`;
  if (nodes.min !== nodes.max)
    add("conflict", `${what}: nodes.min must be nodes.max (${nodes.max}), got ${nodes.min}; use ${nodes.max}`);
}

/** The head builds pyxis for its own processor, and no size with Grace is a head. */
export function checkRackContainers(problems: Problems, pools: readonly GpuNodePool[]): void {
  const rack = pools.find(({ instanceType }) => interconnectSpansNodes(instanceType));
  if (rack === undefined) return;
  const message = `containers needs pyxis built for each architecture, and the head builds it for x86_64 while pool "${rack.node.id}" is ${rack.instanceType.architecture}; use containers: false, or a cluster of racks without`;
  problems.add("conflict", "containers", message);
}
