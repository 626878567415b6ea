/** AWS services that a cluster without a NAT gateway must reach through interface endpoints. */
export const PRIVATE_SERVICES = [
  "ec2",
  "ec2messages",
  "ssm",
  "ssmmessages",
  "logs",
  "monitoring",
  "secretsmanager",
  "sts",
  "kms",
  "autoscaling",
  "fsx",
] as const;
