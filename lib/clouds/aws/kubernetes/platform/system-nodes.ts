import { EksNodeGroup } from "@cdktf/provider-aws/lib/eks-node-group";
import { LaunchTemplate } from "@cdktf/provider-aws/lib/launch-template";
import { type ITerraformDependable, Token } from "cdktf";
import { Construct } from "constructs";
import { POOL_LABEL, SYSTEM_POOL } from "../../../../kubernetes/chart/names";
import { waitFor } from "../../../common/resources-within";
import type { IClusterNetwork } from "../../network/i-cluster-network";
import { NodeRole } from "../../pools/launch/node-role";
import type { PolicyStatement } from "../../shared/policy";
import { attachWorkerPolicies } from "./worker-policies";

export interface SystemNodesProps {
  readonly network: IClusterNetwork;
  readonly eksClusterName: string;
  /** Name of the EKS cluster, known at synth. */
  readonly name: string;
  readonly clusterSecurityGroupId: string;
  readonly instanceType: string;
  readonly nodes: number;
  /** Most nodes of the group, where the cluster autoscaler adds to it. */
  readonly mostNodes: number;
  /** Release of the image; undefined for the newest when the group is made. */
  readonly releaseVersion: string | undefined;
  /** Whether an update ends pods that may not be evicted. */
  readonly forceUpdates: boolean;
  readonly kmsKeyArn?: string;
  readonly permissionsBoundaryArn?: string;
  readonly dependsOn: ITerraformDependable[];
}

/** Root volume of each, GiB. */
export const SYSTEM_ROOT_GIB = 100;

/** Nodes beyond those that run: EKS starts new ones first in an update. */
const SURGE = 2;

/** Nodes for controllers, Ray heads and monitoring, apart from the GPU nodes: two zones, no GPUs, always there. */
export class SystemNodes extends Construct {
  public readonly nodeGroup: EksNodeGroup;
  /** Role of the nodes, Karpenter's too. */
  public readonly role: NodeRole;

  constructor(scope: Construct, id: string, props: SystemNodesProps) {
    super(scope, id);
    const { network } = props;
    const tags = network.tagsFor(SYSTEM_POOL);
    this.role = new NodeRole(this, "role", {
      network,
      name: `${props.name.slice(network.clusterName.length + 1)}-${SYSTEM_POOL}`,
      permissionsBoundaryArn: props.permissionsBoundaryArn,
    });
    const policies = attachWorkerPolicies(this, this.role.role);
    const template = this.template(props);
    this.nodeGroup = new EksNodeGroup(this, "Resource", {
      clusterName: props.eksClusterName,
      nodeGroupName: SYSTEM_POOL,
      nodeRoleArn: this.role.role.arn,
      subnetIds: network.twoZoneSubnetIds(),
      amiType: "AL2023_x86_64_STANDARD",
      releaseVersion: props.releaseVersion,
      capacityType: "ON_DEMAND",
      instanceTypes: [props.instanceType],
      launchTemplate: { id: template.id, version: Token.asString(template.latestVersion) },
      scalingConfig: {
        minSize: props.nodes,
        desiredSize: props.nodes,
        maxSize: Math.max(props.nodes + SURGE, props.mostNodes),
      },
      updateConfig: { maxUnavailable: 1 },
      ...(props.forceUpdates ? { forceUpdateVersion: true } : {}),
      nodeRepairConfig: { enabled: true },
      labels: { [POOL_LABEL]: SYSTEM_POOL },
      tags,
      dependsOn: [...policies, ...props.dependsOn],
      lifecycle: { ignoreChanges: ["scaling_config[0].desired_size"] },
    });
    waitFor(this.nodeGroup, () => [network, this.role]);
  }

  private template(props: SystemNodesProps): LaunchTemplate {
    const tags = props.network.tagsFor(SYSTEM_POOL);
    return new LaunchTemplate(this, "template", {
      name: `${props.name}-${SYSTEM_POOL}`,
      description: "system nodes of the Kubernetes cluster",
      updateDefaultVersion: true,
      metadataOptions: {
        httpEndpoint: "enabled",
        httpTokens: "required",
        // people's code runs here too, in Ray heads: pods must not reach the node's role
        httpPutResponseHopLimit: 1,
      },
      monitoring: { enabled: true },
      blockDeviceMappings: [
        {
          deviceName: "/dev/xvda",
          ebs: {
            volumeType: "gp3",
            volumeSize: SYSTEM_ROOT_GIB,
            encrypted: "true",
            kmsKeyId: props.kmsKeyArn,
            deleteOnTermination: "true",
          },
        },
      ],
      vpcSecurityGroupIds: [props.clusterSecurityGroupId],
      tagSpecifications: ["instance", "volume", "network-interface"].map((resourceType) => ({ resourceType, tags })),
      tags,
    });
  }

  /** Allows the nodes something beyond joining and pulling images. */
  public grant(statements: readonly PolicyStatement[]): void {
    this.role.grant(...statements);
  }
}
