import rows from "./data/ultra-servers.json";
import { NamedTable } from "./named-table";
import type { InstanceType, UltraServer } from "./types";

const table = new NamedTable<UltraServer>("ultraServer", rows);

/** All UltraServers. */
export function ultraServers(): readonly UltraServer[] {
  return table.rows;
}

/** Instances of a type that are sold together: those of its smallest UltraServer, else one. */
export function soldTogether({
  name,
  ultraServer: inUltraServers,
}: Pick<InstanceType, "name" | "ultraServer">): number {
  if (inUltraServers === null) return 1;
  const sizes = table.rows.filter(({ instanceType }) => instanceType === name);
  return Math.min(...sizes.map(({ instances }) => instances));
}

/** The fewest instances of a type, sold as they are, that are so many or more. */
export function wholeUltraServers(type: Pick<InstanceType, "name" | "ultraServer"> | null, instances: number): number {
  const unit = type === null ? 1 : soldTogether(type);
  return Math.ceil(instances / unit) * unit;
}

/**
 * An UltraServer by the name that Capacity Block offers use.
 * @throws WarpformError `unknown-name` with the nearest names
 */
export function ultraServer(name: string): UltraServer {
  return table.get(name);
}
