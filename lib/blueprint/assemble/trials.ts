import type { ErrorCode, Problem } from "../../errors";
import { ADOPTERS } from "../../remedies/adopters";
import { pathText } from "../reader/blueprint-error";
import { NAMED_SECTIONS } from "../reader/check-names";
import type { Path } from "../reader/path";

/** Key of what runs workloads on pools of its own. */
const CLUSTER = ADOPTERS.kubernetes.key;

/** What is wrong whatever stands in for the rest of a part: numbers, and what holds of several props, may follow from a stand-in. */
const TOLD: readonly ErrorCode[] = ["unknown-name", "malformed", "not-allowed", "duplicate"];

/**
 * Parts that are built for nothing but to hear what their constructs say: without what their shape is refused for, or of pools that are
 * not there. Of a cluster, it is the one workload whose pool is not there.
 */
export class Trials {
  private readonly parts: Set<string>;
  /** Names of pools that something stands in for. */
  private readonly pools = new Set<string>();

  constructor(parts: Iterable<string> = []) {
    this.parts = new Set(parts);
  }

  /** Makes the part that a path lies in one of them, for want of a pool. */
  public add(path: Path, pool: string): void {
    this.parts.add(pathText(isOfWorkload(path) ? path.slice(0, 3) : partOf(path)));
    this.pools.add(pool);
  }

  /** Whether the part that a path lies in is one of them, or has one. */
  public has(path: Path): boolean {
    const part = pathText(partOf(path));
    return [...this.parts].some((one) => isWithin(one, part));
  }

  /** A text without what stands in for pools, which lists of a cluster's pools end with. */
  public worded(message: string): string {
    const listed = (pool: string) => new RegExp(`, ${pool}(?![\\w-])`, "g");
    return [...this.pools].reduce((text, pool) => text.replaceAll(listed(pool), ""), message);
  }

  /** Whether what was found is wrong by itself, and nothing is said of it yet. */
  public tells(code: ErrorCode, path: Path, told: readonly Pick<Problem, "code" | "path">[]): boolean {
    const text = pathText(path);
    if (hasNoPools(path) && ![...this.parts].some((one) => isWithin(text, one))) return true;
    // a key that is not known is told of the part that has it, of which that says nothing else
    const above = told.filter((one) => one.code !== "unknown-name");
    const isTold = told.some((one) => isWithin(one.path, text)) || above.some((one) => isWithin(text, one.path));
    return TOLD.includes(code) && !isTold;
  }
}

/** The part that a path lies in: `pools.h100`, `slurm`. */
function partOf(path: Path): Path {
  const named = NAMED_SECTIONS.some((section) => section === path[0]);
  return path.slice(0, named ? 2 : 1);
}

/** Whether a path is of one of a cluster's workloads: `kubeRay.jobs[0]`. */
const isOfWorkload = ([section, list, index]: Path): boolean =>
  section === CLUSTER && list !== "pools" && typeof index === "number";

/** Whether a path is of what counts no pools of a cluster, so that nothing there follows from one that stands in. */
const hasNoPools = ([section, prop]: Path): boolean =>
  section === CLUSTER && prop !== undefined && prop !== "pools" && prop !== "queues";

/** Whether a path is another or that of something in it. */
const isWithin = (path: string, part: string): boolean =>
  path === part || path.startsWith(`${part}.`) || path.startsWith(`${part}[`);
