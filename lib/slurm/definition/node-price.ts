import { instancePrice } from "../../catalog/prices";
import type { InstanceType } from "../../catalog/types";

/**
 * What a node costs per hour relative to another, US dollars: its On-Demand price in us-east-1, the Region that the catalog knows best.
 * Types without a price count 1 per accelerator, or 0.01 per CPU.
 */
export function relativeNodePrice({ name, acceleratorCount }: InstanceType, cpus: number): number {
  const price = instancePrice(name, "on-demand", "us-east-1")?.usdPerHour;
  return price ?? (acceleratorCount > 0 ? acceleratorCount : cpus / 100);
}
