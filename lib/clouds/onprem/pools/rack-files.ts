import { type BundleFile, csv } from "../shared/bundle-file";
import type { OnPremDefinition } from "../shared/on-prem-definition";
import { racksSvg } from "./racks-svg";

/** Racks as drawings, as a list of devices, and with their power and heat. */
export function rackFiles({ name, site, racks, nodes }: OnPremDefinition): readonly BundleFile[] {
  const serials = new Map(nodes.map((node) => [node.name, node.serial]));
  const devices = racks.flatMap((rack) =>
    rack.contents.map((device) => [
      rack.name,
      device.unit,
      device.units,
      device.name,
      device.what,
      serials.get(device.name) ?? null,
    ]),
  );
  const power = racks.map((rack) => [
    rack.name,
    rack.row,
    rack.position,
    rack.watts,
    site.rackKilowatts * 1000,
    // All that a rack draws leaves it as heat.
    Math.round(rack.watts * 3.412142),
    rack.unknownPower,
  ]);
  return [
    { path: "racks/racks.svg", text: racksSvg(name, site, racks) },
    { path: "racks/devices.csv", text: csv(["rack", "unit", "units", "device", "model", "serial"], devices) },
    {
      path: "racks/power.csv",
      text: csv(["rack", "row", "place", "watts", "limit_watts", "btu_per_hour", "devices_without_rating"], power),
    },
  ];
}
