import type { Severity } from "../../review/rule";
import { refuse } from "../command-error";
import { exitStatus } from "../fail-on";
import { reviewedInput } from "../reviewed-input";
import { type Compared, comparisonBars, comparisonTable, conclusion } from "../tables/comparison";
import { MARKET_HEAD, marketOf, marketRows } from "../tables/market-table";
import { shortNames, type Table, tablesPage } from "../tables/tables-page";
import { withProgress } from "../terminal/progress";
import { paragraph, textTable } from "../terminal/text-table";
import { requireOwnFiles, writeFile } from "../write-file";

export interface CompareOptions {
  readonly set: readonly string[];
  readonly json?: boolean;
  /** File for the comparison as a page. @default - none is written */
  readonly html?: string;
  /** Sets what other clouds and marketplaces ask for the same accelerators beside each design. */
  readonly markets?: boolean;
  /** @default error */
  readonly failOn?: Severity;
}

/**
 * Prints designs side by side: time, cost, risk, power; with `markets` also what others ask for the same accelerators. The exit
 * status is 1 where a finding of a design is at least as severe as `failOn`.
 */
export function compareCommand(paths: readonly string[], options: CompareOptions): number {
  if (paths.length < 2 && !options.markets) {
    refuse(
      "compare",
      "required",
      "others",
      "compare needs at least two blueprints, or one with --markets; add another",
    );
  }
  requireOwnFiles("compare", paths, { "--html": options.html });
  const designs = paths.flatMap((file) => {
    const { reviews } = withProgress(`building ${file}`, () => reviewedInput([file], { set: options.set }));
    return reviews.map(({ design: { cluster }, result }) => {
      const path = reviews.length === 1 ? file : `${file} ${cluster.region}`;
      return { path, cluster, result, market: options.markets ? marketOf(cluster, result) : null };
    });
  });
  const names = shortNames(designs.map(({ path }) => path));
  const compared = designs.map((one, i): Compared => ({ ...one, name: names[i]! }));
  const tables: Table[] = [
    comparisonTable(compared),
    ...compared.flatMap(({ name, market }) =>
      market
        ? [
            {
              title: `${name}: ${market.accelerators} x ${market.accelerator}`,
              head: MARKET_HEAD,
              rows: marketRows(market),
            },
          ]
        : [],
    ),
  ];
  const summary = conclusion(compared);
  if (options.html !== undefined) {
    const page = tablesPage({ title: "Design comparison", summary, bars: comparisonBars(compared), tables });
    writeFile("compare", "--html", options.html, page);
    console.error(`wrote ${options.html}`);
  }
  if (options.json) {
    const all = designs.map(({ path, cluster, result: { verdict, counts, figures, findings }, market }) => ({
      blueprint: path,
      cluster: cluster.name,
      verdict,
      counts,
      figures,
      findings,
      ...(options.markets ? { market } : {}),
    }));
    console.log(JSON.stringify(all, undefined, 2));
  } else {
    const texts = tables.map(({ title, head, rows }) => (title ? `${title}\n\n` : "") + textTable(head, rows));
    console.log(
      [...texts, ...(summary.length > 0 ? [summary.map((text) => paragraph(text)).join("\n")] : [])].join("\n\n"),
    );
  }
  return Math.max(...designs.map(({ result }) => exitStatus(result.counts, options.failOn)));
}
