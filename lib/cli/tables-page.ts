import { escaped } from "../review/report/html/markup";
import { STYLE } from "../review/report/html/style";

/** A table of texts. */
export interface Table {
  readonly title: string | null;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

function table({ title, head, rows }: Table): string {
  const heading = title === null ? "" : `<h2>${escaped(title)}</h2>`;
  const top = head.map((text) => (text === "" ? "<td></td>" : `<th scope="col">${escaped(text)}</th>`)).join("");
  const line = ([first, ...cells]: readonly string[]) =>
    `<tr><th scope="row">${escaped(first!)}</th>${cells.map((cell) => `<td>${escaped(cell)}</td>`).join("")}</tr>`;
  return `${heading}<div class="scroll" tabindex="0" role="group" aria-label="table"><table><thead><tr>${top}</tr></thead><tbody>${rows.map(line).join("")}</tbody></table></div>`;
}

/** A self-contained page of tables in the look of the review: no script, nothing that is fetched. */
export function tablesPage(title: string, tables: readonly Table[]): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(title)}</title><style>${STYLE}</style></head><body><header><h1>${escaped(title)}</h1></header><main>${tables.map(table).join("")}</main></body></html>
`;
}
