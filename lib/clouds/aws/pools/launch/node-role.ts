import { IamInstanceProfile } from "@cdktf/provider-aws/lib/iam-instance-profile";
import { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { IamRolePolicy } from "@cdktf/provider-aws/lib/iam-role-policy";
import { IamRolePolicyAttachment } from "@cdktf/provider-aws/lib/iam-role-policy-attachment";
import { Lazy } from "cdktf";
import { Construct } from "constructs";
import type { IClusterNetwork } from "../../network/i-cluster-network";
import { checkRoleName } from "../../shared/names";
import type { PolicyStatement } from "../../shared/policy";
import { policyDocument, trustPolicy } from "../../shared/policy";

/** Session Manager instead of SSH; https://docs.aws.amazon.com/systems-manager/latest/userguide/setup-instance-permissions.html */
const SESSION_MANAGER_POLICY = "arn:aws:iam::aws:policy/AmazonSSMManagedInstanceCore";

export interface NodeRoleProps {
  readonly network: IClusterNetwork;
  /** Name behind the cluster's: `<clusterName>-<name>`. */
  readonly name: string;
  /** ARN of the boundary that the company puts on roles. @default - none */
  readonly permissionsBoundaryArn?: string;
}

/** Role and instance profile of nodes: Session Manager, and what is granted later; nothing with EC2. */
export class NodeRole extends Construct {
  public readonly role: IamRole;
  public readonly instanceProfile: IamInstanceProfile;
  private readonly network: IClusterNetwork;
  private readonly statements: PolicyStatement[] = [];

  constructor(scope: Construct, id: string, props: NodeRoleProps) {
    super(scope, id);
    this.network = props.network;
    checkRoleName("role", this.node.path, props.network.clusterName, props.name);
    const name = `${props.network.clusterName}-${props.name}`;
    this.role = new IamRole(this, "Resource", {
      name,
      assumeRolePolicy: trustPolicy("ec2.amazonaws.com"),
      permissionsBoundary: props.permissionsBoundaryArn,
      tags: props.network.tagsFor(props.name),
    });
    new IamRolePolicyAttachment(this, "session-manager", { role: this.role.name, policyArn: SESSION_MANAGER_POLICY });
    this.instanceProfile = new IamInstanceProfile(this, "profile", {
      name,
      role: this.role.name,
      tags: props.network.tagsFor(props.name),
    });
  }

  /** The role in policies of whoever passes it, which is in the same account: shorter than its ARN, since a policy's length is limited. */
  public get pattern(): string {
    return `arn:aws:iam::*:role/${this.role.nameInput}`;
  }

  /** Allows the nodes something more. */
  public grant(...statements: PolicyStatement[]): void {
    if (this.statements.length === 0) {
      new IamRolePolicy(this, "policy", {
        name: `${this.network.clusterName}-granted`,
        role: this.role.id,
        policy: Lazy.stringValue({ produce: () => policyDocument(this.statements) }),
      });
    }
    this.statements.push(...statements);
  }
}
