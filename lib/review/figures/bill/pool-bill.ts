import type { NodePool } from "../../../model/model";
import { HOURS_PER_MONTH } from "../../../sizing/cost/cost";
import { type Bill, type BillLine, free } from "./bill";

/** IOPS and MB/s that every gp3 volume includes. @see https://aws.amazon.com/ebs/pricing/ */
const GP3_INCLUDED = { iops: 3000, mbps: 125 };

/** Something of each node's root volume, so much per node. */
function ofRoots({ name, nodes }: NodePool, what: string, item: string | null, perNodeMonth: number): BillLine[] {
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

/** What a pool is billed by besides its nodes, which are billed by type, source and price (node-sources). */
export const POOL_BILL: Bill<NodePool> = {
  name: free("a name"),
  instanceType: free("billed with the nodes of each source"),
  nodes: free("billed with the nodes of each source"),
  capacity: free("billed with the nodes of each source"),
  fabric: free("EFA has no price of its own"),
  networkInterfaces: free("interfaces have no price of their own"),
  placement: free("placement groups have no price"),
  availabilityZone: free("prices are the region's"),
  image: free("public images have no price"),
  sharing: free("MIG, MPS and time slicing have no price"),
  securityGroups: free("security groups have no price"),
  nvmeCache: free("part of the instance"),
  mounts: free("billed with the file system"),
  rootVolumeGiB: {
    lines: (p) => ofRoots(p, `${p.rootVolumeGiB} GiB root volume`, "ebs-gp3-gb-month", p.rootVolumeGiB),
  },
  rootVolumeIops: {
    lines: (p) => {
      const more = Math.max(0, (p.rootVolumeIops ?? 0) - GP3_INCLUDED.iops);
      return more === 0 ? [] : ofRoots(p, `${more} IOPS beyond gp3's 3,000`, "ebs-gp3-iops-month", more);
    },
  },
  rootVolumeMBps: {
    lines: (p) => {
      const more = Math.max(0, (p.rootVolumeMBps ?? 0) - GP3_INCLUDED.mbps);
      return more === 0 ? [] : ofRoots(p, `${more} MB/s beyond gp3's 125`, "ebs-gp3-mbps-month", more);
    },
  },
  detailedMonitoring: {
    lines: (p) => (p.detailedMonitoring ? ofRoots(p, "EC2 detailed monitoring", null, 0) : []),
  },
  encrypted: free("its key is billed as a resource"),
  imdsV2Required: free("a setting"),
  imdsHopLimit: free("a setting"),
  healthChecked: free("a program on the node"),
  labels: free("text"),
  bootSeconds: free("nodes that boot are billed as nodes"),
  adoptedBy: free("the scheduler has a bill of its own"),
};
