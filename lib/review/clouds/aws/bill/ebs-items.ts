import { GP3 } from "../../../../model/aws/gp3";
import type { EbsVolume, NodePool } from "../../../../model/model";

/** One thing that an EBS volume is billed by, per month. */
export interface EbsItem {
  readonly of: "gib" | "iops" | "mbps";
  readonly what: string;
  /** Item of the price list; null where it has none. */
  readonly item: string | null;
  readonly perMonth: number;
}

/** Items of a volume's size by its type; the price list has none of other types. */
const SIZES: Readonly<Record<string, string>> = {
  gp3: "ebs-gp3-gb-month",
  gp2: "ebs-gp2-gb-month",
  io2: "ebs-io2-gb-month",
  st1: "ebs-st1-gb-month",
};

/** Provisioned operations of io2 that its first price is for; more cost less. @see https://aws.amazon.com/ebs/pricing/ */
const FIRST_IO2_IOPS = 32_000;

const iopsOf = (type: string, iops: number, item: string | null): EbsItem => ({
  of: "iops",
  what: `${iops} IOPS of ${type}`,
  item,
  perMonth: iops,
});

/** What is billed of a type besides its size: what gp3 has beyond its own, all that is provisioned of io1 and io2. */
const RATES: Readonly<Record<string, (volume: EbsVolume) => readonly EbsItem[]>> = {
  gp3: ({ iops = 0, mbps = 0 }) => [
    {
      ...iopsOf("gp3", iops - GP3.iops.min, "ebs-gp3-iops-month"),
      what: `${iops - GP3.iops.min} IOPS beyond gp3's 3,000`,
    },
    {
      of: "mbps",
      what: `${mbps - GP3.throughputMBps.min} MB/s beyond gp3's 125`,
      item: "ebs-gp3-mbps-month",
      perMonth: mbps - GP3.throughputMBps.min,
    },
  ],
  io2: ({ iops = 0 }) => [
    iopsOf("io2", Math.min(iops, FIRST_IO2_IOPS), "ebs-io2-iops-month"),
    iopsOf("io2 beyond 32,000", iops - FIRST_IO2_IOPS, null),
  ],
  io1: ({ iops = 0 }) => [iopsOf("io1", iops, null)],
};

/** What a volume is billed by: its size, and the rates that it is provisioned for. */
export function ebsItems(volume: EbsVolume, what: string): readonly EbsItem[] {
  const { type, gib } = volume;
  const size: EbsItem = {
    of: "gib",
    what: `${gib} GiB ${type === "gp3" ? "" : `${type} `}${what}`,
    item: SIZES[type] ?? null,
    perMonth: gib,
  };
  return [size, ...(RATES[type]?.(volume) ?? []).filter(({ perMonth }) => perMonth > 0)];
}

/** A node's root volume. */
export function rootVolume(
  of: Pick<NodePool, "rootVolumeGiB" | "rootVolumeIops" | "rootVolumeMBps" | "aws">,
): EbsVolume {
  const { rootVolumeGiB: gib, rootVolumeIops: iops, rootVolumeMBps: mbps, aws } = of;
  return { type: aws?.rootVolumeType ?? "gp3", gib, iops, mbps };
}
