import type * as pulumi from "@pulumi/pulumi";
import { SLURM_HEAD_NODE } from "../../../../clouds/aws-tables";
import {
  type SlurmHeadNode as Construct,
  defaultCloud,
  type SlurmHeadNodeProps,
} from "../../../../clouds/default-cloud";
import { argKinds, type ConstructKind } from "../../../components/compose";
import type { OutputArgs } from "../../../components/construct-args";
import { ConstructComponent } from "../../../components/construct-component";
import { aws } from "../aws";
import type { ConstructArgs } from "../construct-args";

export const SLURM_OUTPUTS = {
  stateSnapshotId: "input",
  kmsKeyArn: "input",
  loginPools: ["cidrs[]", "subnetIds[]", "securityGroupIds[]", "allowUsers[]", "allowGroups[]"],
  loginCidrs: "inputs",
  loginSubnetIds: "inputs",
  securityGroupIds: "inputs",
  egress: ["cidr"],
  accounting: ["databaseHost", "passwordSecretArn"],
  directory: ["uris[]", "bindPasswordSecretArn"],
  restApi: ["cidrs[]", "certificateArn", "subnetIds[]"],
  cloudWatch: ["alarmTopicArn"],
  monitoring: ["alarmTopicArn", "alarmTopicKmsKeyArn"],
  instanceProfileName: "input",
  loginInstanceProfileName: "input",
  poolRoleArns: "inputs",
  permissionsBoundaryArn: "input",
} as const satisfies OutputArgs<SlurmHeadNodeProps>;

export type SlurmHeadNodeArgs = ConstructArgs<SlurmHeadNodeProps, typeof SLURM_OUTPUTS>;

interface Outputs extends Record<string, unknown> {
  readonly instanceId: string;
  readonly privateIp: string;
  readonly securityGroupId: string;
  readonly keySecretArn: string;
  readonly siteBucketName: string;
}

const KIND: ConstructKind<Construct, Outputs> = {
  cloud: aws,
  name: "SlurmHeadNode",
  args: argKinds(SLURM_HEAD_NODE, SLURM_OUTPUTS),
  make: (scope, id, props) => new defaultCloud.parts.SlurmHeadNode(scope, id, props),
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
  /** The head's instance: `aws ssm start-session --target <instanceId>`. */
  public readonly instanceId: pulumi.Output<string>;
  /** The head's address in the compute subnet. */
  public readonly privateIp: pulumi.Output<string>;
  /** Group of head, login nodes and nodes. */
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
