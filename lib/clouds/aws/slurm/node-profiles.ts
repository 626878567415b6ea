import type { Construct } from "constructs";
import type { ExistingProfile } from "../../../model/model";
import type { GpuNodePool } from "../pools/gpu-node-pool";
import type { PolicyStatement } from "../shared/policy";
import type { ClusterSecrets } from "./cluster-secrets";
import { controllerStatements } from "./controller-permissions";
import type { SlurmCloudWatch } from "./logs/cloud-watch";
import { alarmStatements } from "./monitoring-settings";
import { type NodeProfile, nodeProfile } from "./node-profile";
import type { SiteBucket } from "./site-bucket";
import type { SlurmHeadNodeProps } from "./slurm-head-node-props";

/** What the statements refer to. */
export interface ProfileParts {
  readonly siteBucket: SiteBucket;
  readonly secrets: ClusterSecrets;
  readonly cloudWatch?: SlurmCloudWatch;
}

/** What head, login nodes and the pools' nodes may do. */
export class NodeProfiles {
  public readonly head: NodeProfile;
  private login?: NodeProfile;

  constructor(
    private readonly scope: Construct,
    private readonly props: SlurmHeadNodeProps,
    private readonly parts: ProfileParts,
  ) {
    const ids = { role: "role", output: "profile-policy" };
    const { instanceProfileName } = props;
    this.head = this.profile(ids, scope.node.id, instanceProfileName, parts.secrets.fillStatements());
  }

  /** Profile of all login nodes. */
  public addLogin(): NodeProfile {
    const ids = { role: "login-role", output: "login-profile-policy" };
    this.login = this.profile(ids, `${this.scope.node.id}-login`, this.props.loginInstanceProfileName);
    return this.login;
  }

  /** What every node of the cluster may do: read its files and the daemons' key, which the head may write too. */
  public readStatements(keyStatements = this.parts.secrets.readKeyStatements()): PolicyStatement[] {
    const bindSecret = this.props.directory?.bindPasswordSecretArn;
    return [
      { Effect: "Allow" as const, Action: ["s3:GetObject"], Resource: [this.parts.siteBucket.objectsArn("*")] },
      ...keyStatements,
      ...(bindSecret === undefined
        ? []
        : [{ Effect: "Allow" as const, Action: ["secretsmanager:GetSecretValue"], Resource: [bindSecret] }]),
    ];
  }

  /** Lets the head start and end nodes of the pools, and nothing else. */
  public grantHead(pools: readonly GpuNodePool[], clusterTag: { readonly key: string; readonly value: string }): void {
    const { network, monitoring, poolRoleArns = [] } = this.props;
    const { siteBucket, cloudWatch } = this.parts;
    const roles = pools.flatMap((pool) => pool.nodeRole?.pattern ?? []);
    this.head.grant(
      ...alarmStatements(monitoring),
      ...(cloudWatch?.metricStatements() ?? []),
      {
        Sid: "NodeObjects",
        Effect: "Allow",
        Action: ["s3:PutObject", "s3:DeleteObject"],
        Resource: ["nodes/*", "built/*"].map((key) => siteBucket.objectsArn(key)),
      },
      ...controllerStatements({
        region: network.region,
        clusterTag,
        poolRoleArns: [...roles, ...poolRoleArns],
        volumeKeyArns: [...new Set(pools.flatMap((pool) => pool.props.volumeKmsKeyArn ?? []))],
        privateZoneId: network.privateZoneId,
        privateZoneName: network.privateZoneName,
      }),
    );
  }

  /** Profiles that somebody else owns, and what they must allow. */
  public existing(): ExistingProfile[] {
    return [this.head, this.login].flatMap((profile) => profile?.output?.describe() ?? []);
  }

  private profile(
    ids: { readonly role: string; readonly output: string },
    name: string,
    existing: string | undefined,
    keyStatements = this.parts.secrets.readKeyStatements(),
  ): NodeProfile {
    const { network, permissionsBoundaryArn, mounts = [] } = this.props;
    const made = nodeProfile(this.scope, ids, { network, name, permissionsBoundaryArn }, existing);
    const forMounts = mounts.flatMap((mount) => mount.statements ?? []);
    made.grant(...this.readStatements(keyStatements), ...forMounts, ...(this.parts.cloudWatch?.logStatements() ?? []));
    return made;
  }
}
