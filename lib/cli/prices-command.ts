import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { acceleratedInstanceTypes, findInstanceType } from "../catalog/instance-types";
import { instancePriceRows } from "../catalog/price-list";
import type { InstancePriceRow } from "../catalog/prices";
import { Problems, WarpformError } from "../errors";

export interface PricesRefreshOptions {
  /** Region of the prices: `eu-central-1`. */
  readonly region: string;
  /** Instance types; the accelerated ones of the catalog without. */
  readonly instanceType?: readonly string[];
  /** File downloaded from AWS's price list instead of the account's own look-up. */
  readonly from?: string;
  /** File to write. */
  readonly output: string;
}

/** Where AWS's price list answers; the AWS CLI takes credentials as it always does. */
const PRICING_REGION = "us-east-1";
const MOST_ANSWER_BYTES = 1 << 28;

function lookUp(type: string, region: string): string {
  const filters = Object.entries({
    instanceType: type,
    regionCode: region,
    operatingSystem: "Linux",
    tenancy: "Shared",
  });
  const filterArguments = filters.map(([field, value]) => `Type=TERM_MATCH,Field=${field},Value=${value}`);
  const command = ["pricing", "get-products", "--service-code", "AmazonEC2", "--region", PRICING_REGION];
  return execFileSync("aws", [...command, "--output", "json", "--filters", ...filterArguments], {
    encoding: "utf8",
    maxBuffer: MOST_ANSWER_BYTES,
    stdio: ["ignore", "pipe", "pipe"],
  });
}

function textsOf(options: PricesRefreshOptions, types: readonly string[]): string[] {
  const problems = new Problems();
  try {
    if (options.from !== undefined) return [readFileSync(options.from, "utf8")];
    return types.map((type) => lookUp(type, options.region));
  } catch (error) {
    const reason = (error as Error).message.split("\n")[0];
    const advice =
      options.from === undefined
        ? "install the AWS CLI and give it credentials with pricing:GetProducts, or use --from with a downloaded price list"
        : "use the path of a downloaded price list";
    problems.add("unknown-name", "--from", `the price list cannot be read (${reason}); ${advice}`);
  }
  problems.throwIfAny("warpform prices refresh");
  return [];
}

/** Writes current prices to a file that `--catalog` and `extendCatalogFromFile` read. */
export function pricesRefreshCommand(options: PricesRefreshOptions): void {
  const types = options.instanceType ?? acceleratedInstanceTypes().map(({ name }) => name);
  const unknown = types.filter((name) => findInstanceType(name) === undefined);
  if (unknown.length > 0) {
    const message = `--instance-type ${unknown.join(", ")} is not in the catalog; run \`warpform catalog --all\` to list the types`;
    throw new WarpformError("warpform prices refresh", [{ code: "unknown-name", path: "--instance-type", message }]);
  }
  const today = new Date().toISOString().slice(0, 10);
  const rows: InstancePriceRow[] = textsOf(options, types).flatMap((text) =>
    instancePriceRows(JSON.parse(text), { region: options.region, types: new Set(types), checkedOn: today }),
  );
  if (rows.length === 0) {
    const message = `the price list has no Linux On-Demand price for these types in ${options.region}; check --region and --from`;
    throw new WarpformError("warpform prices refresh", [{ code: "unknown-name", path: "--region", message }]);
  }
  writeFileSync(options.output, `${JSON.stringify({ instancePrices: rows }, undefined, 2)}\n`);
  console.log(
    `wrote ${rows.length} prices in ${options.region} to ${options.output}; use them with --catalog ${options.output}`,
  );
}
