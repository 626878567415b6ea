import { escaped } from "../../review/report/html/markup";
import { bar, mark, strip } from "../../review/report/html/strip";
import { STYLE } from "../../review/report/html/style";
import { count } from "../../units/quantity";

/** A table of texts. */
export interface Table {
  readonly title: string | null;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Columns of the best values of each row, by row; a page marks them. @default - none is marked */
  readonly best?: readonly (readonly number[])[];
}

/** Values of several designs with their ranges, one below the other. */
export interface RangeBars {
  readonly title: string;
  readonly rows: readonly {
    readonly name: string;
    readonly low: number;
    readonly expected: number;
    readonly high: number;
    readonly text: string;
  }[];
  /** A line across all rows: the deadline. @default - none */
  readonly limit?: { readonly value: number; readonly text: string };
}

/** What a page shows besides its title. */
export interface TablesPage {
  readonly title: string;
  /** Sentences below the title. */
  readonly summary: readonly string[];
  readonly bars: readonly RangeBars[];
  readonly tables: readonly Table[];
  /** Sentences below the tables. @default - none */
  readonly notes?: readonly string[];
}

/** Columns from which a table shows each row as a block on a phone. */
const FOLDS_FROM = 3;
/** Letters up to which a cell stays on one line: dates, `31.8 s`, On-Demand. */
const BRIEF = 10;
/** Columns from which paper is turned. */
const TURNS_FROM = 9;

function table({ title, head, rows, best = [] }: Table): string {
  const heading = title === null ? "" : `<h2>${escaped(title)}</h2>`;
  const folds = head.length >= FOLDS_FROM;
  const brief = (text: string) => (text.length <= BRIEF ? ' class="brief"' : "");
  const top = head
    .map((text) => (text === "" ? "<td></td>" : `<th${brief(text)} scope="col">${escaped(text)}</th>`))
    .join("");
  const label = (column: number) => (folds ? ` data-label="${escaped(head[column] ?? "")}"` : "");
  const cell = (text: string, column: number, row: number) => {
    const marked = best[row]?.includes(column) ? `<strong class="best">${escaped(text)}</strong>` : escaped(text);
    return `<td${brief(text)}${label(column)}>${marked}</td>`;
  };
  const line = ([first, ...cells]: readonly string[], row: number) =>
    `<tr><th scope="row">${escaped(first!)}</th>${cells.map((text, i) => cell(text, i + 1, row)).join("")}</tr>`;
  return `${heading}<div class="scroll" tabindex="0" role="group" aria-label="table"><table${folds ? ` class="folds${head.length >= TURNS_FROM ? " many" : ""}"` : ""}><thead><tr>${top}</tr></thead><tbody>${rows.map(line).join("")}</tbody></table></div>`;
}

function rangeBars({ title, rows, limit }: RangeBars): string {
  if (rows.length === 0) return "";
  const most = 1.04 * Math.max(...rows.map(({ high }) => high), limit?.value ?? 0);
  const across = limit === undefined ? "" : mark("limit", limit.value / most, 0, 20);
  const lines = rows.map(({ name, low, expected, high, text }) => {
    const shapes = bar("run", 0, expected / most, 4, 12) + bar("span", low / most, high / most, 1, 18);
    return `<div class="row"><div class="what"><strong>${escaped(name)}</strong><span class="figure">${escaped(text)}</span></div>${strip(`${title}, ${name}: ${text}`, 20, (low === high ? bar("run", 0, expected / most, 4, 12) : shapes) + across)}</div>`;
  });
  const note =
    limit === undefined ? "" : `<p class="note"><span class="limiting">Red line</span>: ${escaped(limit.text)}.</p>`;
  return `<figure class="chart"><figcaption>${escaped(title)}</figcaption>${lines.join("")}${note}</figure>`;
}

/** A self-contained page of tables and bars in the look of the review: no script, nothing that is fetched. */
export function tablesPage({ title, summary, bars, tables, notes = [] }: TablesPage): string {
  const drawn = bars.map(rangeBars).join("");
  const said = (sentences: readonly string[], css: string) =>
    sentences.map((text) => `<p class="${css}">${escaped(text)}</p>`).join("");
  const marked = tables.some(({ best }) => best?.some((columns) => columns.length > 0));
  const key = marked ? '<p class="note">Bold: the best value of the row.</p>' : "";
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(title)}</title><style>${STYLE}</style></head><body><header><h1>${escaped(title)}</h1>${said(summary, "summary")}</header><main>${drawn === "" ? "" : `<div class="charts">${drawn}</div>`}<div class="tables">${tables.map(table).join("")}</div>${key}${said(notes, "note")}</main><footer>Figures are estimates; their ranges come from published measurements. Benchmark before you commit a budget.</footer></body></html>
`;
}

/** Names of designs: their paths without the folders that all have. */
export function shortNames(paths: readonly string[]): string[] {
  const folders = paths.map((path) => path.split("/").slice(0, -1));
  const first = folders[0] ?? [];
  const differs = first.findIndex((folder, i) => folders.some((other) => other[i] !== folder));
  const common = differs === -1 ? first.length : differs;
  const short = paths.map((path) =>
    path
      .split("/")
      .slice(Math.min(common, ...folders.map(({ length }) => length)))
      .join("/"),
  );
  const names = new Set(short).size === new Set(paths).size ? short : [...paths];
  return names.map((name, i) => {
    const before = names.slice(0, i).filter((other) => other === name).length;
    return before === 0 ? name : `${name} (${before + 1})`;
  });
}

/** Columns of a row's best values: the least, or the most; none where all are alike or fewer than two are known. */
export function bestOf(values: readonly (number | null)[], better: "lower" | "higher"): number[] {
  const known = values.filter((value): value is number => value !== null);
  const best = better === "lower" ? Math.min(...known) : Math.max(...known);
  const texts = new Set(known.map((value) => count(value)));
  if (known.length < 2 || texts.size < 2) return [];
  return values.flatMap((value, i) => (value !== null && count(value) === count(best) ? [i] : []));
}
