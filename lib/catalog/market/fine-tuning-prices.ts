import rows from "../data/fine-tuning-prices.json";
import type { Sourced } from "../types";

/** What a service asks for supervised fine-tuning of an open model, US dollars per million tokens of all epochs. */
export interface FineTuningPrice extends Sourced {
  readonly provider: string;
  /** Whether LoRA adapters are trained; else all weights. */
  readonly adapters: boolean;
  /** Models of up to so many parameters, all experts counted, that no smaller row covers. */
  readonly parametersUpTo: number;
  readonly usdPerMillion: number;
  /** Day of the list, ISO 8601. */
  readonly pricedOn: string;
}

const all = rows as readonly FineTuningPrice[];

/** The price of each service that fine-tunes a model of so many parameters; empty where none is known. */
export function fineTuningPrices(parameters: number, adapters: boolean): readonly FineTuningPrice[] {
  const holding = all.filter((row) => row.adapters === adapters && parameters <= row.parametersUpTo);
  return holding.filter(
    (row) => !holding.some((other) => other.provider === row.provider && other.parametersUpTo < row.parametersUpTo),
  );
}
