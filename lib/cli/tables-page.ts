/** A table of texts. */
export interface Table {
  readonly title: string | null;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character]!);

const STYLE =
  "body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:80rem;padding:0 1rem;color:#1a1a1a;background:#fff}" +
  "div{overflow-x:auto}table{border-collapse:collapse}th,td{border:1px solid #999;padding:.3rem .6rem;text-align:left;" +
  "vertical-align:top}thead th{background:#eee}";

function table({ title, head, rows }: Table): string {
  const heading = title === null ? "" : `<h2>${escaped(title)}</h2>`;
  const top = head.map((text) => (text === "" ? "<td></td>" : `<th scope="col">${escaped(text)}</th>`)).join("");
  const line = ([first, ...cells]: readonly string[]) =>
    `<tr><th scope="row">${escaped(first!)}</th>${cells.map((cell) => `<td>${escaped(cell)}</td>`).join("")}</tr>`;
  return `${heading}<div><table><thead><tr>${top}</tr></thead><tbody>${rows.map(line).join("")}</tbody></table></div>`;
}

/** A self-contained page of tables: no script, nothing that is fetched. */
export function tablesPage(title: string, tables: readonly Table[]): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title><style>${STYLE}</style></head><body><main><h1>${escaped(title)}</h1>${tables.map(table).join("")}</main></body></html>\n`;
}
