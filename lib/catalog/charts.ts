import rows from "./data/charts.json";
import { NamedTable } from "./named-table";
import type { Sourced } from "./types";

/** One published Helm chart, in a version that is known to work with the others of this table. */
export interface Chart extends Sourced {
  readonly name: string;
  /** Address of the repository; `oci://` for registries, without the chart's name. */
  readonly repository: string;
  /** Null where no published version could be confirmed: it has to be given. */
  readonly version: string | null;
  /** Namespace that it is installed into. */
  readonly namespace: string;
  /** Oldest Kubernetes it runs on, `1.31`; null where it names none. */
  readonly minKubernetes: string | null;
}

const table = new NamedTable<Chart>("chart", rows as readonly Chart[]);

/** All charts, by name. */
export function charts(): readonly Chart[] {
  return table.rows;
}

/** The chart of that name; throws `unknown-name` with the nearest names. */
export function chart(name: string): Chart {
  return table.get(name);
}
