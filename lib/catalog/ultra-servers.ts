import rows from "./data/ultra-servers.json";
import { NamedTable } from "./named-table";
import type { UltraServer } from "./types";

const table = new NamedTable<UltraServer>("ultraServer", rows);

/** All UltraServers. */
export function ultraServers(): readonly UltraServer[] {
  return table.rows;
}

/**
 * An UltraServer by the name that Capacity Block offers use.
 * @throws WarpformError `unknown-name` with the nearest names
 */
export function ultraServer(name: string): UltraServer {
  return table.get(name);
}
