import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { acceleratedInstanceTypes, findInstanceType } from "../../catalog/instance-types";
import { instancePriceRows } from "../../catalog/price-list";
import type { InstancePriceRow } from "../../catalog/prices";
import type { Asked, PublicList } from "../../catalog/public-lists/public-rows";
import { savingsPlanRows } from "../../catalog/savings-plan-rates";
import { spotPriceRows } from "../../catalog/spot-history";
import { Problems, WarpformError } from "../../errors";
import { counted } from "../../units/quantity";
import { PUBLIC_LISTS, publicRows } from "../prices/public-lists";
import { paragraph } from "../terminal/text-table";
import { requireOwnFiles, writeFile } from "../write-file";

export interface PricesRefreshOptions {
  /** Region of the prices: `eu-central-1`. */
  readonly region: string;
  /** Instance types; the accelerated ones of the catalog without. */
  readonly instanceType?: readonly string[];
  /** What is bought; On-Demand without. */
  readonly purchase?: readonly ("on-demand" | "spot" | "savings-plan")[];
  /** File downloaded from AWS's price list instead of the account's own look-up. */
  readonly from?: string;
  /** Read AWS's public price lists, which need no credentials. */
  readonly public?: boolean;
  /** Address of a mirror of the public lists. */
  readonly priceLists?: string;
  /** File to write. */
  readonly output: string;
}

/** Where AWS's price list answers; the AWS CLI takes credentials as it always does. */
const PRICING_REGION = "us-east-1";
const MOST_ANSWER_BYTES = 1 << 28;

function aws(command: readonly string[]): string {
  return execFileSync("aws", [...command, "--output", "json"], {
    encoding: "utf8",
    maxBuffer: MOST_ANSWER_BYTES,
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Spot prices that are in force: a history that starts now has the last price of each zone. */
function lookUpSpot(types: readonly string[], region: string): string {
  const command = ["ec2", "describe-spot-price-history", "--region", region, "--product-descriptions", "Linux/UNIX"];
  return aws([...command, "--start-time", new Date().toISOString(), "--instance-types", ...types]);
}

/** Rates of Compute Savings Plans; the service answers from one Region for all. */
function lookUpSavingsPlan(type: string, region: string): string {
  const command = ["savingsplans", "describe-savings-plans-offering-rates", "--region", PRICING_REGION];
  const plan = ["--savings-plan-types", "Compute", "--savings-plan-payment-options", "No Upfront", "--products", "EC2"];
  const filters = Object.entries({ region, instanceType: type, tenancy: "shared", productDescription: "Linux/UNIX" });
  return aws([...command, ...plan, "--filters", ...filters.map(([name, value]) => `name=${name},values=${value}`)]);
}

function lookUp(type: string, region: string): string {
  const filters = Object.entries({
    instanceType: type,
    regionCode: region,
    operatingSystem: "Linux",
    tenancy: "Shared",
  });
  const filterArguments = filters.map(([field, value]) => `Type=TERM_MATCH,Field=${field},Value=${value}`);
  const command = ["pricing", "get-products", "--service-code", "AmazonEC2", "--region", PRICING_REGION];
  return aws([...command, "--filters", ...filterArguments]);
}

function textsOf(options: PricesRefreshOptions, types: readonly string[]): string[] {
  const problems = new Problems();
  try {
    if (options.from !== undefined) return [readFileSync(options.from, "utf8")];
    const { purchase = ["on-demand"], region } = options;
    return [
      ...(purchase.includes("on-demand") ? types.map((type) => lookUp(type, region)) : []),
      ...(purchase.includes("savings-plan") ? types.map((type) => lookUpSavingsPlan(type, region)) : []),
      ...(purchase.includes("spot") ? [lookUpSpot(types, region)] : []),
    ];
  } catch (error) {
    const reason = (error as Error).message.split("\n")[0];
    const advice =
      options.from === undefined
        ? "install the AWS CLI and give it credentials with pricing:GetProducts, ec2:DescribeSpotPriceHistory and savingsplans:DescribeSavingsPlansOfferingRates, or use --from with a downloaded price list"
        : "use the path of a downloaded price list";
    problems.add("unknown-name", "--from", `the price list cannot be read (${reason}); ${advice}`);
  }
  problems.throwIfAny("warpform prices refresh");
  return [];
}

/** What AWS answered, or a downloaded file holds. */
function listOf(text: string): object {
  try {
    // PowerShell writes files with a byte order mark.
    const list: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    if (typeof list === "object" && list !== null) return list;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  const message = "--from must be a price list as AWS writes it, in JSON; download it, or leave --from out";
  throw new WarpformError("warpform prices refresh", [{ code: "malformed", path: "--from", message }]);
}

type Purchase = NonNullable<PricesRefreshOptions["purchase"]>[number];

/** The public lists that have the prices asked for. */
function listsOf(purchase: readonly Purchase[], from: string | undefined): PublicList[] {
  const problems = new Problems();
  if (from !== undefined) problems.add("conflict", "--from", "--from and --public are two sources; use one of them");
  if (purchase.includes("spot"))
    problems.add(
      "not-allowed",
      "--purchase",
      "--purchase spot is in no public list; leave --public out, which asks your account",
    );
  problems.throwIfAny("warpform prices refresh");
  return [
    ...(purchase.includes("on-demand") ? (["AmazonEC2", "AmazonFSx"] as const) : []),
    ...(purchase.includes("savings-plan") ? (["AWSComputeSavingsPlan"] as const) : []),
  ];
}

/** Writes current prices to a file that `--catalog` and `extendCatalogFromFile` read. */
export async function pricesRefreshCommand(options: PricesRefreshOptions): Promise<void> {
  requireOwnFiles("prices refresh", options.from === undefined ? [] : [options.from], { "--output": options.output });
  if (!/^[a-z]{2}(-[a-z]+)+-\d$/.test(options.region)) {
    const message = `--region must be a Region of AWS such as us-east-2, got "${options.region}"`;
    throw new WarpformError("warpform prices refresh", [{ code: "malformed", path: "--region", message }]);
  }
  const types = options.instanceType ?? acceleratedInstanceTypes().map(({ name }) => name);
  const unknown = types.filter((name) => findInstanceType(name) === undefined);
  if (unknown.length > 0) {
    const message = `--instance-type ${unknown.join(", ")} is not in the catalog; run \`warpform catalog --all\` to list the types`;
    throw new WarpformError("warpform prices refresh", [{ code: "unknown-name", path: "--instance-type", message }]);
  }
  const today = new Date().toISOString().slice(0, 10);
  const asked = { region: options.region, types: new Set(types), checkedOn: today };
  const { instancePrices, servicePrices } = options.public
    ? await publicRows(
        (options.priceLists ?? PUBLIC_LISTS).replace(/\/+$/, ""),
        listsOf(options.purchase ?? ["on-demand"], options.from),
        asked,
      )
    : { instancePrices: rowsOf(options, types, asked), servicePrices: [] };
  if (instancePrices.length === 0) {
    const message = `the price list has no Linux price for these types in ${options.region}; check --region and --from`;
    throw new WarpformError("warpform prices refresh", [{ code: "unknown-name", path: "--region", message }]);
  }
  const tables = { instancePrices, ...(servicePrices.length === 0 ? {} : { servicePrices }) };
  writeFile("prices refresh", "--output", options.output, `${JSON.stringify(tables, undefined, 2)}\n`);
  const days = [...instancePrices, ...servicePrices].map(({ pricedOn }) => pricedOn).sort();
  const dates = days[0] === days.at(-1) ? days[0] : `${days[0]} to ${days.at(-1)}`;
  const services = servicePrices.length === 0 ? "" : ` and ${counted(servicePrices.length, "prices")} of services`;
  console.log(
    paragraph(
      `wrote ${counted(instancePrices.length, "prices")} of instances${services} in ${options.region}, of ${dates}, to ${options.output}; use them with --catalog ${options.output}`,
    ),
  );
}

/** Rows of what the account answers, or of a downloaded file. */
function rowsOf(options: PricesRefreshOptions, types: readonly string[], asked: Asked): InstancePriceRow[] {
  return textsOf(options, types).flatMap((text) => {
    const list = listOf(text);
    if ("searchResults" in list) return savingsPlanRows(list, asked);
    return "SpotPriceHistory" in list ? spotPriceRows(list, asked) : instancePriceRows(list, asked);
  });
}
