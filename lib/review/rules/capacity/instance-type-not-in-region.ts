import { availability, regionsInsteadOf } from "../../../catalog/availability";
import { pricedRegions } from "../../../catalog/prices";
import { nearest } from "../../../units/nearest";
import type { CloudFacts } from "../../clouds/cloud-facts";
import { factsOf } from "../../clouds/list";
import { type Breach, checkEach, type Rule } from "../../rule";

/** A type that the design asks for, and where. */
interface Wanted {
  readonly path: string;
  readonly name: string;
}

/** The region of the design itself, where the cloud has none of that name. */
function unknownRegion({ title, regions, exampleRegion }: CloudFacts, region: string): Breach[] {
  if (regions.includes(region)) return [];
  const near = nearest(region, regions, 3);
  const fix = near.length > 0 ? `use ${near.join(" or ")}` : `write the name of a region, such as ${exampleRegion}`;
  return [{ path: "region", value: region, allowed: `a region of ${title}`, fix }];
}

/** A note where no source says which Regions sell the type, and those with a price of it are others. */
function saleUnknown({ salesByPrice }: CloudFacts, { path, name }: Wanted, region: string): Breach | null {
  if (!salesByPrice || availability(name) !== undefined) return null;
  const priced = pricedRegions(name);
  if (priced.length === 0 || priced.includes(region)) return null;
  const allowed = `not known to be sold in ${region}; known: ${priced.join(", ")}`;
  const fix = "run `preflight.sh`, which checks whether the Region offers it";
  return { path, value: `${name} in ${region}`, allowed, fix, severity: "info" };
}

export const instanceTypeNotInRegion: Rule = {
  id: "instance-type-not-in-region",
  area: "capacity",
  severity: "error",
  clouds: "all",
  title: "Instance type not offered in the Region",
  why: "The launch fails with `Unsupported`. No purchase option, reservation or quota helps in a Region that does not offer the type. A note instead of an error says that no source lists the type's Regions, and that the Regions with a known price are others.",
  fix: "Move the network to a Region in the finding, or use a type that the Region offers. If AWS has added the type to the Region since the catalog was checked, add the Region with `--catalog FILE` on the command line or `extendCatalog` in a program.",
  verify:
    "On AWS, `aws ec2 describe-instance-type-offerings --region REGION --filters Name=instance-type,Values=TYPE` lists the type where it is offered; on Azure, `az vm list-skus --location REGION --size TYPE --output table` does.",
  source: "https://docs.aws.amazon.com/ec2/latest/instancetypes/ec2-instance-regions.html",
  check: (design) => {
    const { region } = design.cluster;
    const facts = factsOf(design);
    if (facts === null || region === null) return checkEach([], () => null);
    const wanted: readonly Wanted[] = [
      ...design.pools.map(({ pool, path }) => ({ path: `${path}.instanceType`, name: pool.instanceType })),
      ...design.pools.flatMap(({ pool, path }) =>
        (pool.alternativeTypes ?? []).map((name, i) => ({ path: `${path}.alternativeTypes[${i}]`, name })),
      ),
      ...design.slurm.map((s) => ({ path: `schedulers.${s.name}.headInstanceType`, name: s.headInstanceType })),
    ];
    return checkEach(["region", ...wanted], (item) => {
      if (typeof item === "string") return unknownRegion(facts, region);
      const regions = regionsInsteadOf(region, item.name);
      if (regions === undefined) return saleUnknown(facts, item, region);
      const allowed = `Regions that offer it: ${regions.join(", ")}`;
      const nearby = regions.filter((r) => r.split("-")[0] === region.split("-")[0]);
      const fix = `move the network to ${(nearby.length > 0 ? nearby : regions).slice(0, 4).join(", ")}, or use another instance type`;
      return { path: item.path, value: `${item.name} in ${region}`, allowed, fix };
    });
  },
};
