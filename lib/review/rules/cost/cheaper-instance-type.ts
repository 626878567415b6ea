import { instanceTypes } from "../../../catalog/instance-types";
import { instancePrice } from "../../../catalog/prices";
import type { InstanceType } from "../../../catalog/types";
import { GIB } from "../../../units/bytes";
import { usd } from "../../../units/quantity";
import { factsOf } from "../../clouds/list";
import type { Design } from "../../design";
import { figuresOf } from "../../figures/figures";
import { checkEach, type Rule } from "../../rule";

/** On-demand price per GPU of a type in a Region; null without one. */
function perGpu({ name, acceleratorCount: gpus }: InstanceType, region: string): number | null {
  const price = instancePrice(name, "on-demand", region);
  return price && gpus > 0 ? price.usdPerHour / gpus : null;
}

/** The prices per GPU of two types in one Region that has both, so that they are of one place: the design's own, or the one that the catalog knows best. */
function bothPrices(design: Design, own: InstanceType, other: InstanceType) {
  const regions = [design.cluster.region, factsOf(design)?.referenceRegion].flatMap((region) => region ?? []);
  return regions.flatMap((region) => {
    const [mine, theirs] = [perGpu(own, region), perGpu(other, region)];
    return mine === null || theirs === null ? [] : [{ region, own: mine, price: theirs }];
  })[0];
}

export const cheaperInstanceType: Rule = {
  id: "cheaper-instance-type",
  area: "cost",
  severity: "info",
  clouds: "all",
  title: "Cheaper instance type with the same GPU",
  why: "Larger sizes of a family bundle the same GPU with CPUs, memory and network bandwidth that an inference replica may not need. The finding names a type whose price per GPU is at least 10 % lower.",
  fix: "Use the instance type in the finding if its host memory and network bandwidth suffice.",
  verify: "Compare price and GPU of both types on the instance type pages, and run a load test on the cheaper one.",
  source: "https://aws.amazon.com/ec2/pricing/on-demand/ https://docs.aws.amazon.com/ec2/latest/instancetypes/ac.html",
  check: (design) =>
    checkEach(
      [figuresOf(design).serving].flatMap((s) => {
        const p = design.workPool;
        return s?.fits && p?.type && bothPrices(design, p.type, p.type) ? [{ s, p, type: p.type }] : [];
      }),
      ({ s, p, type }) => {
        const weights = s.memoryParts.find((part) => part.name === "weights")?.value ?? 0;
        const others = instanceTypes()
          .filter((t) => t.accelerator === type.accelerator && t.acceleratorCount >= s.gpusPerReplica)
          .filter((t) => t.memoryGiB * GIB >= weights || t.memoryGiB >= type.memoryGiB)
          .flatMap((t) => {
            const both = bothPrices(design, type, t);
            return both && both.price < both.own * 0.9 ? [{ name: t.name, ...both }] : [];
          })
          .sort((a, b) => a.price / a.own - b.price / b.own || (a.name < b.name ? -1 : 1));
        const [cheapest] = others;
        if (cheapest === undefined) return null;
        const { device } = s;
        return {
          path: `${p.path}.instanceType`,
          value: `${type.name} at ${usd(cheapest.own)} per ${device}-hour in ${cheapest.region}`,
          allowed: `${cheapest.name} at ${usd(cheapest.price)} per ${device}-hour in ${cheapest.region}, with the same ${device}`,
          fix: `use ${cheapest.name}`,
        };
      },
    ),
};
