import fc from "fast-check";
import type { Blueprint } from "../../../lib/blueprint/schema/aws/aws-blueprint";

export type Generate = fc.GeneratorValue;
export type Pools = Blueprint["pools"];
export type Pool = Pools[string];
export type Scheduler = "fleets" | "slurm" | "kubeRay";

export const from = <T>(g: Generate, values: readonly T[]): T => values[g(fc.nat, values.length - 1)]!;
export const whole = (g: Generate, min: number, max: number): number => g(fc.integer, { min, max });
export const yes = (g: Generate): boolean => g(fc.boolean);
/** One of the values, or the key left out. */
export const maybe = <T>(g: Generate, values: readonly T[]): T | undefined => (yes(g) ? from(g, values) : undefined);

/** Left-out keys are not there at all, as in a file. */
export function defined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as T;
}
