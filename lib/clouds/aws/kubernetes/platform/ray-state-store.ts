import { EksPodIdentityAssociation } from "@cdktf/provider-aws/lib/eks-pod-identity-association";
import { ElasticacheReplicationGroup } from "@cdktf/provider-aws/lib/elasticache-replication-group";
import { ElasticacheSubnetGroup } from "@cdktf/provider-aws/lib/elasticache-subnet-group";
import { SecretsmanagerSecret } from "@cdktf/provider-aws/lib/secretsmanager-secret";
import { SecurityGroup } from "@cdktf/provider-aws/lib/security-group";
import { VpcSecurityGroupIngressRule } from "@cdktf/provider-aws/lib/vpc-security-group-ingress-rule";
import type { ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import { checkovSkip } from "../../../common/checkov";
import type { IClusterNetwork } from "../../network/i-cluster-network";
import { DataKey } from "../../storage/data-key";
import { PodIdentityRole } from "./pod-identity-role";
import { shortened } from "./shortened";

export interface RayStateStoreProps {
  readonly network: IClusterNetwork;
  readonly eksClusterName: string;
  /** Name of the EKS cluster, known at synth. */
  readonly name: string;
  readonly nodeType: string;
  /** What its names end with, where there are several. @default - nothing */
  readonly suffix?: string;
  /** Namespace and service account of the job that makes the password. */
  readonly namespace: string;
  readonly serviceAccount: string;
  readonly permissionsBoundaryArn?: string;
}

/** Letters of a replication group's id. @see https://docs.aws.amazon.com/AmazonElastiCache/latest/APIReference/API_CreateReplicationGroup.html */
const GROUP_ID_LENGTH = 40;

/** One node in each of two zones. */
export const STATE_STORE_NODES = 2;

/**
 * Valkey for the state of the Ray heads: TLS, two nodes in two zones, cluster mode off (Ray cannot use it). The password is
 * made inside the cluster on first boot; Terraform knows only the secret that holds it.
 */
export class RayStateStore extends Construct {
  public readonly replicationGroup: ElasticacheReplicationGroup;
  public readonly secret: SecretsmanagerSecret;
  public readonly identity: EksPodIdentityAssociation;

  private readonly tags: Record<string, string>;

  constructor(
    scope: Construct,
    id: string,
    private readonly props: RayStateStoreProps,
  ) {
    super(scope, id);
    const { network } = props;
    this.tags = network.tagsFor("ray-state");
    const key = new DataKey(this, "key", {
      network,
      description: "Ray state",
      name: props.suffix === undefined ? "ray-state" : `ray-state-${props.suffix}`,
      deletionProtected: false,
    });
    this.replicationGroup = this.buildReplicationGroup(key.arn);
    this.secret = this.buildSecret(key.arn);
    const role = this.buildRole(key.arn);
    this.identity = new EksPodIdentityAssociation(this, "identity", {
      clusterName: props.eksClusterName,
      namespace: props.namespace,
      serviceAccount: props.serviceAccount,
      roleArn: role.role.arn,
      tags: this.tags,
    });
  }

  /** What must be there before a Ray head keeps its state. */
  public get resources(): readonly ITerraformDependable[] {
    return [this.replicationGroup, this.identity];
  }

  private get fullName(): string {
    const { name, suffix } = this.props;
    return suffix === undefined ? `${name}-ray-state` : shortened(`${name}-ray-state-${suffix}`, GROUP_ID_LENGTH);
  }

  private buildReplicationGroup(kmsKeyId: string): ElasticacheReplicationGroup {
    const { network, nodeType } = this.props;
    const { fullName: name, tags } = this;
    const subnets = new ElasticacheSubnetGroup(this, "subnets", { name, subnetIds: network.twoZoneSubnetIds(), tags });
    const group = this.buildSecurityGroup();
    const replicationGroup = new ElasticacheReplicationGroup(this, "Resource", {
      replicationGroupId: name.slice(0, GROUP_ID_LENGTH).replace(/-+$/, ""),
      description: "state of the Ray heads",
      engine: "valkey",
      engineVersion: "8.0",
      nodeType,
      numCacheClusters: STATE_STORE_NODES,
      automaticFailoverEnabled: true,
      multiAzEnabled: true,
      clusterMode: "disabled",
      transitEncryptionEnabled: true,
      transitEncryptionMode: "required",
      atRestEncryptionEnabled: "true",
      kmsKeyId,
      subnetGroupName: subnets.name,
      securityGroupIds: [group.id],
      snapshotRetentionLimit: 1,
      applyImmediately: true,
      tags,
      // the password is set from inside the cluster and must not be taken off again
      lifecycle: { ignoreChanges: ["auth_token", "auth_token_update_strategy"] },
    });
    checkovSkip(
      replicationGroup,
      "CKV_AWS_31",
      "the password is set on first boot from Secrets Manager, so that it is never in Terraform's state",
    );
    return replicationGroup;
  }

  private buildSecurityGroup(): SecurityGroup {
    const { network } = this.props;
    const group = new SecurityGroup(this, "security-group", {
      name: this.fullName,
      description: "Valkey of the Ray heads",
      vpcId: network.vpcId,
      tags: this.tags,
    });
    new VpcSecurityGroupIngressRule(this, "from-network", {
      securityGroupId: group.id,
      description: "Ray heads",
      cidrIpv4: network.vpcCidr,
      ipProtocol: "tcp",
      fromPort: 6379,
      toPort: 6379,
    });
    return group;
  }

  private buildSecret(kmsKeyId: string): SecretsmanagerSecret {
    const secret = new SecretsmanagerSecret(this, "password", {
      name: this.fullName,
      description: "password of the Ray heads' Valkey; made on first boot",
      kmsKeyId,
      // without its cluster it opens nothing, and while it could be restored no cluster of the name could be made again
      recoveryWindowInDays: 0,
      tags: this.tags,
    });
    checkovSkip(secret, "CKV2_AWS_57", "rotation would have to restart the Ray heads; it is done by hand");
    return secret;
  }

  private buildRole(keyArn: string): PodIdentityRole {
    const { network, eksClusterName, permissionsBoundaryArn } = this.props;
    const name = this.fullName;
    const role = new PodIdentityRole(this, "role", {
      network,
      eksClusterName,
      name,
      permissionsBoundaryArn,
    });
    role.grant(
      {
        Sid: "Password",
        Effect: "Allow",
        Action: ["secretsmanager:GetSecretValue", "secretsmanager:PutSecretValue"],
        Resource: [this.secret.arn],
      },
      { Sid: "Random", Effect: "Allow", Action: ["secretsmanager:GetRandomPassword"], Resource: ["*"] },
      { Sid: "Key", Effect: "Allow", Action: ["kms:Decrypt", "kms:GenerateDataKey"], Resource: [keyArn] },
      {
        Sid: "Group",
        Effect: "Allow",
        Action: ["elasticache:DescribeReplicationGroups", "elasticache:ModifyReplicationGroup"],
        Resource: [this.replicationGroup.arn, `arn:aws:elasticache:${network.region}:*:cluster:${name}*`],
      },
    );
    return role;
  }
}
