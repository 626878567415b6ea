import type { Problems } from "../../../errors";
import { prop, say } from "../../../remedies/sentence";
import type { GpuNodePoolProps } from "./gpu-node-pool-props";
import type { AdopterTraits } from "./pool-adopter";

/** Whether a list or map says nothing; a flag or number says something whatever it is. */
const isEmpty = (value: unknown): boolean => typeof value === "object" && Object.keys(value ?? {}).length === 0;

/** Notes each prop of a pool that the nodes of an adopter have no use for; `path` is the pool's among the adopter's props. */
export function checkUnusedProps(
  problems: Problems,
  path: string,
  pool: { readonly name: string; readonly props: GpuNodePoolProps },
  { without }: AdopterTraits,
): void {
  for (const [name, reason] of Object.entries(without)) {
    const value = pool.props[name as keyof typeof without];
    if (value === undefined || isEmpty(value)) continue;
    problems.add("conflict", `${path}.${name}`, say`${path} "${pool.name}" has ${prop(name)}, ${reason}`);
  }
}
