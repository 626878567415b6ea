import type * as pulumi from "@pulumi/pulumi";
import { adopters } from "../../../../clouds/aws-rules";
import {
  type ParallelComputing as Construct,
  defaultCloud,
  type ParallelComputingProps,
} from "../../../../clouds/default-cloud";
import { argKinds, type ConstructKind } from "../../../components/compose";
import type { OutputArgs } from "../../../components/construct-args";
import { ConstructComponent } from "../../../components/construct-component";
import { aws } from "../aws";
import type { ConstructArgs } from "../construct-args";

const OUTPUTS = {} as const satisfies OutputArgs<ParallelComputingProps>;

export type ParallelComputingArgs = ConstructArgs<ParallelComputingProps, typeof OUTPUTS>;

interface Outputs extends Record<string, unknown> {
  readonly clusterId: string;
  readonly securityGroupId: string;
}

const KIND: ConstructKind<Construct, Outputs> = {
  cloud: aws,
  name: "ParallelComputing",
  args: argKinds(adopters.pcs.table, OUTPUTS),
  make: (scope, id, props) => new defaultCloud.parts.ParallelComputing(scope, id, props),
  outputs: {
    clusterId: (cluster) => cluster.clusterId,
    securityGroupId: (cluster) => cluster.securityGroup.id,
  },
};

/** Slurm over pools of the same ClusterScope, with a controller that AWS runs. @throws WarpformError as its construct, and on wrong arguments */
export class ParallelComputing extends ConstructComponent<Construct, Outputs> {
  /** Id of the cluster: `pcs_…`. */
  public readonly clusterId: pulumi.Output<string>;
  /** Group of controller, login nodes and nodes. */
  public readonly securityGroupId: pulumi.Output<string>;

  constructor(id: string, args: ParallelComputingArgs, options?: pulumi.ComponentResourceOptions) {
    super(KIND, id, args, options);
    this.clusterId = this.later.clusterId;
    this.securityGroupId = this.later.securityGroupId;
  }
}
