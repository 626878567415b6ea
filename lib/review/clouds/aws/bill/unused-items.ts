/** Items of the price list that no bill names, and why not. */
export const UNUSED_ITEMS: Readonly<Record<string, string>> = {
  "cloudwatch-logs-gb": "log volume is unknown in advance; logs are listed as unpriced",
  "efs-infrequent-access-gb-month": "stored data is unknown in advance; EFS is listed as unpriced",
  "efs-one-zone-gb-month": "stored data is unknown in advance; EFS is listed as unpriced",
  "efs-standard-gb-month": "stored data is unknown in advance; EFS is listed as unpriced",
  "eks-cluster-extended-support-hour":
    "the review reads no clock, and versions are in standard support when they are chosen",
  "fsx-openzfs-backup-gb-month": "backup size is unknown in advance; backups are listed as unpriced",
  "fsx-openzfs-iops-month": "no construct provisions IOPS beyond the 3 per GB included",
  "interface-endpoint-gb": "traffic through endpoints is unknown in advance",
  "load-balancer-alb-capacity-unit-hour":
    "capacity units depend on traffic, which is unknown in advance; the load balancer item says so",
  "load-balancer-nlb-capacity-unit-hour":
    "capacity units depend on traffic, which is unknown in advance; the load balancer item says so",
  "region-transfer-gb": "no construct sends data to another region",
  "s3-deep-archive-gb-month": "no construct moves objects there",
  "s3-get-thousand-requests": "request volume is unknown in advance",
  "s3-intelligent-tiering-infrequent-gb-month": "no construct moves objects there",
  "s3-put-thousand-requests": "request volume is unknown in advance",
};
