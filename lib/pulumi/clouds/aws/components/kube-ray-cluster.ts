import type * as pulumi from "@pulumi/pulumi";
import { KUBE_RAY_CLUSTER } from "../../../../clouds/aws-tables";
import {
  type KubeRayCluster as Construct,
  defaultCloud,
  type KubeRayClusterProps as Props,
} from "../../../../clouds/default-cloud";
import { argKinds, type ConstructKind } from "../../../components/compose";
import type { OutputArgs } from "../../../components/construct-args";
import { ConstructComponent } from "../../../components/construct-component";
import { aws } from "../aws";
import type { ConstructArgs } from "../construct-args";

/** A scope has one stack, so nothing can be put into a second one. */
type KubeRayClusterProps = Omit<Props, "workloadsScope">;

/** What of a workload may be Outputs. */
const SERVED = ["image", "allowedCidrs[]", "certificateArn", "env[]"] as const;
const TRITON = ["image", "allowedCidrs[]", "env[]"] as const;
const RUN = ["image", "env[]"] as const;

export const RAY_OUTPUTS = {
  publicEndpointCidrs: "inputs",
  administratorArns: "inputs",
  imagePullSecretArn: "input",
  rayClusters: RUN,
  fineTuning: RUN,
  jobs: RUN,
  serving: SERVED,
  triton: TRITON,
  gateway: ["domain", "certificateArn", "allowedCidrs[]", "subnetIds[]"],
  budgetEmails: "inputs",
  budgetTopicArn: "input",
  permissionsBoundaryArn: "input",
} as const satisfies OutputArgs<KubeRayClusterProps>;

/** The same of one served model, for an architecture that serves it. */
export const SERVING_OUTPUTS = { image: "input", allowedCidrs: "inputs", env: "inputs" } as const;

export type KubeRayClusterArgs = ConstructArgs<KubeRayClusterProps, typeof RAY_OUTPUTS>;

interface Outputs extends Record<string, unknown> {
  readonly eksClusterName: string;
  readonly eksClusterArn: string;
  readonly endpoint: string;
  readonly certificateAuthorityData: string;
  readonly securityGroupId: string;
  readonly podRoleArns: Readonly<Record<string, string>>;
}

const KIND: ConstructKind<Construct, Outputs> = {
  cloud: aws,
  name: "KubeRayCluster",
  args: argKinds(KUBE_RAY_CLUSTER, RAY_OUTPUTS),
  make: (scope, id, props) => new defaultCloud.parts.KubeRayCluster(scope, id, props),
  outputs: {
    eksClusterName: ({ cluster }) => cluster.name,
    eksClusterArn: ({ cluster }) => cluster.arn,
    endpoint: ({ cluster }) => cluster.endpoint,
    certificateAuthorityData: ({ cluster }) => cluster.certificateAuthority.get(0).data,
    securityGroupId: ({ controlPlane }) => controlPlane.securityGroupId,
    podRoleArns: ({ podRoles }) =>
      Object.fromEntries([...podRoles.byNamespace].map(([namespace, { role }]) => [namespace, role.arn])),
  },
};

/** Ray on EKS over pools of the same ClusterScope. @throws WarpformError as its construct, and on wrong arguments */
export class KubeRayCluster extends ConstructComponent<Construct, Outputs> {
  /** `aws eks update-kubeconfig --name <eksClusterName>`. */
  public readonly eksClusterName: pulumi.Output<string>;
  public readonly eksClusterArn: pulumi.Output<string>;
  /** Address of the Kubernetes API. */
  public readonly endpoint: pulumi.Output<string>;
  /** Certificate of the API's authority, base64. */
  public readonly certificateAuthorityData: pulumi.Output<string>;
  /** Group that EKS makes for control plane and nodes. */
  public readonly securityGroupId: pulumi.Output<string>;
  /** Roles that the pods of workloads take, by namespace. */
  public readonly podRoleArns: pulumi.Output<Readonly<Record<string, string>>>;

  constructor(id: string, args: KubeRayClusterArgs, options?: pulumi.ComponentResourceOptions) {
    super(KIND, id, args, options);
    this.eksClusterName = this.later.eksClusterName;
    this.eksClusterArn = this.later.eksClusterArn;
    this.endpoint = this.later.endpoint;
    this.certificateAuthorityData = this.later.certificateAuthorityData;
    this.securityGroupId = this.later.securityGroupId;
    this.podRoleArns = this.later.podRoleArns;
  }
}
