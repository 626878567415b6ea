import { expandHostList as expand, numbersOf } from "../../../slurm/files/expand-host-list";
import { hostListCount } from "../../../slurm/files/host-list-count";

/** More names than a cluster may have: such a list is none that somebody meant. */
const LONGEST = 65_536;
const NAMES = /^(?:[A-Za-z0-9-]|\[[\d,-]+\])+(?:, *(?:[A-Za-z0-9-]|\[[\d,-]+\])+)*$/;

/** Names of a host list: `r[1-2]n[1-2],login1` to r1n1, r1n2, r2n1, r2n2, login1; undefined where it is none. */
export function expandHostList(list: string): string[] | undefined {
  if (!NAMES.test(list)) return undefined;
  const runs = [...list.matchAll(/\[([^\]]*)\]/g)].flatMap(([, inside]) => inside!.split(","));
  if (runs.some((run) => numbersOf(run) === undefined) || hostListCount(list) > LONGEST) return undefined;
  return expand(list);
}
