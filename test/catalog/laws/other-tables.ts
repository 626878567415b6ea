import type { Sourced } from "../../../lib/catalog/types";
import { parameterCount } from "../../../lib/sizing/memory/parameters";
import { each, type Law, TABLES, type Tables } from "./tables";

const rising = (values: readonly (number | string)[]) => values.every((value, i) => i === 0 || value > values[i - 1]!);

/** The fields that name a row, table by table: no two rows have them alike. */
const KEYS: Partial<Readonly<Record<keyof Tables, readonly string[]>>> = {
  "api-prices": ["model", "provider", "service"],
  availability: ["family", "types"],
  "batch-rates": ["benchmark", "accelerator"],
  "fine-tuning-prices": ["provider", "adapters", "parametersUpTo"],
  "inference-throughput": [
    ...["model", "accelerator", "tensorParallel", "precision", "kvPrecision", "promptTokens", "outputTokens"],
    ...["attentionDataParallel", "requests", "source"],
  ],
  "instance-prices": ["instanceType", "purchase", "usdPerHour"],
  "lustre-tiers": ["deploymentType", "storageType", "throughputPerTiB"],
  "market-fabrics": ["provider", "offers"],
  "market-prices": ["provider", "offer", "purchase", "region", "pricedOn", "source"],
  "openzfs-tiers": ["deploymentType"],
  "service-prices": ["item"],
  "azure-prices": ["instanceType", "purchase", "usdPerHour"],
  "service-quotas": ["service", "code"],
};

/** What every row of every table must be. */
export function rowLaws(today: string): readonly Law[] {
  const isDay = (day: string) => !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);
  const document = /https?:\/\/\S+\.\S+\/?|\b[\w-]+\/[\w.-]+|arXiv|data ?sheet|product brief|price list/i;
  const all = (title: string, holds: (row: Sourced & { pricedOn?: string }) => boolean): Law => ({
    title: `every table: ${title}`,
    breaches: (tables) =>
      TABLES.flatMap((name) =>
        (tables[name] as Sourced[]).flatMap((row, i) => (holds(row) ? [] : [`${name}.${i} ${JSON.stringify(row)}`])),
      ),
  });
  return [
    all(
      "was checked on a day that exists and has come",
      ({ checkedOn }) => isDay(checkedOn) && checkedOn <= today && checkedOn >= "2026-01-01",
    ),
    all(
      "was priced on a day that exists and is no later than the day it was checked",
      ({ pricedOn, checkedOn }) => pricedOn === undefined || (isDay(pricedOn) && pricedOn <= checkedOn),
    ),
    // lists are read again long before; a year that is mistyped makes a price look decades old
    all(
      "was priced at most two years before it was checked",
      ({ pricedOn, checkedOn }) =>
        pricedOn === undefined || Date.parse(checkedOn) - Date.parse(pricedOn) <= 2 * 366 * 86_400_000,
    ),
    all("names a document as its source", ({ source }) => document.test(source)),
    ...TABLES.map((name) => ({
      title: `${name}: are listed once each`,
      breaches: (tables: Tables) => {
        const keys = (tables[name] as unknown as Record<string, unknown>[]).map((row) =>
          JSON.stringify((KEYS[name] ?? ["name"]).map((field) => row[field])),
        );
        return keys.filter((key, i) => keys.indexOf(key) !== i);
      },
    })),
  ];
}

/** https://docs.aws.amazon.com/fsx/latest/APIReference/API_CreateFileSystemLustreMetadataConfiguration.html */
const isMetadataIops = (iops: number) => [1500, 3000, 6000].includes(iops) || (iops % 12_000 === 0 && iops <= 192_000);

export const otherLaws: readonly Law[] = [
  each(
    "lustre-tiers",
    "have metadata IOPS, throughput in steps of 4,000 MB/s and a read cache of 32 GiB to 128 TiB per step as FSx takes them",
    ({ metadataIops, throughputStepMBps: step, readCacheGiBPerStep: cache }) =>
      (metadataIops ?? []).every(isMetadataIops) &&
      rising(metadataIops ?? []) &&
      (step ?? 4000) === 4000 &&
      (cache ?? { min: 32 }).min === 32 &&
      (cache?.max ?? 131_072) === 131_072,
  ),
  each(
    "eks-versions",
    "are released, leave standard support, then extended support; 13 to 15 and 12 months later",
    (row) => {
      const [released, standard, extended] = [row.releasedOn, row.standardSupportUntil, row.extendedSupportUntil];
      const months = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / (30.44 * 86_400_000);
      if (released !== null && standard !== null && Math.abs(months(released, standard) - 14) > 1) return false;
      return standard === null || extended === null || Math.abs(months(standard, extended) - 12) < 1;
    },
  ),
  each(
    "openzfs-tiers",
    "have a capacity range and rising throughputs",
    (row) => row.minCapacityGiB < row.maxCapacityGiB && rising(row.throughputMBps) && row.minCapacityGiB <= 64,
    ({ deploymentType }) => deploymentType,
  ),
  each(
    "fabric-switches",
    "have at most 5 rack units, and draw 5 to 50 W a port at most, typically less",
    ({ rackUnits, typicalWatts, maxWatts, ports }) =>
      rackUnits <= 5 &&
      (maxWatts === null || (maxWatts >= 5 * ports && maxWatts <= 50 * ports)) &&
      (typicalWatts === null || (maxWatts !== null && typicalWatts <= maxWatts && typicalWatts >= maxWatts / 5)),
  ),
  each(
    "fabric-switches",
    "reach half their ports squared in two tiers, at speeds that are sold",
    (row) => row.maxEndpointsTwoTiers === row.ports ** 2 / 2 && [100, 200, 400, 800].includes(row.linkGbps),
  ),
  each(
    "node-power",
    "draw no less than their accelerators, and no more than three times that",
    (row, { accelerators }) => {
      const tdp = (accelerators.find(({ name }) => name === row.accelerator)?.tdpWatts ?? 0) * row.accelerators;
      const measured = row.measuredTrainingWatts ?? row.nameplateWatts;
      return (
        row.nameplateWatts >= tdp &&
        row.nameplateWatts <= 3 * tdp &&
        measured <= row.nameplateWatts &&
        measured > tdp / 2
      );
    },
  ),
  each("failure-rates", "have as many failures as causes, on nodes of 4 to 16 GPUs", (row) => {
    const causes = Object.values(row.causes ?? {}).reduce((a, b) => a + b, 0);
    const perNode = row.gpus / row.nodes;
    return (row.causes === null || causes === row.failures) && perNode >= 4 && perNode <= 16;
  }),
  each(
    "models",
    "have the parameters that their maker publishes, within 1 %",
    (row) =>
      row.publishedParameters === null || Math.abs(parameterCount(row).total / row.publishedParameters - 1) < 0.01,
  ),
  each("models", "have heads that divide evenly", (row) => row.attentionHeads % row.kvHeads === 0),
  each(
    "inference-throughput",
    "compute no faster than the accelerators, nor below a 200th of them",
    throughputFits,
    (row) =>
      [row.model, row.accelerator, row.precision, row.promptTokens, row.outputTokens, row.outputTokensPerSecond].join(
        " ",
      ),
  ),
  each(
    "lustre-tiers",
    "give a chosen throughput as the disk's, bursts above baselines, EFA in whole steps of 4,687.5 MB/s",
    (t) => {
      if (t.throughputPerTiB === null) return true;
      const bursts = (t.diskBurstReadMBpsPerTiB ?? t.diskReadMBpsPerTiB ?? 0) >= (t.diskReadMBpsPerTiB ?? 0);
      const network =
        (t.networkBurstMBpsPerTiB ?? t.networkBaselineMBpsPerTiB ?? 0) >= (t.networkBaselineMBpsPerTiB ?? 0);
      const efa = t.efaStepGiB === null || (t.efaStepGiB / 1024) * t.throughputPerTiB === 4687.5;
      return t.diskReadMBpsPerTiB === t.throughputPerTiB && bursts && network && efa && (t.stepGiB ?? 0) % 600 === 0;
    },
    (t) => `${t.deploymentType} ${t.storageType} ${t.throughputPerTiB}`,
  ),
  each(
    "lustre-tiers",
    "have capacities, metadata IOPS and disks of the kinds that FSx documents",
    (t) => {
      const read = t.diskReadMBpsPerTiB ?? t.diskWriteMBpsPerTiB ?? 0;
      const upTo = (burst: number | null, base: number | null) => burst === null || base === null || burst <= 35 * base;
      return (
        (t.minCapacityGiB === null || [1200, 1800, 2400, 3600, 6000].includes(t.minCapacityGiB)) &&
        (t.stepGiB === null || [1200, 1800, 2400, 3600, 6000].includes(t.stepGiB)) &&
        t.extraCapacitiesGiB.every((gib) => gib % 1200 === 0 && gib < (t.minCapacityGiB ?? 0)) &&
        (t.diskWriteMBpsPerTiB === null || (t.diskWriteMBpsPerTiB <= read && t.diskWriteMBpsPerTiB >= read / 2)) &&
        rising(t.metadataIops ?? []) &&
        (t.metadataIops ?? []).every((iops) => iops % 1500 === 0 && iops <= 192_000) &&
        upTo(t.diskBurstReadMBpsPerTiB, t.diskReadMBpsPerTiB) &&
        upTo(t.diskBurstWriteMBpsPerTiB, t.diskWriteMBpsPerTiB) &&
        upTo(t.networkBurstMBpsPerTiB, t.networkBaselineMBpsPerTiB) &&
        (t.throughputPerTiB === null || t.throughputPerTiB <= 1000)
      );
    },
    (t) => `${t.deploymentType} ${t.storageType} ${t.throughputPerTiB}`,
  ),
  each(
    "inference-throughput",
    "come from 1 to 16 accelerators and sequences of 16 to 131,072 tokens",
    (row) =>
      [1, 2, 4, 8, 16].includes(row.tensorParallel) &&
      [row.promptTokens, row.outputTokens].every((tokens) => tokens >= 1 && tokens <= 131_072),
    (row) => `${row.model} ${row.accelerator} ${row.promptTokens} ${row.outputTokens}`,
  ),
  each(
    "batch-rates",
    "rise from low to high within a factor of two, of an accelerator that there is",
    ({ unitsPerSecond: { low, expected, high }, accelerator }, { accelerators }) =>
      low > 0 &&
      low <= expected &&
      expected <= high &&
      high <= 2 * low &&
      accelerators.some(({ name }) => name === accelerator),
    (row) => `${row.benchmark} ${row.accelerator}`,
  ),
  each(
    "batch-rates",
    "count one unit and one kind of work for each benchmark",
    (row, tables) =>
      tables["batch-rates"].every((o) => o.benchmark !== row.benchmark || (o.unit === row.unit && o.work === row.work)),
    (row) => `${row.benchmark} ${row.accelerator}`,
  ),
  each("ultra-servers", "hold whole instances of a type that names the largest of them", (row, tables) => {
    const type = tables["instance-types"].find(({ name }) => name === row.instanceType);
    return (
      row.instances * (type?.acceleratorCount ?? 0) === row.accelerators &&
      (type?.ultraServer?.accelerators ?? 0) >= row.accelerators &&
      row.linkGBpsPerAccelerator === type?.interconnect?.gbPerSecondPerAccelerator
    );
  }),
];

function throughputFits(row: Tables["inference-throughput"][number], { accelerators, models }: Tables): boolean {
  const chip = accelerators.find(({ name }) => name === row.accelerator);
  const model = models.find(({ name }) => name === row.model);
  if (chip === undefined || model === undefined) return false;
  const peak = (chip.tflops[row.precision === "int4" ? "bf16" : row.precision] ?? chip.tflops.bf16 ?? 0) * 1e12;
  const { active } = parameterCount(model);
  const tokens = row.outputTokensPerSecond * ((row.promptTokens + row.outputTokens) / row.outputTokens);
  const share = (tokens * 2 * active) / (peak * row.tensorParallel);
  return share < 1 && share > 1 / 200;
}
