import type { SecurityGroup } from "@cdktf/provider-aws/lib/security-group";
import { VpcSecurityGroupEgressRule } from "@cdktf/provider-aws/lib/vpc-security-group-egress-rule";
import { VpcSecurityGroupIngressRule } from "@cdktf/provider-aws/lib/vpc-security-group-ingress-rule";
import { Construct } from "constructs";
import type { IClusterNetwork } from "../../network/i-cluster-network";
import { fileSystemGroup } from "../file-system-group";

/** One range of ports and its protocol. */
export interface PortRange {
  readonly ipProtocol: "tcp" | "udp";
  readonly fromPort: number;
  readonly toPort: number;
}

export interface NfsSecurityGroupsProps {
  readonly network: IClusterNetwork;
  readonly name: string;
  readonly ports: readonly PortRange[];
  /** Existing group of the clients. @default - one is made at the first mount */
  readonly clientSecurityGroupId?: string;
}

/** Groups of an NFS server and of its clients; clients may call the server, and nobody else may. */
export class NfsSecurityGroups extends Construct {
  public readonly serverGroup: SecurityGroup;
  private readonly props: NfsSecurityGroupsProps;
  private clients?: string;

  constructor(scope: Construct, id: string, props: NfsSecurityGroupsProps) {
    super(scope, id);
    this.props = props;
    this.serverGroup = fileSystemGroup(this, "server", props, `NFS server of ${props.name}`);
  }

  /** Group of the nodes that mount the file system; made at the first mount. */
  public get clientGroupId(): string {
    if (this.clients === undefined) {
      this.clients =
        this.props.clientSecurityGroupId ??
        fileSystemGroup(this, "clients", this.props, `nodes that mount ${this.props.name}`).id;
      const servers = this.serverGroup.id;
      for (const [index, range] of this.props.ports.entries()) {
        new VpcSecurityGroupIngressRule(this, `server-in-${index}`, {
          securityGroupId: servers,
          referencedSecurityGroupId: this.clients,
          description: "NFS from clients",
          ...range,
        });
        new VpcSecurityGroupEgressRule(this, `clients-out-${index}`, {
          securityGroupId: this.clients,
          referencedSecurityGroupId: servers,
          description: "NFS to the server",
          ...range,
        });
      }
    }
    return this.clients;
  }
}
