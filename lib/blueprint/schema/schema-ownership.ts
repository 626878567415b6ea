import { OWNERSHIP_DEFAULTS as D, OWNERSHIP_NUMBERS as N } from "../../sizing/cost/ownership-quote";
import { fallback, num } from "./key";
import { strictObject } from "./strict-object";

export const ownershipSchema = strictObject(() => ({
  nodeUsd: num(N.nodeUsd).describe("One node with accelerators and network cards, as quoted, US dollars"),
  networkShare: fallback(
    num(N.networkShare),
    D.networkShare.value,
    "Switches, cables, storage and installation, share of the nodes' price",
  ),
  lifeYears: num(N.lifeYears).describe("Years until the hardware is written off"),
  residualShare: fallback(
    num(N.residualShare),
    D.residualShare.value,
    "What it is then sold for, share of what was paid",
  ),
  interestShare: num(N.interestShare).describe("Cost of capital per year, share of the mean value"),
  supportShare: num(N.supportShare).describe("Support and spare parts per year, share of what was paid"),
  usdPerKwh: num(N.usdPerKwh).describe("Electricity, US dollars per kWh"),
  pue: fallback(num(N.pue), D.pue.value, "Power usage effectiveness of the site"),
  colocationUsdPerKwMonth: fallback(
    num(N.colocationUsdPerKwMonth),
    D.colocationUsdPerKwMonth.value,
    "Rent of space and power, US dollars per kW and month; 0 for a site of your own",
  ),
  staffUsdPerYear: num(N.staffUsdPerYear).describe("Staff who run it, US dollars per year"),
})).describe("Your quote for nodes of your own: the review compares owning with renting them");
