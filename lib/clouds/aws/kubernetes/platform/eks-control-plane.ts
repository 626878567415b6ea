import { CloudwatchLogGroup } from "@cdktf/provider-aws/lib/cloudwatch-log-group";
import { EksAccessEntry } from "@cdktf/provider-aws/lib/eks-access-entry";
import { EksAccessPolicyAssociation } from "@cdktf/provider-aws/lib/eks-access-policy-association";
import { EksCluster } from "@cdktf/provider-aws/lib/eks-cluster";
import { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { IamRolePolicyAttachment } from "@cdktf/provider-aws/lib/iam-role-policy-attachment";
import type { ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import { findEksVersion, isExtended } from "../../../../catalog/eks";
import { checkovSkip } from "../../../common/checkov";
import type { IClusterNetwork } from "../../network/i-cluster-network";
import { logsKey } from "../../network/logs-key";
import { trustPolicy } from "../../shared/policy";
import { DataKey } from "../../storage/data-key";

export interface EksControlPlaneProps {
  readonly network: IClusterNetwork;
  readonly name: string;
  readonly kubernetesVersion: string;
  /** Blocks that reach the API from the internet; empty for a private endpoint alone. */
  readonly publicEndpointCidrs: readonly string[];
  /** Roles or users, ARNs, that may do everything in the cluster. */
  readonly administratorArns: readonly string[];
  readonly permissionsBoundaryArn?: string;
  readonly logRetentionDays: number;
}

const CLUSTER_POLICY = "arn:aws:iam::aws:policy/AmazonEKSClusterPolicy";
const ADMIN_POLICY = "arn:aws:eks::aws:cluster-access-policy/AmazonEKSClusterAdminPolicy";

/** The managed control plane: encrypted secrets, logs, access entries, a private endpoint. */
export class EksControlPlane extends Construct {
  public readonly cluster: EksCluster;
  /** Key of the log groups: the control plane's and others of the cluster. */
  public readonly logsKeyArn: string;
  /** Access of the administrators: what reaches into the cluster depends on it. */
  public readonly accessPolicies: readonly EksAccessPolicyAssociation[];

  constructor(scope: Construct, id: string, props: EksControlPlaneProps) {
    super(scope, id);
    const { network, name } = props;
    const key = new DataKey(this, "key", {
      network,
      description: "Kubernetes secrets",
      name: "kubernetes-secrets",
      // nothing outlives the cluster that this key encrypts
      deletionProtected: false,
    });
    this.logsKeyArn = logsKey(new Construct(this, "logs-key"), network).arn;
    const logs = new CloudwatchLogGroup(this, "logs", {
      // EKS writes to this name and would make the group itself, unencrypted and kept for ever
      name: `/aws/eks/${name}/cluster`,
      retentionInDays: props.logRetentionDays,
      kmsKeyId: this.logsKeyArn,
      tags: network.tagsFor(name),
    });
    const role = new IamRole(this, "role", {
      name,
      assumeRolePolicy: trustPolicy("eks.amazonaws.com"),
      permissionsBoundary: props.permissionsBoundaryArn,
      tags: network.tagsFor(name),
    });
    const attachment = new IamRolePolicyAttachment(this, "policy", { role: role.name, policyArn: CLUSTER_POLICY });
    this.cluster = this.build(props, { key, role, needs: [attachment, logs] });
    this.accessPolicies = props.administratorArns.map((arn, i) => this.administrator(arn, i));
  }

  private build(
    props: EksControlPlaneProps,
    made: { readonly key: DataKey; readonly role: IamRole; readonly needs: readonly ITerraformDependable[] },
  ): EksCluster {
    const { network, name } = props;
    const isPublic = props.publicEndpointCidrs.length > 0;
    const version = findEksVersion(props.kubernetesVersion);
    const cluster = new EksCluster(this, "Resource", {
      name,
      version: props.kubernetesVersion,
      roleArn: made.role.arn,
      vpcConfig: {
        subnetIds: network.twoZoneSubnetIds(),
        endpointPrivateAccess: true,
        endpointPublicAccess: isPublic,
        publicAccessCidrs: isPublic ? [...props.publicEndpointCidrs] : undefined,
      },
      accessConfig: {
        authenticationMode: "API",
        // who applies this program must be able to install the charts
        bootstrapClusterCreatorAdminPermissions: true,
      },
      encryptionConfig: { provider: { keyArn: made.key.arn }, resources: ["secrets"] },
      enabledClusterLogTypes: ["api", "audit", "authenticator", "controllerManager", "scheduler"],
      // the add-ons below are EKS' own, with pinned versions
      bootstrapSelfManagedAddons: false,
      // no version slips into the dear extended support; who asks for one that is there already means it
      upgradePolicy: { supportType: version !== undefined && isExtended(version) ? "EXTENDED" : "STANDARD" },
      tags: network.tagsFor(name),
      dependsOn: [...made.needs],
    });
    if (isPublic) {
      checkovSkip(cluster, "CKV_AWS_39", "publicEndpointCidrs opens the endpoint to the named blocks, on purpose");
    }
    return cluster;
  }

  private administrator(principalArn: string, index: number): EksAccessPolicyAssociation {
    const clusterName = this.cluster.name;
    const entry = new EksAccessEntry(this, `administrator-${index}`, { clusterName, principalArn });
    return new EksAccessPolicyAssociation(this, `administrator-${index}-policy`, {
      clusterName,
      principalArn: entry.principalArn,
      policyArn: ADMIN_POLICY,
      accessScope: { type: "cluster" },
    });
  }

  /** Security group that EKS makes for the control plane and its nodes. */
  public get securityGroupId(): string {
    return this.cluster.vpcConfig.clusterSecurityGroupId;
  }
}
