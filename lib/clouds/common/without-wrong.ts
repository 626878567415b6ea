import { Problems } from "../../errors";

/**
 * Adds what else is wrong with a cluster, found without the props and the items of lists that are wrong already, and without what names
 * one of these. Nothing is looked for where others rest on a prop that is wrong as a whole, and what does not go together may follow from
 * what was left out.
 */
export function addOfRest<Props extends object>(
  problems: Problems,
  props: Props,
  restedOn: readonly string[],
  define: (rest: Props) => unknown,
): void {
  const paths = problems.all.map(({ path }) => path);
  const rest = withoutWrong(props, paths, restedOn);
  if (rest === undefined) return;
  const found = new Problems();
  found.attempt(() => define(rest.props as Props));
  for (const { code, path, message } of found.all)
    if (code !== "conflict") problems.add(code, renumbered(path, rest.places), renumbered(message, rest.places));
}

interface Rest {
  readonly props: object;
  /** Where the items of each list stood before others were left out. */
  readonly places: ReadonlyMap<string, readonly number[]>;
}

/** Undefined where a prop that others rest on is wrong as a whole. */
function withoutWrong(props: object, paths: readonly string[], restedOn: readonly string[]): Rest | undefined {
  const given = props as Readonly<Record<string, unknown>>;
  const rest: Record<string, unknown> = {};
  const places = new Map<string, readonly number[]>();
  const left = new Set<unknown>();
  for (const key of new Set([...restedOn, ...Object.keys(given)])) {
    const value = given[key];
    const wrong = paths.filter((path) => /^\w*/.exec(path)![0] === key);
    const items = wrong.map((path) => /^\w+\[(\d+)\]/.exec(path)?.[1]);
    if (Array.isArray(value) && !items.includes(undefined)) {
      const isWrong = (item: unknown, i: number) => items.includes(String(i)) || names(item, left);
      const kept = value.flatMap((item, i) => (isWrong(item, i) ? [] : [i]));
      if (kept.length > 0 || value.length === 0) {
        if (restedOn.includes(key)) for (const [i, item] of value.entries()) if (!kept.includes(i)) leave(item, left);
        rest[key] = kept.map((i) => value[i]);
        places.set(key, kept);
        continue;
      }
    } else if (wrong.length === 0 && !names(value, left)) {
      if (key in given) rest[key] = value;
      continue;
    }
    if (restedOn.includes(key)) return undefined;
  }
  return { props: rest, places };
}

/** Notes an item that was left out, by which others may name it or by its name. */
function leave(item: unknown, left: Set<unknown>): void {
  left.add(item);
  const { name } = Object(item) as { readonly name?: unknown };
  if (typeof name === "string") left.add(name);
}

/** Whether a value has one of some others in it, or is a list or a map with one of them. */
function names(value: unknown, others: ReadonlySet<unknown>): boolean {
  if (Array.isArray(value)) return value.some((item) => others.has(item) || names(item, others));
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return false;
  return Object.entries(value).some(([key, item]) => others.has(key) || others.has(item) || names(item, others));
}

/** A text with items of lists called as they stood before. */
function renumbered(text: string, places: Rest["places"]): string {
  return text.replaceAll(/(?<![\w.])(\w+)\[(\d+)\]/g, (path, key: string, i: string) => {
    const place = places.get(key)?.[Number(i)];
    return place === undefined ? path : `${key}[${place}]`;
  });
}
