import type { IClusterNetwork } from "../../network/i-cluster-network";
import { LOAD_BALANCER_ACCOUNT } from "../platform/load-balancer-access";

/** Values of the AWS Load Balancer Controller's chart: Gateway API with Application Load Balancers, and nothing else. */
export function loadBalancerValues(
  clusterName: string,
  { region, vpcId }: Pick<IClusterNetwork, "region" | "vpcId">,
  enableWafv2: boolean,
) {
  return {
    clusterName,
    region,
    vpcId,
    serviceAccount: { create: true, name: LOAD_BALANCER_ACCOUNT },
    enableShield: false,
    enableWaf: false,
    enableWafv2,
    // services with a load balancer of their own stay with the cloud's own controller
    enableServiceMutatorWebhook: false,
    keepTLSSecret: true,
    controllerConfig: { featureGates: { ALBGatewayAPI: true, NLBGatewayAPI: false } },
  };
}
