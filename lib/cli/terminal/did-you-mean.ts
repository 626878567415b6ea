import { nearest } from "../../units/nearest";

/** Most names that hold what was typed and are still worth printing. */
const MOST = 12;

/** Whether one of a name's parts begins so: `efa` begins one of efa-missing, and none of default-time. */
function hasPart(name: string, start: string): boolean {
  const at = name.indexOf(start);
  return at === 0 || (at > 0 && !/[a-z0-9]/.test(name[at - 1]!));
}

/** Names that were likely meant: those of which a part begins as was typed (`p5`, `h100`), else the nearest by spelling. */
export function didYouMean(typed: string, names: readonly string[]): string[] {
  const wanted = typed.toLowerCase();
  const holding = wanted === "" ? [] : names.filter((name) => hasPart(name.toLowerCase(), wanted));
  return holding.length > 0 ? holding.slice(0, MOST) : nearest(typed, names);
}
