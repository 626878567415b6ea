import { EksPodIdentityAssociation } from "@cdktf/provider-aws/lib/eks-pod-identity-association";
import type { ITerraformDependable } from "cdktf";
import { Construct } from "constructs";
import type { IClusterNetwork } from "../../network/i-cluster-network";
import { PodIdentityRole } from "./pod-identity-role";

export interface AutoscalerAccessProps {
  readonly network: IClusterNetwork;
  readonly eksClusterName: string;
  /** Name of the EKS cluster, known at synth. */
  readonly name: string;
  readonly permissionsBoundaryArn?: string;
}

/** Rights of the cluster autoscaler: to see everything, to resize this cluster's groups alone. */
export class AutoscalerAccess extends Construct {
  public readonly dependencies: readonly ITerraformDependable[];

  constructor(scope: Construct, id: string, props: AutoscalerAccessProps) {
    super(scope, id);
    const role = new PodIdentityRole(this, "role", { ...props, name: `${props.name}-autoscaler` });
    role.grant(
      {
        Sid: "See",
        Effect: "Allow",
        Action: [
          "autoscaling:DescribeAutoScalingGroups",
          "autoscaling:DescribeAutoScalingInstances",
          "autoscaling:DescribeLaunchConfigurations",
          "autoscaling:DescribeScalingActivities",
          "autoscaling:DescribeTags",
          "ec2:DescribeImages",
          "ec2:DescribeInstanceTypes",
          "ec2:DescribeLaunchTemplateVersions",
          "ec2:GetInstanceTypesFromInstanceRequirements",
          "eks:DescribeNodegroup",
        ],
        Resource: ["*"],
      },
      {
        Sid: "Resize",
        Effect: "Allow",
        Action: ["autoscaling:SetDesiredCapacity", "autoscaling:TerminateInstanceInAutoScalingGroup"],
        Resource: ["*"],
        Condition: { StringEquals: { [`aws:ResourceTag/k8s.io/cluster-autoscaler/${props.name}`]: "owned" } },
      },
    );
    const identity = new EksPodIdentityAssociation(this, "identity", {
      clusterName: props.eksClusterName,
      namespace: "kube-system",
      serviceAccount: "cluster-autoscaler",
      roleArn: role.role.arn,
      tags: props.network.tagsFor("autoscaler"),
    });
    this.dependencies = [...role.resources, identity];
  }
}
