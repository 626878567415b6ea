import { type BundleFile, csv } from "../shared/bundle-file";
import type { OnPremDefinition } from "../shared/on-prem-definition";

/** What is ordered, with list prices where they are published. */
export function billOfMaterials({ pools, fabric, racks, site }: OnPremDefinition): readonly BundleFile[] {
  const nodes = pools.map(({ name, type, nodes: { length } }) => [
    "node",
    type.name,
    length,
    type.usd,
    type.nameplateWatts,
    `pool ${name}`,
  ]);
  const switches = fabric
    ? [["switch", fabric.model.name, fabric.switches.length, null, fabric.model.maxWatts, null]]
    : [];
  const counts = new Map<string, { meters: number; medium: string | null; count: number }>();
  for (const { meters, medium } of fabric?.cables ?? []) {
    const key = `${String(meters).padStart(8, "0")} ${medium}`;
    counts.set(key, { meters, medium, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  const cables = [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { meters, medium, count }]) => [
      "cable",
      `${meters} m`,
      count,
      null,
      null,
      medium ?? "medium by the maker's reach table",
    ]);
  const rows = [
    ...nodes,
    ...switches,
    ...cables,
    ["rack", `${site.rackUnits} units ${site.rackKilowatts} kW`, racks.length, null, null, null],
  ];
  return [
    { path: "bill-of-materials.csv", text: csv(["kind", "model", "count", "usd_each", "watts_each", "note"], rows) },
  ];
}
