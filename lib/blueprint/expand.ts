import { isDeepStrictEqual } from "node:util";
import { Document, isCollection, isMap, type Node, Pair, Scalar, YAMLMap, YAMLSeq } from "yaml";
import type { z } from "zod";
import type { Path } from "./reader/path";
import type { Blueprint } from "./schema/aws/aws-blueprint";
import { type DefaultMetadata, defaultMetadata, type Place } from "./schema/key";
import { schemaOf } from "./schema/schema-of-cloud";
import { impliedValue, isAsGiven, itemOf, keysOf, memberFor, type Tree, withDefaults } from "./with-defaults";

const HEAD = ` yaml-language-server: $schema=node_modules/warpform/schema/blueprint.schema.json
 Every key with its value. "default" and "derived" name the origin of a value; a value without either is from your blueprint.
 A key in a comment has no value: the comment says what applies instead.`;

/**
 * The whole blueprint as YAML: every default and every value that follows from others is written down, with a comment that says
 * where it comes from. It builds what the blueprint builds, byte for byte, and expanding it again gives the same text.
 */
export function expandBlueprint(blueprint: Blueprint): string {
  const schema = schemaOf(blueprint);
  const { pools, ...all } = withDefaults(schema, blueprint, blueprint) as Blueprint;
  const { network, ...others } = all;
  // An architecture has pools of its own, one of several regions networks too.
  const rest = blueprint.architecture?.kind === "inferenceRegions" ? others : all;
  const root: Tree = Object.keys(pools).length === 0 ? rest : { ...rest, pools };
  const document = new Document(nodeOf(schema, root, root, []));
  document.commentBefore = HEAD;
  for (const pair of (document.contents as unknown as YAMLMap<Scalar, Node>).items.slice(2)) {
    pair.key.spaceBefore = true;
  }
  return document.toString({ lineWidth: 0, flowCollectionPadding: true });
}

type Schema = Parameters<typeof memberFor>[0];

function nodeOf(schema: Schema, value: unknown, root: Tree, path: Path): Node {
  const member = memberFor(schema, value);
  const keys = keysOf(member);
  if (keys !== undefined) return mapOf(keys, value as Tree, root, path);
  const item = itemOf(member);
  if (item !== undefined && Array.isArray(value)) {
    const list = new YAMLSeq<Node>();
    list.items = value.map((one, index) => nodeOf(item, one, root, [...path, index]));
    return compact(list);
  }
  if (item !== undefined) {
    const map = new YAMLMap<Scalar, Node>();
    for (const [name, part] of Object.entries(value as Tree)) {
      map.items.push(new Pair(new Scalar(name), nodeOf(item, part, root, [...path, name])));
    }
    return compact(map);
  }
  return scalar(value);
}

/** From a billion on as 1e+9, which people can count. */
function scalar(value: unknown): Scalar {
  const node = new Scalar(value);
  if (typeof value === "number" && Math.abs(value) >= 1e9) {
    node.format = "EXP";
  }
  return node;
}

function mapOf(keys: NonNullable<ReturnType<typeof keysOf>>, owner: Tree, root: Tree, path: Path): Node {
  const map = new YAMLMap<Scalar, Node>();
  let unsaid: string[] = [];
  for (const [key, schema] of keys) {
    const metadata = defaultMetadata.get(schema);
    const place = { root, owner, path };
    const value = owner[key];
    if (value === undefined) {
      const means = meaningOf(metadata, place);
      if (means !== undefined) unsaid.push(` ${key}: ${means}`);
      continue;
    }
    const name = new Scalar(key);
    const node = isAsGiven(schema)
      ? (new Document(value).contents as Node)
      : nodeOf(schema, value, root, [...path, key]);
    const origin = originOf(metadata, schema, value, place);
    if (origin !== undefined) (isBlock(node) ? name : node).comment = ` ${origin}`;
    if (unsaid.length > 0) name.commentBefore = unsaid.join("\n");
    unsaid = [];
    map.items.push(new Pair(name, node));
  }
  if (unsaid.length > 0) map.comment = unsaid.join("\n");
  return compact(map);
}

/** Where a value comes from: undefined where it is the user's own. */
function originOf(
  metadata: DefaultMetadata | undefined,
  schema: Schema,
  value: unknown,
  place: Place,
): string | undefined {
  const implied = impliedValue(metadata, place);
  if (implied === undefined || metadata === undefined) return undefined;
  const whole = isAsGiven(schema as z.ZodType) ? implied : withDefaults(schema, implied, place.root, place.path);
  if (!isDeepStrictEqual(whole, value)) return undefined;
  return metadata.kind === "derived" ? `derived: ${metadata.why(place) ?? metadata.rule}` : "default";
}

/** What it means that a key has no value; undefined where it has no meaning there. */
function meaningOf(metadata: DefaultMetadata | undefined, place: Place): string | undefined {
  if (metadata?.kind === "none") return metadata.applies(place) ? metadata.means : undefined;
  return metadata?.kind === "derived" && metadata.value(place) === undefined ? metadata.rule : undefined;
}

/** Whether a node stands below its key. */
function isBlock(node: Node): boolean {
  return isCollection(node) && node.flow !== true;
}

const MOST_ON_A_LINE = 4;

/** Lists of scalars and small maps on one line, where nothing is said of their parts. */
function compact(collection: YAMLMap<Scalar, Node> | YAMLSeq<Node>): Node {
  const plain = (node: Node | null) => node instanceof Scalar && node.comment == null && node.commentBefore == null;
  const silent = isMap(collection)
    ? collection.items.every(({ key, value }) => plain(key) && plain(value)) &&
      collection.items.length <= MOST_ON_A_LINE
    : (collection as YAMLSeq<Node>).items.every(plain);
  if (silent && collection.comment == null) collection.flow = true;
  return collection;
}
