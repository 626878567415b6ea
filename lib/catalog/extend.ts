import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ZodType } from "zod";
import { Problems } from "../errors";
import { findAccelerator } from "./accelerators";
import { type Availability, addAvailability } from "./availability";
import { addInstanceTypes, efaInterfaces, findInstanceType } from "./instance-types";
import {
  addInstancePrices,
  addServicePrices,
  type InstancePriceRow,
  isServiceItem,
  type ServicePriceRow,
} from "./prices";
import { rowProblems } from "./row-issue";
import type { AwsInstanceType, InstanceType } from "./types";

/** Rows of your own, in the form of the catalog's data files: each with its `source` and the day it was `checkedOn`. */
export interface CatalogRows {
  /** Instance types that the catalog lacks, or that replace its row of the same name. */
  readonly instanceTypes?: readonly InstanceType[];
  /** Prices that come before the catalog's: your discount, a region or type that it has no price of. */
  readonly instancePrices?: readonly InstancePriceRow[];
  /** Prices of services that come before the catalog's: storage, NAT gateways and more, by the items of `servicePrices()`. */
  readonly servicePrices?: readonly ServicePriceRow[];
  /** Where types are sold, instead of what the catalog says of them. */
  readonly availability?: readonly Availability[];
}

const TABLES = {
  instanceTypes: "instance-types",
  instancePrices: "instance-prices",
  servicePrices: "service-prices",
  availability: "availability",
} as const;

/** The JSON Schema of a table, which lies at the root of the package, above `lib` or `dist/lib`. */
export function catalogJsonSchema(table: string, from: string = __dirname): Readonly<Record<string, unknown>> {
  const file = join(from, "schema/catalog", `${table}.schema.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : catalogJsonSchema(table, dirname(from));
}

function schemaOf(table: string): ZodType {
  // Read where rows are added alone: every look-up of the catalog would wait for it otherwise.
  const { z } = require("zod") as typeof import("zod");
  return z.fromJSONSchema(catalogJsonSchema(table));
}

/**
 * Adds rows of your own to the catalog, for every look-up of this process: no instance type, price or region is a dead end.
 * Call it before you build anything that uses them.
 *
 * @example extendCatalog({ instanceTypes: [{ ...instanceType("p5.48xlarge"), name: "p5.24xlarge", source: "…", checkedOn: "…" }] })
 * @throws WarpformError with every row that breaks the schema of its table, or names what the catalog does not have
 */
export function extendCatalog(rows: CatalogRows): void {
  const problems = new Problems();
  if (Object.prototype.toString.call(rows) !== "[object Object]") {
    const message = `rows must be an object of lists, with ${Object.keys(TABLES).join(", ")}, got ${rows === undefined ? "undefined" : JSON.stringify(rows)}`;
    problems.add("malformed", "rows", message);
    problems.throwIfAny("extendCatalog");
  }
  for (const key of Object.keys(rows)) {
    if (!(key in TABLES)) {
      const message = `${key} is not a table that can be extended; use ${Object.keys(TABLES).join(", ")}`;
      problems.add("unknown-name", key, message);
    }
  }
  for (const [key, table] of Object.entries(TABLES)) {
    const given = rows[key as keyof CatalogRows];
    if (given === undefined) continue;
    if (key === "instanceTypes") checkMoved(problems, given as readonly object[]);
    const { error } = schemaOf(table).safeParse(given);
    for (const issue of error?.issues ?? []) {
      for (const { path, message } of rowProblems(key, issue, given)) problems.add("malformed", path, message);
    }
  }
  problems.throwIfAny("extendCatalog");
  checkSense(problems, rows);
  problems.throwIfAny("extendCatalog");
  addInstanceTypes(rows.instanceTypes ?? []);
  addInstancePrices(rows.instancePrices ?? []);
  addServicePrices(rows.servicePrices ?? []);
  addAvailability(rows.availability ?? []);
}

/** Facts of only EC2's types, which stood beside the others in 0.1.0. */
const MOVED: readonly (keyof AwsInstanceType)[] = [
  "ipv4PerInterface",
  "maxEfaInterfaces",
  "efa",
  "efaLayoutCards",
  "enaCardStep",
  "ebs",
  "placementGroups",
  "topologyApi",
  "topologyLevels",
  "images",
];

function checkMoved(problems: Problems, rows: readonly object[]): void {
  for (const [i, row] of Object.entries(rows)) {
    for (const name of MOVED.filter((one) => Object.hasOwn(Object(row), one))) {
      const path = `instanceTypes.${i}.${name}`;
      problems.add("not-allowed", path, `${path} is only of types of EC2; move it to aws: { ${name}: ... }`);
    }
  }
}

/** What no schema sees: names of other tables, and fields that must agree. */
function checkSense(
  problems: Problems,
  { instanceTypes = [], instancePrices = [], servicePrices = [] }: CatalogRows,
): void {
  for (const [i, type] of instanceTypes.entries()) {
    const at = `instanceTypes.${i}`;
    if (type.family !== type.name.split(".")[0]) {
      problems.add("conflict", `${at}.family`, `${at}.family must be the name before the point of ${type.name}`);
    }
    if (type.accelerator !== null && findAccelerator(type.accelerator) === undefined) {
      const message = `${at}.accelerator "${type.accelerator}" is not in the catalog; use a name of accelerators()`;
      problems.add("unknown-name", `${at}.accelerator`, message);
    }
    if (type.networkCards.filter((card) => card.efa).length !== efaInterfaces(type)) {
      const message = `${at}.aws.maxEfaInterfaces must be the number of network cards with efa, got ${efaInterfaces(type)}`;
      problems.add("conflict", `${at}.aws.maxEfaInterfaces`, message);
    }
  }
  const names = new Set(instanceTypes.map(({ name }) => name));
  for (const [i, { instanceType }] of instancePrices.entries()) {
    if (names.has(instanceType) || findInstanceType(instanceType) !== undefined) continue;
    const path = `instancePrices.${i}.instanceType`;
    problems.add("unknown-name", path, `${path} "${instanceType}" is not in the catalog; add its row to instanceTypes`);
  }
  for (const [i, { item }] of servicePrices.entries()) {
    if (isServiceItem(item)) continue;
    const path = `servicePrices.${i}.item`;
    problems.add(
      "unknown-name",
      path,
      `${path} "${item}" is not an item of the cost estimate; use an item of servicePrices()`,
    );
  }
}

/**
 * Adds the rows of a YAML or JSON file with the keys of `CatalogRows`.
 * @throws WarpformError where the file cannot be read or its rows break the schema
 */
export function extendCatalogFromFile(path: string): void {
  const problems = new Problems();
  const { parse } = require("yaml") as typeof import("yaml");
  let rows: CatalogRows | undefined;
  try {
    rows = parse(readFileSync(path, "utf8")) as CatalogRows;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === "ENOENT" ? "no such file" : message;
    problems.add("malformed", "catalog", `catalog file ${path} cannot be read: ${why}`);
  }
  if (problems.all.length === 0 && (rows === null || typeof rows !== "object")) {
    problems.add(
      "malformed",
      "catalog",
      `catalog file ${path} must be a map with the keys ${Object.keys(TABLES).join(", ")}, got ${JSON.stringify(rows)}`,
    );
  }
  problems.throwIfAny("catalog");
  extendCatalog(rows!);
}
