type Tree = { readonly [key: string]: unknown };

function isTree(value: unknown): value is Tree {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * `base` with the parts that `over` sets: maps merge key by key, `null` takes a key away, and a map whose keys are places in a
 * list (`0`, `1`, …; one more adds an item) changes those items. Anything else is replaced.
 */
export function overlay(base: unknown, over: unknown): unknown {
  if (!isTree(over)) return over;
  if (Array.isArray(base)) return overList(base, over) ?? over;
  const merged = new Map(isTree(base) ? Object.entries(base) : []);
  for (const [key, value] of Object.entries(over)) {
    if (value === null) merged.delete(key);
    else merged.set(key, overlay(merged.get(key), value));
  }
  return Object.fromEntries(merged);
}

/** The list with the items of those places changed; undefined where a key is no place in it. */
function overList(base: readonly unknown[], over: Tree): unknown[] | undefined {
  const changes = Object.entries(over);
  const fits = changes.every(([key]) => /^(0|[1-9]\d{0,5})$/.test(key) && Number(key) <= base.length);
  if (!fits || changes.length === 0) return undefined;
  const items: unknown[] = [...base];
  for (const [key, value] of changes) items[Number(key)] = value === null ? null : overlay(base[Number(key)], value);
  return items.filter((item, index) => item !== null || !(String(index) in over));
}
