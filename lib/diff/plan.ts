import { type AttributeChange, attributeChanges } from "./attribute-changes";
import { type Effect, effectOf } from "./replacement";
import { type Block, isBlock, type Json, type StackResource, type TerraformStack } from "./terraform-stack";

/** What becomes of one resource. */
export type Action = "create" | "destroy" | "replace" | "may-replace" | "restart" | "update";

export interface ResourceChange {
  readonly address: string;
  readonly action: Action;
  /** As it was; `undefined` for a new one. */
  readonly before: StackResource | undefined;
  /** As it will be; `undefined` for one that goes. */
  readonly after: StackResource | undefined;
  readonly attributes: readonly AttributeChange[];
  /** The attributes that ask for the action, or the resources whose replacement does. */
  readonly because: readonly string[];
}

interface Reference {
  readonly path: string;
  readonly address: string;
  readonly attribute: string;
}

const REFERENCE = /\b((?!data\b|local\b)[a-z][a-z0-9_]*\.[A-Za-z0-9_-]+)\.([a-z_0-9]+)/g;

function* referencesIn(value: Json, path: string): Generator<Reference> {
  if (Array.isArray(value)) {
    for (const item of value) yield* referencesIn(item as Json, path);
  } else if (isBlock(value)) {
    for (const [key, item] of Object.entries(value)) yield* referencesIn(item, path === "" ? key : `${path}.${key}`);
  } else if (typeof value === "string" && value.includes("${")) {
    for (const [, address = "", attribute = ""] of value.matchAll(REFERENCE)) yield { path, address, attribute };
  }
}

/** The references in a resource's own attributes. */
export function referencesOf(block: Block): readonly Reference[] {
  return [...referencesIn(block, "")].filter(({ path }) => !/^(\/\/|depends_on|lifecycle|provider)/.test(path));
}

const ORDER: readonly Effect[] = ["in-place", "restart", "may-replace", "replace"];
const ACTION: Readonly<Record<Effect, Action>> = {
  "in-place": "update",
  restart: "restart",
  "may-replace": "may-replace",
  replace: "replace",
};

function changeOf(before: StackResource, after: StackResource, attributes: readonly AttributeChange[]): ResourceChange {
  const effects = attributes.map((change) => effectOf(after.type, change, after.block));
  const worst = effects.reduce(
    (most, effect) => (ORDER.indexOf(effect) > ORDER.indexOf(most) ? effect : most),
    "in-place",
  );
  const because = [...new Set(attributes.filter((_, index) => effects[index] === worst).map(({ path }) => path))];
  return { address: after.address, action: ACTION[worst], before, after, attributes, because };
}

/** Where a resource of the old stack is now, through as many `moved` blocks as there are. */
function movedTo(address: string, moved: ReadonlyMap<string, string>): string {
  const seen = new Set([address]);
  let at = address;
  for (let next = moved.get(at); next !== undefined && !seen.has(next); next = moved.get(at)) {
    seen.add(next);
    at = next;
  }
  return at;
}

/** What is other about a resource because one that it refers to is replaced. */
function cascaded(change: ResourceChange, changes: ReadonlyMap<string, ResourceChange>): ResourceChange {
  const { before, after } = change;
  if (before === undefined || after === undefined || change.action === "replace") return change;
  const caused = referencesOf(after.block).flatMap(({ path, address, attribute }) => {
    const cause = changes.get(address);
    if (cause === undefined || (cause.action !== "replace" && cause.action !== "may-replace")) return [];
    // what is written down and stays the same is the same after the replacement too
    const written = cause.after?.block[attribute];
    if (written !== undefined && written === cause.before?.block[attribute]) return [];
    const effect = effectOf(after.type, { path, before: null, after: null }, after.block);
    return [
      { address, effect: cause.action === "may-replace" && effect === "replace" ? "may-replace" : effect } as const,
    ];
  });
  const worst = caused.reduce<Effect>(
    (most, { effect }) => (ORDER.indexOf(effect) > ORDER.indexOf(most) ? effect : most),
    "in-place",
  );
  const rank = (action: Action) => ORDER.findIndex((effect) => ACTION[effect] === action);
  if (rank(ACTION[worst]) <= rank(change.action)) return change;
  const because = [...new Set(caused.filter(({ effect }) => effect === worst).map(({ address }) => address))];
  return { ...change, action: ACTION[worst], because };
}

/**
 * What Terraform would do to get from one stack to the other, as far as the two texts tell: drift of the cloud, and what
 * only the provider knows, it cannot see.
 */
export function planOf(old: TerraformStack, now: TerraformStack): readonly ResourceChange[] {
  const gone = new Map(old.resources);
  const origin = new Map([...old.resources.keys()].map((address) => [movedTo(address, now.moved), address]));
  const names = new Map([...now.moved.keys()].map((address) => [address, movedTo(address, now.moved)]));
  const changes = new Map<string, ResourceChange>();
  for (const after of now.resources.values()) {
    const before = old.resources.get(
      old.resources.has(after.address) ? after.address : (origin.get(after.address) ?? ""),
    );
    if (before === undefined) {
      changes.set(after.address, {
        address: after.address,
        action: "create",
        before,
        after,
        attributes: [],
        because: [],
      });
      continue;
    }
    gone.delete(before.address);
    const attributes = attributeChanges([before, old], [after, now], names);
    changes.set(after.address, changeOf(before, after, attributes));
  }
  for (const before of gone.values()) {
    const { address } = before;
    if (now.forgotten.has(address)) continue;
    changes.set(address, { address, action: "destroy", before, after: undefined, attributes: [], because: [] });
  }
  for (let settled = false; !settled; ) {
    settled = true;
    for (const [address, change] of changes) {
      const next = cascaded(change, changes);
      if (next !== change) {
        changes.set(address, next);
        settled = false;
      }
    }
  }
  const isChanged = ({ action, attributes }: ResourceChange) => action !== "update" || attributes.length > 0;
  return [...changes.values()].filter(isChanged).sort((a, b) => a.address.localeCompare(b.address, "en"));
}
