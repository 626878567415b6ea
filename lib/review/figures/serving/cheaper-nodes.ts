import { findAccelerator } from "../../../catalog/accelerators";
import { regionsInsteadOf } from "../../../catalog/availability";
import type { InstanceType } from "../../../catalog/types";
import { gpuShare } from "../../../sizing/memory/gpu-share";
import { weightsBytes } from "../../../sizing/memory/model-memory";
import { factsOf } from "../../clouds/list";
import type { Design, PoolFacts } from "../../design";
import { nearestPrice } from "../node-sources";
import { bestReplica, type Inference, replicasOn } from "./replica-choice";

/** Types that are tried, the cheapest first: the answer is nearly always among them, and a review stays fast. */
const TRIED = 12;

/** Nodes of another type that carry a service. */
export interface CheaperNodes {
  readonly instanceType: string;
  readonly nodes: number;
  readonly usdPerHour: number;
}

/** Whether so many nodes of the type carry the service at its objectives. */
function carries(workload: Inference, p: PoolFacts, type: InstanceType, nodes: number): boolean {
  const card = findAccelerator(type.accelerator ?? "");
  const share = card && gpuShare(card, { kind: "none" });
  if (!card || !share) return false;
  const pool = { ...p.pool, instanceType: type.name };
  const facts = { ...p, pool, type, accelerator: card, gpusPerNode: type.acceleratorCount };
  const choice = bestReplica(workload, facts, share);
  if (choice === null || !choice.answer.feasible) return false;
  return choice.answer.replicas.expected <= replicasOn(nodes, facts, share, choice.gpus);
}

/** The cheapest on-demand type of which so many nodes carry the service for less than a price; null where none is found. */
export function cheaperNodes(
  design: Design,
  p: PoolFacts,
  workload: Inference,
  nodes: number,
  belowUsdPerHour: number,
): CheaperNodes | null {
  const { region } = design.cluster;
  const least = weightsBytes(workload.model, workload.precision) / 1024 ** 3;
  const priced = (factsOf(design)?.acceleratedTypes() ?? []).flatMap((type) => {
    const card = findAccelerator(type.accelerator ?? "");
    if (card === undefined || card.memoryGiB * type.acceleratorCount < least) return [];
    // Another vendor's software, or a format that it does not compute in, is more than another size.
    const format = workload.precision === "int4" ? "bf16" : workload.precision;
    if (card.vendor !== p.accelerator?.vendor || card.tflops[format] === null) return [];
    if (region !== null && regionsInsteadOf(region, type.name) !== undefined) return [];
    const usd = nearestPrice(design, type.name, ["on-demand"])?.usdPerHour;
    return usd !== undefined && usd * nodes < belowUsdPerHour ? [{ type, usdPerHour: usd * nodes }] : [];
  });
  const found = priced
    .sort((a, b) => a.usdPerHour - b.usdPerHour || (a.type.name < b.type.name ? -1 : 1))
    .slice(0, TRIED)
    .find(({ type }) => carries(workload, p, type, nodes));
  return found === undefined ? null : { instanceType: found.type.name, nodes, usdPerHour: found.usdPerHour };
}
