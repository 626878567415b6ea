import type { SlurmQueue } from "../../../slurm/definition/slurm-cluster";
import type { ParallelComputingValues } from "./define-parallel-computing";
import type { NodeGroup } from "./node-groups";

/** What a template names that Terraform knows. */
export interface PcsReferences {
  readonly subnetId: string;
  readonly securityGroupId: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly launchTemplate: (group: NodeGroup) => { readonly id: string; readonly version: string };
  readonly instanceProfileArn: (group: NodeGroup) => string;
}

/** The program that gates jobs on a node, installed by a boot step. */
export const PROLOG_PATH = "/opt/warpform/pcs/prolog";

type Settings = readonly { readonly ParameterName: string; readonly ParameterValue: string }[];

const PURCHASE = { block: "CAPACITY_BLOCK", spot: "SPOT", reservation: "ONDEMAND", "on-demand": "ONDEMAND" } as const;

const PREEMPTION = {
  none: {},
  partition: { PreemptType: "preempt/partition_prio", PreemptMode: "REQUEUE" },
  qos: { PreemptType: "preempt/qos", PreemptMode: "REQUEUE" },
} as const;

/** Settings of Slurm as AWS PCS takes them; what is null or empty is left out. */
function settings(values: Readonly<Record<string, string | number | null>>): Settings {
  return Object.entries(values).flatMap(([ParameterName, value]) =>
    value === null || value === "" ? [] : [{ ParameterName, ParameterValue: String(value) }],
  );
}

/** Ids of resources, letters and digits in CloudFormation: by name, so that they stay when others come and go. */
export const groupId = ({ name }: Pick<NodeGroup, "name">): string => idOf("Group", name);
export const queueId = ({ name }: Pick<SlurmQueue, "name">): string => idOf("Queue", name);

/** Pools have lower-case names; a queue's name that says "Dash" itself is the owner's to change. */
function idOf(kind: string, name: string): string {
  return `${kind}${name.replaceAll("-", "Dash")}`;
}

/**
 * The cluster, its node groups and queues as a CloudFormation template: the AWS provider has no resources of AWS PCS.
 * @see https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/AWS_PCS.html
 */
export function pcsTemplate(values: ParallelComputingValues, references: PcsReferences) {
  const cluster = { "Fn::GetAtt": ["Cluster", "Id"] };
  return {
    AWSTemplateFormatVersion: "2010-09-09",
    Description: `AWS PCS cluster ${values.clusterName}`,
    Resources: {
      Cluster: { Type: "AWS::PCS::Cluster", Properties: clusterProperties(values, references) },
      ...Object.fromEntries(
        values.groups.map((group) => [
          groupId(group),
          { Type: "AWS::PCS::ComputeNodeGroup", Properties: groupProperties(group, references, cluster) },
        ]),
      ),
      ...Object.fromEntries(
        values.queues.map((queue) => [
          queueId(queue),
          { Type: "AWS::PCS::Queue", Properties: queueProperties(queue, values, references, cluster) },
        ]),
      ),
    },
    Outputs: {
      ClusterId: { Value: cluster },
      ...Object.fromEntries(
        values.groups.map((group) => [groupId(group), { Value: { "Fn::GetAtt": [groupId(group), "Id"] } }]),
      ),
    },
  };
}

function clusterProperties(values: ParallelComputingValues, { subnetId, securityGroupId, tags }: PcsReferences) {
  const { accounting, accountingDays, restApi, healthChecks } = values;
  return {
    Name: values.clusterName,
    Size: values.size.toUpperCase(),
    Scheduler: { Type: "SLURM", Version: values.version },
    Networking: { SubnetIds: [subnetId], SecurityGroupIds: [securityGroupId] },
    SlurmConfiguration: {
      ScaleDownIdleTimeInSeconds: values.suspendMinutes * 60,
      Accounting: accounting
        ? { Mode: "STANDARD", ...(accountingDays === null ? {} : { DefaultPurgeTimeInDays: accountingDays }) }
        : { Mode: "NONE" },
      SlurmRest: { Mode: restApi ? "STANDARD" : "NONE" },
      SlurmCustomSettings: settings({
        // Jobs get the cores, memory and GPUs that they ask for.
        SelectTypeParameters: "CR_CPU_Memory",
        ...(healthChecks ? { Prolog: PROLOG_PATH } : {}),
        ...PREEMPTION[values.preemption],
        ...values.slurmConf,
      }),
    },
    Tags: tags,
  };
}

function groupProperties(group: NodeGroup, references: PcsReferences, cluster: object) {
  const { id, version } = references.launchTemplate(group);
  return {
    ClusterId: cluster,
    Name: group.name,
    CustomLaunchTemplate: { TemplateId: id, Version: version },
    IamInstanceProfileArn: references.instanceProfileArn(group),
    InstanceConfigs: [{ InstanceType: group.instanceType }],
    PurchaseOption: PURCHASE[group.source.kind],
    ...(group.source.kind === "spot" ? { SpotOptions: { AllocationStrategy: "price-capacity-optimized" } } : {}),
    ScalingConfiguration: { MinInstanceCount: group.min, MaxInstanceCount: group.max },
    SubnetIds: [references.subnetId],
    SlurmConfiguration: {
      SlurmCustomSettings: settings({ Features: group.features.join(","), Weight: group.weight }),
    },
    Tags: references.tags,
  };
}

function queueProperties(
  queue: SlurmQueue,
  { groups }: ParallelComputingValues,
  { tags }: PcsReferences,
  cluster: object,
) {
  const own = groups.filter(({ pool }) => queue.pools.includes(pool));
  return {
    ClusterId: cluster,
    Name: queue.name,
    ComputeNodeGroupConfigurations: own.map((group) => ({
      ComputeNodeGroupId: { "Fn::GetAtt": [groupId(group), "Id"] },
    })),
    SlurmConfiguration: {
      SlurmCustomSettings: settings({
        Default: queue.default ? "YES" : "NO",
        DefaultTime: queue.defaultTimeMinutes,
        MaxTime: queue.maxTimeMinutes,
        OverSubscribe: queue.exclusive ? "EXCLUSIVE" : null,
        PriorityTier: queue.priorityTier,
        PreemptMode: queue.preemptMode === "off" ? null : queue.preemptMode.toUpperCase(),
        GraceTime: queue.graceSeconds === 0 ? null : queue.graceSeconds,
        AllowAccounts: queue.allowAccounts.join(","),
        AllowQos: queue.allowQos.join(","),
      }),
    },
    Tags: tags,
  };
}
