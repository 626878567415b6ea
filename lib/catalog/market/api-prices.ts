import rows from "../data/api-prices.json";
import type { Sourced } from "../types";

/** What a hosted service asks for a model of the catalog, US dollars per million tokens. */
export interface ApiPrice extends Sourced {
  readonly model: string;
  readonly provider: string;
  /** Name in the source's table. */
  readonly service: string;
  readonly inputUsdPerMillion: number;
  readonly outputUsdPerMillion: number;
  /** Prompt tokens read from the prompt cache; null where none is published. */
  readonly cachedUsdPerMillion: number | null;
  /** Batch mode, which answers within hours; null where none is published. */
  readonly batchInputUsdPerMillion: number | null;
  readonly batchOutputUsdPerMillion: number | null;
  /** Day of the list, ISO 8601. */
  readonly pricedOn: string;
}

const all = rows as readonly ApiPrice[];

/** Managed services that serve a model of the catalog; empty where none is known. */
export function apiPrices(model: string): readonly ApiPrice[] {
  return all.filter((row) => row.model === model);
}
