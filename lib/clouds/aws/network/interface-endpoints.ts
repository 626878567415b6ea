import { SecurityGroup } from "@cdktf/provider-aws/lib/security-group";
import type { Subnet } from "@cdktf/provider-aws/lib/subnet";
import { VpcEndpoint } from "@cdktf/provider-aws/lib/vpc-endpoint";
import { VpcSecurityGroupEgressRule } from "@cdktf/provider-aws/lib/vpc-security-group-egress-rule";
import { VpcSecurityGroupIngressRule } from "@cdktf/provider-aws/lib/vpc-security-group-ingress-rule";
import type { NetworkDefinition } from "./define-network";
import type { IClusterNetwork } from "./i-cluster-network";

type MadeNetwork = IClusterNetwork & { readonly definition: NetworkDefinition };

/** Interface endpoints of a network in its compute subnet, and the group that lets the VPC reach them. */
export function buildInterfaceEndpoints(network: MadeNetwork, subnet: Subnet): void {
  const { interfaceEndpoints: services } = network.definition;
  if (services.length === 0) return;
  const group = new SecurityGroup(network, "endpoints-security-group", {
    name: `${network.clusterName}-endpoints`,
    description: "AWS services by interface endpoint",
    vpcId: network.vpcId,
    tags: network.tagsFor("endpoints"),
  });
  new VpcSecurityGroupIngressRule(network, "endpoints-https", {
    securityGroupId: group.id,
    description: "HTTPS from the VPC",
    cidrIpv4: network.vpcCidr,
    ipProtocol: "tcp",
    fromPort: 443,
    toPort: 443,
  });
  new VpcSecurityGroupEgressRule(network, "endpoints-answers", {
    securityGroupId: group.id,
    description: "answers to the VPC",
    cidrIpv4: network.vpcCidr,
    ipProtocol: "-1",
  });
  for (const service of services) {
    new VpcEndpoint(network, `endpoint-${service.replaceAll(".", "-")}`, {
      vpcId: network.vpcId,
      serviceName: `com.amazonaws.${network.region}.${service}`,
      vpcEndpointType: "Interface",
      subnetIds: [subnet.id],
      securityGroupIds: [group.id],
      privateDnsEnabled: true,
      tags: network.tagsFor(service),
    });
  }
}
