import { TerraformStack, Testing } from "cdktf";
import { WarpformError } from "../../lib/errors";
import { SUBJECTS, type Subject } from "./subjects";
import { inWords, type WrongInput, withValue, wrongInputs } from "./wrong-values";

/** What goes wrong with one wrong input beyond one clear error at its prop; undefined where nothing does. */
function fault({ make, base }: Subject, stack: TerraformStack, { path, value }: WrongInput): string | undefined {
  const at = inWords(path);
  const input = `${at} = ${typeof value === "number" ? value : JSON.stringify(value)}`;
  try {
    make(stack, withValue(base, path, value) as never);
    return `${input}: silence`;
  } catch (error) {
    if (!(error instanceof WarpformError)) return `${input}: ${String(error)}`;
    const [first, ...others] = error.problems;
    if (others.length > 0) return `${input}: ${error.problems.length} problems: ${error.message}`;
    return first!.path.startsWith(at) && first!.message.includes(at) ? undefined : `${input}: ${error.message}`;
  }
}

describe.each(SUBJECTS.map((subject) => [subject.name, subject] as const))("%s", (_, subject) => {
  const stack = new TerraformStack(Testing.app(), "wrong");
  const inputs = wrongInputs(subject.table, subject.base);

  it("answers every wrong value of every prop by one clear error that names the prop", () => {
    expect(inputs.length).toBeGreaterThan(7);
    expect(inputs.flatMap((input) => fault(subject, stack, input) ?? [])).toEqual([]);
  });

  it("takes the props that were made wrong", () => {
    expect(() => subject.make(stack, subject.base as never)).not.toThrow();
  });
});
