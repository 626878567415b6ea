import { type BundleFile, csv } from "../shared/bundle-file";
import type { GrowthStep, OnPremFabric } from "../shared/on-prem-definition";

const COLUMNS = ["nodes", "now", "racks", "kilowatts", "leaves", "spines", "cores", "switches_to_buy"];
const CABLES = ["cables_to_lay", "free_spine_ports", "free_core_ports"];
const ALONE = ["switches_if_last", "cables_to_move_if_planned_step_by_step"];

const cablesOf = ({ links }: GrowthStep) => links.nodeLeaf + links.leafSpine + links.spineCore;

/** What each purchase adds to a fabric that is planned for the last one, beside what planning each step for itself would take. */
export function growthFiles({ growth }: OnPremFabric): readonly BundleFile[] {
  if (growth.length === 0) return [];
  const rows = growth.map((step, index) => {
    const before = growth[index - 1];
    return [
      ...[step.nodes, step.now ? "now" : null, step.racks, step.kilowatts],
      ...[step.counts.leaf, step.counts.spine, step.counts.core, step.counts.total - (before?.counts.total ?? 0)],
      ...[cablesOf(step) - (before === undefined ? 0 : cablesOf(before)), step.freePorts.spine, step.freePorts.core],
      ...[step.alone.switches, step.alone.cablesMoved],
    ];
  });
  return [{ path: "fabric/growth.csv", text: csv([...COLUMNS, ...CABLES, ...ALONE], rows) }];
}
