import { EksPodIdentityAssociation } from "@cdktf/provider-aws/lib/eks-pod-identity-association";
import type { TerraformResource } from "cdktf";
import { Construct } from "constructs";
import type { IClusterNetwork } from "../../network/i-cluster-network";
import { requireStatements } from "../../shared/check-statements";
import type { PolicyStatement } from "../../shared/policy";
import { PodIdentityRole } from "./pod-identity-role";
import { shortened } from "./shortened";

/** A service account of a namespace, whose pods get the namespace's role. */
export interface PodAccount {
  readonly namespace: string;
  readonly serviceAccount: string;
}

export interface PodRolesProps {
  readonly network: IClusterNetwork;
  readonly eksClusterName: string;
  /** Name of the EKS cluster, known at synth. */
  readonly name: string;
  readonly accounts: readonly PodAccount[];
  /** What the pods of a namespace may do from the start. */
  readonly statementsOf: (namespace: string) => readonly PolicyStatement[];
  readonly permissionsBoundaryArn?: string;
}

/** Letters of a role's name. @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html */
export const ROLE_NAME_LENGTH = 64;

/** One role for the pods of each namespace: what one team may read or write, no other may. */
export class PodRoles extends Construct {
  /** Roles by namespace. */
  public readonly byNamespace: ReadonlyMap<string, PodIdentityRole>;
  private readonly associations: EksPodIdentityAssociation[];

  constructor(scope: Construct, id: string, props: PodRolesProps) {
    super(scope, id);
    const { accounts, name, statementsOf, ...shared } = props;
    this.byNamespace = new Map(
      accounts.map(({ namespace }) => {
        const role = new PodIdentityRole(this, namespace, {
          ...shared,
          name: shortened(`${name}-pods-${namespace}`, ROLE_NAME_LENGTH),
        });
        const statements = statementsOf(namespace);
        if (statements.length > 0) role.grant(...statements);
        return [namespace, role];
      }),
    );
    // below the cluster, where they have always been: EKS takes no second one of an account while the first is there
    this.associations = accounts.map(
      ({ namespace, serviceAccount }) =>
        new EksPodIdentityAssociation(scope, `identity-${namespace}`, {
          clusterName: props.eksClusterName,
          namespace,
          serviceAccount,
          roleArn: this.byNamespace.get(namespace)!.role.arn,
          tags: props.network.tagsFor(namespace),
        }),
    );
  }

  /** Roles, what they may do and who takes them. */
  public get resources(): TerraformResource[] {
    return [...this.byNamespace.values()].flatMap(({ resources }) => resources).concat(this.associations);
  }

  /** Allows the pods of some namespaces something more; those of all without any. */
  public grant(statements: readonly PolicyStatement[], namespaces = [...this.byNamespace.keys()]): void {
    requireStatements(`grant of KubeRayCluster "${this.node.scope!.node.path}"`, statements);
    for (const namespace of namespaces) this.byNamespace.get(namespace)?.grant(...statements);
  }
}
