import rows from "./data/chart-images.json";
import { NamedTable } from "./named-table";
import type { Sourced } from "./types";

/** The images of one published chart, in the version that the table of charts pins. */
export interface ChartImages extends Sourced {
  /** Name of the chart. */
  readonly name: string;
  /** Paths of values that hold a registry, a folder or a repository, and what the chart sets them to. */
  readonly values: readonly { readonly path: string; readonly address: string }[];
  /** What its pods pull with the values that this library gives it. */
  readonly images: readonly string[];
}

const table = new NamedTable<ChartImages>("chart", rows as readonly ChartImages[]);

/** The images of a chart; undefined for one that has none, such as a chart of kinds. */
export function findChartImages(name: string): ChartImages | undefined {
  return table.find(name);
}

/** All rows, by the chart's name. */
export function chartImages(): readonly ChartImages[] {
  return table.rows;
}
