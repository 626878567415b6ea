import type { RayDefinition } from "../define-ray-cluster";

/** AWS services that nodes and pods of every cluster call, by the short names of their endpoints. */
const ALWAYS = [
  "ec2",
  "ecr.api",
  "ecr.dkr",
  "eks",
  // every right of a pod is by Pod Identity
  "eks-auth",
  "ssm",
  "ssmmessages",
  "sts",
];

type Of = Pick<RayDefinition, "provisioner" | "gcsNodeType" | "podLogRetentionDays" | "unusedAddOns" | "workloads">;

/**
 * AWS services that a cluster's nodes and pods call, sorted. Load balancers of single services are made by EKS' own controller, outside of
 * the network; S3 has a gateway endpoint.
 * @see https://docs.aws.amazon.com/eks/latest/userguide/private-clusters.html
 * @see https://karpenter.sh/docs/getting-started/getting-started-with-karpenter/#private-clusters
 */
export function calledServices({
  provisioner,
  gcsNodeType,
  podLogRetentionDays,
  unusedAddOns,
  workloads,
}: Of): string[] {
  return [
    ...ALWAYS,
    provisioner === "karpenter" ? "sqs" : "autoscaling",
    ...(workloads.gateway ? ["elasticloadbalancing"] : []),
    ...(workloads.gateway?.firewall ? ["wafv2"] : []),
    ...(gcsNodeType === null ? [] : ["elasticache"]),
    ...(gcsNodeType === null && !workloads.secrets?.length ? [] : ["secretsmanager"]),
    ...(podLogRetentionDays === null ? [] : ["logs"]),
    ...(unusedAddOns.includes("aws-fsx-csi-driver") ? [] : ["fsx"]),
  ].sort();
}
