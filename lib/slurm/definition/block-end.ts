import type { InstanceType } from "../../catalog/types";

/**
 * Minutes before the end of a Capacity Block at which its instances are gone: EC2 begins to terminate them 30 minutes before the end,
 * those of UltraServers 60 minutes before it.
 * Checked on 2026-11-22.
 * @see https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-capacity-blocks.html
 * @see https://dev.classmethod.jp/articles/ec2-capacity-blocks-for-ml-instance-cb-vs-ultraserver-cb (UltraServers, 2026-02-08)
 */
const LEAD_MINUTES = { instances: 30, ultraServers: 60 } as const;

export const terminationLeadMinutes = ({ ultraServer }: Pick<InstanceType, "ultraServer">): number =>
  ultraServer === null ? LEAD_MINUTES.instances : LEAD_MINUTES.ultraServers;
