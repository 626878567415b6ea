// Holds prices, Regions and zones of the catalog against a second source, SkyPilot's catalog of EC2, and prints where they
// differ, for a person to decide. Writes nothing.
//
//   node scripts/catalog/skypilot.mjs FILE      catalogs/v8/aws/vms.csv of skypilot-org/skypilot-catalog
//   node scripts/catalog/skypilot.mjs FILE p5   of the families named alone
import { readFileSync } from "node:fs";
import { argument, familyOf, readFamilies } from "./files.mjs";

const file = argument("usage: node scripts/catalog/skypilot.mjs FILE [FAMILY ...]");
const wanted = process.argv.slice(3);
const COLUMNS = ["InstanceType", "Price", "Region", "AvailabilityZone"];

/** Cells of a line; the column about the GPUs is quoted, and holds commas. */
const cellsOf = (line) => line.replaceAll(/"[^"]*"/g, "").split(",");

const [header, ...lines] = readFileSync(file, "utf8").split("\n");
const columns = COLUMNS.map((name) => cellsOf(header).indexOf(name));
if (columns.includes(-1)) {
  console.error(`${file} is no vms.csv: its first line lacks one of ${COLUMNS.join(", ")}`);
  process.exit(2);
}

/** By type and Region: the price, and the zones. */
const theirs = new Map();
for (const line of lines.filter(Boolean)) {
  const cells = cellsOf(line);
  const [type, price, region, zone] = columns.map((column) => cells[column]);
  if (wanted.length > 0 && !wanted.includes(familyOf(type))) continue;
  const regions = theirs.get(type) ?? theirs.set(type, new Map()).get(type);
  const at = regions.get(region) ?? regions.set(region, { zones: new Set() }).get(region);
  if (Number(price) > 0) at.usd = Number(price);
  // local zones and wavelength zones are no zones of a cluster
  if (/^[a-z]+\d-az\d+$/.test(zone)) at.zones.add(zone);
}

const prices = readFamilies("instance-prices");
const availability = readFamilies("availability");
const count = { same: 0, other: 0, missing: 0, region: 0, zone: 0 };
for (const [type, regions] of theirs) {
  const sold = availability.get(familyOf(type))?.find(({ types }) => types.includes(type));
  if (sold === undefined) continue;
  const rows = (prices.get(familyOf(type)) ?? []).filter((r) => r.instanceType === type && r.purchase === "on-demand");
  for (const [region, { usd, zones }] of regions) {
    const row = rows.find(({ usdPerHour }) => region in usdPerHour);
    if (usd !== undefined && row === undefined) {
      count.missing++;
      console.log(`${type} ${region}: no price in the catalog, ${usd} there`);
    } else if (usd !== undefined) {
      const same = Math.abs(row.usdPerHour[region] / usd - 1) < 1e-3;
      count[same ? "same" : "other"]++;
      if (!same) console.log(`${type} ${region}: ${row.usdPerHour[region]} of ${row.pricedOn}, ${usd} there`);
    }
    if (!sold.regions.includes(region)) {
      count.region++;
      console.log(`${type} ${region}: not among the Regions of the catalog`);
      continue;
    }
    // null: zones are kept of accelerated types alone
    const unknown = sold.zoneIds === null ? [] : [...zones].filter((zone) => !sold.zoneIds.includes(zone));
    count.zone += unknown.length;
    if (unknown.length > 0) console.log(`${type} ${region}: not among the zones of the catalog: ${unknown.join(", ")}`);
  }
  const gone = sold.regions.filter((region) => !regions.has(region));
  if (gone.length > 0) console.log(`${type}: in the catalog alone: ${gone.join(", ")}`);
}
console.log(
  `${count.same} prices agree, ${count.other} differ, ${count.missing} are missing; ${count.region} Regions and ${count.zone} zones are unknown`,
);
