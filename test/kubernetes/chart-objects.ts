import { parseAllDocuments } from "yaml";
import type { LocalChart } from "../../lib/kubernetes/chart/chart";

export interface Manifest {
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Record<string, string>;
    readonly annotations?: Record<string, string>;
  };
  // biome-ignore lint/suspicious/noExplicitAny: a manifest's spec is checked by schema, not by type
  readonly spec: any;
}

/** All objects of a chart; references to values and files are left as text. */
export function chartObjects({ files }: LocalChart): Manifest[] {
  const templates = files.filter(({ path }) => path.startsWith("templates/"));
  return templates.flatMap(({ text }) =>
    parseAllDocuments(text.replaceAll(/: \{\{ \.Files.*\}\}/g, ": file")).map(
      (document) => document.toJS() as Manifest,
    ),
  );
}
