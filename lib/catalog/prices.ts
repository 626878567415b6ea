import instanceRows from "./data/instance-prices.json";
import serviceRows from "./data/service-prices.json";
import type { InstancePrice, PurchaseOption, ServicePrice, Sourced } from "./types";

/** A row of the data file: prices of one type and purchase option in some regions, from one source and day. */
interface InstancePriceRow extends Sourced {
  readonly instanceType: string;
  readonly purchase: PurchaseOption;
  readonly usdPerHour: Readonly<Record<string, number>>;
  readonly pricedOn: string;
}

/** A row of the data file: one item, its price in each region. */
interface ServicePriceRow extends Sourced {
  readonly item: string;
  readonly unit: string;
  readonly usd: Readonly<Record<string, number>>;
  readonly pricedOn: string;
}

const instances = instanceRows as unknown as readonly InstancePriceRow[];
const services = serviceRows as unknown as readonly ServicePriceRow[];
const byTypeAndPurchase = new Map<string, InstancePriceRow[]>();
for (const row of instances) {
  const key = `${row.instanceType} ${row.purchase}`;
  const same = byTypeAndPurchase.get(key);
  if (same) same.push(row);
  else byTypeAndPurchase.set(key, [row]);
}
const byItem = new Map(services.map((row) => [row.item, row]));

/**
 * List price of an instance an hour in a region (Linux, shared tenancy), US dollars before taxes and discounts; undefined
 * where the catalogue has none, which does not mean that it is not sold there.
 */
export function instancePrice(type: string, purchase: PurchaseOption, region: string): InstancePrice | undefined {
  const row = byTypeAndPurchase.get(`${type} ${purchase}`)?.find(({ usdPerHour }) => usdPerHour[region] !== undefined);
  const usdPerHour = row?.usdPerHour[region];
  return row && usdPerHour !== undefined ? { ...row, region, usdPerHour } : undefined;
}

/** Every instance price of the catalogue, one object a type, purchase option and region. */
export function instancePrices(): readonly InstancePrice[] {
  return instances.flatMap((row) =>
    Object.entries(row.usdPerHour).map(([region, usdPerHour]) => ({ ...row, region, usdPerHour })),
  );
}

/** List price of a service item in a region; undefined where the catalogue has none. `unit` says per what. */
export function servicePrice(item: string, region: string): ServicePrice | undefined {
  const row = byItem.get(item);
  const usd = row?.usd[region];
  return row && usd !== undefined ? { ...row, region, usd } : undefined;
}

/** Every service price of the catalogue, one object an item and region. */
export function servicePrices(): readonly ServicePrice[] {
  return services.flatMap((row) => Object.entries(row.usd).map(([region, usd]) => ({ ...row, region, usd })));
}

/** The days that the catalogue's prices were in force, oldest and newest, ISO 8601. */
export function pricesAsOf(): { readonly oldest: string; readonly newest: string } {
  const days = [...instances, ...services].map((row) => row.pricedOn).sort();
  return { oldest: days[0]!, newest: days[days.length - 1]! };
}
