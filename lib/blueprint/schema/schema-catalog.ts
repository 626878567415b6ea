import { z } from "zod";
import { unset } from "./key";
import { strictObject } from "./strict-object";

/** Rows of a table: the JSON Schema of the table checks their fields when they are added to the catalog. */
const rows = z.array(z.record(z.string(), z.unknown()));

/** Keys of the section that are tables of rows, with the schema that each has in `schema/catalog`. */
export const CATALOG_TABLES = {
  instanceTypes: "instance-types",
  instancePrices: "instance-prices",
  servicePrices: "service-prices",
  availability: "availability",
} as const;

export const catalogSchema = strictObject(() => ({
  files: unset(
    z.array(z.string().min(1)).min(1),
    "YAML or JSON files with the keys instanceTypes, instancePrices, servicePrices and availability, relative to the blueprint",
    "none",
  ),
  instanceTypes: unset(rows, "Instance types that the catalog lacks, or that replace its row of that name", "none"),
  instancePrices: unset(rows, "Prices that are used before those of the catalog, such as your discount", "none"),
  servicePrices: unset(rows, "Prices of services that are used before those of the catalog, such as storage", "none"),
  availability: unset(rows, "Regions that sell a family, instead of those of the catalog", "none"),
})).describe("Rows of your own for the catalog, each with its source and the day it was checked");
