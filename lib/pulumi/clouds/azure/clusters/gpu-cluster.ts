import type * as pulumi from "@pulumi/pulumi";
import type {
  BuiltOutputs,
  GpuClusterFromBlueprint,
  GpuClusterFromConstructs as InRegion,
} from "../../../clusters/gpu-cluster-props";
import { validateGpuCluster } from "../../../clusters/gpu-cluster-validation";
import { StackComponent } from "../../../program/stack-component";
import { blueprintIn, constructsIn } from "../../../program/stack-source";
import { azure } from "../azure";

/** A cluster from constructs, as in a CDK stack; its networks say where it is. */
export type GpuClusterFromConstructs<T extends BuiltOutputs> = Omit<InRegion<T>, "region">;

export type GpuClusterArgs<T extends BuiltOutputs> = GpuClusterFromConstructs<T> | GpuClusterFromBlueprint;

/**
 * A GPU cluster in a Pulumi program: constructs of warpform/azure, synthesized in memory and declared as resources of @pulumi/azure (and of
 * @pulumi/kubernetes where it runs charts). Every construct is a component of its own in previews.
 *
 * @throws WarpformError where arguments are wrong or where something in the stack has no counterpart in Pulumi.
 */
export class GpuCluster<T extends BuiltOutputs = Record<string, never>> extends StackComponent<T> {
  constructor(name: string, args: GpuClusterArgs<T>, options: pulumi.ComponentResourceOptions = {}) {
    validateGpuCluster(name, args, options, azure);
    const source = "build" in args ? constructsIn(name, args, azure) : blueprintIn(args);
    super(`warpform:${source.cloud}:GpuCluster`, name, source, options);
  }
}
