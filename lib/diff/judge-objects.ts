import type { ChartObjects } from "./chart-objects";
import rules from "./data/object-changes.json";
import type { Impact } from "./impact";
import { type Block, isBlock, type Json } from "./terraform-stack";
import { some } from "./wording";

/** What becomes of one object of a chart. */
export interface ObjectChange {
  /** Kind, namespace and name. */
  readonly object: string;
  readonly change: "created" | "removed" | "changed";
  readonly impact: Impact;
  /** What it means; empty where there is no more to say. */
  readonly says: string;
}

interface Rule {
  readonly kinds: readonly string[];
  /** Which fields: a pattern of dotted paths, list items by their number. */
  readonly at: string;
  /** Only where the field had a value before. */
  readonly had?: boolean;
  readonly impact: Impact;
  readonly says: string;
}

const CHANGES = rules.changes as readonly Rule[];
const REMOVALS = rules.removals as readonly Omit<Rule, "at" | "had">[];

function* leaves(value: Json | undefined, path: string): Generator<[string, string]> {
  if (Array.isArray(value)) for (const [i, item] of value.entries()) yield* leaves(item as Json, `${path}.${i}`);
  else if (isBlock(value))
    for (const [key, item] of Object.entries(value)) yield* leaves(item, path === "" ? key : `${path}.${key}`);
  else if (value !== undefined && value !== null) yield [path, String(value)];
}

/** Helm leaves such an object in the cluster. */
const isKept = (object: Block) => JSON.stringify(object.metadata).includes('"helm.sh/resource-policy":"keep"');
const KEPT = "leaves the chart and stays in the cluster, with what is in it: delete it yourself";

const isHook = (object: Block) => JSON.stringify(object.metadata).includes('"helm.sh/hook"');

function changeOf(object: string, before: Block, after: Block): ObjectChange | undefined {
  const [old, now] = [new Map(leaves(before, "")), new Map(leaves(after, ""))];
  // the API server writes this default of every kind that has replicas
  for (const of of [old, now]) if (of.get("spec.replicas") === "1") of.delete("spec.replicas");
  const paths = [...new Set([...old.keys(), ...now.keys()])].filter((path) => old.get(path) !== now.get(path));
  if (paths.length === 0) return undefined;
  // Helm deletes a hook and makes it again
  if (isHook(after)) return { object, change: "changed", impact: "settings-changed", says: "runs again" };
  const kind = object.split(" ")[0]!;
  const found = CHANGES.find(
    ({ kinds, at, had }) =>
      kinds.includes(kind) && paths.some((path) => new RegExp(at).test(path) && (!had || old.has(path))),
  );
  return { object, change: "changed", impact: found?.impact ?? "settings-changed", says: found?.says ?? "" };
}

/** What becomes of each object that is another in the new chart, as the API server and the kind's controller have it. */
export function objectChanges(before: ChartObjects, after: ChartObjects): readonly ObjectChange[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((object): ObjectChange[] => {
    const [old, now] = [before.get(object), after.get(object)];
    if (old === undefined) return [{ object, change: "created", impact: "created", says: "" }];
    if (now !== undefined) return [changeOf(object, old, now) ?? []].flat();
    // what a hook made last stays where it is: Helm removes none with its template
    if (isHook(old)) return [];
    if (isKept(old)) return [{ object, change: "removed", impact: "settings-changed", says: KEPT }];
    const found = REMOVALS.find(({ kinds }) => kinds.includes(object.split(" ")[0]!));
    return [
      { object, change: "removed", impact: found?.impact ?? "settings-changed", says: found?.says ?? "is removed" },
    ];
  });
}

/** An object's name as people see it: Helm makes the hash at its end when it installs. */
const shown = ({ object }: ObjectChange) => object.replace(/\{\{.*\}\}/s, "<hash>");

/** The changes in words, those that mean the same together. */
export function objectSentences(changes: readonly ObjectChange[]): (readonly [Impact, string])[] {
  const groups = new Map<string, ObjectChange[]>();
  for (const change of changes) {
    const key = `${change.impact} ${change.says}`;
    groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  return [...groups.values()].map((group) => {
    const { impact, says } = group[0]!;
    return [impact, `${some([...new Set(group.map(shown))])}${says === "" ? "" : `: ${says}`}`] as const;
  });
}
