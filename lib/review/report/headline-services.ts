import { about, span, usd } from "../../units/quantity";
import type { Figures } from "../figures/figures";
import type { Headline } from "./headline-type";

/** Tokens per day in words: `655 million tokens/day`. */
function tokensADay(tokens: number): string {
  if (tokens >= 1e9) return `${about(tokens / 1e9)} billion tokens/day`;
  return tokens >= 1e6 ? `${about(tokens / 1e6)} million tokens/day` : `${about(tokens)} tokens/day`;
}

/** What a service asks for prompts that it has in its cache, and for answers that may take hours, where it says so. */
function otherPrices(api: NonNullable<Figures["managedApi"]>): string[] {
  return [
    ...(api.cachedUsdPerMillion === null
      ? []
      : [`cached prompts cost ${usd(api.cachedUsdPerMillion)} instead of ${usd(api.inputUsdPerMillion)} per million`]),
    ...(api.batch === null ? [] : [`batch mode of ${api.batch.provider}: ${usd(api.batch.usdPerDay)} per day`]),
  ];
}

/** Whether the service should be run on GPUs of one's own at all, in one line. */
function apiLines({ managedApi: api }: Figures): Headline[] {
  if (api === null) return [];
  const cheaper = api.apiUsdPerDay < api.ownUsdPerDay ? `cheaper with ${api.provider}` : "cheaper self-hosted";
  const pays = api.breakEvenTokensPerDay <= api.capacityTokensPerDay;
  const from = `self-hosting pays from ${tokensADay(api.breakEvenTokensPerDay)}`;
  return [
    {
      label: "Managed API or own GPUs",
      value: cheaper,
      note: [
        `at ${tokensADay(api.tokensPerDay)} ${api.provider} asks ${usd(api.apiUsdPerDay)} per day, this cluster costs ${usd(api.ownUsdPerDay)}`,
        pays ? from : `${from}, more than this cluster carries`,
        ...otherPrices(api),
        `API prices of ${api.pricedOn}`,
      ].join("; "),
    },
  ];
}

/** The same for a run of fine-tuning. Between the ends of the estimate, neither is cheaper for certain. */
function fineTuningLines({ fineTuningService: service }: Figures): Headline[] {
  if (service === null) return [];
  const { provider, serviceUsd, ownUsd, usdPerMillion, pricedOn } = service;
  const value =
    serviceUsd < ownUsd.low
      ? `cheaper with ${provider}`
      : serviceUsd > ownUsd.high
        ? "cheaper on own GPUs"
        : "about the same";
  return [
    {
      label: "Fine-tuning service or own GPUs",
      value,
      note: [
        `${provider} asks ${usd(serviceUsd)} (${usd(usdPerMillion)} per million tokens)`,
        `this cluster costs ${usd(ownUsd.expected)} (${span(ownUsd.low, ownUsd.high, usd)}) with the boot of its nodes`,
        `prices of ${pricedOn}`,
      ].join("; "),
    },
  ];
}

/** Services that would do the work instead of the cluster. */
export function serviceLines(figures: Figures): Headline[] {
  return [...apiLines(figures), ...fineTuningLines(figures)];
}
