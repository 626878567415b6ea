import { SecurityGroup } from "@cdktf/provider-aws/lib/security-group";
import { VpcEndpoint } from "@cdktf/provider-aws/lib/vpc-endpoint";
import { VpcSecurityGroupEgressRule } from "@cdktf/provider-aws/lib/vpc-security-group-egress-rule";
import { VpcSecurityGroupIngressRule } from "@cdktf/provider-aws/lib/vpc-security-group-ingress-rule";
import type { IClusterNetwork } from "./i-cluster-network";

/** Interface endpoints of a network in its compute subnet, and the group that lets the VPC reach them. */
export class InterfaceEndpoints {
  /** Short names, in the order in which they were asked for. */
  public readonly services: string[] = [];
  private group?: SecurityGroup;

  constructor(private readonly network: IClusterNetwork) {}

  /** Makes the endpoints that are not there yet. */
  public add(services: readonly string[]): void {
    const { network } = this;
    for (const service of services) {
      if (this.services.includes(service)) continue;
      this.services.push(service);
      this.group ??= this.buildGroup();
      new VpcEndpoint(network, `endpoint-${service.replaceAll(".", "-")}`, {
        vpcId: network.vpcId,
        serviceName: `com.amazonaws.${network.region}.${service}`,
        vpcEndpointType: "Interface",
        subnetIds: [network.computeSubnetId],
        securityGroupIds: [this.group.id],
        privateDnsEnabled: true,
        tags: network.tagsFor(service),
      });
    }
  }

  private buildGroup(): SecurityGroup {
    const { network } = this;
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
    return group;
  }
}
