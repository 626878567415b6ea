import { instanceTypes } from "../../../catalog/instance-types";
import { instancePrice } from "../../../catalog/prices";
import { GIB } from "../../../units/bytes";
import { figuresOf } from "../../figures/figures";
import { usd } from "../../report/quantity";
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
  title: "instance type with the same GPU that costs at least a tenth less",
  why: "Replicas of a service use the GPU; larger sizes of a family sell the same GPU with CPUs, memory and network that it may not need.",
  fix: "Use the type that the finding names, if its host memory and network suffice.",
  verify: "Compare price and GPU of both types on the instance type pages, and run the load test on one.",
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
          value: `${type.name} at ${usd(own)} a GPU and hour`,
          allowed: `${cheapest.name} at ${usd(cheapest.price)}, with the same GPU`,
          fix: `use ${cheapest.name}`,
        };
      },
    ),
};
