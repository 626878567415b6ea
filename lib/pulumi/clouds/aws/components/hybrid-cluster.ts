import type * as pulumi from "@pulumi/pulumi";
import { adopters } from "../../../../clouds/aws-rules";
import {
  type HybridCluster as Construct,
  defaultCloud,
  type HybridClusterProps,
} from "../../../../clouds/default-cloud";
import { argKinds, type ConstructKind } from "../../../components/compose";
import type { OutputArgs } from "../../../components/construct-args";
import { ConstructComponent } from "../../../components/construct-component";
import { aws } from "../aws";
import type { ConstructArgs } from "../construct-args";

const OUTPUTS = {
  routeTableIds: "inputs",
  link: ["transitGatewayId", "virtualGatewayId"],
  caCertificate: "input",
  trustAnchorArn: "input",
  kmsKeyArn: "input",
  permissionsBoundaryArn: "input",
} as const satisfies OutputArgs<HybridClusterProps>;

export type HybridClusterArgs = ConstructArgs<HybridClusterProps, typeof OUTPUTS>;

interface Outputs extends Record<string, unknown> {
  readonly joinProgram: string;
  readonly siteRoleArn: string;
  readonly securityGroupId: string;
  readonly resolverEndpointId: string;
}

const KIND: ConstructKind<Construct, Outputs> = {
  cloud: aws,
  name: "HybridCluster",
  args: argKinds(adopters.hybrid.table, OUTPUTS),
  make: (scope, id, props) => new defaultCloud.parts.HybridCluster(scope, id, props),
  outputs: {
    joinProgram: (cluster) => cluster.joinProgram,
    siteRoleArn: (cluster) => cluster.identity.role.arn,
    securityGroupId: (cluster) => cluster.securityGroup.id,
    resolverEndpointId: (cluster) => cluster.names.inbound.id,
  },
};

/** Nodes in AWS for a site's Slurm, over pools of the same ClusterScope. @throws WarpformError as its construct, and on wrong arguments */
export class HybridCluster extends ConstructComponent<Construct, Outputs> {
  /** Program that joins a controller of the site: `pulumi stack output join | sudo bash`. */
  public readonly joinProgram: pulumi.Output<string>;
  /** Role that the site's controllers take by their certificates. */
  public readonly siteRoleArn: pulumi.Output<string>;
  /** Group of the nodes in AWS. */
  public readonly securityGroupId: pulumi.Output<string>;
  /** Inbound Resolver endpoint, to whose addresses the site's DNS servers forward the cluster's private zone. */
  public readonly resolverEndpointId: pulumi.Output<string>;

  constructor(id: string, args: HybridClusterArgs, options?: pulumi.ComponentResourceOptions) {
    super(KIND, id, args, options);
    this.joinProgram = this.later.joinProgram;
    this.siteRoleArn = this.later.siteRoleArn;
    this.securityGroupId = this.later.securityGroupId;
    this.resolverEndpointId = this.later.resolverEndpointId;
  }
}
