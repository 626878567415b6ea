import { CloudformationStack } from "@cdktf/provider-aws/lib/cloudformation-stack";
import { DataAwsIamInstanceProfile } from "@cdktf/provider-aws/lib/data-aws-iam-instance-profile";
import { VpcSecurityGroupIngressRule } from "@cdktf/provider-aws/lib/vpc-security-group-ingress-rule";
import { Lazy, Token } from "cdktf";
import { Construct } from "constructs";
import { checkovSkip } from "../../common/checkov";
import { placed } from "../../common/placed";
import { waitFor } from "../../common/resources-within";
import { literal } from "../../common/terraform-text";
import { NodeSecurityGroup } from "../network/node-security-group";
import type { GpuNodePool } from "../pools/gpu-node-pool";
import { neededBy } from "../pools/needed-by";
import { describeAs } from "../shared/describe-as";
import { policyDocument } from "../shared/policy";
import { program } from "../shared/program-text";
import { defineParallelComputing, type ParallelComputingDefinition } from "./define-parallel-computing";
import { describeParallelComputing } from "./describe-parallel-computing";
import type { NodeGroup } from "./node-groups";
import type { ParallelComputingProps } from "./parallel-computing-props";
import { pcsAdopter } from "./pcs-adopter";
import { PROLOG_PATH, pcsTemplate } from "./pcs-template";

/** Path of roles that AWS PCS accepts: https://docs.aws.amazon.com/pcs/latest/userguide/security-instance-profiles.html */
const ROLE_PATH = "/aws-pcs/";

/** Minutes in which AWS makes or ends a cluster with its node groups. */
const TIMEOUT = "60m";

/**
 * Slurm whose controller, accounting database and patches AWS runs: AWS Parallel Computing Service (AWS PCS). The cluster, a node group for each
 * capacity source of a pool, and a queue for each partition are one CloudFormation stack, since the AWS provider has no resources of AWS PCS.
 * Nodes launch from the pools' templates, register by the PCS agent of their image, and then run the pool's boot steps, before slurmd starts.
 */
export class ParallelComputing extends Construct {
  /** Every value of the cluster with where it comes from. */
  public readonly definition: ParallelComputingDefinition;
  /** Pools of the partitions, then those of login nodes. */
  public readonly pools: readonly GpuNodePool[];
  /** Group of controller, login nodes and nodes, whose members reach one another. */
  public readonly securityGroup: NodeSecurityGroup;
  public readonly stack: CloudformationStack;

  constructor(scope: Construct, id: string, props: ParallelComputingProps) {
    super(...placed(new.target, scope, id));
    this.definition = defineParallelComputing(props, { path: this.node.path, id });
    const { network, partitions, loginPools = [] } = props;
    this.pools = [...new Set([...partitions.flatMap((partition) => partition.pools), ...loginPools])];
    this.securityGroup = new NodeSecurityGroup(this, "security-group", { network, name: id });
    const members = new VpcSecurityGroupIngressRule(this, "members", {
      securityGroupId: this.securityGroup.id,
      description: "controller, login nodes and nodes among themselves",
      referencedSecurityGroupId: this.securityGroup.id,
      ipProtocol: "-1",
    });
    network.reach(["pcs"]);
    network.addresses.claim(`controller of "${id}"`, () => 1);
    this.adoptPools();
    this.stack = this.buildStack(props);
    // Nodes boot as soon as there is a node group, and fail without a way out, a policy or a mount target.
    waitFor(this.stack, () => [network, this.securityGroup, members, ...neededBy(this.pools)]);
    describeAs(this, () => ({ schedulers: [describeParallelComputing(this.definition)] }));
  }

  /** Id of the cluster: `pcs_…`, for `aws pcs get-cluster`. */
  public get clusterId(): string {
    return this.stack.outputs.lookup("ClusterId");
  }

  private adoptPools(): void {
    for (const pool of this.pools) {
      pool.adoptBy(pcsAdopter(this.node.id, this.securityGroup.id));
      if (pool.nodeRole !== undefined) pool.nodeRole.role.path = ROLE_PATH;
      // Has no resource-level permissions: https://docs.aws.amazon.com/service-authorization/latest/reference/list_awsparallelcomputingservice.html
      pool.grant({
        Sid: "RegisterNode",
        Effect: "Allow",
        Action: ["pcs:RegisterComputeNodeGroupInstance"],
        Resource: ["*"],
      });
      if (!this.definition.healthChecks) continue;
      pool.boot.add({
        name: "pcs-prolog",
        phase: "system",
        text: program("pcs-prolog.sh", { PROLOG: PROLOG_PATH, CHECK: "/usr/local/sbin/node-health" }),
      });
    }
  }

  private buildStack({ network }: ParallelComputingProps): CloudformationStack {
    const tags = network.tagsFor(this.node.id);
    const template = () =>
      pcsTemplate(this.definition, {
        subnetId: network.computeSubnetId,
        securityGroupId: this.securityGroup.id,
        tags,
        launchTemplate: (group) => {
          const { id, latestVersion } = this.poolOf(group).launchTemplateFor(group.source);
          return { id, version: Token.asString(latestVersion) };
        },
        instanceProfileArn: (group) => this.profileArnOf(this.poolOf(group)),
      });
    for (const pool of this.pools) this.profileArnOf(pool);
    const stack = new CloudformationStack(this, "Resource", {
      name: this.definition.clusterName,
      templateBody: Lazy.stringValue({ produce: () => literal(JSON.stringify(template(), null, 1)) }),
      policyBody: PROTECTED,
      timeouts: { create: TIMEOUT, update: TIMEOUT, delete: TIMEOUT },
      tags,
    });
    checkovSkip(stack, "CKV_AWS_124", "Terraform waits for the stack and prints what fails");
    return stack;
  }

  private poolOf({ pool }: NodeGroup): GpuNodePool {
    return this.pools.find(({ name }) => name === pool)!;
  }

  private profileArnOf(pool: GpuNodePool): string {
    if (pool.nodeRole !== undefined) return pool.nodeRole.instanceProfile.arn;
    const id = `profile-${pool.name}`;
    const known = this.node.tryFindChild(id) as DataAwsIamInstanceProfile | undefined;
    return (known ?? new DataAwsIamInstanceProfile(this, id, { name: pool.props.instanceProfileName! })).arn;
  }
}

/** An update that would replace the cluster, and with it queued jobs and accounting, fails instead. */
const PROTECTED = policyDocument([
  { Effect: "Allow", Action: ["Update:*"], Principal: "*", Resource: ["*"] },
  {
    Effect: "Deny",
    Action: ["Update:Replace", "Update:Delete"],
    Principal: "*",
    Resource: ["LogicalResourceId/Cluster"],
  },
]).replace('"Version":"2012-10-17",', "");
