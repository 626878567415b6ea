import { accelerators, findAccelerator } from "../../catalog/accelerators";
import { availability } from "../../catalog/availability";
import { efaInterfaces, findInstanceType, instanceTypes, nearestInstanceTypes } from "../../catalog/instance-types";
import type { InstanceType } from "../../catalog/types";
import { type CatalogFilter, filteredTypes, listPriceOf, requireKnownRegion } from "../catalog-filter";
import { refuse } from "../command-error";
import { acceleratorFigures, type Figure, modelFigures, pricesOf, typeFigures } from "../tables/catalog-row";
import { didYouMean } from "../terminal/did-you-mean";
import { blocks, screenWidth, textTable } from "../terminal/text-table";

export interface CatalogCommandOptions extends CatalogFilter {
  /** Lists the models instead of the instance types. */
  readonly models?: boolean;
  readonly json?: boolean;
}

/** Models are read only where they are asked for, since instance types start faster without. */
const models = () => require("../../catalog/models") as typeof import("../../catalog/models");

/** Lists the accelerated instance types or the models, or shows one row of the catalog with its source. */
export function catalogCommand(name: string | undefined, options: CatalogCommandOptions): void {
  if (name !== undefined) showRow(name, options);
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
    String(efaInterfaces(type)),
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

/** A type with the regions that sell it and every price of the catalog. */
function soldRow(type: InstanceType): object {
  const { regions, zoneIds } = availability(type.name) ?? { regions: null, zoneIds: null };
  return { ...type, regions, zoneIds, prices: pricesOf(type) };
}

function showRow(name: string, { json, region }: CatalogCommandOptions): void {
  requireKnownRegion(region);
  const type = findInstanceType(name);
  const accelerator = findAccelerator(name);
  const model = (type ?? accelerator) ? undefined : models().findModelArchitecture(name);
  if (type && json) print(soldRow(type));
  else if (type) showFigures(type.name, typeFigures(type, region));
  else if (accelerator && !json) showFigures(accelerator.name, acceleratorFigures(accelerator));
  else if (model && !json) showFigures(model.name, modelFigures(model));
  else print(accelerator ?? model ?? refuseName(name));
}

function showFigures(name: string, figures: readonly Figure[]): void {
  const head = [name, ...figures.map(([figure]) => figure)];
  const row = [name, ...figures.map(([, text]) => text ?? "not published")];
  console.log(blocks(head, [row], screenWidth()).join("\n"));
}

function refuseName(name: string): never {
  const others = [...instanceTypes(), ...accelerators(), ...models().modelArchitectures()].map((entry) => entry.name);
  const ofFamily = name.includes(".") ? nearestInstanceTypes(name) : [];
  const near = ofFamily.length > 0 ? ofFamily : didYouMean(name, others);
  const advice =
    near.length > 0
      ? `did you mean ${near.join(", ")}`
      : "run `warpform catalog` to list types, or with --models to list models";
  refuse("catalog", "unknown-name", "name", `the catalog has no "${name}"; ${advice}`);
}
