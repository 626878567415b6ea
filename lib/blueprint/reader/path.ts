export type Path = readonly (string | number)[];

/** `capacity[0].nodes` to ["capacity", 0, "nodes"]; a path that is no prop (an id) to nothing. */
export function propPath(prop: string): Path {
  if (prop === "id") return [];
  return prop
    .split(/[.[\]]+/)
    .filter((part) => part !== "")
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}
