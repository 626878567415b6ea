/**
 * What a gp3 volume may have; the least is what every one has and its price includes.
 * @see https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_EbsBlockDevice.html
 * @see https://aws.amazon.com/ebs/pricing/
 */
export const GP3 = {
  iops: { min: 3000, max: 80_000 },
  throughputMBps: { min: 125, max: 2000 },
  /** @see https://docs.aws.amazon.com/ebs/latest/userguide/general-purpose.html */
  iopsPerGiB: 500,
  iopsPerMBps: 4,
} as const;
