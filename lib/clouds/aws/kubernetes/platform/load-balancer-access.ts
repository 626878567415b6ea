import { EksPodIdentityAssociation } from "@cdktf/provider-aws/lib/eks-pod-identity-association";
import type { ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import type { IClusterNetwork } from "../../network/i-cluster-network";
import { firewallStatements, loadBalancerStatements } from "./load-balancer-statements";
import { PodIdentityRole } from "./pod-identity-role";

export interface LoadBalancerAccessProps {
  readonly network: IClusterNetwork;
  readonly eksClusterName: string;
  /** Name of the EKS cluster, known at synth. */
  readonly name: string;
  readonly permissionsBoundaryArn?: string;
  /** Firewall in front of its load balancers. @default - none */
  readonly webAclArn?: string;
}

/** Service account of the AWS Load Balancer Controller. */
export const LOAD_BALANCER_ACCOUNT = "aws-load-balancer-controller";

/** Pods of the AWS Load Balancer Controller with the rights that they need. */
export class LoadBalancerAccess extends Construct {
  public readonly dependencies: readonly ITerraformDependable[];

  constructor(scope: Construct, id: string, props: LoadBalancerAccessProps) {
    super(scope, id);
    const role = new PodIdentityRole(this, "role", { ...props, name: `${props.name}-balancers` });
    const { region } = props.network;
    role.grant(
      ...loadBalancerStatements(region, props.name),
      ...(props.webAclArn === undefined ? [] : firewallStatements(region, props.webAclArn)),
    );
    const identity = new EksPodIdentityAssociation(this, "identity", {
      clusterName: props.eksClusterName,
      namespace: "kube-system",
      serviceAccount: LOAD_BALANCER_ACCOUNT,
      roleArn: role.role.arn,
      tags: props.network.tagsFor("balancers"),
    });
    this.dependencies = [...role.resources, identity];
  }
}
