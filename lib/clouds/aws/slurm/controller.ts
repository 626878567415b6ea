import { CloudwatchMetricAlarm } from "@cdktf/provider-aws/lib/cloudwatch-metric-alarm";
import { Instance } from "@cdktf/provider-aws/lib/instance";
import { NetworkInterface } from "@cdktf/provider-aws/lib/network-interface";
import { Route53Record } from "@cdktf/provider-aws/lib/route53-record";
import { Construct, type IConstruct } from "constructs";
import { checkovSkip } from "../../common/checkov";
import { waitFor } from "../../common/resources-within";
import type { IClusterNetwork } from "../network/i-cluster-network";
import { encodedUserData } from "../pools/launch/user-data";
import type { BootStep } from "../shared/boot-step";

export interface ControllerProps {
  readonly network: IClusterNetwork;
  /** Its name in the private zone, `slurm-head`. */
  readonly hostName: string;
  readonly instanceType: string;
  readonly imageId: string;
  /** Whether the image id moves on by itself, which must not replace the head. */
  readonly imageFloats: boolean;
  readonly instanceProfileName: string;
  readonly securityGroupIds: readonly string[];
  readonly kmsKeyArn: string;
  readonly bootSteps: readonly BootStep[];
  /** What must be there before its first boot. */
  readonly needs: () => readonly IConstruct[];
}

/**
 * One controller. Its network interface is a resource of its own, so that a replaced head keeps address and name, and running
 * nodes find it again at once.
 */
export class Controller extends Construct {
  public readonly instance: Instance;
  public readonly networkInterface: NetworkInterface;

  constructor(scope: Construct, id: string, props: ControllerProps) {
    super(scope, id);
    const { network, hostName } = props;
    const tags = network.tagsFor(hostName);
    this.networkInterface = new NetworkInterface(this, "interface", {
      subnetId: network.computeSubnetId,
      description: `${hostName} of ${network.clusterName}`,
      securityGroups: [...props.securityGroupIds],
      tags,
    });
    const record = new Route53Record(this, "record", {
      zoneId: network.privateZoneId,
      name: `${hostName}.${network.privateZoneName}`,
      type: "A",
      ttl: 60,
      records: [this.networkInterface.privateIp],
    });
    checkovSkip(record, "CKV2_AWS_23", "it points at the head's network interface, which Checkov does not follow");
    this.instance = new Instance(this, "Resource", {
      ami: props.imageId,
      instanceType: props.instanceType,
      iamInstanceProfile: props.instanceProfileName,
      primaryNetworkInterface: { networkInterfaceId: this.networkInterface.id },
      ebsOptimized: true,
      monitoring: true,
      metadataOptions: { httpEndpoint: "enabled", httpTokens: "required", httpPutResponseHopLimit: 1 },
      maintenanceOptions: { autoRecovery: "default" },
      rootBlockDevice: { volumeType: "gp3", volumeSize: ROOT_GIB, encrypted: true, kmsKeyId: props.kmsKeyArn },
      userDataBase64: encodedUserData(this, () => props.bootSteps),
      tags,
      lifecycle: props.imageFloats ? { ignoreChanges: ["ami"] } : undefined,
    });
    waitFor(this.instance, props.needs);
    this.recover(props);
  }

  /** Moves the machine to healthy hardware with its address and volumes, when EC2's own check of the host fails. */
  private recover({ network, hostName }: ControllerProps): void {
    new CloudwatchMetricAlarm(this, "recover", {
      alarmName: `${network.clusterName}-${hostName}-recover`,
      alarmDescription: `${hostName} has failed EC2's system check and is recovered`,
      namespace: "AWS/EC2",
      metricName: "StatusCheckFailed_System",
      dimensions: { InstanceId: this.instance.id },
      statistic: "Maximum",
      period: 60,
      evaluationPeriods: 2,
      comparisonOperator: "GreaterThanOrEqualToThreshold",
      threshold: 1,
      alarmActions: [`arn:aws:automate:${network.region}:ec2:recover`],
      tags: network.tagsFor(hostName),
    });
  }
}

export const ROOT_GIB = 50;
