import { type Block, isBlock, type Json, type StackResource, type TerraformStack } from "./terraform-stack";

/** One attribute that two versions of a resource write differently. */
export interface AttributeChange {
  /** Dotted, without indexes: `root_block_device.volume_size`. */
  readonly path: string;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

/** What Terraform reads itself and no provider sees. */
const META_ARGUMENTS = new Set(["//", "depends_on", "lifecycle", "count", "for_each", "provisioner", "timeouts"]);

/**
 * A text with what its expressions stand for: the same reference to a local or a data source is a change where the local
 * or the data source is another.
 */
function resolved(text: string, stack: TerraformStack): string {
  const locals = [...text.matchAll(/local\.([A-Za-z0-9_-]+)/g)].map(([, name = ""]) => stack.locals[name] ?? null);
  const sources = [...text.matchAll(/data\.[A-Za-z0-9_]+\.[A-Za-z0-9_-]+/g)].map(([address]) => {
    const { "//": _, ...block } = stack.data.get(address) ?? {};
    return block;
  });
  return locals.length + sources.length === 0 ? text : JSON.stringify([text, ...locals, ...sources]);
}

/** Text with what its references are called now. */
const renamed = (text: string, names: ReadonlyMap<string, string>): string =>
  text.replaceAll(/\b[a-z][a-z0-9_]*\.[A-Za-z0-9_-]+/g, (address) => names.get(address) ?? address);

/** Every leaf of a value with its path. */
function* leaves(value: Json, path: string, place: string, stack: TerraformStack): Generator<[string, string, Json]> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* leaves(item as Json, path, `${place}[${index}]`, stack);
  } else if (isBlock(value)) {
    for (const [key, item] of Object.entries(value)) {
      yield* leaves(item, path === "" ? key : `${path}.${key}`, `${place}.${key}`, stack);
    }
  } else if (value !== null) {
    yield [place, path, typeof value === "string" ? resolved(value, stack) : value];
  }
}

function leavesOf(block: Block, stack: TerraformStack, names: ReadonlyMap<string, string>) {
  const own = Object.fromEntries(Object.entries(block).filter(([key]) => !META_ARGUMENTS.has(key)));
  const all = [...leaves(own, "", "", stack)].map(([place, path, value]): [string, readonly [string, Json]] => [
    place,
    [path, typeof value === "string" && names.size > 0 ? renamed(value, names) : value],
  ]);
  return new Map(all);
}

/** The attributes that the new version's `lifecycle` keeps out of every plan; `undefined` if all are. */
function ignored(block: Block): readonly string[] | undefined {
  const lifecycle = isBlock(block.lifecycle) ? block.lifecycle : {};
  const list = lifecycle.ignore_changes;
  if (list === "all") return undefined;
  return Array.isArray(list) ? list.map(String) : [];
}

/**
 * What a plan would see as changed between two versions of one resource, in a fixed order.
 *
 * @param names what the old version's addresses are now, where `moved` blocks say so
 */
export function attributeChanges(
  [before, old]: readonly [StackResource, TerraformStack],
  [after, now]: readonly [StackResource, TerraformStack],
  names: ReadonlyMap<string, string> = new Map(),
): readonly AttributeChange[] {
  const skip = ignored(after.block);
  if (skip === undefined) return [];
  const [first, second] = [leavesOf(before.block, old, names), leavesOf(after.block, now, new Map())];
  const changes = [...new Set([...first.keys(), ...second.keys()])].flatMap((place): AttributeChange[] => {
    const [one, other] = [first.get(place), second.get(place)];
    if (one?.[1] === other?.[1]) return [];
    const path = (one ?? other)![0];
    const isIgnored = skip.some((name) => path === name || path.startsWith(`${name}.`));
    return isIgnored ? [] : [{ path, before: one?.[1], after: other?.[1] }];
  });
  return changes.sort((a, b) => a.path.localeCompare(b.path, "en"));
}
