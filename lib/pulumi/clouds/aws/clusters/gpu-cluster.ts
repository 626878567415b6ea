import type * as pulumi from "@pulumi/pulumi";
import type { BuiltOutputs, GpuClusterArgs } from "../../../clusters/gpu-cluster-props";
import { validateGpuCluster } from "../../../clusters/gpu-cluster-validation";
import { StackComponent } from "../../../program/stack-component";
import { blueprintIn, constructsIn } from "../../../program/stack-source";
import { aws } from "../aws";

/**
 * A GPU cluster in a Pulumi program: the constructs of this library, synthesized in memory and declared as resources of
 * @pulumi/aws (and of @pulumi/kubernetes where it runs charts). Every construct is a component of its own in previews.
 *
 * @throws WarpformError where arguments are wrong or where something in the stack has no counterpart in Pulumi.
 */
export class GpuCluster<T extends BuiltOutputs = Record<string, never>> extends StackComponent<T> {
  constructor(name: string, args: GpuClusterArgs<T>, options: pulumi.ComponentResourceOptions = {}) {
    validateGpuCluster(name, args, options, aws);
    const source = "build" in args ? constructsIn(name, args, aws) : blueprintIn(args);
    super(`warpform:${source.cloud}:GpuCluster`, name, source, options);
  }
}
