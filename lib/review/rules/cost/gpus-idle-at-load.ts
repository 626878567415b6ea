import { counted, percent, usd } from "../../../units/quantity";
import { figuresOf } from "../../figures/figures";
import { nodeSources, standingGpuNodes } from "../../figures/node-sources";
import { cheaperNodes } from "../../figures/serving/cheaper-nodes";
import { checkEach, type Rule } from "../../rule";

/** Load of the nodes that always run below which they are idle for the most part. */
const LEAST_LOAD = 1 / 3;
/** Load at the peak that a smaller design may have. */
const MOST_LOAD = 0.8;
/** Share of the price below which nodes of another type are named where no fewer of this one will do. */
const MUCH_CHEAPER = 1 / 2;
/** The loss of one node does not end a service of two. */
const LEAST_NODES = 2;

export const gpusIdleAtLoad: Rule = {
  id: "gpus-idle-at-load",
  area: "cost",
  severity: "warning",
  clouds: "all",
  title: "GPU nodes below a third of their load at peak",
  why: "Always-on nodes are billed with or without requests. Below a third of capacity at peak, most of the cost is idle GPUs, and fewer nodes meet the same objectives. The finding also names the cheapest type of which that many nodes do.",
  fix: "Lower `nodes.min` (or the size of the fleet, block or reservation) to what the peak needs, scale nodes with the load, or use smaller nodes.",
  verify: "Read `DCGM_FI_PROF_GR_ENGINE_ACTIVE` of all GPUs at peak, and compare it with the number of nodes.",
  source:
    "https://docs.aws.amazon.com/wellarchitected/latest/cost-optimization-pillar/cost_type_size_number_resources_metrics.html",
  check: (design) =>
    checkEach(
      [figuresOf(design).serving].flatMap((s) => {
        const p = design.workPool;
        if (!s?.replicasNeeded || s.utilizationAtMost === null || p === null || p.pool.nodes.max < 1) return [];
        const standing = standingGpuNodes(p);
        return standing === 0
          ? []
          : [{ s, p, standing, load: (s.utilizationAtMost * s.replicasAtMost) / s.replicasHeld }];
      }),
      ({ s, p, standing, load: ofAll }) => {
        const load = (ofAll * p.pool.nodes.max) / standing;
        const perNode = Math.max(1, s.replicasHeld / p.pool.nodes.max);
        const enough = Math.max(
          LEAST_NODES,
          Math.ceil((standing * load) / MOST_LOAD),
          Math.ceil(s.replicasNeeded!.expected / perNode),
        );
        if (load >= LEAST_LOAD) return null;
        const usdPerHour = nodeSources(design).find(({ pool }) => pool.name === p.pool.name)?.price?.usdPerHour;
        const { workload } = design;
        const cheaperThan = (price: number) =>
          workload?.kind === "inference" ? cheaperNodes(design, p, workload, enough, price) : null;
        if (enough >= standing) {
          // Shared GPUs have room for other services.
          if (p.pool.sharing.kind !== "none") return null;
          const smaller = usdPerHour === undefined ? null : cheaperThan(MUCH_CHEAPER * standing * usdPerHour);
          if (smaller === null) return null;
          return {
            path: `${p.path}.instanceType`,
            value: `${percent(load)} peak utilization of ${counted(standing, "nodes")} at ${usd(standing * usdPerHour!)} per hour`,
            allowed: `${smaller.nodes} x ${smaller.instanceType} at ${usd(smaller.usdPerHour)} per hour, for the same objectives`,
            fix: `use ${smaller.nodes} x ${smaller.instanceType}`,
            severity: "info",
          };
        }
        const cheaper = usdPerHour === undefined ? null : cheaperThan(enough * usdPerHour);
        const other = cheaper && `${cheaper.nodes} x ${cheaper.instanceType}`;
        const priced = (nodes: number) => (usdPerHour === undefined ? "" : ` at ${usd(nodes * usdPerHour)} per hour`);
        return {
          path: `${p.path}.nodes.min`,
          value: `${percent(load)} peak utilization of ${counted(standing, "nodes")}${priced(standing)}`,
          allowed: `${counted(enough, "nodes")}${priced(enough)}${cheaper === null ? "" : `, or ${other} at ${usd(cheaper.usdPerHour)},`} for the same objectives`,
          fix: `keep ${counted(enough, "nodes")} running${other === null ? "" : `, or use ${other}`}`,
        };
      },
    ),
};
