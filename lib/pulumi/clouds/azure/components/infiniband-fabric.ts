import type * as pulumi from "@pulumi/pulumi";
import {
  azureCloud,
  type InfiniBandFabric as Construct,
  type InfiniBandFabricProps,
} from "../../../../clouds/azure-cloud";
import { INFINIBAND_FABRIC } from "../../../../clouds/azure-tables";
import { argKinds, type ConstructKind } from "../../../components/compose";
import type { OutputArgs } from "../../../components/construct-args";
import { ConstructComponent } from "../../../components/construct-component";
import { azure } from "../azure";
import type { ConstructArgs } from "../construct-args";

const OUTPUTS = {} as const satisfies OutputArgs<InfiniBandFabricProps>;

export type InfiniBandFabricArgs = ConstructArgs<InfiniBandFabricProps, typeof OUTPUTS>;

const KIND: ConstructKind<Construct, Record<string, never>> = {
  cloud: azure,
  name: "InfiniBandFabric",
  args: argKinds(INFINIBAND_FABRIC, OUTPUTS),
  make: (scope, id, props) => new azureCloud.parts.InfiniBandFabric(scope, id, props),
  outputs: {},
};

/** The InfiniBand fabric of a pool, in a ClusterScope. @throws WarpformError as its construct, and on wrong arguments */
export class InfiniBandFabric extends ConstructComponent<Construct, Record<string, never>> {
  constructor(id: string, args: InfiniBandFabricArgs, options?: pulumi.ComponentResourceOptions) {
    super(KIND, id, args, options);
  }
}
