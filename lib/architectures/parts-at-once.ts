import type { Construct } from "constructs";
import { type Problem, WarpformError } from "../errors";

/** Props of an architecture, of which some hold the props of its parts. */
type Sections = object;

/**
 * Makes the parts of an architecture one after another. A part whose own props are wrong is made once more without them, so that
 * the parts that need it are checked too; the problems of all are thrown together.
 */
export class PartsAtOnce {
  private readonly errors: { readonly section: string; readonly error: WarpformError }[] = [];

  constructor(private readonly scope: Construct) {}

  /**
   * A part, by the props of the architecture; `section` is the one that holds the part's own.
   * @throws WarpformError with all problems so far, where it is not the part's own props that are wrong
   */
  public make<Props extends Sections, Made>(
    section: string & keyof Props,
    props: Props,
    make: (of: Props) => Made,
  ): Made {
    const before = new Set(this.scope.node.children);
    try {
      return make(props);
    } catch (error) {
      if (!(error instanceof WarpformError)) throw error;
      this.errors.push({ section, error });
      if (props[section] === undefined) throw this.thrown();
      for (const child of this.scope.node.children)
        if (!before.has(child)) this.scope.node.tryRemoveChild(child.node.id);
      return this.withoutOwn(section, props, make);
    }
  }

  private withoutOwn<Props extends Sections, Made>(
    section: keyof Props,
    props: Props,
    make: (of: Props) => Made,
  ): Made {
    try {
      return make({ ...props, [section]: undefined });
    } catch (error) {
      if (!(error instanceof WarpformError)) throw error;
      throw this.thrown();
    }
  }

  /** @throws WarpformError with the problems of all parts */
  public throwIfAny(): void {
    if (this.errors.length > 0) throw this.thrown();
  }

  private thrown(): WarpformError {
    const [first, ...others] = this.errors;
    if (others.length === 0) return first!.error;
    const problems = this.errors.flatMap(({ section, error }) =>
      error.problems.map((found): Problem => ({ ...found, path: `${section}.${found.path}`, section })),
    );
    return new WarpformError(this.scope.node.path, problems);
  }
}
