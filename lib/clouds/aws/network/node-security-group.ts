import { SecurityGroup } from "@cdktf/provider-aws/lib/security-group";
import { VpcSecurityGroupEgressRule } from "@cdktf/provider-aws/lib/vpc-security-group-egress-rule";
import { Construct } from "constructs";
import { contains, parseCidr } from "../../../units/cidr";
import type { PoolMount } from "../shared/boot-step";
import type { IClusterNetwork } from "./i-cluster-network";

/** Security group of nodes: out to the VPC and to the web (packages, AWS services), in only what others add. */
export class NodeSecurityGroup extends Construct {
  public readonly securityGroup: SecurityGroup;
  private readonly network: IClusterNetwork;

  constructor(
    scope: Construct,
    id: string,
    props: { readonly network: IClusterNetwork; readonly name: string; readonly description?: string },
  ) {
    super(scope, id);
    const { network, name, description = `nodes of ${name}` } = props;
    this.network = network;
    this.securityGroup = new SecurityGroup(this, "Resource", {
      name: `${network.clusterName}-${name}`,
      description,
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

  /** Lets nodes out to servers of mounts that lie outside of the VPC: on-premises NFS, a peered network's WEKA. */
  public letOut(mounts: readonly PoolMount[]): void {
    const vpc = parseCidr(this.network.vpcCidr);
    for (const { fileSystem, servers = [], clientSecurityGroupId } of mounts) {
      for (const { address, tcpPort } of clientSecurityGroupId === undefined ? servers : []) {
        const block = parseCidr(`${address}/32`);
        const id = `to-${fileSystem}-${address.replaceAll(".", "-")}`;
        const known = vpc !== undefined && block !== undefined && !contains(vpc, block);
        if (!known || this.node.tryFindChild(id) !== undefined) continue;
        this.letOutTo(id, `file system ${fileSystem}`, `${address}/32`, tcpPort);
      }
    }
  }

  /** Lets nodes out to a block, on one TCP port or on all of every protocol. */
  public letOutTo(id: string, description: string, cidrIpv4: string, tcpPort?: number): void {
    new VpcSecurityGroupEgressRule(this, id, {
      securityGroupId: this.securityGroup.id,
      description,
      cidrIpv4,
      ...(tcpPort === undefined ? { ipProtocol: "-1" } : { ipProtocol: "tcp", fromPort: tcpPort, toPort: tcpPort }),
    });
  }

  public get id(): string {
    return this.securityGroup.id;
  }
}
