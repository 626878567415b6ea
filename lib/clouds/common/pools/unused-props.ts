import type { Problems } from "../../../errors";
import { prop, say, type Text } from "../../../remedies/sentence";

/** Props of a pool that the nodes of an adopter have no use for, each with the reason. */
export interface Unused {
  readonly without: Readonly<Partial<Record<string, Text>>>;
}

/** Why nodes outside Kubernetes have no taints. */
export const KUBERNETES_ALONE = "which are Kubernetes' alone; leave them out";

/** Whether a list or map says nothing; a flag or number says something whatever it is. */
const isEmpty = (value: unknown): boolean => typeof value === "object" && Object.keys(value ?? {}).length === 0;

/**
 * Notes each prop of a pool that the nodes of an adopter have no use for; `path` is the pool's among the adopter's props, empty where
 * the pool itself is to blame.
 */
export function checkUnusedProps(
  problems: Problems,
  path: string,
  pool: { readonly name: string; readonly props: object },
  { without }: Unused,
): void {
  for (const [name, reason] of Object.entries(without)) {
    const value = (pool.props as Readonly<Record<string, unknown>>)[name];
    if (value === undefined || isEmpty(value)) continue;
    const at = path === "" ? name : `${path}.${name}`;
    problems.add("conflict", at, say`${path || "pool"} "${pool.name}" has ${prop(name)}, ${reason!}`);
  }
}
