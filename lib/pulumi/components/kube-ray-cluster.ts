import type * as pulumi from "@pulumi/pulumi";
import { KubeRayCluster as Construct } from "../../clouds/aws/kubernetes/kube-ray-cluster";
import type { KubeRayClusterProps as Props } from "../../clouds/aws/kubernetes/kube-ray-cluster-props";
import type { ConstructKind } from "./compose";
import type { ArgTable, ConstructArgs } from "./construct-args";
import { ConstructComponent } from "./construct-component";

/** A scope has one stack, so nothing can be put into a second one. */
type KubeRayClusterProps = Omit<Props, "workloadsScope">;

/** What of a workload may be Outputs. */
const SERVED = ["image", "allowedCidrs[]", "certificateArn", "env[]"] as const;
const TRITON = ["image", "allowedCidrs[]", "env[]"] as const;
const RUN = ["image", "env[]"] as const;

export const RAY_TABLE = {
  network: "plain",
  pools: "plain",
  provisioner: "plain",
  nodeImage: "plain",
  nodeImageVersion: "plain",
  kubernetesVersion: "plain",
  addOnVersions: "plain",
  publicEndpointCidrs: "inputs",
  administratorArns: "inputs",
  systemInstanceType: "plain",
  systemNodes: "plain",
  systemImageVersion: "plain",
  forceSystemUpdates: "plain",
  imagePullSecret: "plain",
  rayClusters: RUN,
  fineTuning: RUN,
  serving: SERVED,
  triton: TRITON,
  gateway: ["domain", "certificateArn", "allowedCidrs[]", "subnetIds[]"],
  queues: "plain",
  fileSystems: "plain",
  bucketMounts: "plain",
  monitoring: "plain",
  gcsFaultTolerance: "plain",
  gcsNodeType: "plain",
  tls: "plain",
  monthlyBudgetUsd: "plain",
  budgetEmails: "inputs",
  budgetTopicArn: "input",
  logRetentionDays: "plain",
  permissionsBoundaryArn: "input",
} as const satisfies ArgTable<KubeRayClusterProps>;

/** The same of one served model, for an architecture that serves it. */
export const SERVING_TABLE = { image: "input", allowedCidrs: "inputs", env: "inputs" } as const;

export type KubeRayClusterArgs = ConstructArgs<KubeRayClusterProps, typeof RAY_TABLE>;

interface Outputs extends Record<string, unknown> {
  readonly eksClusterName: string;
  readonly eksClusterArn: string;
  readonly endpoint: string;
  readonly certificateAuthorityData: string;
  readonly securityGroupId: string;
  readonly podRoleArns: Readonly<Record<string, string>>;
}

const KIND: ConstructKind<Construct, Outputs> = {
  name: "KubeRayCluster",
  args: RAY_TABLE,
  make: (scope, id, props) => new Construct(scope, id, props),
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
