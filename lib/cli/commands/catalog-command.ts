import { accelerators, findAccelerator } from "../../catalog/accelerators";
import { availability } from "../../catalog/availability";
import { findInstanceType, instanceTypes, nearestInstanceTypes } from "../../catalog/instance-types";
import { instancePrice, pricedRegions } from "../../catalog/prices";
import type { InstancePrice, InstanceType, PricedPurchase } from "../../catalog/types";
import { type CatalogFilter, filteredTypes, listPriceOf } from "../catalog-filter";
import { refuse } from "../command-error";
import { didYouMean } from "../terminal/did-you-mean";
import { textTable } from "../terminal/text-table";

export interface CatalogCommandOptions extends CatalogFilter {
  /** Lists the models instead of the instance types. */
  readonly models?: boolean;
  readonly json?: boolean;
}

/** Models are read only where they are asked for, since instance types start faster without. */
const models = () => require("../../catalog/models") as typeof import("../../catalog/models");

/** Lists the accelerated instance types or the models, or shows one row of the catalog with its source. */
export function catalogCommand(name: string | undefined, options: CatalogCommandOptions): void {
  if (name !== undefined) print(rowOf(name));
  else if (options.json) print(options.models ? models().modelArchitectures() : filteredTypes(options));
  else console.log(options.models ? modelTable() : typeTable(options));
}

function print(value: unknown): void {
  console.log(JSON.stringify(value, undefined, 2));
}

/** `55.04 us-east-1, 2026-07-20`; another region and way to buy than asked for by name. */
function priceText(type: InstanceType, region: string | undefined): string {
  const price = listPriceOf(type, region);
  if (price === undefined) return "unknown";
  return `${price.usdPerHour} ${price.region}, ${price.pricedOn}${price.purchase === "on-demand" ? "" : `, ${price.purchase}`}`;
}

function typeTable(options: CatalogFilter): string {
  const types = filteredTypes(options);
  if (types.length === 0) return "no instance type in the catalog matches these filters";
  const rows = types.map((type) => [
    type.name,
    type.accelerator === null ? "" : `${type.acceleratorCount} x ${type.accelerator}`,
    String(type.vcpus),
    String(type.memoryGiB),
    String(type.networkGbps),
    String(type.maxEfaInterfaces),
    type.purchase.join(", "),
    priceText(type, options.region),
  ]);
  return textTable(["type", "accelerators", "vCPUs", "GiB", "Gb/s", "EFA", "purchase options", "USD/h"], rows);
}

function modelTable(): string {
  const rows = models()
    .modelArchitectures()
    .map((model) => [
      model.name,
      model.publishedParameters === null ? "unknown" : String(Number((model.publishedParameters / 1e9).toPrecision(3))),
      String(model.layers),
      String(model.maxSequenceLength),
    ]);
  return textTable(["model", "parameters, billions", "layers", "max. sequence length"], rows);
}

const PURCHASES: readonly PricedPurchase[] = [
  "on-demand",
  "spot",
  "capacity-block",
  "savings-plan-1-year",
  "savings-plan-3-years",
];

/** A type with the regions that sell it and every price of the catalog. */
function soldRow(type: InstanceType): object {
  const prices = PURCHASES.flatMap((purchase) =>
    pricedRegions(type.name, purchase).flatMap((region): InstancePrice[] => {
      const price = instancePrice(type.name, purchase, region);
      return price ? [price] : [];
    }),
  );
  const { regions, zoneIds } = availability(type.name) ?? { regions: null, zoneIds: null };
  return { ...type, regions, zoneIds, prices };
}

function rowOf(name: string): object {
  const type = findInstanceType(name);
  if (type !== undefined) return soldRow(type);
  const row = findAccelerator(name) ?? models().findModelArchitecture(name);
  if (row !== undefined) return row;
  const others = [...instanceTypes(), ...accelerators(), ...models().modelArchitectures()].map((entry) => entry.name);
  const ofFamily = name.includes(".") ? nearestInstanceTypes(name) : [];
  const near = ofFamily.length > 0 ? ofFamily : didYouMean(name, others);
  const advice =
    near.length > 0
      ? `did you mean ${near.join(", ")}`
      : "run `warpform catalog` to list types, or with --models to list models";
  refuse("catalog", "unknown-name", "name", `the catalog has no "${name}"; ${advice}`);
}
