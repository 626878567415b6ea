import type { Remedy } from "../../remedies/remedy";
import { KEYS_OF_PROP } from "../reader/blueprint-keys";
import { type Path, propPath } from "../reader/path";
import type { Blueprint } from "../schema/aws/aws-blueprint";
import { knownKeys } from "../schema/known-keys";
import { schemaOf } from "../schema/schema-of-cloud";
import type { Change } from "./apply-remedy";

/** What a remedy changes in a blueprint, or why that is for its author to decide. */
export type Changes = { readonly changes: readonly Change[] } | { readonly left: string };

const CHOICE = "it takes a decision";

/** The changes that a remedy asks for at the place of its part. */
export function changesOfRemedy(remedy: Remedy | null, place: Path | undefined, blueprint: Blueprint): Changes {
  if (remedy === null) return { left: CHOICE };
  if (remedy.remedy === "add") return additions(remedy.of, place, blueprint);
  if (place === undefined) return { left: "the blueprint has no key for it" };
  if (remedy.remedy === "use") return { left: CHOICE };
  const inner = propPath(remedy.of.path);
  const above = [...place, ...inner.slice(0, -1)];
  const keys = keysOf(String(inner.at(-1)), above, blueprint);
  if (keys.length === 0) return { left: `${remedy.of.path} is not a key there` };
  if (remedy.remedy === "leaveOut") {
    return { changes: keys.map((key) => ({ path: [...above, key], does: "delete" })) };
  }
  if (remedy.of.to === undefined) return { left: `only you know ${remedy.of.path}` };
  return { changes: [{ path: [...above, keys[0]!], does: "set", value: remedy.of.to }] };
}

/** The keys of a prop that the format has at a place. */
function keysOf(prop: string, above: Path, blueprint: Blueprint): readonly string[] {
  const known = knownKeys(schemaOf(blueprint), above, blueprint);
  const names = Object.hasOwn(KEYS_OF_PROP, prop) ? KEYS_OF_PROP[prop]! : [prop];
  return names.filter((name) => known.includes(name));
}

function additions(missing: string, place: Path | undefined, blueprint: Blueprint): Changes {
  const ofParts = blueprint.architecture === undefined;
  if (missing === "monitoring" && ofParts && blueprint.monitoring === undefined) {
    return { changes: [{ path: ["monitoring"], does: "set", value: {} }] };
  }
  if (missing === "fabric" && ofParts && place !== undefined) {
    const made: readonly Change[] =
      blueprint.fabric === undefined ? [{ path: ["fabric"], does: "set", value: {} }] : [];
    return { changes: [...made, { path: [...place, "fabric"], does: "delete" }] };
  }
  if (missing === "on-demand" && place !== undefined) {
    const owner = ofParts ? place : ["architecture"];
    return { changes: [{ path: [...owner, "capacity"], does: "append", value: { kind: "on-demand" } }] };
  }
  return { left: CHOICE };
}
