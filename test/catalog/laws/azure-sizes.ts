import type { Law } from "./tables";

/** Whole GPUs of one size. */
const COUNTS = [0, 1, 2, 4, 8];
/** What Azure and the accelerator's maker call the same memory: GB of one are GiB of the other, and some is kept for ECC. */
const MEMORY = 0.1;

/** Sizes of a series cost the same per GPU in one Region. */
const PER_GPU = 0.02;

/** Azure's sizes against the accelerators that they hold. */
export const azureSizeLaws: readonly Law[] = [
  {
    title: "azure-sizes: accelerators are 1, 2, 4 or 8 where they are whole",
    breaches: (tables) =>
      tables["azure-sizes"]
        .filter(({ acceleratorCount }) => acceleratorCount >= 1 && !COUNTS.includes(acceleratorCount))
        .map(({ name, acceleratorCount }) => `${name}: ${acceleratorCount}`),
  },
  {
    title: "azure-sizes: memory and NVLink of an accelerator are its own, or less",
    breaches: (tables) =>
      tables["azure-sizes"].flatMap(({ name, accelerator, acceleratorMemoryGiB, interconnect }) => {
        const own = tables.accelerators.find((row) => row.name === accelerator);
        if (own === undefined) return [];
        const link = interconnect?.gbPerSecondPerAccelerator ?? 0;
        return [
          ...((acceleratorMemoryGiB ?? 0) > own.memoryGiB * (1 + MEMORY)
            ? [`${name}: ${acceleratorMemoryGiB} GiB`]
            : []),
          ...(own.linkGBps !== null && link > own.linkGBps * (1 + MEMORY) ? [`${name}: ${link} GB/s`] : []),
        ];
      }),
  },
  {
    title: "azure-prices: sizes of a series cost the same per GPU in a Region",
    breaches: (tables) => {
      const perGpu = new Map<string, number>();
      return tables["azure-prices"].flatMap(({ instanceType, purchase, usdPerHour }) => {
        const size = tables["azure-sizes"].find(({ name }) => name === instanceType);
        if (size === undefined || size.acceleratorCount < 1) return [];
        return Object.entries(usdPerHour).flatMap(([region, usd]) => {
          const key = [size.series, purchase, region].join(" ");
          const each = usd / size.acceleratorCount;
          const first = perGpu.get(key) ?? each;
          perGpu.set(key, first);
          return Math.abs(each / first - 1) > PER_GPU ? [`${instanceType} ${region}: ${each}, not ${first}`] : [];
        });
      });
    },
  },
];
