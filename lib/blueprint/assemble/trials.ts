import type { ErrorCode } from "../../errors";
import { pathText } from "../reader/blueprint-error";
import { NAMED_SECTIONS } from "../reader/check-names";
import type { Path } from "../reader/path";

/** What is wrong whatever stands in for the rest of a part: numbers, and what holds of several props, may follow from a stand-in. */
const TOLD: readonly ErrorCode[] = ["unknown-name", "malformed", "not-allowed", "duplicate"];

/**
 * Parts that are built for nothing but to hear what their constructs say: without what their shape is refused for, or of pools that are
 * not there.
 */
export class Trials {
  private readonly parts: Set<string>;

  constructor(parts: Iterable<string> = []) {
    this.parts = new Set(parts);
  }

  /** Makes the part that a path lies in one of them. */
  public add(path: Path): void {
    this.parts.add(partOf(path));
  }

  public has(path: Path): boolean {
    return this.parts.has(partOf(path));
  }

  /** Whether what was found is wrong by itself, and nothing is said of it yet. */
  public tells(code: ErrorCode, path: Path, told: readonly { readonly path: string }[]): boolean {
    const text = pathText(path);
    return TOLD.includes(code) && !told.some((one) => isWithin(one.path, text) || isWithin(text, one.path));
  }
}

/** The part that a path lies in: `pools.h100`, `slurm`. */
function partOf(path: Path): string {
  const named = NAMED_SECTIONS.some((section) => section === path[0]);
  return pathText(path.slice(0, named ? 2 : 1));
}

/** Whether a path is another or that of something in it. */
const isWithin = (path: string, part: string): boolean =>
  path === part || path.startsWith(`${part}.`) || path.startsWith(`${part}[`);
