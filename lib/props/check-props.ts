import { Problems } from "../errors";
import { checkFields } from "./check-fields";
import type { AnyTable, Table } from "./field";
import { isObject } from "./nested-fields";
import { Notes } from "./notes";
import { readable } from "./readable";
import { shown } from "./shown";

/** Props with what is wrong with them by their table. */
export interface NotedProps<P> {
  /** What was noted, for the checks of what goes together to add to. They may say nothing more of a prop that is already wrong. */
  readonly problems: Problems;
  /** Where something is of a wrong kind: the props with something of the right kind in its place. */
  readonly readable: P | undefined;
}

/** Checks props by the table of their construct: kinds, ranges, forms, names that nothing has. @throws WarpformError where they are none */
export function notedProps<P>(
  where: string,
  table: Table<P>,
  props: P,
  isLater: (value: unknown) => boolean = () => false,
): NotedProps<P> {
  const problems = new Problems();
  const fields = table as unknown as AnyTable;
  if (!isObject(props) || isLater(props)) {
    const required = Object.keys(fields).filter((prop) => !fields[prop]!.optional);
    const advice = required.length > 0 ? `; it needs ${required.join(", ")}` : "";
    problems.add("required", "props", `props must be an object, got ${shown(props)}${advice}`);
    problems.throwIfAny(where);
  }
  const notes = new Notes(problems, isLater);
  checkFields(fields, props as object, "", notes);
  return {
    problems: Problems.after(problems),
    readable: notes.wrongKind ? (readable(fields, props as object, isLater) as P) : undefined,
  };
}

/** The same, which throws all problems at once where something is of a wrong kind, since nothing can be read from it then. */
export function checkedProps<P>(
  where: string,
  table: Table<P>,
  props: P,
  isLater: (value: unknown) => boolean = () => false,
): Problems {
  const { problems, readable } = notedProps(where, table, props, isLater);
  if (readable !== undefined) problems.throwIfAny(where);
  return problems;
}
