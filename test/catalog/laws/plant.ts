import { laws } from "./all";
import { type Law, readTables, type Tables } from "./tables";

/** A row that a mistake can be written into. */
export type Loose = Record<string, unknown>;

export const real = readTables();

/** The catalog with one row changed. */
export function planted(table: keyof Tables, find: (row: Loose) => boolean, change: (row: Loose) => void): Tables {
  const rows = [...(real[table] as unknown as Loose[])];
  const at = rows.findIndex(find);
  if (at < 0) throw new Error(`no row of ${table} to plant into`);
  const row = structuredClone(rows[at]!);
  change(row);
  rows[at] = row;
  return { ...real, [table]: rows };
}

export const named = (name: string) => (row: Loose) => row.name === name;

export const set = (field: string, value: unknown) => (row: Loose) => {
  const path = field.split(".");
  const last = path.pop()!;
  const holder = path.reduce((at, key) => at[key] as Loose, row);
  holder[last] = typeof value === "function" ? value(holder[last]) : value;
};
export const times = (field: string, factor: number) => set(field, (value: number) => value * factor);

/** A mistake: its name, its table, the row and the change. */
export type Plant = readonly [string, keyof Tables, (row: Loose) => boolean, (row: Loose) => void];

/** The law that sees a mistake in a table: the table's own are asked first. */
export function seen(table: keyof Tables, tables: Tables): string | undefined {
  const own = ({ title }: Law) => title.startsWith(`${table}:`);
  const asked = [...laws.filter(own), ...laws.filter((law) => !own(law))];
  return asked.find(({ breaches }) => breaches(tables).length > 0)?.title;
}
