// Adds on-demand prices that the catalog lacks, from a public copy of AWS's price list:
//
//   node scripts/catalog/on-demand-prices.mjs CHECKOUT_OF_KARPENTER     us-east-1, GovCloud and China of every type
//   node scripts/catalog/on-demand-prices.mjs FILE.js DAY SOURCE        every region of the accelerated types: the file of
//                                                                       tsaol/aws-gpu (instances.vantage.sh), its day and name
//   node scripts/catalog/on-demand-prices.mjs pricing.json DAY SOURCE   every region of the types without accelerators: the
//                                                                       file of apache-libcloud, its day and name
//   node scripts/catalog-diff.mjs
//
// A price that is there stays; one that the source gives otherwise is printed for a person to decide.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { argument, checkoutOf, familyOf, readFamilies, writeFamilies } from "./files.mjs";

const given = argument("usage: node scripts/catalog/on-demand-prices.mjs CHECKOUT_OF_KARPENTER | FILE DAY SOURCE");
const TABLES = "pkg/providers/pricing";
const REGION = /^[a-z]{2}(-[a-z]+)+-\d$/;

/** Tables of Go: regions with types and prices under them. */
function* ofKarpenter(checkout, commit) {
  for (const name of ["aws", "aws_us_gov", "aws_cn"]) {
    const path = `${TABLES}/zz_generated.pricing_${name}.go`;
    const text = readFileSync(join(checkout, path), "utf8");
    const [, pricedOn] = /generated at (\d{4}-\d\d-\d\d)/.exec(text);
    const source = `aws/karpenter-provider-aws@${commit} ${path} (generated from the AWS price list)`;
    // China's list is in yuan.
    if (name === "aws_cn") continue;
    for (const [, region, body] of text.matchAll(/"([a-z-]+-\d)": \{([\s\S]*?)\n\t\}/g)) {
      for (const [, type, usd] of body.matchAll(/"([a-z0-9-]+\.[a-z0-9-]+)": ([\d.]+)/g)) {
        yield { type, region, usd: Number(usd), pricedOn, source };
      }
    }
  }
}

function* ofVantageCopy(file, pricedOn, source) {
  const [, text] = /const allGPUInstances = (\[[\s\S]*?\n\]);/.exec(readFileSync(file, "utf8"));
  for (const { name, pricing } of JSON.parse(text)) {
    for (const [region, { onDemand }] of Object.entries(pricing)) {
      if (REGION.test(region) && onDemand > 0) yield { type: name, region, usd: onDemand, pricedOn, source };
    }
  }
}

/**
 * libcloud's file has for each type and region the price of whichever offer its scraper saw last: shared or dedicated tenancy
 * (up to a tenth more), or 0 for a reservation's. Sizes of a family cost one rate in a region, so a price counts where at
 * least two sizes agree on the lowest rate, as a multiple of their known prices in us-east-1. Bare metal is left out: its two
 * sizes can both be dedicated; so are burstable types, which no pool of a cluster needs. All 273 agree with known prices of GovCloud.
 */
function* ofLibcloud(file, pricedOn, source) {
  const rates = new Map();
  for (const [type, regions] of Object.entries(JSON.parse(readFileSync(file, "utf8")).compute.ec2_linux)) {
    const base = families
      .get(familyOf(type))
      ?.find((row) => row.instanceType === type && "us-east-1" in row.usdPerHour);
    if (!base || /^t\d|metal/.test(type) || known.get(type)?.acceleratorCount !== 0) continue;
    // Regions that the catalog has no list of types for stay out: one price there would make it an incomplete list.
    const { regions: sold } = availability.get(familyOf(type)).find(({ types }) => types.includes(type));
    for (const [region, usd] of Object.entries(regions)) {
      if (!sold.includes(region) || !(usd > 0)) continue;
      const key = `${familyOf(type)} ${region}`;
      if (!rates.has(key)) rates.set(key, []);
      rates.get(key).push({ type, region, usd, rate: usd / base.usdPerHour["us-east-1"] });
    }
  }
  for (const sizes of rates.values()) {
    const lowest = Math.min(...sizes.map(({ rate }) => rate));
    const agreed = sizes.filter(({ rate }) => rate <= lowest * 1.001);
    if (agreed.length < 2) continue;
    for (const { type, region, usd } of agreed) yield { type, region, usd, pricedOn, source };
  }
}

const isCheckout = existsSync(join(given, TABLES));
const checkedOn = new Date().toISOString().slice(0, 10);
const prices = isCheckout
  ? ofKarpenter(given, (await checkoutOf(given)).commit)
  : (given.endsWith(".json") ? ofLibcloud : ofVantageCopy)(given, process.argv[3], process.argv[4]);

const types = readFamilies("instance-types");
const families = readFamilies("instance-prices");
const availability = readFamilies("availability");
const known = new Map([...types.values()].flat().map((row) => [row.name, row]));
for (const { type, region, usd, pricedOn, source } of prices) {
  if (!known.get(type)?.purchase.includes("on-demand")) continue;
  const rows = families.get(familyOf(type)) ?? families.set(familyOf(type), []).get(familyOf(type));
  const same = rows.filter((row) => row.instanceType === type && row.purchase === "on-demand");
  const present = same.find((row) => region in row.usdPerHour);
  if (present) {
    const was = present.usdPerHour[region];
    if (Math.abs(was / usd - 1) > 1e-4)
      console.log(`${type} ${region}: catalog ${was} of ${present.pricedOn}, source ${usd} of ${pricedOn}`);
    continue;
  }
  const row = same.find((r) => r.source === source && r.pricedOn === pricedOn);
  if (row) row.usdPerHour[region] = usd;
  else
    rows.push({
      instanceType: type,
      purchase: "on-demand",
      usdPerHour: { [region]: usd },
      pricedOn,
      source,
      checkedOn,
    });
}
for (const rows of families.values()) {
  for (const row of rows) row.usdPerHour = Object.fromEntries(Object.entries(row.usdPerHour).sort());
  rows.sort((a, b) =>
    `${a.instanceType} ${a.purchase} ${b.pricedOn}` < `${b.instanceType} ${b.purchase} ${a.pricedOn}` ? -1 : 1,
  );
}
writeFamilies("instance-prices", families);
