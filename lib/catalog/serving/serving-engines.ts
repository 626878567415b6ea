import rows from "../data/serving-engines.json";
import { NamedTable } from "../named-table";
import type { Sourced } from "../types";

/** The least compute capability of an NVIDIA GPU by format, `8.0`; a format that has none here was not read. */
export interface FormatCapabilities {
  readonly quantization: Readonly<Record<string, string>>;
  readonly cache: Readonly<Record<string, string>>;
  readonly source: string;
}

/** What one release of an inference engine takes. */
export interface ServingEngineRelease extends Sourced {
  readonly name: string;
  readonly engine: "vllm" | "sglang";
  readonly version: string;
  /** Images that hold this release: repository and start of the tag. */
  readonly images: readonly string[];
  /** Model classes that it loads, of those of the catalog's models. */
  readonly architectures: readonly string[];
  readonly toolParsers: readonly string[];
  readonly reasoningParsers: readonly string[];
  /** Values of its arguments `quantization`, `load_format` and `kv_cache_dtype`. */
  readonly quantizations: readonly string[];
  readonly loadFormats: readonly string[];
  readonly cacheFormats: readonly string[];
  readonly capabilities: FormatCapabilities;
  /** Arguments of the engine and of its OpenAI server, by their names in Python. */
  readonly arguments: readonly string[];
}

const table = new NamedTable<ServingEngineRelease>("servingEngine", rows as unknown as readonly ServingEngineRelease[]);

/** All releases whose arguments are known. */
export function servingEngines(): readonly ServingEngineRelease[] {
  return table.rows;
}

/** The release that an image holds; undefined for one that the table does not have. A mirror may stand in front of the name. */
export function engineOfImage(image: string): ServingEngineRelease | undefined {
  return table.rows.find((row) =>
    row.images.some((of) => {
      const at = image.indexOf(of);
      const end = image.slice(at + of.length);
      return at >= 0 && (at === 0 || image[at - 1] === "/") && !/^[\d.]/.test(end) && !/^(rc|\.?post|\.?dev)/.test(end);
    }),
  );
}
