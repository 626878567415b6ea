import type { Problems } from "../../errors";
import { nearest } from "../../units/nearest";

/** What the CDK puts after the ids of a path: eight digits of its hash. */
const HASH = /_[0-9A-F]{8}$/;

const typeOf = (address: string) => address.split(".")[0]!;

/** Ids of the constructs that an address was made of; the CDK joins them by `_`, without `Resource` and repetitions. */
function pathOf(address: string): readonly string[] {
  const name = address.slice(address.indexOf(".") + 1);
  return HASH.test(name) ? name.replace(HASH, "").split("_") : [name];
}

/** Where each address was in earlier versions, the newest first, as paths of constructs: what `moved` blocks say. */
export function formerPaths(
  moved: unknown,
  declared: ReadonlyMap<string, unknown>,
  problems: Problems,
): ReadonlyMap<string, readonly (readonly string[])[]> {
  const blocks = [moved ?? []].flat() as { readonly from: string; readonly to: string }[];
  const next = new Map(blocks.map(({ from, to }) => [from, to]));
  const former = new Map<string, (readonly string[])[]>();
  for (const { from, to } of [...blocks].reverse()) {
    const seen = new Set([from]);
    let now = to;
    for (let on = next.get(now); on !== undefined && !seen.has(now); on = next.get(now)) {
      seen.add(now);
      now = on;
    }
    const complain = (message: string) =>
      problems.add("not-allowed", "moved", `moved from ${from} to ${to}: ${message}`);
    if (!declared.has(now)) {
      const near = nearest(now, declared.keys(), 1)[0];
      complain(`this stack does not declare ${now}${near === undefined ? "" : `; the nearest is ${near}`}`);
    } else if (typeOf(from) !== typeOf(now))
      complain("a resource of another type has no counterpart in Pulumi; import what is there");
    else former.set(now, [...(former.get(now) ?? []), pathOf(from)]);
  }
  return former;
}
