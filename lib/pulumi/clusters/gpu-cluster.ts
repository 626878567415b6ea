import type * as pulumi from "@pulumi/pulumi";
import { StackComponent } from "../program/stack-component";
import type { BuiltOutputs, GpuClusterArgs } from "./gpu-cluster-props";
import { validateGpuCluster } from "./gpu-cluster-validation";

/**
 * A GPU cluster in a Pulumi program: the constructs of this library, synthesized in memory and declared as resources of
 * @pulumi/aws (and of @pulumi/kubernetes where it runs charts). Every construct is a component of its own in previews.
 *
 * @throws WarpformError where arguments are wrong or where something in the stack has no counterpart in Pulumi.
 */
export class GpuCluster<T extends BuiltOutputs = Record<string, never>> extends StackComponent<T> {
  constructor(name: string, args: GpuClusterArgs<T>, options: pulumi.ComponentResourceOptions = {}) {
    validateGpuCluster(name, args, options);
    super("warpform:aws:GpuCluster", name, args, options);
  }
}
