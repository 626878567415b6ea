import type { Fault } from "../../../kubernetes/found-faults/faults";

const READ = "test/catalog/read-again.test.ts";
const PLANTS = "test/catalog/plants.slow.test.ts";
const QUOTAS = "test/review/quotas.test.ts";

export const CATALOG: readonly Fault[] = [
  {
    id: "CATALOG-B1",
    was: "prices of Capacity Blocks were those of an earlier list",
    tests: {
      "test/catalog/prices.test.ts": [
        "of %s %s in %s are %d dollars an hour",
        "give no Capacity Block a price from before the list of 2026-10-07",
      ],
      [READ]: ["has block prices per accelerator of %s"],
    },
    plant: ["lib/catalog/data/instance-prices/p4d.json", '"us-east-2":13.568', '"us-east-2":11.8'],
  },
  {
    id: "CATALOG-S1",
    was: "quotas of Capacity Blocks were unknown",
    tests: {
      [QUOTAS]: [
        "asks for the instances in Capacity Blocks, of which accounts start with none, and for no vCPUs",
        "counts Capacity Blocks at the same time together, and blocks after each other once",
      ],
      [READ]: ["has the quota %s, of which accounts start with %d"],
    },
  },
  {
    id: "CATALOG-S2",
    was: "the quota of HPC instances was dropped",
    tests: {
      [QUOTAS]: [
        "asks for vCPUs of HPC instances",
        "names a quota whose code is not published instead of leaving it out",
      ],
    },
  },
  {
    id: "CATALOG-S3",
    was: "a price of us-east-1 stood in for another Region's without a word",
    tests: {
      "test/review/figures/cost.test.ts": [
        "multiplies nodes by the region's price, or by another region's where it has none and says so",
      ],
      [READ]: ["has the price of %s in %s"],
    },
    limit: "On-Demand prices cover every Region for accelerated instance types.",
  },
  {
    id: "CATALOG-S4",
    was: "GB200 got an EFA on all 16 cards",
    tests: {
      "test/model/aws/nic-layout.test.ts": [
        "puts one 400 Gb/s EFA per GPU of a p6e-gb200 on cards 1, 5, 9 and 13, with %s",
      ],
    },
  },
  {
    id: "CATALOG-M1",
    was: "dates of EKS versions were a day off or missing",
    tests: { [READ]: ["has the calendar of Kubernetes %s"] },
    plant: ["lib/catalog/data/eks-versions.json", '"2026-01-27"', '"2026-01-28"'],
  },
  {
    id: "CATALOG-M2",
    was: "bandwidths of Trainium1 and Inferentia2 were GiB taken for GB",
    tests: { [READ]: ["has the bandwidth of %s in units of 10^9 bytes"] },
  },
  {
    id: "CATALOG-M3",
    was: "pages that contradict each other were not noted",
    tests: { [READ]: ["notes where AWS's own pages differ: %s"] },
  },
  {
    id: "CATALOG-M4",
    was: "charts lacked the least Kubernetes version that they name",
    tests: { [READ]: ["has the least Kubernetes version that the chart of %s names"] },
  },
  {
    id: "CATALOG-M5",
    was: "defaults of vCPU quotas were unknown though AWS publishes them",
    tests: { [READ]: ["has the quota %s, of which accounts start with %d"] },
  },
  {
    id: "CATALOG-M6",
    was: "the ranking of designs had no dates of prices",
    tests: {
      "test/cli/tables/plan-table.test.ts": [
        "dates each price and names the Region that it is of, another Region's as such",
      ],
    },
  },
  {
    id: "CATALOG types",
    was: "families that are sold were missing, and a type that was missing could not be added",
    tests: { [READ]: ["has every family that a cluster uses"] },
  },
  {
    id: "CATALOG plants",
    was: "the catalog's tests saw 7 of 24 wrong figures",
    tests: { [PLANTS]: ["see %s", "see two rows of one type, and one type in two regions' rows"] },
  },
  {
    id: "CATALOG sources",
    was: "rows named no document, or a check of a day to come",
    tests: {
      [PLANTS]: ["a check in the future", "a source that names no document", "a price from after its check"],
    },
  },
];
