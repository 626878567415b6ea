/** One file of the bundle. */
export interface BundleFile {
  /** Below the folder of the bundle, with `/`. */
  readonly path: string;
  readonly text: string;
  readonly executable?: boolean;
}

/** Lines of CSV; fields have no commas, quotes or line breaks. */
export function csv(header: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string {
  return `${[header, ...rows.map((row) => row.map((field) => field ?? ""))].map((row) => row.join(",")).join("\n")}\n`;
}

/** JSON as files of the bundle have it. */
export const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;
