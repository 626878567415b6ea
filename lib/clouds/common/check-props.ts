import type { Problems } from "../../errors";
import { checkedProps } from "../../props/check-props";
import type { Table } from "../../props/field";
import { isToken } from "./terraform-text";

/**
 * Checks props by the table of their construct; what only Terraform knows passes where the table lets it.
 * @returns what is wrong so far, for the checks of what goes together to add to
 * @throws WarpformError with all problems at once where a prop is missing or of a wrong kind
 */
export function checkProps<P>(where: string, table: Table<P>, props: P): Problems {
  return checkedProps(where, table, props, isToken);
}

/** Checks props of a construct whose values need no checks other than their table's. */
export function requireProps<P>(where: string, table: Table<P>, props: P): void {
  checkProps(where, table, props).throwIfAny(where);
}
