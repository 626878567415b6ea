import { SecurityGroup } from "@cdktf/provider-aws/lib/security-group";
import { VpcSecurityGroupEgressRule } from "@cdktf/provider-aws/lib/vpc-security-group-egress-rule";
import { VpcSecurityGroupIngressRule } from "@cdktf/provider-aws/lib/vpc-security-group-ingress-rule";
import { Construct } from "constructs";
import type { InstanceType } from "../../../catalog/types";
import { Problems } from "../../../errors";
import type { NicLayout } from "../../../model/nic-layout";
import { describeAs } from "../../common/described";
import { checkPropShapes } from "../../common/prop-shapes";
import { isKnown } from "../../common/terraform-text";
import type { IClusterNetwork } from "../network/i-cluster-network";
import type { BootStep } from "../shared/boot-step";
import { checkPartId } from "../shared/names";
import { program } from "../shared/program-text";
import type { InfiniBandFabricProps } from "./infiniband-fabric-props";

const nicLayouts: readonly NicLayout[] = ["ip-saving", "ena-bandwidth", "legacy-all-efa"];

/**
 * The fabric over which nodes talk GPU to GPU.
 *
 * **AWS has no InfiniBand.** What is built here is its equivalent, the Elastic Fabric Adapter: one EFA device for each
 * network card that has one, a security group open to itself in both directions (EFA's own protocol is not IP, so an
 * outbound rule to 0.0.0.0/0 does not cover it), close placement, and the settings that libfabric and NCCL need.
 */
export class InfiniBandFabric extends Construct {
  public readonly network: IClusterNetwork;
  public readonly nicLayout: NicLayout;
  public readonly securityGroup?: SecurityGroup;
  public readonly securityGroupId: string;
  private readonly hugePages2MiB: number | undefined;

  constructor(scope: Construct, id: string, props: InfiniBandFabricProps) {
    super(scope, id);
    checkPartId("InfiniBandFabric", this.node);
    checkPropShapes(`InfiniBandFabric "${this.node.path}"`, props, {
      network: "network",
      securityGroupId: "securityGroup?",
    });
    this.validate(props);
    this.network = props.network;
    this.nicLayout = props.nicLayout ?? "ip-saving";
    this.hugePages2MiB = props.hugePages2MiB;
    if (props.securityGroupId === undefined) {
      this.securityGroup = this.buildSecurityGroup();
      this.securityGroupId = this.securityGroup.id;
    } else {
      this.securityGroupId = props.securityGroupId;
    }
    describeAs(this, () => ({
      fabrics: [
        {
          name: this.name,
          kind: "efa",
          availabilityZone: this.network.availabilityZone,
          nicLayout: this.nicLayout,
          selfIngress: this.securityGroup ? true : null,
          selfEgress: this.securityGroup ? true : null,
          ...(isKnown(props.securityGroupId) ? { givenGroupId: props.securityGroupId } : {}),
        },
      ],
    }));
  }

  /** Name of the fabric in the model. */
  public get name(): string {
    return this.node.id;
  }

  /**
   * Environment for jobs on a node type. With libfabric 1.18 and aws-ofi-nccl 1.7 nothing else needs to be set.
   * @see https://github.com/aws-samples/awsome-distributed-training (1.architectures/efa-cheatsheet.md)
   */
  public environment(type: InstanceType): Record<string, string> {
    const common = {
      // Huge pages are not shared over fork; data loaders that fork die with "Cannot allocate memory".
      FI_EFA_USE_HUGE_PAGE: "0",
      NCCL_SOCKET_IFNAME: "^docker,lo,veth",
    };
    // GPUs without NVLink share host memory faster through the copy engines.
    return type.interconnect === null && type.acceleratorCount > 1
      ? { ...common, NCCL_SHM_USE_CUDA_MEMCPY: "1" }
      : common;
  }

  /** Limits and environment that a node of this fabric needs. */
  public bootStep(type: InstanceType): BootStep {
    return {
      name: "fabric",
      phase: "system",
      text: program("fabric.sh", {
        HUGE_PAGES_2MIB: this.hugePages2MiB === undefined ? "" : String(this.hugePages2MiB),
        JOB_ENVIRONMENT: Object.entries(this.environment(type))
          .map(([name, value]) => `${name}=${value}`)
          .join("\n"),
      }),
    };
  }

  private validate(props: InfiniBandFabricProps): void {
    const problems = new Problems();
    if (props.nicLayout !== undefined && !nicLayouts.includes(props.nicLayout)) {
      problems.add(
        "not-allowed",
        "nicLayout",
        `nicLayout must be ${nicLayouts.map((l) => `"${l}"`).join(", ")}, got "${props.nicLayout}"; use "ip-saving"`,
      );
    }
    const pages = props.hugePages2MiB;
    if (pages !== undefined && !(Number.isInteger(pages) && pages >= 0 && pages <= 1_048_576)) {
      problems.add(
        "out-of-range",
        "hugePages2MiB",
        `hugePages2MiB must be a whole number from 0 to 1048576, got ${pages}; leave it out to keep the image's own`,
      );
    }
    problems.throwIfAny(`InfiniBandFabric "${this.node.path}"`);
  }

  private buildSecurityGroup(): SecurityGroup {
    const group = new SecurityGroup(this, "Resource", {
      name: `${this.network.clusterName}-${this.node.id}`,
      description: "EFA traffic between the nodes of one fabric",
      vpcId: this.network.vpcId,
      tags: this.network.tagsFor(this.node.id),
    });
    const toItself = { securityGroupId: group.id, referencedSecurityGroupId: group.id, ipProtocol: "-1" };
    new VpcSecurityGroupIngressRule(this, "from-itself", { ...toItself, description: "EFA from the fabric" });
    new VpcSecurityGroupEgressRule(this, "to-itself", {
      ...toItself,
      description: "EFA to the fabric; 0.0.0.0/0 would not cover it",
    });
    return group;
  }
}
