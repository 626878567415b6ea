import { SecurityGroup } from "@cdktf/provider-aws/lib/security-group";
import { VpcSecurityGroupEgressRule } from "@cdktf/provider-aws/lib/vpc-security-group-egress-rule";
import { Construct } from "constructs";
import type { IClusterNetwork } from "./i-cluster-network";

/** Security group of nodes: out to the VPC and to the web (packages, AWS services), in only what others add. */
export class NodeSecurityGroup extends Construct {
  public readonly securityGroup: SecurityGroup;

  constructor(scope: Construct, id: string, props: { readonly network: IClusterNetwork; readonly name: string }) {
    super(scope, id);
    const { network, name } = props;
    this.securityGroup = new SecurityGroup(this, "Resource", {
      name: `${network.clusterName}-${name}`,
      description: `nodes of ${name}`,
      vpcId: network.vpcId,
      tags: network.tagsFor(name),
    });
    const securityGroupId = this.securityGroup.id;
    new VpcSecurityGroupEgressRule(this, "to-vpc", {
      securityGroupId,
      description: "anything within the VPC",
      cidrIpv4: network.vpcCidr,
      ipProtocol: "-1",
    });
    for (const [port, what] of [
      [443, "https"],
      [80, "http"],
    ] as const) {
      new VpcSecurityGroupEgressRule(this, `to-${what}`, {
        securityGroupId,
        description: `${what} to package mirrors and AWS services`,
        cidrIpv4: "0.0.0.0/0",
        ipProtocol: "tcp",
        fromPort: port,
        toPort: port,
      });
    }
  }

  public get id(): string {
    return this.securityGroup.id;
  }
}
