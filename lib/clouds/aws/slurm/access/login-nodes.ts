import { Instance } from "@cdktf/provider-aws/lib/instance";
import { Lb } from "@cdktf/provider-aws/lib/lb";
import { LbListener } from "@cdktf/provider-aws/lib/lb-listener";
import { LbTargetGroup } from "@cdktf/provider-aws/lib/lb-target-group";
import { LbTargetGroupAttachment } from "@cdktf/provider-aws/lib/lb-target-group-attachment";
import { Route53Record } from "@cdktf/provider-aws/lib/route53-record";
import { SecurityGroup } from "@cdktf/provider-aws/lib/security-group";
import { VpcSecurityGroupEgressRule } from "@cdktf/provider-aws/lib/vpc-security-group-egress-rule";
import { VpcSecurityGroupIngressRule } from "@cdktf/provider-aws/lib/vpc-security-group-ingress-rule";
import { Construct, type IConstruct } from "constructs";
import { checkovSkip } from "../../../common/checkov";
import { waitFor } from "../../../common/resources-within";
import { encodedUserData } from "../../pools/launch/user-data";
import { type ControllerProps, ROOT_GIB } from "../controller";

export interface LoginNodesProps extends Omit<ControllerProps, "hostName"> {
  /** Name of the pool, before those of its instances and groups, and in the private zone. */
  readonly name: string;
  readonly count: number;
  /** Who may reach SSH; empty for Session Manager only. */
  readonly cidrs: readonly string[];
  /** Public subnets of the load balancer; empty for an internal one in the compute subnet. */
  readonly subnetIds: readonly string[];
}

/** What login nodes have in common with the controllers. */
export type SharedNodeProps = Omit<ControllerProps, "hostName" | "instanceType" | "securityGroupIds" | "bootSteps">;

const SSH = { ipProtocol: "tcp", fromPort: 22, toPort: 22 } as const;

/** A pool of login nodes, equal to one another, behind one name where SSH is open. */
export class LoginNodes extends Construct {
  public readonly instances: readonly Instance[];
  public readonly loadBalancer?: Lb;

  constructor(
    scope: Construct,
    id: string,
    private readonly props: LoginNodesProps,
  ) {
    super(scope, id);
    const { network } = props;
    const sshGroups = props.cidrs.length > 0 ? this.sshGroups() : undefined;
    const userData = encodedUserData(this, () => props.bootSteps);
    this.instances = Array.from({ length: props.count }, (_, index) => {
      const name = `${props.name}-${index + 1}`;
      const instance = new Instance(this, name, {
        ami: props.imageId,
        instanceType: props.instanceType,
        subnetId: network.computeSubnetId,
        associatePublicIpAddress: false,
        vpcSecurityGroupIds: [...props.securityGroupIds, ...(sshGroups ? [sshGroups.machines] : [])],
        iamInstanceProfile: props.instanceProfileName,
        ebsOptimized: true,
        monitoring: true,
        metadataOptions: { httpEndpoint: "enabled", httpTokens: "required", httpPutResponseHopLimit: 1 },
        rootBlockDevice: { volumeType: "gp3", volumeSize: ROOT_GIB, encrypted: true, kmsKeyId: props.kmsKeyArn },
        userDataBase64: userData,
        tags: network.tagsFor(name),
        lifecycle: props.imageFloats ? { ignoreChanges: ["ami"] } : undefined,
      });
      waitFor(instance, () => [...props.needs(), ...(sshGroups?.rules ?? [])]);
      return instance;
    });
    if (sshGroups) this.loadBalancer = this.balance(sshGroups.balancer);
  }

  /** Two groups: the balancer's takes the given blocks, the machines' takes the balancer alone. */
  private sshGroups(): {
    readonly balancer: string;
    readonly machines: string;
    readonly rules: readonly IConstruct[];
  } {
    const { network, cidrs, name: pool } = this.props;
    const group = (name: string, description: string) =>
      new SecurityGroup(this, `${name.replace(pool, "login")}-group`, {
        name: `${network.clusterName}-${name}`,
        description,
        vpcId: network.vpcId,
        tags: network.tagsFor(name),
      }).id;
    const balancer = group(`${pool}-ssh`, "SSH to the load balancer of the login nodes");
    const machines = group(`${pool}-machines`, "SSH from the load balancer");
    const fromOutside = cidrs.map((cidr) => {
      const id = `ssh-from-${cidr.replaceAll(/[^0-9a-f]/g, "-")}`;
      return new VpcSecurityGroupIngressRule(this, id, {
        securityGroupId: balancer,
        description: `SSH from ${cidr}`,
        cidrIpv4: cidr,
        ...SSH,
      });
    });
    const sshOn = new VpcSecurityGroupEgressRule(this, "ssh-on", {
      securityGroupId: balancer,
      description: "SSH to the login machines",
      referencedSecurityGroupId: machines,
      ...SSH,
    });
    const sshIn = new VpcSecurityGroupIngressRule(this, "ssh-in", {
      securityGroupId: machines,
      description: "SSH from the load balancer",
      referencedSecurityGroupId: balancer,
      ...SSH,
    });
    return { balancer, machines, rules: [...fromOutside, sshOn, sshIn] };
  }

  private balance(securityGroup: string): Lb {
    const { network, subnetIds } = this.props;
    const tags = network.tagsFor(this.props.name);
    const balancer = new Lb(this, "balancer", {
      namePrefix: "login-",
      loadBalancerType: "network",
      internal: subnetIds.length === 0,
      subnets: subnetIds.length === 0 ? [network.computeSubnetId] : [...subnetIds],
      securityGroups: [securityGroup],
      enableDeletionProtection: false,
      tags,
    });
    checkovSkip(balancer, "CKV_AWS_91", "the login nodes log sessions; the load balancer only forwards SSH");
    checkovSkip(balancer, "CKV_AWS_150", "it holds nothing; an apply recreates it");
    checkovSkip(balancer, "CKV_AWS_152", "all login nodes are in the cluster's single zone");
    const target = new LbTargetGroup(this, "target", {
      namePrefix: "login-",
      port: 22,
      protocol: "TCP",
      vpcId: network.vpcId,
      // A session belongs to one machine; people come back to theirs.
      stickiness: { enabled: true, type: "source_ip" },
      healthCheck: { protocol: "TCP", port: "22" },
      tags,
    });
    this.instances.forEach((instance, index) => {
      new LbTargetGroupAttachment(this, `attachment-${index + 1}`, {
        targetGroupArn: target.arn,
        targetId: instance.id,
      });
    });
    const listener = new LbListener(this, "listener", {
      loadBalancerArn: balancer.arn,
      port: 22,
      protocol: "TCP",
      defaultAction: [{ type: "forward", targetGroupArn: target.arn }],
      tags,
    });
    checkovSkip(listener, "CKV_AWS_2", "SSH encrypts its traffic");
    new Route53Record(this, "record", {
      zoneId: network.privateZoneId,
      name: `${this.props.name}.${network.privateZoneName}`,
      type: "A",
      alias: { name: balancer.dnsName, zoneId: balancer.zoneId, evaluateTargetHealth: true },
    });
    return balancer;
  }
}
