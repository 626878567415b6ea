import type { EksCluster } from "@cdktf/provider-aws/lib/eks-cluster";
import type { IClusterNetwork } from "../../network/i-cluster-network";

/** Values of Karpenter's chart, where it runs apart. */
export function karpenterValues(
  { name, endpoint }: Pick<EksCluster, "name" | "endpoint">,
  { region, egress }: Pick<IClusterNetwork, "region" | "egress">,
  interruptionQueue: string,
) {
  return {
    serviceAccount: { name: "karpenter" },
    // its own nodes need no DNS of the cluster's to come up
    dnsPolicy: "Default",
    settings: {
      clusterName: name,
      clusterEndpoint: endpoint,
      interruptionQueue,
      // prices have no endpoint in a network without a way out
      isolatedVPC: egress === "endpoints-only",
      featureGates: { nodeRepair: true, nodeOverlay: true, reservedCapacity: true },
    },
    controller: {
      env: [{ name: "AWS_REGION", value: region }],
      resources: { requests: { cpu: "1", memory: "1Gi" }, limits: { memory: "2Gi" } },
    },
  };
}
