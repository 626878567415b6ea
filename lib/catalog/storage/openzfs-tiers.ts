import rows from "../data/openzfs-tiers.json";
import type { OpenZfsTier } from "../types";

const tiers = rows as readonly OpenZfsTier[];

/** All FSx for OpenZFS deployments in one zone. */
export function openZfsTiers(): readonly OpenZfsTier[] {
  return tiers;
}

/** The tier of a deployment type; undefined where FSx has none. */
export function openZfsTier(deploymentType: string): OpenZfsTier | undefined {
  return tiers.find((tier) => tier.deploymentType === deploymentType);
}
