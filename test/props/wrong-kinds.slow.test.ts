import type { Construct } from "constructs";
import { WarpformError } from "../../lib/errors";
import { parts, SUBJECTS, type Subject } from "./subjects";
import { inWords, type WrongInput, withValue, wrongInputs } from "./wrong-values";

const HERE = parts();
let count = 0;

/** What goes wrong with one wrong input beyond one clear error at its prop; undefined where nothing does. */
function fault({ make }: Subject, base: object, { path, value }: WrongInput): string | undefined {
  const at = inWords(path);
  const input = `${at} = ${typeof value === "number" ? value : JSON.stringify(value)}`;
  try {
    make(HERE.stack, `wrong-${count++}`, withValue(base, path, value) as never);
    return `${input}: silence`;
  } catch (error) {
    if (!(error instanceof WarpformError)) return `${input}: ${String(error)}`;
    const [first, ...others] = error.problems;
    if (others.length > 0) return `${input}: ${error.problems.length} problems: ${error.message}`;
    return first!.path.startsWith(at) && first!.message.includes(at) ? undefined : `${input}: ${error.message}`;
  }
}

describe.each(SUBJECTS.map((subject) => [subject.name, subject] as const))("%s", (_, subject) => {
  const base = subject.base(HERE);

  it("answers every wrong value of every prop by one clear error that names the prop", () => {
    const inputs = wrongInputs(subject.table, base);
    expect(inputs.length).toBeGreaterThan(5);
    expect(inputs.flatMap((input) => fault(subject, base, input) ?? [])).toEqual([]);
  });

  it.each([[undefined], [null], [5], ["x"], [[]]])("answers %p in the place of props by one error", (props) => {
    const wrong = (): unknown => subject.make(HERE.stack as Construct, `none-${count++}`, props as never);
    if (props === undefined && Object.values(subject.table).every(({ optional }) => optional))
      expect(wrong).not.toThrow();
    else expect(wrong).toThrow(WarpformError);
  });

  it.each([[undefined], [null], [5], [""], [{}], [[]]])("answers %p in the place of an id by one error", (id) => {
    if (subject.name === "NvmeCache") return;
    expect(() => subject.make(HERE.stack, id as never, base as never)).toThrow(WarpformError);
  });

  it.each([[undefined], [null], [5], ["x"], [{}]])("answers %p in the place of a scope by one error", (scope) => {
    if (subject.name === "NvmeCache") return;
    expect(() => subject.make(scope as never, `alone-${count++}`, base as never)).toThrow(WarpformError);
  });

  it("takes the props that were made wrong", () => {
    const here = parts();
    expect(() => subject.make(here.stack, "right", subject.base(here) as never)).not.toThrow();
  });
});
