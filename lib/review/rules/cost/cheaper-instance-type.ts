import { instanceTypes } from "../../../catalog/instance-types";
import { instancePrice } from "../../../catalog/prices";
import { GIB } from "../../../units/bytes";
import { usd } from "../../../units/quantity";
import { figuresOf } from "../../figures/figures";
import { checkEach, type Rule } from "../../rule";

/** Price a GPU on demand in one region that has both, so that the ratio is of one day and place. */
function perGpu(type: string, gpus: number): number | null {
  const price = instancePrice(type, "on-demand", "us-east-1");
  return price && gpus > 0 ? price.usdPerHour / gpus : null;
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
        const own = p?.type ? perGpu(p.type.name, p.gpusPerNode) : null;
        return s?.fits && p?.type && own !== null ? [{ s, p, type: p.type, own }] : [];
      }),
      ({ s, p, type, own }) => {
        const weights = s.memoryParts.find((part) => part.name === "weights")?.value ?? 0;
        const others = instanceTypes()
          .filter((t) => t.accelerator === type.accelerator && t.acceleratorCount >= s.gpusPerReplica)
          .filter((t) => t.memoryGiB * GIB >= weights || t.memoryGiB >= type.memoryGiB)
          .flatMap((t) => {
            const price = perGpu(t.name, t.acceleratorCount);
            return price !== null && price < own * 0.9 ? [{ name: t.name, price }] : [];
          })
          .sort((a, b) => a.price - b.price || (a.name < b.name ? -1 : 1));
        const [cheapest] = others;
        if (cheapest === undefined) return null;
        return {
          path: `${p.path}.instanceType`,
          value: `${type.name} at ${usd(own)} per GPU-hour`,
          allowed: `${cheapest.name} at ${usd(cheapest.price)} per GPU-hour, with the same GPU`,
          fix: `use ${cheapest.name}`,
        };
      },
    ),
};
