import type { Problems } from "../../../errors";
import { prop, say } from "../../../remedies/sentence";
import type { GpuNodePool } from "./gpu-node-pool";
import type { AdopterTraits } from "./pool-adopter";

/** Notes each prop of a pool that the nodes of an adopter have no use for; `path` is the pool's among the adopter's props. */
export function checkUnusedProps(
  problems: Problems,
  path: string,
  pool: GpuNodePool,
  { without }: AdopterTraits,
): void {
  for (const [name, reason] of Object.entries(without)) {
    const value = pool.props[name as keyof typeof without];
    if (value === undefined || Object.keys(value as object).length === 0) continue;
    problems.add("conflict", `${path}.${name}`, say`${path} "${pool.name}" has ${prop(name)}, ${reason}`);
  }
}
