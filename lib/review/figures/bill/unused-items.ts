/** Items of the price list that no bill names, and why not. */
export const UNUSED_ITEMS: Readonly<Record<string, string>> = {
  "cloudwatch-logs-gb": "how much is logged nobody knows before; logs are named as unpriced",
  "ebs-gp2-gb-month": "no construct makes gp2 volumes",
  "ebs-io2-gb-month": "no construct makes io2 volumes",
  "ebs-io2-iops-month": "no construct makes io2 volumes",
  "ebs-snapshot-gb-month": "no construct takes snapshots but the last one of a destroyed state volume",
  "ebs-st1-gb-month": "no construct makes st1 volumes",
  "efs-infrequent-access-gb-month": "what EFS holds nobody knows before; it is named as unpriced",
  "efs-one-zone-gb-month": "what EFS holds nobody knows before; it is named as unpriced",
  "efs-provisioned-mbps-month": "no construct provisions EFS throughput: it is elastic",
  "efs-standard-gb-month": "what EFS holds nobody knows before; it is named as unpriced",
  "eks-cluster-extended-support-hour":
    "the review reads no clock, and versions are in standard support when they are chosen",
  "fsx-openzfs-backup-gb-month": "what backups hold nobody knows before; they are named as unpriced",
  "fsx-openzfs-iops-month": "no construct provisions IOPS beyond the 3 per GB included",
  "interface-endpoint-gb": "how much passes endpoints nobody knows before",
  "load-balancer-alb-capacity-unit-hour":
    "capacity units follow traffic that nobody knows before; the load balancer's line says so",
  "load-balancer-nlb-capacity-unit-hour":
    "capacity units follow traffic that nobody knows before; the load balancer's line says so",
  "region-transfer-gb": "no construct sends data to another region",
  "s3-deep-archive-gb-month": "no construct moves objects there",
  "s3-get-thousand-requests": "requests nobody knows before",
  "s3-intelligent-tiering-infrequent-gb-month": "no construct moves objects there",
  "s3-put-thousand-requests": "requests nobody knows before",
};
