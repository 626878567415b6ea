import { type ApiPrice, apiPrices } from "../../../catalog/market/api-prices";
import {
  type ManagedApiComparison,
  type ManagedApiProps,
  managedApiComparison,
} from "../../../sizing/cost/managed-api";
import type { Design } from "../../design";
import type { CostFigures } from "../cost";
import { standingGpuNodes } from "../node-sources";
import { costByNodes } from "../serving/cost-at-load";
import type { ServingFigures } from "../serving/serving";

/** The cheapest managed API for the service's model, against the cluster. */
export interface ManagedApiFigures extends ManagedApiComparison {
  readonly provider: string;
  readonly inputUsdPerMillion: number;
  readonly outputUsdPerMillion: number;
  /** What the provider asks for prompt tokens that it has in its cache; null where it publishes none. */
  readonly cachedUsdPerMillion: number | null;
  /** The cheapest service for answers that may take hours, with its cost per day; null where none publishes a price. */
  readonly batch: { readonly provider: string; readonly usdPerDay: number } | null;
  readonly pricedOn: string;
  /** Other services with what they would cost per day, the cheapest first. */
  readonly others: readonly { readonly provider: string; readonly usdPerDay: number }[];
  /** Tokens per day that the cluster carries at full load. */
  readonly capacityTokensPerDay: number;
}

/** The cheapest of the services that publish a price for batches. */
function cheapestBatch(
  prices: readonly ApiPrice[],
  load: Omit<ManagedApiProps, "inputUsdPerMillion" | "outputUsdPerMillion">,
) {
  const [best] = prices
    .flatMap(({ provider, batchInputUsdPerMillion: input, batchOutputUsdPerMillion: output }) => {
      if (input === null || output === null) return [];
      const { apiUsdPerDay } = managedApiComparison({
        ...load,
        inputUsdPerMillion: input,
        outputUsdPerMillion: output,
      });
      return [{ provider, usdPerDay: apiUsdPerDay }];
    })
    .sort((a, b) => a.usdPerDay - b.usdPerDay);
  return best ?? null;
}

/**
 * Tokens per day from which the API costs more than the nodes that such a load keeps running; beyond what the cluster carries, those
 * of the whole cluster.
 */
function breakEven(of: {
  readonly usdPerToken: number;
  readonly usdPerHour: (nodes: number) => number;
  readonly carries: (nodes: number) => number;
  readonly nodes: { readonly min: number; readonly max: number };
}): number {
  const even = (nodes: number) => (of.usdPerHour(nodes) * 24) / of.usdPerToken;
  for (let nodes = of.nodes.min; nodes < of.nodes.max; nodes++)
    if (even(nodes) <= of.carries(nodes)) return even(nodes);
  return even(of.nodes.max);
}

/** Compares with the managed services of the model; null without a price of the cluster or of any service, and with adapters. */
export function managedApiFigures(
  design: Design,
  serving: ServingFigures | null,
  cost: CostFigures,
): ManagedApiFigures | null {
  const { workload, workPool: p } = design;
  const usdPerHour = p && costByNodes(design, p, cost);
  if (
    workload?.kind !== "inference" ||
    p === null ||
    usdPerHour === null ||
    workload.loraAdapters > 0 ||
    serving === null
  )
    return null;
  const { usdPerMillionTokensAtLoad: usdPerMillion, tokensPerSecondPerReplica: speed } = serving;
  if (usdPerMillion === null || speed === null) return null;
  const { requestsPerSecond, promptTokens, outputTokens } = workload;
  const ownUsdPerHour = (usdPerMillion * requestsPerSecond * outputTokens * 3600) / 1e6;
  const load = { requestsPerSecond, promptTokens, outputTokens, ownUsdPerHour };
  const prices = apiPrices(workload.model.name);
  const compared = prices.map((price) => {
    const { inputUsdPerMillion, outputUsdPerMillion } = price;
    return { price, ...managedApiComparison({ ...load, inputUsdPerMillion, outputUsdPerMillion }) };
  });
  const [best, ...others] = compared.sort((a, b) => a.apiUsdPerDay - b.apiUsdPerDay);
  if (best === undefined) return null;
  const { price, ...comparison } = best;
  const { provider, inputUsdPerMillion, outputUsdPerMillion, cachedUsdPerMillion, pricedOn } = price;
  const carries = (replicas: number) =>
    (speed.expected * replicas * 86_400 * (promptTokens + outputTokens)) / outputTokens;
  const breakEvenTokensPerDay = breakEven({
    usdPerToken: comparison.apiUsdPerDay / comparison.tokensPerDay,
    usdPerHour,
    carries: (nodes) =>
      carries(Math.min(serving.replicasAtMost, Math.floor((serving.replicasHeld * nodes) / p.nodesAtOnce))),
    nodes: { min: Math.max(1, standingGpuNodes(p)), max: p.nodesAtOnce },
  });
  return {
    ...comparison,
    breakEvenTokensPerDay,
    provider,
    inputUsdPerMillion,
    outputUsdPerMillion,
    cachedUsdPerMillion,
    batch: cheapestBatch(prices, load),
    pricedOn,
    others: others.map(({ price: { provider }, apiUsdPerDay }) => ({ provider, usdPerDay: apiUsdPerDay })),
    capacityTokensPerDay: carries(serving.replicasAtMost),
  };
}
