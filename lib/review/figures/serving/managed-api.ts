import { type ApiPrice, apiPrices } from "../../../catalog/market/api-prices";
import { type ManagedApiComparison, managedApiComparison } from "../../../sizing/cost/managed-api";
import type { Design } from "../../design";
import type { ServingFigures } from "./serving";

/** The cheapest managed API for the service's model, against the cluster. */
export interface ManagedApiFigures extends ManagedApiComparison {
  readonly provider: string;
  readonly inputUsdPerMillion: number;
  readonly outputUsdPerMillion: number;
  readonly pricedOn: string;
  /** Other services with what they would cost per day, the cheapest first. */
  readonly others: readonly { readonly provider: string; readonly usdPerDay: number }[];
  /** Tokens per day that the cluster carries at full load. */
  readonly capacityTokensPerDay: number;
}

/** Compares with the managed services of the model; null without a price of the cluster or of any service, and with adapters. */
export function managedApiFigures({ workload }: Design, serving: ServingFigures | null): ManagedApiFigures | null {
  if (workload?.kind !== "inference" || workload.loraAdapters > 0 || serving === null) return null;
  const { usdPerMillionTokensAtLoad: usdPerMillion, tokensPerSecondPerReplica: speed } = serving;
  if (usdPerMillion === null || speed === null) return null;
  const { requestsPerSecond, promptTokens, outputTokens } = workload;
  const ownUsdPerHour = (usdPerMillion * requestsPerSecond * outputTokens * 3600) / 1e6;
  const compared = apiPrices(workload.model.name).map((price: ApiPrice) => {
    const { inputUsdPerMillion, outputUsdPerMillion } = price;
    const load = { requestsPerSecond, promptTokens, outputTokens, ownUsdPerHour };
    return { price, ...managedApiComparison({ ...load, inputUsdPerMillion, outputUsdPerMillion }) };
  });
  const [best, ...others] = compared.sort((a, b) => a.apiUsdPerDay - b.apiUsdPerDay);
  if (best === undefined) return null;
  const { price, ...comparison } = best;
  const { provider, inputUsdPerMillion, outputUsdPerMillion, pricedOn } = price;
  return {
    ...comparison,
    provider,
    inputUsdPerMillion,
    outputUsdPerMillion,
    pricedOn,
    others: others.map(({ price: { provider }, apiUsdPerDay }) => ({ provider, usdPerDay: apiUsdPerDay })),
    capacityTokensPerDay:
      (speed.expected * serving.replicasAtMost * 86_400 * (promptTokens + outputTokens)) / outputTokens,
  };
}
