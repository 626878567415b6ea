import type * as pulumi from "@pulumi/pulumi";
import { SlurmHeadNode as Construct } from "../../clouds/aws/slurm/slurm-head-node";
import type { SlurmHeadNodeProps } from "../../clouds/aws/slurm/slurm-head-node-props";
import type { ConstructKind } from "./compose";
import type { ArgTable, ConstructArgs } from "./construct-args";
import { ConstructComponent } from "./construct-component";

export const SLURM_TABLE = {
  network: "plain",
  partitions: "plain",
  slurmClusterName: "plain",
  instanceType: "plain",
  image: "plain",
  slurmPackages: "plain",
  authentication: "plain",
  mounts: "plain",
  stateVolumeGiB: "plain",
  kmsKeyArn: "input",
  backupController: "plain",
  sharedStatePath: "plain",
  loginNodes: "plain",
  loginInstanceType: "plain",
  loginCidrs: "inputs",
  loginSubnetIds: "inputs",
  securityGroupIds: "inputs",
  egress: ["cidr"],
  accounting: ["databaseHost", "passwordSecretArn"],
  directory: ["uris[]", "bindPasswordSecretArn"],
  cloudWatch: ["alarmTopicArn"],
  monitoring: ["alarmTopicArn", "alarmTopicKmsKeyArn"],
  launch: "plain",
  backoffMinutes: "plain",
  sshToNodes: "plain",
  jobsUseNodeRole: "plain",
  cleanUpOnDestroy: "plain",
  poolRoleArns: "inputs",
  permissionsBoundaryArn: "input",
  version: "plain",
  suspendMinutes: "plain",
  resumeTimeoutSeconds: "plain",
  blockDrainMinutes: "plain",
  maxFailedBoots: "plain",
  updates: "plain",
  jobPrograms: "plain",
  privateData: "plain",
  preemption: "plain",
  priority: "plain",
  qos: "plain",
  accounts: "plain",
  users: "plain",
  topology: "plain",
  privateTmp: "plain",
  containers: "plain",
  containerPackages: "plain",
  healthChecks: "plain",
  healthCheckSeconds: "plain",
  slurmConf: "plain",
} as const satisfies ArgTable<SlurmHeadNodeProps>;

export type SlurmHeadNodeArgs = ConstructArgs<SlurmHeadNodeProps, typeof SLURM_TABLE>;

interface Outputs extends Record<string, unknown> {
  readonly instanceId: string;
  readonly privateIp: string;
  readonly securityGroupId: string;
  readonly keySecretArn: string;
  readonly siteBucketName: string;
}

const KIND: ConstructKind<Construct, Outputs> = {
  name: "SlurmHeadNode",
  args: SLURM_TABLE,
  make: (scope, id, props) => new Construct(scope, id, props),
  outputs: {
    instanceId: (head) => head.instance.id,
    privateIp: (head) => head.controllers[0]!.networkInterface.privateIp,
    securityGroupId: (head) => head.securityGroup.id,
    keySecretArn: (head) => head.secrets.keySecret.arn,
    siteBucketName: (head) => head.siteBucket.bucketName,
  },
};

/** A Slurm cluster over pools of the same ClusterScope. @throws WarpformError as its construct, and on wrong arguments */
export class SlurmHeadNode extends ConstructComponent<Construct, Outputs> {
  /** The head's machine: `aws ssm start-session --target <instanceId>`. */
  public readonly instanceId: pulumi.Output<string>;
  /** The head's address in the compute subnet. */
  public readonly privateIp: pulumi.Output<string>;
  /** Group of head, login machines and nodes. */
  public readonly securityGroupId: pulumi.Output<string>;
  /** Secret that holds the cluster's authentication key. */
  public readonly keySecretArn: pulumi.Output<string>;
  /** Bucket of slurm.conf and the programs that head and nodes run. */
  public readonly siteBucketName: pulumi.Output<string>;

  constructor(id: string, args: SlurmHeadNodeArgs, options?: pulumi.ComponentResourceOptions) {
    super(KIND, id, args, options);
    this.instanceId = this.later.instanceId;
    this.privateIp = this.later.privateIp;
    this.securityGroupId = this.later.securityGroupId;
    this.keySecretArn = this.later.keySecretArn;
    this.siteBucketName = this.later.siteBucketName;
  }
}
