import { SecurityGroup } from "@cdktf/provider-aws/lib/security-group";
import { VpcSecurityGroupEgressRule } from "@cdktf/provider-aws/lib/vpc-security-group-egress-rule";
import { VpcSecurityGroupIngressRule } from "@cdktf/provider-aws/lib/vpc-security-group-ingress-rule";
import { Construct } from "constructs";
import type { InstanceType } from "../../../catalog/types";
import type { NicLayout } from "../../../model/aws/nic-layout";
import { placed } from "../../common/placed";
import type { IClusterNetwork } from "../network/i-cluster-network";
import type { BootStep } from "../shared/boot-step";
import { describeAs } from "../shared/describe-as";
import { checkPartId } from "../shared/names";
import { program } from "../shared/program-text";
import { defineFabric, describeFabric, type FabricDefinition } from "./define-fabric";
import type { InfiniBandFabricProps } from "./infiniband-fabric-props";

/**
 * The fabric over which nodes talk GPU to GPU.
 *
 * **AWS has no InfiniBand.** What is built here is its equivalent, the Elastic Fabric Adapter: one EFA device for each
 * network card that has one, a security group open to itself in both directions (EFA's own protocol is not IP, so an
 * outbound rule to 0.0.0.0/0 does not cover it), close placement, and the settings that libfabric and NCCL need.
 */
export class InfiniBandFabric extends Construct {
  public readonly network: IClusterNetwork;
  /** Every value of the fabric with where it comes from. */
  public readonly definition: FabricDefinition;
  public readonly securityGroup?: SecurityGroup;
  public readonly securityGroupId: string;

  constructor(scope: Construct, id: string, props: InfiniBandFabricProps) {
    super(...placed(new.target, scope, id));
    checkPartId("InfiniBandFabric", this.node);
    this.definition = defineFabric(props, { path: this.node.path, id });
    this.network = props.network;
    if (props.securityGroupId === undefined) {
      this.securityGroup = this.buildSecurityGroup();
      this.securityGroupId = this.securityGroup.id;
    } else {
      this.securityGroupId = props.securityGroupId;
    }
    describeAs(this, () => ({ fabrics: [describeFabric(this.definition)] }));
  }

  public get nicLayout(): NicLayout {
    return this.definition.nicLayout;
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
        HUGE_PAGES_2MIB: String(this.definition.hugePages2MiB ?? ""),
        JOB_ENVIRONMENT: Object.entries(this.environment(type))
          .map(([name, value]) => `${name}=${value}`)
          .join("\n"),
      }),
    };
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
