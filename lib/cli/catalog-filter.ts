import { acceleratedInstanceTypes, instanceTypes } from "../catalog/instance-types";
import { instancePrice, pricedRegions } from "../catalog/prices";
import { AWS_REGIONS } from "../catalog/regions";
import type { InstancePrice, InstanceType } from "../catalog/types";
import { Problems } from "../errors";
import { didYouMean } from "./terminal/did-you-mean";

/** Which instance types `warpform catalog` lists. */
export interface CatalogFilter {
  /** Part of the accelerator's name, any case: `h100`. */
  readonly gpu?: string;
  /** Family: `p5en`. */
  readonly family?: string;
  /** Least memory of each accelerator, or of the instance for types without one, GiB. */
  readonly minMemory?: string;
  /** Most USD per hour on demand, or by Capacity Block where it is not sold on demand. */
  readonly maxPrice?: string;
  /** Region of the prices; types that it is not known to price are left out with `maxPrice`. @default us-east-1 */
  readonly region?: string;
  /** Also types without accelerators. */
  readonly all?: boolean;
}

const DEFAULT_REGION = "us-east-1";

/** The price that stands for a type: on demand in the region, else by Capacity Block, else of the first region that has one. */
export function listPriceOf(type: InstanceType, region: string = DEFAULT_REGION): InstancePrice | undefined {
  for (const purchase of ["on-demand", "capacity-block"] as const) {
    const price = instancePrice(type.name, purchase, region);
    if (price) return price;
    const [elsewhere] = pricedRegions(type.name, purchase);
    if (elsewhere !== undefined) return instancePrice(type.name, purchase, elsewhere);
  }
  return undefined;
}

function positive(problems: Problems, flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (value > 0 && Number.isFinite(value)) return value;
  problems.add("out-of-range", flag, `${flag} must be a number above 0, got "${text}"`);
  return undefined;
}

/** A name that no row has would match nothing, or be left unused. */
function known(
  problems: Problems,
  flag: string,
  typed: string | undefined,
  found: boolean,
  names: () => string[],
): void {
  if (typed === undefined || found) return;
  const near = didYouMean(typed, [...new Set(names())]);
  const advice = near.length > 0 ? `did you mean ${near.join(", ")}` : "run `warpform catalog` to list the rows";
  problems.add("unknown-name", flag, `${flag} "${typed}" is not in the catalog; ${advice}`);
}

function checkNames(problems: Problems, { gpu, family, region }: CatalogFilter): void {
  const gpus = () => acceleratedInstanceTypes().map(({ accelerator }) => accelerator!);
  const wanted = gpu?.toLowerCase() ?? "";
  const has = gpus().some((name) => name.toLowerCase().includes(wanted));
  known(problems, "--gpu", gpu, has, () => gpus().map((name) => name.split("-")[0]!));
  const families = () => instanceTypes().map((type) => type.family);
  known(problems, "--family", family, family !== undefined && families().includes(family), families);
  checkRegion(problems, region);
}

function checkRegion(problems: Problems, region: string | undefined): void {
  if (region === undefined || AWS_REGIONS.includes(region)) return;
  const regions = () => [...AWS_REGIONS, ...instanceTypes().flatMap(({ name }) => pricedRegions(name, "on-demand"))];
  known(problems, "--region", region, regions().includes(region), regions);
}

/** @throws WarpformError for a Region that the catalog does not know */
export function requireKnownRegion(region: string | undefined): void {
  const problems = new Problems();
  checkRegion(problems, region);
  problems.throwIfAny("warpform catalog");
}

/** The instance types that the filter lets through, by name. @throws WarpformError for a number that is none, or a name that no row has */
export function filteredTypes(filter: CatalogFilter): InstanceType[] {
  const problems = new Problems();
  const minMemory = positive(problems, "--min-memory", filter.minMemory);
  const maxPrice = positive(problems, "--max-price", filter.maxPrice);
  checkNames(problems, filter);
  problems.throwIfAny("warpform catalog");
  const rows = filter.all || filter.family !== undefined ? instanceTypes() : acceleratedInstanceTypes();
  return rows.filter((type) => {
    if (filter.gpu && !(type.accelerator ?? "").toLowerCase().includes(filter.gpu.toLowerCase())) return false;
    if (filter.family && type.family !== filter.family) return false;
    if (minMemory && (type.acceleratorMemoryGiB ?? type.memoryGiB) < minMemory) return false;
    if (maxPrice === undefined) return true;
    const price = listPriceOf(type, filter.region);
    const inRegion = filter.region === undefined || price?.region === filter.region;
    return price !== undefined && inRegion && price.usdPerHour <= maxPrice;
  });
}
