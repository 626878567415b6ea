import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CloudwatchLogGroup } from "@cdktf/provider-aws/lib/cloudwatch-log-group";
import { IamRole } from "@cdktf/provider-aws/lib/iam-role";
import { IamRolePolicy } from "@cdktf/provider-aws/lib/iam-role-policy";
import { LambdaFunction } from "@cdktf/provider-aws/lib/lambda-function";
import { LambdaInvocation } from "@cdktf/provider-aws/lib/lambda-invocation";
import { S3Object } from "@cdktf/provider-aws/lib/s3-object";
import { dependable } from "cdktf";
import { Construct } from "constructs";
import { checkovSkip } from "../../common/checkov";
import type { IClusterNetwork } from "../network/i-cluster-network";
import { logsKey } from "../network/logs-key";
import type { GpuNodePool } from "../pools/gpu-node-pool";
import { checkRoleName } from "../shared/names";
import { type PolicyStatement, policyDocument, trustPolicy } from "../shared/policy";
import { storedZip } from "./clean-up/stored-zip";
import type { SiteBucket } from "./site-bucket";

export interface NodeCleanUpProps {
  readonly network: IClusterNetwork;
  /** Id of the head. */
  readonly name: string;
  readonly pools: readonly GpuNodePool[];
  readonly clusterTag: { readonly key: string; readonly value: string };
  readonly siteBucket: SiteBucket;
  readonly kmsKeyArn: string;
  readonly permissionsBoundaryArn?: string;
}

const RUNTIME = "python3.13";
/** The function looks for up to 10 minutes. */
const TIMEOUT_SECONDS = 900;
const RETENTION_DAYS = 365;

/**
 * Ends a pool's instances when the pool, or the whole cluster, is destroyed: the head launches them, so Terraform's state does not
 * know them, and with the head gone nothing else ends them.
 *
 * A Lambda function that Terraform invokes on destroy (`lifecycle_scope = CRUD`), because it needs no AWS CLI, no shell and no
 * credentials of its own where Terraform runs, as a destroy provisioner does, and works without the head. A Systems Manager
 * automation has no destroy in Terraform. The order follows from dependencies: head, site files, launch templates (from here on
 * nothing can be launched), this, then security groups, subnets and roles, which EC2 would not delete under running instances.
 */
export class NodeCleanUp extends Construct {
  public readonly function: LambdaFunction;

  constructor(scope: Construct, id: string, props: NodeCleanUpProps) {
    super(scope, id);
    const { network } = props;
    const tags = network.tagsFor("slurm");
    checkRoleName("SlurmHeadNode", this.node.path, network.clusterName, `${props.name}-clean-up`);
    const functionName = `${network.clusterName}-${props.name}-clean-up`;
    const logGroup = new CloudwatchLogGroup(this, "logs", {
      name: `/aws/lambda/${functionName}`,
      retentionInDays: RETENTION_DAYS,
      kmsKeyId: logsKey(this, network).arn,
      tags,
    });
    const role = new IamRole(this, "role", {
      name: functionName,
      assumeRolePolicy: trustPolicy("lambda.amazonaws.com"),
      permissionsBoundary: props.permissionsBoundaryArn,
      tags,
    });
    const document = policyDocument(statements(props, logGroup.arn));
    const policy = new IamRolePolicy(this, "policy", { name: "end-nodes", role: role.id, policy: document });
    const archive = storedZip("end_nodes.py", readFileSync(join(__dirname, "clean-up", "end_nodes.py"), "utf8"));
    const code = this.upload(props, archive);
    this.function = new LambdaFunction(this, "Resource", {
      functionName,
      description: `ends the nodes of ${network.clusterName} when Terraform destroys their pool`,
      role: role.arn,
      runtime: RUNTIME,
      architectures: ["arm64"],
      handler: "end_nodes.handler",
      s3Bucket: code.bucket,
      s3Key: code.key,
      sourceCodeHash: createHash("sha256").update(archive).digest("base64"),
      timeout: TIMEOUT_SECONDS,
      memorySize: 256,
      tags,
      dependsOn: [policy, logGroup],
    });
    for (const [check, reason] of SKIPPED) checkovSkip(this.function, check, reason);
    for (const pool of props.pools) this.cleanUp(pool, props.clusterTag);
  }

  private upload({ network, siteBucket, kmsKeyArn }: NodeCleanUpProps, archive: Buffer): S3Object {
    return new S3Object(this, "code", {
      bucket: siteBucket.bucketName,
      key: `${siteBucket.prefix}clean-up.zip`,
      contentBase64: archive.toString("base64"),
      serverSideEncryption: "aws:kms",
      kmsKeyId: kmsKeyArn,
      tags: network.tagsFor("slurm"),
    });
  }

  private cleanUp(pool: GpuNodePool, clusterTag: NodeCleanUpProps["clusterTag"]): void {
    const invocation = new LambdaInvocation(this, pool.name, {
      functionName: this.function.functionName,
      lifecycleScope: "CRUD",
      input: JSON.stringify({
        tagKey: clusterTag.key,
        tagValue: clusterTag.value,
        pool: pool.name,
        // Not read by the function: what is named here is destroyed after the instances.
        after: [
          pool.network.computeSubnetId,
          ...pool.securityGroupIds,
          pool.nodeRole?.instanceProfile.name ?? pool.props.instanceProfileName,
          ...(pool.placementGroup === undefined ? [] : [pool.placementGroup.name]),
        ],
      }),
    });
    for (const template of pool.launchTemplates) {
      template.dependsOn = [...(template.dependsOn ?? []), dependable(invocation)];
    }
  }
}

const SKIPPED = [
  ["CKV_AWS_50", "it runs once, when a pool is destroyed; its log tells what it ended"],
  ["CKV_AWS_115", "reserved concurrency would be taken permanently from the account's other functions"],
  ["CKV_AWS_116", "Terraform waits for its answer, and fails with it; nothing is queued"],
  ["CKV_AWS_117", "it calls EC2's API alone, and must work while the network is being destroyed"],
  ["CKV_AWS_272", "its code is in the site bucket, which only this stack writes"],
] as const;

/** What the function may do. */
function statements({ network, clusterTag }: NodeCleanUpProps, logGroupArn: string): PolicyStatement[] {
  return [
    { Sid: "Find", Effect: "Allow", Action: ["ec2:DescribeInstances"], Resource: ["*"] },
    {
      Sid: "EndOwnInstances",
      Effect: "Allow",
      Action: ["ec2:TerminateInstances"],
      Resource: [`arn:aws:ec2:${network.region}:*:instance/*`],
      Condition: { StringEquals: { [`ec2:ResourceTag/${clusterTag.key}`]: clusterTag.value } },
    },
    {
      Sid: "Log",
      Effect: "Allow",
      Action: ["logs:CreateLogStream", "logs:PutLogEvents"],
      Resource: [`${logGroupArn}:*`],
    },
  ];
}
