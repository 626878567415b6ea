import type { Design } from "../design";
import type { CloudFacts } from "./cloud-facts";
import { GPU_CLOUDS } from "./market/gpu-clouds";

const gpuCloud = (name: string) => () =>
  (require("./market/market-facts") as typeof import("./market/market-facts")).gpuCloudFacts(name);

/** A line for each cloud that sells nodes by the hour; read when a design is in it, so that others need none of its data. */
const LISTED: Readonly<Record<string, () => CloudFacts>> = {
  aws: () => (require("./aws/aws-facts") as typeof import("./aws/aws-facts")).awsFacts,
  azure: () => (require("./azure/azure-facts") as typeof import("./azure/azure-facts")).azureFacts,
  ...Object.fromEntries(Object.keys(GPU_CLOUDS).map((name) => [name, gpuCloud(name)])),
};

/** Those that were read, and those of users, which come first. */
const known = new Map<string, CloudFacts>();

/** Makes a cloud of a user's own known to every review of this process, or replaces what is known of one. */
export function addCloudFacts(facts: CloudFacts): void {
  known.set(facts.name, facts);
}

/** Names of the clouds that `factsNamed` knows. */
export const CLOUD_NAMES: readonly string[] = Object.keys(LISTED);

/** What is known of a cloud; null on premises and for a cloud that brings nothing. */
export function factsNamed(cloud: string): CloudFacts | null {
  const before = known.get(cloud);
  if (before !== undefined || !Object.hasOwn(LISTED, cloud)) return before ?? null;
  const facts = LISTED[cloud]!();
  known.set(cloud, facts);
  return facts;
}

/** What is known of the cloud that a design is in. */
export function factsOf({ cluster: { cloud } }: Pick<Design, "cluster">): CloudFacts | null {
  return factsNamed(cloud);
}

/** What object storage is called where a design is: `S3`. */
export const objectStorageOf = (design: Pick<Design, "cluster">): string =>
  factsOf(design)?.words.objectStorage ?? "object storage";
