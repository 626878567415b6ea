import { launchFacts } from "../../../../model/aws/launch-facts";
import type { AwsPool, NodePool } from "../../../../model/model";
import { HOURS_PER_MONTH } from "../../../../sizing/cost/cost";
import { type Bill, type BillLine, free, type Term } from "../../bill";
import { POOL_FREE } from "../../free-anywhere";
import { type EbsItem, ebsItems, rootVolume } from "./ebs-items";

/** Something of each node, as its root volume, so much per node. */
function ofNodes({ name, nodes }: NodePool, what: string, item: string | null, perNodeMonth: number): BillLine[] {
  if (nodes.max < 1) return [];
  return [
    {
      name: `${nodes.max} x ${what} (${name})`,
      kind: "storage",
      item,
      perHour: (nodes.max * perNodeMonth) / HOURS_PER_MONTH,
      idleShare: nodes.min / nodes.max,
    },
  ];
}

/** What one attribute of the nodes' root volumes is billed by. */
const ofRoot = (pool: NodePool, attribute: EbsItem["of"]): BillLine[] =>
  ebsItems(rootVolume(pool), "root volume")
    .filter((one) => one.of === attribute)
    .flatMap(({ what, item, perMonth }) => ofNodes(pool, what, item, perMonth));

const ofDataVolumes = (pool: NodePool): BillLine[] =>
  (pool.aws?.dataVolumes ?? [])
    .flatMap((volume) => ebsItems(volume, "data volume"))
    .flatMap(({ what, item, perMonth }) => ofNodes(pool, what, item, perMonth));

/** What a fact of the launch is billed by. */
function launchTerm([name, { billed }]: (typeof launchFacts)[number]): Term<NodePool> {
  if ("free" in billed) return billed;
  const { what, item, perNodeMonth } = billed;
  return {
    lines: (p) => {
      const value = p.aws?.[name];
      const units = value === undefined || value === null ? 0 : perNodeMonth(value);
      return units > 0 ? ofNodes(p, what, item, units) : [];
    },
  };
}

type AwsBill = { readonly [K in keyof Required<AwsPool>]: Term<NodePool> };

/** What EC2 lets a pool choose. */
const AWS_BILL = {
  networkInterfaces: free("interfaces have no price of their own"),
  imdsV2Required: free("a setting"),
  rootVolumeType: free("says which items the root volume is billed by"),
  dataVolumes: { lines: ofDataVolumes },
  ...(Object.fromEntries(launchFacts.map((row) => [row[0], launchTerm(row)])) as Omit<
    AwsBill,
    "networkInterfaces" | "imdsV2Required" | "rootVolumeType" | "dataVolumes"
  >),
} satisfies AwsBill;

/** What a pool is billed by besides its nodes, which are billed by type, source and price (node-sources). */
export const POOL_BILL: Bill<NodePool> = {
  ...POOL_FREE,
  fabric: free("EFA has no price of its own"),
  placement: free("placement groups have no price"),
  image: free("public images have no price"),
  rootVolumeGiB: { lines: (p) => ofRoot(p, "gib") },
  rootVolumeIops: { lines: (p) => ofRoot(p, "iops") },
  rootVolumeMBps: { lines: (p) => ofRoot(p, "mbps") },
  encrypted: free("its key is billed as a resource"),
  aws: { lines: (p) => Object.values(AWS_BILL).flatMap((term) => ("lines" in term ? term.lines(p) : [])) },
};
