import { isBlock, type Json } from "./terraform-stack";
import { some } from "./wording";

/** A list's items by their `name`, as JSON; nothing unless all have one. */
function named(list: Json | undefined): ReadonlyMap<string, string> | undefined {
  if (!Array.isArray(list)) return undefined;
  const items = list as readonly Json[];
  if (!items.every((item) => isBlock(item) && typeof item.name === "string")) return undefined;
  return new Map(items.map((item) => [(item as { name: string }).name, JSON.stringify(item)]));
}

/** What is other about a list of named things: `accounts (new: ops)`. */
function listChange(path: string, before: Json | undefined, after: Json | undefined): string {
  const [old, now] = [named(before ?? []), named(after ?? [])];
  if (old === undefined || now === undefined) return path;
  const parts = [
    ["gone", [...old.keys()].filter((name) => !now.has(name))],
    ["new", [...now.keys()].filter((name) => !old.has(name))],
    ["other", [...now.keys()].filter((name) => old.has(name) && old.get(name) !== now.get(name))],
  ] as const;
  const says = parts.filter(([, names]) => names.length > 0).map(([what, names]) => `${what}: ${some(names)}`);
  return says.length === 0 ? path : `${path} (${says.join("; ")})`;
}

function* differing(before: Json | undefined, after: Json | undefined, depth: number, path: string): Generator<string> {
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  if (depth === 0 || !isBlock(before) || !isBlock(after)) {
    yield listChange(path, before, after);
    return;
  }
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    yield* differing(before[key], after[key], depth - 1, path === "" ? key : `${path}.${key}`);
  }
}

/**
 * The keys that two JSON texts hold otherwise, dotted: `driver.version`; nothing where one of them is no JSON object.
 *
 * @param depth how many levels of keys are told apart
 */
export function otherKeys(before: string, after: string, depth = 1): readonly string[] {
  try {
    const [old, now] = [JSON.parse(before), JSON.parse(after)] as [Json, Json];
    return isBlock(old) && isBlock(now) ? [...differing(old, now, depth, "")] : [];
  } catch {
    return [];
  }
}
