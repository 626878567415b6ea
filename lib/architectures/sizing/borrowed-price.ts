import { instancePrice } from "../../catalog/prices";
import { defaultCloud } from "../../clouds/default-cloud";
import type { Place } from "./candidate-cluster";
import type { RankedDesign } from "./ranked-design";

/** Whose price a design's nodes are counted at, where the catalog has none for the Region: `, at the price of us-east-1`; else empty. */
export function borrowedPrice(
  { instanceType, purchase }: Pick<RankedDesign, "instanceType" | "purchase">,
  { region, cloud = defaultCloud.facts }: Place & { readonly region: string },
): string {
  if (purchase === "spot" || instancePrice(instanceType, purchase, region) !== undefined) return "";
  const { referenceRegion } = cloud;
  return instancePrice(instanceType, purchase, referenceRegion) === undefined
    ? ""
    : `, at the price of ${referenceRegion}`;
}
