import { each, type Law, type Tables } from "./tables";

const GENERATION_GBPS: Readonly<Record<string, number>> = { EDR: 100, HDR: 200, NDR: 400, XDR: 800 };

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)]!;

/** Units per second and TFLOP/s of 16 bits that differ more than fourfold from the median of the benchmark. */
function farRates({ "batch-rates": rows, accelerators }: Tables): string[] {
  const perTflop = (row: Tables["batch-rates"][number]) => {
    const tflops = accelerators.find(({ name }) => name === row.accelerator)?.tflops;
    return row.unitsPerSecond.expected / (tflops?.bf16 ?? tflops?.fp16 ?? Number.NaN);
  };
  return rows
    .filter((row) => {
      const others = rows.filter(({ benchmark }) => benchmark === row.benchmark).map(perTflop);
      const far = perTflop(row) / median(others);
      return far > 4 || far < 1 / 4;
    })
    .map(({ benchmark, accelerator }) => `${benchmark} on ${accelerator}`);
}

/** Prices of fine-tuning that fall from one bracket of models to the next, or are of another unit. */
function fineTuning({ "fine-tuning-prices": rows }: Tables): string[] {
  return rows.flatMap((row) => {
    const smaller = rows.filter(
      ({ provider, adapters, parametersUpTo }) =>
        provider === row.provider && adapters === row.adapters && parametersUpTo < row.parametersUpTo,
    );
    const rises = smaller.every(({ usdPerMillion }) => usdPerMillion < row.usdPerMillion);
    const inUnit = row.parametersUpTo >= 1e8 && row.usdPerMillion >= 0.1 && row.usdPerMillion <= 20;
    return rises && inUnit ? [] : [`${row.provider} up to ${row.parametersUpTo}: ${row.usdPerMillion}`];
  });
}

export const marketLaws: readonly Law[] = [
  each(
    "azure-sizes",
    "have InfiniBand at the rate of its generation",
    ({ infiniband }) => infiniband === null || GENERATION_GBPS[infiniband.generation] === infiniband.gbpsPerDevice,
  ),
  each(
    "azure-sizes",
    "are arm64 where the processor is NVIDIA's or Azure's",
    ({ architecture, cpu }) => (architecture === "arm64") === /Grace|Cobalt/.test(cpu.model ?? ""),
  ),
  each(
    "azure-sizes",
    "have a quota named after their letters and accelerator",
    ({ name, accelerator, quotaFamily }) => {
      const letters = /^Standard_(N[CDV]|[A-Z])/.exec(name)![1]!;
      const model = accelerator?.split("-")[0] ?? "";
      if (quotaFamily === null) return true;
      return quotaFamily.replace(/^standard ?/i, "").startsWith(letters) && quotaFamily.includes(model);
    },
  ),
  {
    title: "azure-prices: are given once per size, option and Region",
    breaches: ({ "azure-prices": rows }) => {
      const keys = rows.flatMap(({ instanceType, purchase, usdPerHour }) =>
        Object.keys(usdPerHour).map((region) => `${instanceType} ${purchase} ${region}`),
      );
      return keys.filter((key, i) => keys.indexOf(key) !== i);
    },
  },
  {
    title: "azure-prices: Spot is below On-Demand",
    breaches: ({ "azure-prices": rows }) =>
      rows
        .filter(({ purchase, instanceType, usdPerHour }) => {
          const usual = rows.filter((row) => row.instanceType === instanceType && row.purchase === "on-demand");
          const below = ([region, usd]: [string, number]) => usual.some((row) => usd < (row.usdPerHour[region] ?? 0));
          return purchase === "spot" && !Object.entries(usdPerHour).every(below);
        })
        .map(({ instanceType }) => instanceType),
  },
  each(
    "market-prices",
    "are of accelerators of the catalog",
    ({ accelerator }, { accelerators }) => accelerators.some(({ name }) => name === accelerator),
    ({ provider, offer }) => `${provider} ${offer}`,
  ),
  each(
    "market-fabrics",
    "join nodes of the offer's accelerators, where it is sold by the node",
    ({ provider, offers, gpusPerNode }, { "market-prices": prices }) =>
      prices
        .filter((row) => row.provider === provider && offers.includes(row.offer))
        .every(({ accelerators }) => accelerators === 1 || accelerators === gpusPerNode),
    ({ provider, offers }) => `${provider} ${offers.join(", ")}`,
  ),
  each(
    "failure-rates",
    "are 0.001 to 0.05 failures per node and day",
    ({ failures, nodes, days }) =>
      failures === null || days === null || (failures / nodes / days >= 0.001 && failures / nodes / days <= 0.05),
  ),
  { title: "batch-rates: lie near what other accelerators reach per TFLOP/s", breaches: farRates },
  each(
    "api-prices",
    "are 0.01 to 100 USD per million tokens, output dearer than input, cached and batched tokens no dearer than others",
    (row) => {
      const { inputUsdPerMillion: input, outputUsdPerMillion: output } = row;
      const most = (price: number | null, of: number) => price === null || (price > 0 && price <= of);
      return (
        input >= 0.01 &&
        output >= input &&
        output <= Math.min(100, 20 * input) &&
        most(row.cachedUsdPerMillion, input) &&
        most(row.batchInputUsdPerMillion, input) &&
        most(row.batchOutputUsdPerMillion, output)
      );
    },
    ({ provider, model }) => `${provider} ${model}`,
  ),
  { title: "fine-tuning-prices: rise with the model, 0.1 to 20 USD per million tokens", breaches: fineTuning },
  each("charts", "have a release, not a moving name", ({ version }) => /^v?\d+\.\d+\.\d+/.test(version)),
  // Llama 4 Scout has 10 Mi tokens.
  each(
    "models",
    "take sequences of 512 to 10,485,760 tokens",
    ({ maxSequenceLength: most }) => most === null || (most >= 512 && most <= 10_485_760),
  ),
];
