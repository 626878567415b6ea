import { programWords } from "./remedies/program-words";
import { type Sentence, type Text, worded } from "./remedies/sentence";
import type { Surface } from "./remedies/vocabulary";

/** Every kind of bad input, as a closed list, so that programs can tell them apart without reading messages. */
export type ErrorCode =
  | "required" // a prop is missing
  | "not-allowed" // a value outside a closed list, or a prop that cannot be used here
  | "out-of-range" // a number outside its range or off its step
  | "unknown-name" // a name that nothing has: instance type, pool, partition, region …
  | "malformed" // text in the wrong shape: CIDR, ARN, name, duration
  | "conflict" // two props that cannot both hold
  | "duplicate" // a name, path or id used twice
  | "unresolved-token" // a value that Terraform only knows later, where one is needed now
  | "incomplete-design"; // what only the finished tree shows: a pool that nobody starts, and the like

/** One thing that is wrong with an input. */
export interface Problem {
  readonly code: ErrorCode;
  /** Where, in the words the user typed: `nodes.max`, `partitions[1].pools[0]`. */
  readonly path: string;
  /** Prop, value, what is allowed and what to write instead, as a program says it; lower case, no full stop. */
  readonly message: string;
  /** Prop that holds the props of the part that has the problem, where several parts were made at once: `lustre`. */
  readonly section?: string;
  /** The same for other surfaces to word, where they call something in it by another name. */
  readonly said?: Sentence;
}

/**
 * The only error this library throws for bad input. It carries all problems of that input at once; its text lists them
 * and shows no stack trace, since the place to look at is the input, not this library.
 */
export class WarpformError extends Error {
  public readonly problems: readonly Problem[];
  /** The kind of part that was given the input, such as GpuNodePool. */
  public readonly construct: string;

  /** Id of the part that has the problems, where it is another than the one that was being made: a pool that its adopter cannot start. */
  public readonly part: string | undefined;

  constructor(where: string, problems: readonly Problem[], part?: string) {
    const lines = problems.map(({ section, message }) => (section === undefined ? message : `${section}: ${message}`));
    super(
      lines.length === 1
        ? `${where}: ${lines[0]}`
        : `${where} has ${lines.length} problems:\n${lines.map((l) => `  - ${l}`).join("\n")}`,
    );
    this.name = "WarpformError";
    this.construct = where.split(" ", 1)[0]!;
    this.problems = problems;
    this.part = part;
    this.stack = `${this.name}: ${this.message}`;
  }
}

/** A problem with its text in a program's words, and as it was said. */
export function problemOf(code: ErrorCode, path: string, message: Text, words: Surface = programWords): Problem {
  if (typeof message === "string") return { code, path, message };
  return { code, path, message: worded(message, words), said: message };
}

/** A problem at another path: a text that begins with the path, as texts of props do, begins with the new one. */
export function movedTo(path: string, problem: Problem): Problem {
  const { path: old, message } = problem;
  const own = message.slice(0, old.length) === old ? message.slice(old.length) : `: ${message}`;
  return { code: problem.code, path, message: `${path}${own}` };
}

/** Collects problems so that one throw reports them all. */
export class Problems {
  private readonly list: Problem[] = [];
  /** Paths of which enough is said. */
  private settled: readonly string[] = [];
  /** Paths of which a problem at another path says enough. */
  private readonly toldElsewhere: string[] = [];

  /** Problems to add to, where nothing more is to be said of what is wrong already, nor of what lies below it. */
  public static after(earlier: Problems): Problems {
    const problems = new Problems();
    problems.list.push(...earlier.list);
    problems.settled = [...earlier.list.map(({ path }) => path), ...earlier.toldElsewhere];
    return problems;
  }

  /** Notes one problem; `message` names the prop, the value, what is allowed and a fix. */
  public add(code: ErrorCode, path: string, message: Text, words: Surface = programWords): void {
    if (this.settled.some((at) => path === at || path.startsWith(`${at}.`) || path.startsWith(`${at}[`))) return;
    this.list.push(problemOf(code, path, message, words));
  }

  /** Says that a problem at another path tells what is wrong here, for those that are noted after. */
  public tellsElsewhere(path: string): void {
    this.toldElsewhere.push(path);
  }

  /**
   * Adds what was found where values of the right kind were in the place of those that are wrong: nothing of what a wrong value lies in,
   * nor of names where a part has none, nor of two values that do not go together.
   */
  public addOfStandIns(found: Problems): void {
    const wrong = this.list.map(({ path }) => path);
    const nameless = wrong.some((path) => /^\w+(\[\d+\](\.name)?)?$/.test(path));
    for (const { code, path, message } of found.list) {
      const holdsWrong = wrong.some((at) => at.startsWith(`${path}.`) || at.startsWith(`${path}[`));
      if (holdsWrong || code === "conflict" || (code === "unknown-name" && nameless)) continue;
      this.add(code, path, message);
    }
  }

  /**
   * Runs a part that may throw a WarpformError and takes its problems over; `undefined` if it threw. `propOf` says which prop of a program
   * stands behind what the part calls a prop.
   */
  public attempt<T>(part: () => T, propOf?: (path: string) => string): T | undefined {
    try {
      return part();
    } catch (error) {
      if (!(error instanceof WarpformError)) throw error;
      for (const { code, path, message, said } of error.problems)
        this.add(code, path, said ?? message, propOf && { ...programWords, prop: propOf });
      return undefined;
    }
  }

  /** Whether something is wrong at a path. */
  public has(path: string): boolean {
    return this.list.some((problem) => problem.path === path);
  }

  public get all(): readonly Problem[] {
    return this.list;
  }

  public get any(): boolean {
    return this.list.length > 0;
  }

  /** Throws one WarpformError with everything noted so far, if anything was. */
  public throwIfAny(where: string): void {
    if (this.list.length > 0) throw new WarpformError(where, this.list);
  }
}
