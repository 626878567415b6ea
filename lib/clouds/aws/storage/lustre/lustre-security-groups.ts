import type { SecurityGroup } from "@cdktf/provider-aws/lib/security-group";
import { VpcSecurityGroupEgressRule } from "@cdktf/provider-aws/lib/vpc-security-group-egress-rule";
import { VpcSecurityGroupIngressRule } from "@cdktf/provider-aws/lib/vpc-security-group-ingress-rule";
import type { ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import type { IClusterNetwork } from "../../network/i-cluster-network";
import { fileSystemGroup } from "../file-system-group";

/** https://docs.aws.amazon.com/fsx/latest/LustreGuide/limit-access-security-groups.html */
const LUSTRE_PORTS = [
  { fromPort: 988, toPort: 988 },
  { fromPort: 1018, toPort: 1023 },
] as const;

export interface LustreSecurityGroupsProps {
  readonly network: IClusterNetwork;
  readonly name: string;
  readonly efaEnabled: boolean;
  /** Group of a fabric whose EFA interfaces reach the servers. @default - none */
  readonly fabricSecurityGroupId?: string;
  /** Existing group of the clients. @default - one is made */
  readonly clientSecurityGroupId?: string;
}

/**
 * Groups of the servers and of their clients, open to one another on Lustre's ports in both directions, since servers call
 * clients back. With EFA, whose protocol is not TCP, everything between them is open, as FSx demands at creation.
 */
export class LustreSecurityGroups extends Construct {
  public readonly serverGroup: SecurityGroup;
  /** Rules that FSx wants to see before it creates a file system. */
  public readonly serverRules: readonly ITerraformDependable[];
  private readonly props: LustreSecurityGroupsProps;
  private clients?: string;

  constructor(scope: Construct, id: string, props: LustreSecurityGroupsProps) {
    super(scope, id);
    this.props = props;
    this.serverGroup = fileSystemGroup(this, "servers", props, `Lustre servers of ${props.name}`);
    const servers = this.serverGroup.id;
    this.serverRules = this.open("servers", servers, servers, props.efaEnabled);
    if (props.efaEnabled && props.fabricSecurityGroupId !== undefined) {
      this.open("servers-fabric", servers, props.fabricSecurityGroupId, true);
    }
  }

  /** Group of the nodes that mount the file system; made at the first mount. */
  public get clientGroupId(): string {
    if (this.clients === undefined) {
      const { clientSecurityGroupId, efaEnabled, name } = this.props;
      this.clients =
        clientSecurityGroupId ?? fileSystemGroup(this, "clients", this.props, `nodes that mount ${name}`).id;
      this.open("servers-clients", this.serverGroup.id, this.clients, efaEnabled);
      this.open("clients-servers", this.clients, this.serverGroup.id, efaEnabled);
    }
    return this.clients;
  }

  /** Lets `group` talk to `other` and be talked to by it. */
  private open(id: string, group: string, other: string, everything: boolean): ITerraformDependable[] {
    const ranges = everything ? [{ ipProtocol: "-1" }] : LUSTRE_PORTS.map((ports) => ({ ipProtocol: "tcp", ...ports }));
    return ranges.flatMap((range, index) => {
      const rule = { securityGroupId: group, referencedSecurityGroupId: other, description: `Lustre, ${id}`, ...range };
      return [
        new VpcSecurityGroupIngressRule(this, `${id}-in-${index}`, rule),
        new VpcSecurityGroupEgressRule(this, `${id}-out-${index}`, rule),
      ];
    });
  }
}
