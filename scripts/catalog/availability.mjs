// Writes where instance types are sold: the regions of EC2's DescribeInstanceTypeOfferings, as moto keeps them, and those that
// the catalog has a price for.
//
//   node scripts/catalog/availability.mjs CHECKOUT_OF_MOTO
//   node scripts/catalog-diff.mjs
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { argument, checkoutOf, readFamilies, writeFamilies } from "./files.mjs";

const checkout = argument("usage: node scripts/catalog/availability.mjs CHECKOUT_OF_MOTO");
const { commit } = await checkoutOf(checkout);
const folder = "moto/ec2/resources/instance_type_offerings";
const source = `getmoto/moto@${commit} ${folder} (EC2 DescribeInstanceTypeOfferings), and the regions of instance-prices`;
const checkedOn = new Date().toISOString().slice(0, 10);

function* offerings(kind) {
  for (const file of readdirSync(join(checkout, folder, kind))) {
    for (const offer of JSON.parse(readFileSync(join(checkout, folder, kind, file), "utf8"))) {
      yield { region: basename(file, ".json"), type: offer.InstanceType, location: offer.Location };
    }
  }
}

const types = [...readFamilies("instance-types").values()].flat();
const sold = new Map(types.map(({ name }) => [name, { regions: new Set(), zoneIds: new Set() }]));
for (const { type, region } of offerings("region")) sold.get(type)?.regions.add(region);
for (const { type, location } of offerings("availability-zone-id")) sold.get(type)?.zoneIds.add(location);
for (const row of [...readFamilies("instance-prices").values()].flat()) {
  for (const region of Object.keys(row.usdPerHour)) sold.get(row.instanceType)?.regions.add(region);
}

/** Types of a family that are sold in the same places share a row. */
const families = new Map();
for (const { name, family, accelerator } of types) {
  const { regions, zoneIds } = sold.get(name);
  if (regions.size === 0) continue;
  const places = { regions: [...regions].sort(), zoneIds: accelerator === null ? null : [...zoneIds].sort() };
  const rows = families.get(family) ?? families.set(family, []).get(family);
  const same = rows.find((row) => JSON.stringify([row.regions, row.zoneIds]) === JSON.stringify(Object.values(places)));
  if (same !== undefined) same.types.push(name);
  else rows.push({ family, types: [name], ...places, source, checkedOn });
}
for (const row of [...families.values()].flat()) row.types.sort();
writeFamilies("availability", families);
