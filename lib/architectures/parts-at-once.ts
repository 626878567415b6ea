import type { Construct } from "constructs";
import { type Problem, WarpformError } from "../errors";

/** Props of an architecture, of which some hold the props of its parts. */
type Sections = object;

/**
 * Makes the parts of an architecture one after another. A part whose own props are wrong is made once more without them, so that
 * the parts that need it are checked too; the problems of all are thrown together.
 */
export class PartsAtOnce {
  private readonly errors: {
    readonly section: string;
    readonly others: readonly PropertyKey[];
    readonly error: WarpformError;
  }[] = [];

  constructor(private readonly scope: Construct) {}

  /**
   * A part, by the props of the architecture; `section` is the one that holds the part's own, `others` are props of the architecture
   * that the part takes as well, and can do without.
   * @throws WarpformError with all problems so far, where it is none of these props that is wrong
   */
  public make<Props extends Sections, Made>(
    section: string & keyof Props,
    props: Props,
    make: (of: Props) => Made,
    ...others: readonly (keyof Props)[]
  ): Made {
    const before = new Set(this.scope.node.children);
    const given = [section, ...others].filter((key) => props[key] !== undefined);
    let left = props;
    for (;;) {
      try {
        return make(left);
      } catch (error) {
        if (!(error instanceof WarpformError)) throw error;
        if (left === props) this.errors.push({ section, others, error });
        const next = given.shift();
        if (next === undefined) throw this.thrown();
        left = { ...left, [next]: undefined };
        for (const child of this.scope.node.children)
          if (!before.has(child)) this.scope.node.tryRemoveChild(child.node.id);
      }
    }
  }

  /** @throws WarpformError with the problems of all parts */
  public throwIfAny(): void {
    if (this.errors.length > 0) throw this.thrown();
  }

  private thrown(): WarpformError {
    const [first, ...others] = this.errors;
    if (others.length === 0) return first!.error;
    const problems = this.errors.flatMap(({ section, others, error }) =>
      error.problems.map((found): Problem => {
        const [prop] = /^\w*/.exec(found.path)!;
        return others.includes(prop) ? found : { ...found, path: `${section}.${found.path}`, section };
      }),
    );
    return new WarpformError(this.scope.node.path, problems);
  }
}
