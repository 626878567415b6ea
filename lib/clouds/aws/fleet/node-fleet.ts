import type { AutoscalingGroupConfig } from "@cdktf/provider-aws/lib/autoscaling-group";
import { AutoscalingGroup } from "@cdktf/provider-aws/lib/autoscaling-group";
import { AutoscalingPolicy } from "@cdktf/provider-aws/lib/autoscaling-policy";
import { VpcSecurityGroupIngressRule } from "@cdktf/provider-aws/lib/vpc-security-group-ingress-rule";
import { Token } from "cdktf";
import { Construct } from "constructs";
import { takesAlternatives } from "../../../model/alternative-types";
import { placed } from "../../common/placed";
import { waitFor } from "../../common/resources-within";
import { GPU_METRICS } from "../monitoring/gpu-metrics";
import type { Capacity } from "../pools/capacity/capacity";
import type { GpuNodePool } from "../pools/gpu-node-pool";
import { neededBy } from "../pools/needed-by";
import { describeAs } from "../shared/describe-as";
import { givenIn } from "../shared/given-resources";
import { program } from "../shared/program-text";
import { defineFleet, describeFleet, type FleetDefinition } from "./define-fleet";
import { fleetAdopter } from "./fleet-adopter";
import type { FleetShare } from "./fleet-plan";
import type { NodeFleetProps } from "./node-fleet-props";
import { NODE_FLEET } from "./node-fleet-table";

/**
 * The plainest way to run a pool: Auto Scaling groups, one for each capacity source in use. A node counts once its health
 * check has passed; one that fails is replaced. For launchers that bring their own rendezvous (torchrun) there is a DNS name,
 * `<fleet>.<private zone>`, that the fleet's first node answers to; not with egress "endpoints-only", where nodes cannot reach Route 53.
 */
export class NodeFleet extends Construct {
  public readonly pool: GpuNodePool;
  /** Every value of the fleet with where it comes from. */
  public readonly definition: FleetDefinition;
  public readonly autoscalingGroups: readonly AutoscalingGroup[];
  /** Rules that let a load balancer in. */
  private readonly balancerRules: VpcSecurityGroupIngressRule[] = [];

  constructor(scope: Construct, id: string, props: NodeFleetProps) {
    super(...placed(new.target, scope, id));
    this.definition = defineFleet(props, { path: this.node.path, id });
    this.pool = props.pool;
    const { network } = props.pool;
    props.pool.adoptBy(fleetAdopter(id, this.definition.zones));
    this.autoscalingGroups = this.definition.shares.map((share) => this.buildGroup(share, props));
    props.pool.boot.add({
      name: "join-fleet",
      phase: "health",
      text: program("join-fleet.sh", {
        AWS_REGION: network.region,
        HOOK: HOOK_NAME,
        HOOK_SECONDS: String(this.definition.healthTimeoutSeconds),
        ZONE_ID: network.privateZoneId,
        RENDEZVOUS: this.rendezvousName,
      }),
    });
    this.grantJoining();
    if (props.targetPort !== undefined) this.letBalancerIn(props.targetPort, props.targetSecurityGroupIds ?? []);
    describeAs(this, () => ({ schedulers: [describeFleet(this.definition)], given: givenIn(NODE_FLEET, props) }));
  }

  /** `host:port`-less DNS name for `--rdzv-endpoint`. */
  public get rendezvousName(): string {
    return this.definition.rendezvousName;
  }

  private buildGroup(share: FleetShare, props: NodeFleetProps): AutoscalingGroup {
    const { pool } = props;
    const { healthTimeoutSeconds, healthCheckType, warmNodes, targetGpuUtilizationPercent } = this.definition;
    const name = `${pool.network.clusterName}-${this.node.id}-${share.suffix}`;
    const template = pool.launchTemplateFor(share.source);
    const version = Token.asString(template.latestVersion);
    const spot = share.source.kind === "spot";
    const tags = { ...pool.network.tagsFor(this.node.id), ...pool.props.tags, "warpform:fleet": name };
    const group = new AutoscalingGroup(this, share.suffix, {
      name,
      minSize: share.min,
      maxSize: share.max,
      desiredCapacity: share.scales ? undefined : share.min,
      vpcZoneIdentifier:
        this.definition.zones > 1 && takesAlternatives(share.source)
          ? pool.network.nodeSubnetIdsInTwoZones()
          : [pool.network.computeSubnetId],
      ...launchOf(pool, share.source, { launchTemplateId: template.id, version }),
      healthCheckType,
      healthCheckGracePeriod: healthTimeoutSeconds,
      targetGroupArns: props.targetGroupArn === undefined ? undefined : [props.targetGroupArn],
      capacityRebalance: spot,
      initialLifecycleHook: [
        {
          name: HOOK_NAME,
          lifecycleTransition: "autoscaling:EC2_INSTANCE_LAUNCHING",
          defaultResult: "ABANDON",
          heartbeatTimeout: healthTimeoutSeconds,
        },
      ],
      instanceRefresh: this.definition.rollingUpdates
        ? { strategy: "Rolling", preferences: { minHealthyPercentage: 90 } }
        : undefined,
      // Without the second figure the pool would hold all that the group could still grow by.
      warmPool: warmNodes
        ? { poolState: "Stopped", minSize: warmNodes, maxGroupPreparedCapacity: warmNodes }
        : undefined,
      // GPU capacity can take hours to come; an apply must not wait for it.
      waitForCapacityTimeout: "0",
      tag: Object.entries(tags).map(([key, value]) => ({ key, value, propagateAtLaunch: true })),
    });
    // A node that boots before its way out is there fails its steps; one that ends after it is gone cannot say so.
    waitFor(group, () => [...neededBy([pool]), ...this.balancerRules]);
    if (share.scales && targetGpuUtilizationPercent !== null) this.buildScaling(group, targetGpuUtilizationPercent);
    return group;
  }

  private buildScaling(group: AutoscalingGroup, targetValue: number): void {
    new AutoscalingPolicy(this, "gpu-utilization", {
      name: `${this.pool.network.clusterName}-${this.node.id}-gpu-utilization`,
      autoscalingGroupName: group.name,
      policyType: "TargetTrackingScaling",
      targetTrackingConfiguration: {
        targetValue,
        customizedMetricSpecification: {
          namespace: GPU_METRICS.namespace(this.pool.network.clusterName),
          metricName: GPU_METRICS.utilization,
          statistic: "Average",
          metricDimension: [{ name: GPU_METRICS.groupDimension, value: group.name }],
        },
      },
    });
  }

  /** Opens the nodes' group for requests and health checks: without, targets never get healthy and nodes are replaced for ever. */
  private letBalancerIn(port: number, balancerGroupIds: readonly string[]): void {
    const rule = {
      securityGroupId: this.pool.securityGroup.id,
      description: "requests and health checks of the target group",
      ipProtocol: "tcp",
      fromPort: port,
      toPort: port,
    };
    if (balancerGroupIds.length === 0)
      this.balancerRules.push(
        new VpcSecurityGroupIngressRule(this, "target", { ...rule, cidrIpv4: this.pool.network.vpcCidr }),
      );
    balancerGroupIds.forEach((referencedSecurityGroupId, index) => {
      const id = `target-${index + 1}`;
      this.balancerRules.push(new VpcSecurityGroupIngressRule(this, id, { ...rule, referencedSecurityGroupId }));
    });
  }

  private grantJoining(): void {
    const { network } = this.pool;
    this.pool.grant(
      {
        Sid: "JoinFleet",
        Effect: "Allow",
        Action: ["autoscaling:CompleteLifecycleAction"],
        // By name, not by reference: the groups wait for this policy, without which their first nodes could not report.
        Resource: this.autoscalingGroups.map(
          ({ nameInput }) =>
            `arn:aws:autoscaling:${network.region}:*:autoScalingGroup:*:autoScalingGroupName/${nameInput}`,
        ),
      },
      // Neither call knows resource-level permissions.
      {
        Sid: "SeeFleet",
        Effect: "Allow",
        Action: ["autoscaling:DescribeAutoScalingInstances", "ec2:DescribeInstances"],
        Resource: ["*"],
      },
      {
        Sid: "Rendezvous",
        Effect: "Allow",
        Action: ["route53:ListResourceRecordSets"],
        Resource: [`arn:aws:route53:::hostedzone/${network.privateZoneId}`],
      },
      // Its own name and no other of the zone, which holds the head's too:
      // https://docs.aws.amazon.com/Route53/latest/DeveloperGuide/specifying-conditions-route53.html
      {
        Sid: "SetRendezvous",
        Effect: "Allow",
        Action: ["route53:ChangeResourceRecordSets"],
        Resource: [`arn:aws:route53:::hostedzone/${network.privateZoneId}`],
        Condition: {
          "ForAllValues:StringEquals": {
            "route53:ChangeResourceRecordSetsNormalizedRecordNames": [this.rendezvousName],
            "route53:ChangeResourceRecordSetsRecordTypes": ["A"],
          },
        },
      },
    );
  }
}

const HOOK_NAME = "node-health";

type TemplateVersion = { readonly launchTemplateId: string; readonly version: string };

/** A template alone for one type on demand or reserved, else a policy over the pool's types, the preferred one first. */
function launchOf(
  { instanceType, definition: { alternativeTypes } }: GpuNodePool,
  source: Capacity,
  template: TemplateVersion,
): Partial<AutoscalingGroupConfig> {
  const types =
    alternativeTypes.length > 0 && takesAlternatives(source) ? [instanceType.name, ...alternativeTypes] : [];
  const spot = source.kind === "spot";
  if (!spot && types.length === 0)
    return { launchTemplate: { id: template.launchTemplateId, version: template.version } };
  return {
    mixedInstancesPolicy: {
      instancesDistribution: {
        onDemandBaseCapacity: 0,
        onDemandPercentageAboveBaseCapacity: spot ? 0 : 100,
        ...(spot ? {} : { onDemandAllocationStrategy: "prioritized" }),
        ...(spot
          ? { spotAllocationStrategy: types.length > 0 ? "capacity-optimized-prioritized" : "capacity-optimized" }
          : {}),
      },
      launchTemplate: {
        launchTemplateSpecification: template,
        ...(types.length > 0 ? { override: types.map((name) => ({ instanceType: name })) } : {}),
      },
    },
  };
}
