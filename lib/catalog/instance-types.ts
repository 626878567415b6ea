import rows from "./data/instance-types.json";
import { NamedTable } from "./named-table";
import type { InstanceType } from "./types";

const table = new NamedTable<InstanceType>("instance type", rows as readonly InstanceType[]);

/** All EC2 instance types of the catalogue, by name. */
export function instanceTypes(): readonly InstanceType[] {
  return table.rows;
}

/** The instance type of that name; throws `unknown-name` with the nearest names. */
export function instanceType(name: string): InstanceType {
  return table.get(name);
}

/** The instance type of that name, or undefined. */
export function findInstanceType(name: string): InstanceType | undefined {
  return table.find(name);
}

/** The types that take at least one EFA. */
export function efaInstanceTypes(): readonly InstanceType[] {
  return table.rows.filter((type) => type.maxEfaInterfaces > 0);
}

/** The types with accelerators: GPUs, Trainium, Inferentia. */
export function acceleratedInstanceTypes(): readonly InstanceType[] {
  return table.rows.filter((type) => type.accelerator !== null);
}
