import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import Ajv2020, { type ValidateFunction } from "ajv/dist/2020";
import type { Availability } from "../../../lib/catalog/availability";
import type { AzureSize } from "../../../lib/catalog/azure/azure-sizes";
import type { BatchRate } from "../../../lib/catalog/batch-rates";
import type { EksVersion } from "../../../lib/catalog/eks";
import type { FabricSwitchModel } from "../../../lib/catalog/fabric-switches";
import type { FailureRecord } from "../../../lib/catalog/failure-rates";
import type { InferenceThroughput } from "../../../lib/catalog/inference-throughput";
import type { ApiPrice } from "../../../lib/catalog/market/api-prices";
import type { FineTuningPrice } from "../../../lib/catalog/market/fine-tuning-prices";
import type { MarketFabric } from "../../../lib/catalog/market/market-fabrics";
import type { MarketPrice } from "../../../lib/catalog/market/market-prices";
import type { CatalogModel } from "../../../lib/catalog/models";
import type { NodePower } from "../../../lib/catalog/node-power";
import type { InstancePriceRow } from "../../../lib/catalog/prices";
import type { ServiceQuota } from "../../../lib/catalog/service-quotas";
import type {
  Accelerator,
  InstanceType,
  LustreLimit,
  LustreTier,
  OpenZfsTier,
  Sourced,
  UltraServer,
} from "../../../lib/catalog/types";

/** What a price of another thing than an instance looks like in its file. */
export interface ServicePriceRow extends Sourced {
  readonly item: string;
  readonly unit: string;
  readonly usd: Readonly<Record<string, number>>;
  readonly pricedOn: string;
}

/** The data files as they lie there: laws judge rows, not what look-ups make of them. */
export interface Tables {
  accelerators: Accelerator[];
  "api-prices": ApiPrice[];
  availability: Availability[];
  "azure-prices": InstancePriceRow[];
  "azure-sizes": AzureSize[];
  "batch-rates": BatchRate[];
  charts: (Sourced & { name: string; version: string })[];
  "eks-add-ons": (Sourced & { name: string })[];
  "eks-versions": EksVersion[];
  "fabric-switches": FabricSwitchModel[];
  "failure-rates": FailureRecord[];
  "fine-tuning-prices": FineTuningPrice[];
  "inference-throughput": InferenceThroughput[];
  "instance-prices": InstancePriceRow[];
  "instance-types": InstanceType[];
  "lustre-limits": LustreLimit[];
  "lustre-tiers": LustreTier[];
  "market-fabrics": MarketFabric[];
  "market-prices": MarketPrice[];
  models: CatalogModel[];
  "node-power": NodePower[];
  "openzfs-tiers": OpenZfsTier[];
  "service-prices": ServicePriceRow[];
  "service-quotas": ServiceQuota[];
  "ultra-servers": UltraServer[];
}

/** One thing that is true of good data, and the rows that break it. */
export interface Law {
  readonly title: string;
  readonly breaches: (tables: Tables) => readonly string[];
}

/** A law of single rows. */
export function each<T extends keyof Tables>(
  table: T,
  title: string,
  holds: (row: Tables[T][number], tables: Tables) => boolean,
  nameOf: (row: Tables[T][number]) => string = (row) => (row as { name?: string }).name ?? JSON.stringify(row),
): Law {
  return {
    title: `${table}: ${title}`,
    breaches: (tables) =>
      (tables[table] as Tables[T][number][]).filter((row) => !holds(row, tables)).map((row) => nameOf(row)),
  };
}

const DATA = join(__dirname, "../../../lib/catalog/data");
const SCHEMAS = join(__dirname, "../../../schema/catalog");
const read = (path: string) => JSON.parse(readFileSync(path, "utf8"));

export const TABLES = readdirSync(DATA).map((file) => file.replace(/\.json$/, "")) as (keyof Tables)[];

/** Every table, those of a file per family in one. */
export function readTables(): Tables {
  const rows = (name: string) =>
    statSync(join(DATA, name), { throwIfNoEntry: false })?.isDirectory()
      ? readdirSync(join(DATA, name)).flatMap((file) => read(join(DATA, name, file)))
      : read(join(DATA, `${name}.json`));
  return Object.fromEntries(TABLES.map((name) => [name, rows(name)])) as unknown as Tables;
}

const compiled = new Map<string, ValidateFunction>();

/** The schema of a table as a law: types, patterns, bounds. */
export const schemaLaws: readonly Law[] = TABLES.map((name) => ({
  title: `${name}: hold their schema`,
  breaches: (tables) => {
    const validate =
      compiled.get(name) ??
      new Ajv2020({ allErrors: true, allowUnionTypes: true }).compile(read(join(SCHEMAS, `${name}.schema.json`)));
    compiled.set(name, validate);
    validate(tables[name]);
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  },
}));
