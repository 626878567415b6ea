import { hasFabric, instanceType } from "../../catalog/instance-types";

/** Whether nodes talk to one another over a fabric: several of them, of a type that has one. */
export function joinsFabric(type: string, nodes: number): boolean {
  return nodes > 1 && hasFabric(instanceType(type));
}
