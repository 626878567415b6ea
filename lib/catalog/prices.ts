import { isAzureName } from "./azure/azure-sizes";
import { FamilyFiles, familyOf } from "./family-files";
import { findRentedNode, rentedPriceRows } from "./market/rented-nodes";
import type { InstancePrice, InstancePriceRow, PricedPurchase, ServicePrice, Sourced } from "./types";

export type { InstancePriceRow };

/** A row of the data file: one item, its price in each region. */
export interface ServicePriceRow extends Sourced {
  readonly item: string;
  readonly unit: string;
  readonly usd: Readonly<Record<string, number>>;
  readonly pricedOn: string;
}

const files = new FamilyFiles<InstancePriceRow>("instance-prices");
const added: InstancePriceRow[] = [];
const addedServices: ServicePriceRow[] = [];
let services: ReadonlyMap<string, ServicePriceRow> | undefined;

/** Prices of services by item, read on first use: instances alone need none. */
function byItem(): ReadonlyMap<string, ServicePriceRow> {
  services ??= new Map(
    (require("./data/service-prices.json") as readonly ServicePriceRow[]).map((row) => [row.item, row]),
  );
  return services;
}

/** Rows of a type: a user's own first, the last given before the others. */
function rowsOf(type: string): readonly InstancePriceRow[] {
  const own = added.filter((row) => row.instanceType === type).reverse();
  const listed = isAzureName(type) ? azureRows() : files.rowsOf(familyOf(type));
  const rows = listed.filter((row) => row.instanceType === type);
  return [...own, ...(rows.length > 0 ? rows : rentedRows(type))];
}

/** Prices of Azure's sizes, read on first use. */
function azureRows(): readonly InstancePriceRow[] {
  return require("./data/azure-prices.json") as readonly InstancePriceRow[];
}

/** Prices of a node that a GPU cloud rents. */
function rentedRows(type: string): readonly InstancePriceRow[] {
  const node = findRentedNode(type);
  return node ? rentedPriceRows(node) : [];
}

function allRows(): readonly InstancePriceRow[] {
  return [...[...added].reverse(), ...files.families().flatMap((family) => files.rowsOf(family)), ...azureRows()];
}

/**
 * List price of an instance an hour in a region (Linux, shared tenancy), US dollars before taxes and discounts; undefined
 * where the catalog has none, which does not mean that it is not sold there.
 */
export function instancePrice(type: string, purchase: PricedPurchase, region: string): InstancePrice | undefined {
  const row = rowsOf(type).find((r) => r.purchase === purchase && r.usdPerHour[region] !== undefined);
  const usdPerHour = row?.usdPerHour[region];
  return row && usdPerHour !== undefined ? { ...row, region, usdPerHour } : undefined;
}

/** Regions that the catalog has a price of the type for, sorted. */
export function pricedRegions(type: string, purchase?: PricedPurchase): readonly string[] {
  const rows = rowsOf(type).filter((row) => purchase === undefined || row.purchase === purchase);
  return [...new Set(rows.flatMap((row) => Object.keys(row.usdPerHour)))].sort();
}

/** Every instance price of the catalog, one object per type, purchase option and region. Reads every family. */
export function instancePrices(): readonly InstancePrice[] {
  return allRows().flatMap((row) =>
    Object.entries(row.usdPerHour).map(([region, usdPerHour]) => ({ ...row, region, usdPerHour })),
  );
}

/** Puts prices of a user's own before those of the catalog. Only `extendCatalog` calls it. */
export function addInstancePrices(rows: readonly InstancePriceRow[]): void {
  added.push(...rows);
}

/** List price of a service item in a region; undefined where the catalog has none. `unit` says per what. */
export function servicePrice(item: string, region: string): ServicePrice | undefined {
  const own = addedServices.filter((row) => row.item === item).reverse();
  const row = [...own, byItem().get(item)].find((one) => one?.usd[region] !== undefined);
  return row && { ...row, region, usd: row.usd[region]! };
}

/** Whether the catalog has a price of an item anywhere: items of a user's own are none that a bill asks for. */
export const isServiceItem = (item: string): boolean => byItem().has(item);

/** Puts prices of a user's own before those of the catalog. Only `extendCatalog` calls it. */
export function addServicePrices(rows: readonly ServicePriceRow[]): void {
  addedServices.push(...rows);
}

/** Every service price of the catalog, one object an item and region. */
export function servicePrices(): readonly ServicePrice[] {
  return [...[...addedServices].reverse(), ...byItem().values()].flatMap((row) =>
    Object.entries(row.usd).map(([region, usd]) => ({ ...row, region, usd })),
  );
}

/** The days that the catalog's prices were in force, oldest and newest, ISO 8601. */
export function pricesAsOf(): { readonly oldest: string; readonly newest: string } {
  const days = [...allRows(), ...addedServices, ...byItem().values()].map((row) => row.pricedOn).sort();
  return { oldest: days[0]!, newest: days[days.length - 1]! };
}
