import { TerraformLocal } from "cdktf";
import { WarpformError } from "../../lib/errors";
import type { AnyField, AnyTable } from "../../lib/props/field";
import { parts, SUBJECTS, type Subject } from "./subjects";
import { inWords, withValue } from "./wrong-values";

const HERE = parts();
const LATER = new TerraformLocal(HERE.stack, "later", "x").asString;
let count = 0;

type Path = readonly (string | number)[];

/** Every prop that is text, of the parts that `base` has too. */
function textsOf(
  table: AnyTable,
  base: unknown,
  above: Path = [],
): { readonly path: Path; readonly field: AnyField }[] {
  const given = (base ?? {}) as Readonly<Record<string, unknown>>;
  return Object.entries(table).flatMap(([prop, field]) => {
    const path = [...above, prop];
    if (field.kind === "text") return [{ path, field }];
    const value = given[prop];
    if (field.fields !== undefined && typeof value === "object") return textsOf(field.fields, value, path);
    if (field.each?.fields === undefined || value === undefined) return [];
    const key = Array.isArray(value) ? 0 : Object.keys(value as object)[0]!;
    const first = (value as Readonly<Record<string | number, unknown>>)[key];
    return first === undefined ? [] : textsOf(field.each.fields, first, [...path, key]);
  });
}

/** References as texts hold them: alone, in an address, as a folder. */
const FORMS = [LATER, `s3://${LATER}/x`, `${LATER}/`];

/** What a construct says of a reference at a prop; undefined where it takes it. */
function refusal({ make }: Subject, base: object, path: Path, value: string): string | undefined {
  const at = inWords(path);
  try {
    make(HERE.stack, `later-${count++}`, withValue(base, path, value) as never);
  } catch (error) {
    if (!(error instanceof WarpformError)) return `${at}: ${String(error)}`;
    // A prop that does not go with the others of `base` is refused whatever its value.
    const own = error.problems.filter((problem) => problem.path.startsWith(at) && problem.code !== "conflict");
    return own[0] && `${own[0].code} ${own[0].message}`;
  }
  return undefined;
}

/** Where a field and its construct disagree on whether Terraform alone may know a text. */
function fault(subject: Subject, base: object, path: Path, { known }: AnyField): string | undefined {
  const said = FORMS.map((form) => refusal(subject, base, path, form));
  if (known === undefined) return said.includes(undefined) ? undefined : said[0];
  return said[0]?.startsWith("unresolved-token") ? undefined : `${inWords(path)} is needed at synth: ${said[0]}`;
}

describe.each(SUBJECTS.map((subject) => [subject.name, subject] as const))("%s", (_, subject) => {
  it("takes what only Terraform knows wherever its table does", () => {
    const base = subject.base(HERE);
    expect(textsOf(subject.table, base).flatMap(({ path, field }) => fault(subject, base, path, field) ?? [])).toEqual(
      [],
    );
  });
});
