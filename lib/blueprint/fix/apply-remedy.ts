import { type Document, isAlias, isCollection, isMap, isNode, isScalar, type Pair, visit } from "yaml";
import type { Path } from "../reader/path";

/** What to do with one key of a document. */
export type Change = { readonly path: Path } & (
  | { readonly does: "set" | "append"; readonly value: unknown }
  | { readonly does: "delete" }
);

/** Why a change cannot be made without changing something else; undefined where it can. */
export function obstacle(document: Document, { path, does }: Change): string | undefined {
  let node: unknown = document.contents;
  for (const key of path) {
    if (isAlias(node)) return `*${node.source} is written there, which others may share`;
    if (isCollection(node) && node.anchor !== undefined && isShared(document, node.anchor)) {
      return `&${node.anchor} is shared with the places that refer to it`;
    }
    if (!isCollection(node)) return undefined;
    if (isMap(node) && !node.has(key) && isMerged(document, node, key)) {
      // A key of its own in place of a merged one changes nothing else; a part of a merged value does.
      return key === path.at(-1) && does === "set" ? undefined : `${String(key)} comes from a merged map (<<)`;
    }
    node = node.get(key, true);
  }
  return isAlias(node) ? `*${node.source} is written there, which others may share` : undefined;
}

/** Makes a change; comments and the rest of the document stay as they are. */
export function applyChange(document: Document, change: Change): void {
  const { path } = change;
  if (change.does === "delete") document.deleteIn(path);
  else if (change.does === "append") document.addIn(path, document.createNode(change.value));
  else {
    const node = document.getIn(path, true);
    if (isScalar(node) && typeof change.value !== "object") node.value = change.value;
    else document.setIn(path, document.createNode(change.value));
  }
}

function isShared(document: Document, anchor: string): boolean {
  let shared = false;
  visit(document, {
    Alias: (_, { source }) => {
      shared ||= source === anchor;
    },
  });
  return shared;
}

/** Whether a map has a key by `<<` alone. */
function isMerged(document: Document, map: { readonly items: readonly unknown[] }, key: string | number): boolean {
  return (map.items as readonly Pair[]).some((pair) => {
    if (!isMergeKey(pair.key)) return false;
    const value = isAlias(pair.value) ? pair.value.resolve(document) : isNode(pair.value) ? pair.value : undefined;
    const bases = value === undefined || isMap(value) ? [value] : isCollection(value) ? value.items : [];
    return bases.some((base) => {
      const map = isAlias(base) ? base.resolve(document) : base;
      return isMap(map) && map.has(key);
    });
  });
}

/** `<<`, which yaml reads as a symbol of that name. */
function isMergeKey(key: unknown): boolean {
  if (!isScalar(key)) return false;
  return typeof key.value === "symbol" ? key.value.description === "<<" : key.value === "<<";
}
