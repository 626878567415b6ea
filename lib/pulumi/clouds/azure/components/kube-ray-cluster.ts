import type * as pulumi from "@pulumi/pulumi";
import { type AzureCloud, azureCloud } from "../../../../clouds/azure-cloud";
import { KUBE_RAY_CLUSTER } from "../../../../clouds/azure-tables";
import type { Part, PropsOf } from "../../../../clouds/cloud";
import { argKinds, type ConstructKind } from "../../../components/compose";
import type { OutputArgs } from "../../../components/construct-args";
import { ConstructComponent } from "../../../components/construct-component";
import { azure } from "../azure";
import type { ConstructArgs } from "../construct-args";

type Construct = Part<AzureCloud, "KubeRayCluster">;
type KubeRayClusterProps = PropsOf<AzureCloud, "KubeRayCluster">;

/** What of a workload may be Outputs. */
const RUN = ["image", "env[]"] as const;
const SERVED = ["image", "allowedCidrs[]", "env[]"] as const;

export const RAY_OUTPUTS = {
  publicEndpointCidrs: "inputs",
  administratorGroupIds: "inputs",
  egressCidrs: "inputs",
  rayClusters: RUN,
  fineTuning: RUN,
  jobs: RUN,
  serving: SERVED,
  triton: SERVED,
} as const satisfies OutputArgs<KubeRayClusterProps>;

/** The same of one served model, for an architecture that serves it. */
export const SERVING_OUTPUTS = { image: "input", allowedCidrs: "inputs", env: "inputs" } as const;

export type KubeRayClusterArgs = ConstructArgs<KubeRayClusterProps, typeof RAY_OUTPUTS>;

interface Outputs extends Record<string, unknown> {
  readonly clusterName: string;
  readonly clusterId: string;
  readonly clusterResourceGroup: string;
  readonly oidcIssuerUrl: string;
}

const KIND: ConstructKind<Construct, Outputs> = {
  cloud: azure,
  name: "KubeRayCluster",
  args: argKinds(KUBE_RAY_CLUSTER, RAY_OUTPUTS),
  make: (scope, id, props) => new azureCloud.parts.KubeRayCluster(scope, id, props),
  outputs: {
    clusterName: ({ cluster }) => cluster.name,
    clusterId: ({ cluster }) => cluster.id,
    clusterResourceGroup: ({ cluster }) => cluster.resourceGroupName,
    oidcIssuerUrl: ({ cluster }) => cluster.oidcIssuerUrl,
  },
};

/** Ray on AKS over pools of the same ClusterScope. @throws WarpformError as its construct, and on wrong arguments */
export class KubeRayCluster extends ConstructComponent<Construct, Outputs> {
  /** `az aks get-credentials --name <clusterName> --resource-group <clusterResourceGroup>`. */
  public readonly clusterName: pulumi.Output<string>;
  public readonly clusterId: pulumi.Output<string>;
  /** Group of the cluster. */
  public readonly clusterResourceGroup: pulumi.Output<string>;
  /** Issuer of the tokens by which pods act as identities. */
  public readonly oidcIssuerUrl: pulumi.Output<string>;

  constructor(id: string, args: KubeRayClusterArgs, options?: pulumi.ComponentResourceOptions) {
    super(KIND, id, args, options);
    this.clusterName = this.later.clusterName;
    this.clusterId = this.later.clusterId;
    this.clusterResourceGroup = this.later.clusterResourceGroup;
    this.oidcIssuerUrl = this.later.oidcIssuerUrl;
  }
}
