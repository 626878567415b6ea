type Tree = { readonly [key: string]: unknown };

function isTree(value: unknown): value is Tree {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `base` with the parts that `overlay` sets: maps merge key by key, anything else is replaced, `null` takes a key away. */
export function overlay(base: unknown, over: unknown): unknown {
  if (!isTree(base) || !isTree(over)) return over;
  const merged: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(over)) {
    if (value === null) delete merged[key];
    else merged[key] = key in merged ? overlay(merged[key], value) : value;
  }
  return merged;
}
