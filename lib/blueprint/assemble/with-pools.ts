import type { Path } from "../reader/path";
import { stepOf, type WrittenAdopter } from "../reader/written-adopters";
import type { Emitter } from "./emitter";
import type { Parts } from "./parts";

/** A section with pools in place of their names; undefined where one is not there, which is noted, or could not be built. */
export function withPools(
  emitter: Emitter,
  { row, path, section }: Pick<WrittenAdopter, "row" | "path" | "section">,
  pools: Parts["pools"],
): object | undefined {
  let whole = true;
  const poolOf = (here: Path, name: unknown) => {
    const pool = emitter.named(here, "pool", String(name), pools);
    whole &&= pool !== undefined;
    return pool;
  };
  const props = row.pools.reduce((made, place) => replaced(made, place.split("."), path, poolOf), section);
  return whole ? (props as object) : undefined;
}

type Replace = (path: Path, value: unknown) => unknown;

/** A value with what stands at some steps below it (`partitions[]`, `pools[]`) replaced; what is left out stays so. */
function replaced(value: unknown, [step, ...rest]: readonly string[], path: Path, replace: Replace): unknown {
  if (step === undefined) return replace(path, value);
  const [key] = stepOf(step);
  const here = [...path, key];
  const below = (value as Readonly<Record<string, unknown>>)[key];
  if (below === undefined) return value;
  const made = Array.isArray(below)
    ? below.map((one, index) => replaced(one, rest, [...here, index], replace))
    : replaced(below, rest, here, replace);
  return { ...(value as object), [key]: made };
}
