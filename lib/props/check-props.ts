import { Problems } from "../errors";
import { checkFields } from "./check-fields";
import type { AnyTable, Table } from "./field";
import { isObject } from "./nested-fields";
import { Notes } from "./notes";
import { shown } from "./shown";

/**
 * Checks props by the table of their construct: kinds, ranges, forms, names that nothing has. Throws all problems at once where
 * something is of a wrong kind, since nothing can be read from it then; else hands back what was noted, for the checks of what
 * goes together to add to. They may say nothing more of a prop that is already wrong.
 */
export function checkedProps<P>(
  where: string,
  table: Table<P>,
  props: P,
  isLater: (value: unknown) => boolean = () => false,
): Problems {
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
  if (notes.wrongKind) problems.throwIfAny(where);
  return Problems.after(problems);
}
