import type { AttributeChange } from "./attribute-changes";
import rows from "./data/replacement.json";
import type { Block } from "./terraform-stack";

/** What Terraform does with a resource when one attribute changes. */
export type Effect = "in-place" | "restart" | "may-replace" | "replace";

interface Row {
  readonly source: string;
  readonly replace: readonly string[];
  readonly inPlace: readonly string[];
  /** Attributes that replace only on a condition, and are changed in place otherwise unless `else` says so. */
  readonly conditional?: Readonly<Record<string, { readonly when: string; readonly else?: string }>>;
  /** Where an attribute's rule was read, if not in `source`. */
  readonly sources?: Readonly<Record<string, string>>;
  /** Attributes that were looked at and still may replace, with the reason. */
  readonly unsettled?: Readonly<Record<string, string>>;
  /** Attributes that stop and start what runs. */
  readonly restart?: { readonly attributes: readonly string[]; readonly source: string };
}

const table: Readonly<Record<string, Row | undefined>> = rows;
const TAGS = ["tags", "tags_all", "tag"];

/** The path itself, then what encloses it: `a.b.c`, `a.b`, `a`. */
function enclosing(path: string): readonly string[] {
  const parts = path.split(".");
  return parts.map((_, index) => parts.slice(0, parts.length - index).join("."));
}

const isTag = (path: string) => TAGS.includes(path.replace(/\..*/, ""));

/** Whether nothing but tags is another. */
export const onlyTags = (changes: readonly AttributeChange[]) => changes.every(({ path }) => isTag(path));

function holds(when: string, change: AttributeChange, block: Block): boolean {
  if (when === "set-or-removed") return (change.before === undefined) !== (change.after === undefined);
  if (when === "removed") return change.before !== undefined && change.after === undefined;
  if (when !== "lowered") return block[when] === true || block[when] === "true";
  const [before, after] = [Number(change.before), Number(change.after)];
  return Number.isNaN(before) || Number.isNaN(after) || after < before;
}

/**
 * What one changed attribute does, after the provider's source; `may-replace` where no row of the table says.
 *
 * @param block the resource as it will be
 */
export function effectOf(type: string, change: AttributeChange, block: Block): Effect {
  // Every resource of AWS has it: internal/provider/sdkv2/region.go, forceNewIfRegionChanges. Left out, it is the provider's.
  if (change.path === "region" && type.startsWith("aws_")) {
    return change.before === undefined || change.after === undefined ? "may-replace" : "replace";
  }
  const row = table[type];
  // A resource that is one tag says itself what of it replaces.
  if (isTag(change.path) && !row?.replace.some(isTag)) return "in-place";
  if (row === undefined) return "may-replace";
  for (const path of enclosing(change.path)) {
    const condition = row.conditional?.[path];
    if (condition !== undefined && holds(condition.when, change, block)) return "replace";
    if (condition?.else === "may-replace") return "may-replace";
    if (row.replace.includes(path)) return "replace";
    if (row.restart?.attributes.includes(path)) return "restart";
    if (condition !== undefined || row.inPlace.includes(path)) return "in-place";
  }
  return "may-replace";
}

/** Why it cannot be said whether an attribute replaces; `undefined` where it can, or where nobody looked. */
export const doubtOf = (type: string, path: string): string | undefined =>
  path === "provider" ? "it may be another region or account" : table[type]?.unsettled?.[path];

/** Where the table has what it says of a type. */
export const sourceOf = (type: string): string | null => table[type]?.source ?? null;
