import { type BundleFile, csv } from "../shared/bundle-file";
import type { OnPremDefinition, Place } from "../shared/on-prem-definition";

/** What is ordered, with list prices where they are published; of a cluster that grows, what this purchase brings. */
export function billOfMaterials({
  pools,
  fabric,
  racks,
  site,
  purchase,
  ceph,
}: OnPremDefinition): readonly BundleFile[] {
  const bought = racks.filter((rack) => rack.purchase === purchase);
  const places = new Set(bought.map((rack) => rack.name));
  const isNew = ({ rack }: Place) => places.has(rack);
  const nodes = pools.flatMap(({ name, type, nodes: all }) => {
    const count = all.filter(isNew).length;
    return count === 0 ? [] : [["node", type.name, count, type.usd, type.nameplateWatts, `pool ${name}`]];
  });
  const switches = fabric
    ? [["switch", fabric.model.name, fabric.switches.filter(isNew).length, null, fabric.model.maxWatts, null]]
    : [];
  const counts = new Map<string, { meters: number; medium: string | null; count: number }>();
  for (const { meters, medium, purchase: brings } of fabric?.cables ?? []) {
    if (brings !== purchase) continue;
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
    ...(ceph === null || purchase > 0
      ? []
      : [["storage server", ceph.server.model, ceph.servers.length, ceph.server.usd, ceph.server.watts, ceph.name]]),
    ...cables,
    ["rack", `${site.rackUnits} units ${site.rackKilowatts} kW`, bought.length, null, null, null],
  ];
  return [
    { path: "bill-of-materials.csv", text: csv(["kind", "model", "count", "usd_each", "watts_each", "note"], rows) },
  ];
}
