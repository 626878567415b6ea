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

/** What its makers call one: AWS has chips, whose NeuronCores run ranks; others have GPUs. */
export type DeviceName = "GPU" | "chip";

/** The word for an accelerator. @see https://awsdocs-neuron.readthedocs-hosted.com/en/latest/about-neuron/arch/neuron-hardware/trainium.html */
export function deviceName({ vendor }: Pick<Accelerator, "vendor">): DeviceName {
  return vendor === "aws" ? "chip" : "GPU";
}

/** Name of what joins accelerators of a node, without its generation: `NVLink`, `NeuronLink`, `Infinity Fabric`; `PCIe` without links. */
export function linkFamily({ linkName }: Pick<Accelerator, "linkName">): string {
  return linkName?.match(/^[A-Za-z]+( Fabric)?/)?.[0] ?? "PCIe";
}
