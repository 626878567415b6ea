import { SecretsmanagerSecret } from "@cdktf/provider-aws/lib/secretsmanager-secret";
import { Construct } from "constructs";
import { checkovSkip } from "../../common/checkov";
import type { IClusterNetwork } from "../network/i-cluster-network";
import type { PolicyStatement } from "../shared/policy";

export interface ClusterSecretsProps {
  readonly network: IClusterNetwork;
  readonly kmsKeyArn: string;
  /** Whether the head makes a password for a database of its own. */
  readonly localDatabase: boolean;
  /** Password of an external database. */
  readonly databaseSecretArn?: string;
  /** Whether the head makes a password for Grafana's administrator. */
  readonly grafana: boolean;
}

/**
 * The key by which the daemons trust one another, and the passwords of database and Grafana. Terraform makes empty secrets; the head fills
 * them on its first boot, so that no value is ever in a state file.
 */
export class ClusterSecrets extends Construct {
  public readonly keySecret: SecretsmanagerSecret;
  /** ARN of the database password; undefined without accounting. */
  public readonly databaseSecretArn?: string;
  /** ARN of the password of Grafana's administrator; undefined without Grafana. */
  public readonly grafanaSecretArn?: string;
  private readonly made: SecretsmanagerSecret[] = [];

  constructor(
    scope: Construct,
    id: string,
    private readonly props: ClusterSecretsProps,
  ) {
    super(scope, id);
    this.keySecret = this.secret("key", "key by which Slurm's daemons trust one another");
    this.databaseSecretArn = props.localDatabase
      ? this.secret("database", "password of Slurm's accounting database").arn
      : props.databaseSecretArn;
    if (props.grafana) {
      this.grafanaSecretArn = this.secret("grafana", "password of Grafana's administrator").arn;
    }
  }

  /** What head, login nodes and nodes need to join. */
  public readKeyStatements(): PolicyStatement[] {
    return [
      { Effect: "Allow", Action: ["secretsmanager:GetSecretValue"], Resource: [this.keySecret.arn] },
      this.keyStatement("kms:Decrypt"),
    ];
  }

  /** What the head needs beyond that. */
  public fillStatements(): PolicyStatement[] {
    const made = this.made.map(({ arn }) => arn);
    return [
      {
        Effect: "Allow",
        Action: ["secretsmanager:GetSecretValue"],
        Resource: [...new Set([...made, ...(this.databaseSecretArn === undefined ? [] : [this.databaseSecretArn])])],
      },
      { Effect: "Allow", Action: ["secretsmanager:PutSecretValue"], Resource: made },
      this.keyStatement("kms:Decrypt", "kms:GenerateDataKey"),
    ];
  }

  /** For objects and secrets alone, not for other data of the same key. */
  private keyStatement(...actions: string[]): PolicyStatement {
    const { region } = this.props.network;
    const through = ["s3", "secretsmanager"].map((service) => `${service}.${region}.amazonaws.com`);
    const Condition = { StringEquals: { "kms:ViaService": through } };
    return { Effect: "Allow", Action: actions, Resource: [this.props.kmsKeyArn], Condition };
  }

  private secret(name: string, description: string): SecretsmanagerSecret {
    const { network, kmsKeyArn } = this.props;
    const secret = new SecretsmanagerSecret(this, name, {
      // A name that was deleted is blocked for days; a prefix lets a cluster be made again.
      namePrefix: `${network.clusterName}-slurm-${name}-`,
      description: `${description} in ${network.clusterName}`,
      kmsKeyId: kmsKeyArn,
      recoveryWindowInDays: 7,
      tags: network.tagsFor(`slurm-${name}`),
    });
    checkovSkip(secret, "CKV2_AWS_57", "a new key must reach all daemons at once, which only a restart of all does");
    this.made.push(secret);
    return secret;
  }
}
