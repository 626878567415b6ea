import { EksPodIdentityAssociation } from "@cdktf/provider-aws/lib/eks-pod-identity-association";
import { ElasticacheReplicationGroup } from "@cdktf/provider-aws/lib/elasticache-replication-group";
import { ElasticacheSubnetGroup } from "@cdktf/provider-aws/lib/elasticache-subnet-group";
import { SecretsmanagerSecret } from "@cdktf/provider-aws/lib/secretsmanager-secret";
import { SecurityGroup } from "@cdktf/provider-aws/lib/security-group";
import { VpcSecurityGroupIngressRule } from "@cdktf/provider-aws/lib/vpc-security-group-ingress-rule";
import { Construct } from "constructs";
import { checkovSkip } from "../../../common/checkov";
import type { IClusterNetwork } from "../../network/i-cluster-network";
import { DataKey } from "../../storage/data-key";
import { PodIdentityRole } from "./pod-identity-role";

export interface RayStateStoreProps {
  readonly network: IClusterNetwork;
  readonly eksClusterName: string;
  /** Name of the EKS cluster, known at synth. */
  readonly name: string;
  readonly nodeType: string;
  /** Namespace and service account of the job that makes the password. */
  readonly namespace: string;
  readonly serviceAccount: string;
  readonly permissionsBoundaryArn?: string;
}

/** One node in each of two zones. */
export const STATE_STORE_NODES = 2;

/**
 * Valkey for the state of the Ray heads: TLS, two nodes in two zones, cluster mode off (Ray can't use it). The password is
 * made inside the cluster on first boot; Terraform knows only the secret that holds it.
 */
export class RayStateStore extends Construct {
  public readonly replicationGroup: ElasticacheReplicationGroup;
  public readonly secret: SecretsmanagerSecret;
  public readonly identity: EksPodIdentityAssociation;

  constructor(scope: Construct, id: string, props: RayStateStoreProps) {
    super(scope, id);
    const { network, eksClusterName } = props;
    const name = `${props.name}-ray-state`;
    const tags = network.tagsFor("ray-state");
    const key = new DataKey(this, "key", {
      network,
      description: "Ray state",
      name: "ray-state",
      deletionProtected: false,
    });
    const subnets = new ElasticacheSubnetGroup(this, "subnets", { name, subnetIds: network.twoZoneSubnetIds(), tags });
    const group = new SecurityGroup(this, "security-group", {
      name,
      description: "Valkey of the Ray heads",
      vpcId: network.vpcId,
      tags,
    });
    new VpcSecurityGroupIngressRule(this, "from-network", {
      securityGroupId: group.id,
      description: "Ray heads",
      cidrIpv4: network.vpcCidr,
      ipProtocol: "tcp",
      fromPort: 6379,
      toPort: 6379,
    });
    this.replicationGroup = new ElasticacheReplicationGroup(this, "Resource", {
      replicationGroupId: name.slice(0, 40).replace(/-+$/, ""),
      description: "state of the Ray heads",
      engine: "valkey",
      engineVersion: "8.0",
      nodeType: props.nodeType,
      numCacheClusters: STATE_STORE_NODES,
      automaticFailoverEnabled: true,
      multiAzEnabled: true,
      clusterMode: "disabled",
      transitEncryptionEnabled: true,
      transitEncryptionMode: "required",
      atRestEncryptionEnabled: "true",
      kmsKeyId: key.arn,
      subnetGroupName: subnets.name,
      securityGroupIds: [group.id],
      snapshotRetentionLimit: 1,
      applyImmediately: true,
      tags,
      // the password is set from inside the cluster and must not be taken off again
      lifecycle: { ignoreChanges: ["auth_token", "auth_token_update_strategy"] },
    });
    checkovSkip(
      this.replicationGroup,
      "CKV_AWS_31",
      "the password is set on first boot from Secrets Manager, so that it is never in Terraform's state",
    );
    this.secret = new SecretsmanagerSecret(this, "password", {
      name,
      description: "password of the Ray heads' Valkey; made on first boot",
      kmsKeyId: key.arn,
      // without its cluster it opens nothing, and while it could be restored no cluster of the name could be made again
      recoveryWindowInDays: 0,
      tags,
    });
    checkovSkip(this.secret, "CKV2_AWS_57", "rotation would have to restart the Ray heads; it is done by hand");
    const role = new PodIdentityRole(this, "role", {
      network,
      eksClusterName,
      name,
      permissionsBoundaryArn: props.permissionsBoundaryArn,
    });
    role.grant(
      {
        Sid: "Password",
        Effect: "Allow",
        Action: ["secretsmanager:GetSecretValue", "secretsmanager:PutSecretValue"],
        Resource: [this.secret.arn],
      },
      { Sid: "Random", Effect: "Allow", Action: ["secretsmanager:GetRandomPassword"], Resource: ["*"] },
      { Sid: "Key", Effect: "Allow", Action: ["kms:Decrypt", "kms:GenerateDataKey"], Resource: [key.arn] },
      {
        Sid: "Group",
        Effect: "Allow",
        Action: ["elasticache:DescribeReplicationGroups", "elasticache:ModifyReplicationGroup"],
        Resource: [this.replicationGroup.arn, `arn:aws:elasticache:${network.region}:*:cluster:${name}*`],
      },
    );
    this.identity = new EksPodIdentityAssociation(this, "identity", {
      clusterName: eksClusterName,
      namespace: props.namespace,
      serviceAccount: props.serviceAccount,
      roleArn: role.role.arn,
      tags,
    });
  }
}
