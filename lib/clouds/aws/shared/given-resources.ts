import type { GivenKind, GivenResource } from "../../../model/aws/aws-model";
import type { AnyTable } from "../../../props/field";
import { isToken } from "../../common/terraform-text";

/** What the design takes of the resource that a prop names, by prop. */
type Taken = Readonly<Record<string, Pick<GivenResource, "allows" | "expects">>>;

/**
 * The resources that exist already and that props name, by the fields of their table.
 * @param taken what the design takes of each, by prop
 */
export function givenIn(table: AnyTable, props: object, taken: Taken = {}, prefix = ""): GivenResource[] {
  const values = props as Readonly<Record<string, unknown>>;
  return Object.entries(table).flatMap(([prop, field]) => {
    const value = values[prop];
    const path = `${prefix}${prop}`;
    if (value === undefined || value === null) return [];
    if (field.given !== undefined) {
      const id = isToken(value) ? null : String(value);
      const { allows, expects } = taken[path] ?? {};
      const known = Object.entries(expects ?? {}).filter(([, expected]) => !isToken(expected));
      const takes = { ...(allows && { allows }), ...(known.length > 0 && { expects: Object.fromEntries(known) }) };
      return [{ kind: field.given as GivenKind, path, id, ...takes }];
    }
    return field.fields !== undefined && typeof value === "object"
      ? givenIn(field.fields, value, taken, `${path}.`)
      : [];
  });
}
