import type { Problems } from "../../errors";
import { type PlannedResource, type PlannedValue, referencesOf } from "./plan";

/** Resources so that each comes after all that it refers to; a circle is noted once, with its members. */
export function orderedResources(
  resources: readonly PlannedResource[],
  locals: ReadonlyMap<string, PlannedValue>,
  problems: Problems,
): PlannedResource[] {
  const byAddress = new Map(resources.map((resource) => [resource.address, resource]));
  const ordered: PlannedResource[] = [];
  const state = new Map<string, "visiting" | "done">();
  const trail: string[] = [];

  const visit = (key: string) => {
    if (state.get(key) === "done") return;
    if (state.get(key) === "visiting") {
      const circle = [...trail.slice(trail.indexOf(key)), key];
      problems.add("conflict", key, `${circle.join(" -> ")}: these refer to each other in a circle`);
      return;
    }
    state.set(key, "visiting");
    trail.push(key);
    const resource = byAddress.get(key);
    for (const next of resource ? needsOf(resource) : localNeeds(locals, key)) visit(next);
    trail.pop();
    state.set(key, "done");
    if (resource) ordered.push(resource);
  };
  for (const { address } of resources) visit(address);
  return ordered;
}

/** Keys of what must be there first: addresses, and locals as `local.name`. */
function needsOf({ args, options }: PlannedResource): string[] {
  const values = Object.values(args).flatMap((value) => [...referencesOf(value)].map(keyOf));
  return [...(options.provider === undefined ? [] : [options.provider]), ...options.dependsOn, ...values];
}

function localNeeds(locals: ReadonlyMap<string, PlannedValue>, key: string): string[] {
  const value = locals.get(key.replace(/^local\./, ""));
  return value === undefined ? [] : [...referencesOf(value)].map(keyOf);
}

const keyOf = (reference: { address: string } | { local: string }) =>
  "address" in reference ? reference.address : `local.${reference.local}`;
