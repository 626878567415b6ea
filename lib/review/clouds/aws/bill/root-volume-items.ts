import { GP3 } from "../../../../model/aws/gp3";
import type { NodePool } from "../../../../model/model";

/** One thing that a root volume is billed by, per month. */
export interface RootVolumeItem {
  readonly attribute: "rootVolumeGiB" | "rootVolumeIops" | "rootVolumeMBps";
  readonly what: string;
  readonly item: string;
  readonly perMonth: number;
}

/** What a node's root volume is billed by: its size, and what it has beyond gp3's own. */
export function rootVolumeItems(
  of: Pick<NodePool, "rootVolumeGiB" | "rootVolumeIops" | "rootVolumeMBps">,
): readonly RootVolumeItem[] {
  const iops = Math.max(0, (of.rootVolumeIops ?? 0) - GP3.iops.min);
  const mbps = Math.max(0, (of.rootVolumeMBps ?? 0) - GP3.throughputMBps.min);
  const size: RootVolumeItem = {
    attribute: "rootVolumeGiB",
    what: `${of.rootVolumeGiB} GiB root volume`,
    item: "ebs-gp3-gb-month",
    perMonth: of.rootVolumeGiB,
  };
  const more: readonly RootVolumeItem[] = [
    {
      attribute: "rootVolumeIops",
      what: `${iops} IOPS beyond gp3's 3,000`,
      item: "ebs-gp3-iops-month",
      perMonth: iops,
    },
    { attribute: "rootVolumeMBps", what: `${mbps} MB/s beyond gp3's 125`, item: "ebs-gp3-mbps-month", perMonth: mbps },
  ];
  return [size, ...more.filter(({ perMonth }) => perMonth > 0)];
}
