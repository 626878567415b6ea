import { escaped } from "./markup";

/** Columns up to which a table is legible on a phone; a wider one shows each row as a block with the heads as labels. */
const MOST_ON_PHONE = 3;

/** What a narrow column must not break: a date, a number with its unit. */
const WHOLE = /^(\d{4}-\d{2}-\d{2}|[\d.,]+ ?[a-zA-Z%]{1,4})$/;

/** A table as HTML; columns of `numeric` are set to the right. Cells are HTML already. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  numeric: readonly number[] = [],
): string {
  if (rows.length === 0) return "";
  const folds = head.length > MOST_ON_PHONE;
  const label = (i: number) => (folds ? ` data-label="${escaped(head[i]!)}"` : "");
  const classes = (text: string, i: number) => {
    const names = [numeric.includes(i) ? "number" : "", WHOLE.test(text) ? "brief" : ""].filter((name) => name !== "");
    return names.length > 0 ? ` class="${names.join(" ")}"` : "";
  };
  const cell = (tag: "th" | "td", text: string, i: number) =>
    `<${tag}${tag === "th" ? ' scope="col"' : label(i)}${classes(text, i)}>${text}</${tag}>`;
  const line = (tag: "th" | "td", cells: readonly string[]) =>
    `<tr>${cells.map((text, i) => cell(tag, text, i)).join("")}</tr>`;
  return `<div class="scroll" tabindex="0" role="group" aria-label="table"><table${folds ? ' class="folds"' : ""}><thead>${line("th", head)}</thead><tbody>${rows.map((r) => line("td", r)).join("")}</tbody></table></div>`;
}
