import type { InstancePriceRow } from "../../../lib/catalog/prices";
import type { InstanceType } from "../../../lib/catalog/types";
import { each, type Law, type Tables } from "./tables";

const typeOf = (row: { readonly instanceType: string }, tables: Tables) =>
  tables["instance-types"].find(({ name }) => name === row.instanceType);
const label = (row: InstancePriceRow) => `${row.instanceType} ${row.purchase}`;
const law = (title: string, holds: (row: InstancePriceRow, tables: Tables) => boolean) =>
  each("instance-prices", title, holds, label);

/** Price of a type in a region, by type, purchase and region. */
function flat(tables: Tables): ReadonlyMap<string, number> {
  return new Map(
    tables["instance-prices"].flatMap((row) =>
      Object.entries(row.usdPerHour).map(([region, usd]) => [`${label(row)} ${region}`, usd] as const),
    ),
  );
}

/** Regions cost at most this much of the cheapest one that the catalog has a price of (São Paulo against Virginia: 1.75; against Mumbai, which sells AMD and Graviton for less, up to 2.53). */
const DEAREST_REGION = 2.6;

export const priceLaws: readonly Law[] = [
  law(
    "belong to a type that is sold under that option",
    (row, tables) => typeOf(row, tables)?.purchase.some((sold) => row.purchase.startsWith(sold)) === true,
  ),
  {
    title: "instance-prices: are given once per type, option and region",
    breaches: (tables) => {
      const keys = tables["instance-prices"].flatMap((row) =>
        Object.keys(row.usdPerHour).map((region) => `${label(row)} ${region}`),
      );
      const seen = new Set<string>();
      return keys.filter((key) => seen.has(key) || !seen.add(key));
    },
  },
  {
    title: "instance-prices: make a Capacity Block no dearer than On-Demand, and no cheaper than two fifths of it",
    breaches: (tables) => {
      const prices = flat(tables);
      return [...prices].flatMap(([key, usd]) => {
        const onDemand = prices.get(key.replace("capacity-block", "on-demand"));
        if (!key.includes("capacity-block") || onDemand === undefined) return [];
        return usd <= onDemand && usd >= onDemand * 0.4 ? [] : [key];
      });
    },
  },
  {
    title: `instance-prices: differ at most ${DEAREST_REGION}-fold between regions`,
    breaches: (tables) => {
      const byType = new Map<string, number[]>();
      for (const [key, usd] of flat(tables)) {
        const type = key.slice(0, key.lastIndexOf(" "));
        byType.set(type, [...(byType.get(type) ?? []), usd]);
      }
      return [...byType]
        .filter(([, usd]) => Math.max(...usd) > DEAREST_REGION * Math.min(...usd))
        .map(([type]) => type);
    },
  },
  law("are 0.002 to 0.5 USD per vCPU-hour, or 0.2 to 40 per accelerator-hour", (row, tables) => {
    const type = typeOf(row, tables);
    if (type === undefined) return false;
    return Object.values(row.usdPerHour).every((usd) =>
      type.accelerator === null
        ? usd / type.vcpus >= 0.002 && usd / type.vcpus <= 0.5
        : usd / type.acceleratorCount >= 0.2 && usd / type.acceleratorCount <= 40,
    );
  }),
  {
    title: "instance-prices: grow with the size of a family, by no more than its vCPUs and accelerators",
    breaches: (tables) => sizesOutOfLine(tables),
  },
  each(
    "market-fabrics",
    "are of offers that have a price row, at 100 to 800 Gb/s per GPU",
    ({ provider, offers, kind, gbpsPerNode, gpusPerNode }, { "market-prices": prices }) =>
      prices.some((row) => row.provider === provider) &&
      offers.every((offer) => prices.some((row) => row.provider === provider && row.offer === offer)) &&
      (gbpsPerNode === null || (kind !== null && gbpsPerNode / gpusPerNode >= 100 && gbpsPerNode / gpusPerNode <= 800)),
    (row) => `${row.provider} ${row.offers.join(", ")}`,
  ),
  { title: "market-prices: lie near what others ask for the accelerator", breaches: farFromOthers },
  each(
    "market-prices",
    "are 0.1 to 25 USD per accelerator-hour",
    ({ usdPerHour, accelerators }) =>
      usdPerHour === null || (usdPerHour / accelerators >= 0.1 && usdPerHour / accelerators <= 25),
    (row) => `${row.provider} ${row.offer}`,
  ),
];

/** What a larger size may be cheaper than the one below it: g4dn.12xlarge costs 0.9 of g4dn.16xlarge, whose one GPU has more vCPUs. */
const LOSS = 0.88;

/** Market prices of one accelerator that differ more than eightfold from the median of all clouds' offers of it. */
function farFromOthers({ "market-prices": rows }: Tables): string[] {
  const perAccelerator = (row: Tables["market-prices"][number]) => (row.usdPerHour ?? Number.NaN) / row.accelerators;
  return rows.flatMap((row) => {
    const others = rows.filter((other) => other.accelerator === row.accelerator && other.usdPerHour !== null);
    const sorted = others.map(perAccelerator).sort((a, b) => a - b);
    const median = sorted[Math.floor(sorted.length / 2)];
    const far = median !== undefined && (perAccelerator(row) > 4 * median || perAccelerator(row) < median / 5);
    return far || row.accelerators > 16 ? [`${row.provider} ${row.offer}`] : [];
  });
}

/** On-Demand prices that fall from one size of a family to the next, or rise faster than what they buy. */
function sizesOutOfLine(tables: Tables): string[] {
  const types = new Map(tables["instance-types"].map((type) => [type.name, type]));
  const groups = new Map<string, { type: InstanceType; usd: number }[]>();
  for (const [key, usd] of flat(tables)) {
    const [name = "", purchase, region] = key.split(" ");
    const type = types.get(name);
    if (type === undefined || purchase !== "on-demand") continue;
    const group = `${type.family} ${region}`;
    groups.set(group, [...(groups.get(group) ?? []), { type, usd }]);
  }
  return [...groups].flatMap(([group, sizes]) => {
    const sorted = sizes.sort(
      (a, b) => a.type.acceleratorCount - b.type.acceleratorCount || a.type.vcpus - b.type.vcpus || a.usd - b.usd,
    );
    return sorted.flatMap(({ type, usd }, i) => {
      const before = sorted[i - 1];
      if (before === undefined) return [];
      const larger = Math.max(
        type.vcpus / before.type.vcpus,
        type.acceleratorCount / before.type.acceleratorCount || 1,
      );
      const rise = usd / before.usd;
      return rise >= LOSS && rise <= 2.2 * larger ? [] : [`${group}: ${type.name} ${usd} after ${before.usd}`];
    });
  });
}

/** Units of service prices, and what a price of each lies between, US dollars. */
const UNITS: Readonly<Record<string, readonly [number, number]>> = {
  hour: [0.002, 0.75],
  "node-hour": [0.01, 10],
  GB: [0.001, 1],
  "GB-month": [0.0009, 1.6],
  "IOPS-month": [0.003, 0.15],
  "MB/s-month": [0.02, 6],
};

/** Price of a GB of SSD Lustre a month at each throughput per TiB, of one deployment type and Region. */
function lustrePrices({ "service-prices": rows }: Tables, deployment: string): (readonly [number, number])[] {
  const item = new RegExp(`^fsx-lustre-${deployment}-ssd-(\\d+)-gb-month$`);
  return rows
    .flatMap((row) => {
      const [, throughput] = item.exec(row.item) ?? [];
      const usd = row.usd["us-east-1"];
      return throughput === undefined || usd === undefined ? [] : [[Number(throughput), usd] as const];
    })
    .sort(([a], [b]) => a - b);
}

export const servicePriceLaws: readonly Law[] = [
  {
    title: "service-prices: a GB of Lustre rises with its throughput, by less than that",
    breaches: (tables) =>
      ["persistent-1", "persistent-2"].flatMap((deployment) =>
        lustrePrices(tables, deployment).flatMap(([throughput, usd], i, all) => {
          const [less, before] = all[i - 1] ?? [throughput, usd];
          const rises = i === 0 || (usd > before && usd / before < throughput / less);
          return rises ? [] : [`${deployment} at ${throughput} MB/s/TiB: ${usd} after ${before}`];
        }),
      ),
  },
  each(
    "service-prices",
    "lie where prices of their unit lie",
    ({ unit, usd }) => {
      const [least, most] = UNITS[unit] ?? [0, Number.POSITIVE_INFINITY];
      return Object.values(usd).every((price) => price >= least && price <= most);
    },
    ({ item }) => item,
  ),
  each(
    "service-prices",
    "differ at most threefold between regions, transfers between regions sevenfold",
    ({ item, usd }) =>
      Math.max(...Object.values(usd)) <= (item === "region-transfer-gb" ? 7.4 : 3) * Math.min(...Object.values(usd)),
    ({ item }) => item,
  ),
];
