import rows from "./data/accelerators.json";
import { NamedTable } from "./named-table";
import type { Accelerator } from "./types";

const table = new NamedTable<Accelerator>("accelerator", rows as readonly Accelerator[]);

/** All accelerators, by name. */
export function accelerators(): readonly Accelerator[] {
  return table.rows;
}

/** The accelerator of that name; throws `unknown-name` with the nearest names. */
export function accelerator(name: string): Accelerator {
  return table.get(name);
}

/** The accelerator of that name, or undefined. */
export function findAccelerator(name: string): Accelerator | undefined {
  return table.find(name);
}
