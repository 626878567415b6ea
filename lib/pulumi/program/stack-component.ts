import * as pulumi from "@pulumi/pulumi";
import type { Cluster } from "../../model/model";
import type { BuiltOutputs } from "../clusters/gpu-cluster-props";
import { type DeclaredStack, declareStack } from "./declare-stack";
import { newApp } from "./new-stack";
import type { StackSource } from "./stack-source";

/**
 * A component whose resources are those of a stack of constructs: what GpuCluster and the architectures are.
 *
 * @throws WarpformError where something in the stack has no counterpart in Pulumi.
 */
export abstract class StackComponent<T extends BuiltOutputs> extends pulumi.ComponentResource {
  /** What `build` handed back, as Outputs. */
  public readonly outputs: { readonly [K in keyof T]: pulumi.Output<T[K]> };
  /** What the cluster is: what sizing and the design review read. */
  public readonly model: Cluster;
  /** Every resource by its address in Terraform. */
  public readonly resources: ReadonlyMap<string, pulumi.CustomResource>;
  private readonly declared: DeclaredStack;

  /** @param root id of the construct that this component stands for; names and paths leave it out. */
  protected constructor(
    type: string,
    name: string,
    source: StackSource,
    options: pulumi.ComponentResourceOptions,
    root?: string,
  ) {
    super(type, name, {}, options);
    const { cloud, inputs, outdir } = source;
    const app = newApp(name, outdir);
    const { stack, model } = source.build(app);
    this.model = model;
    this.declared = declareStack({
      app,
      stack,
      root,
      owner: this,
      ownerName: name,
      cloud,
      inputs,
      dependsOn: options.dependsOn,
      retainOnDelete: options.retainOnDelete,
    });
    this.resources = this.declared.resources;
    this.outputs = Object.fromEntries(this.declared.outputs) as { [K in keyof T]: pulumi.Output<T[K]> };
    this.registerOutputs(this.outputs);
  }

  /**
   * The Pulumi resource of a construct, with all its typed Outputs: `cluster.resource(aws.ec2.Vpc, "network/vpc")`.
   *
   * @param path ids of the constructs below the stack, joined by slashes.
   * @throws WarpformError where there is none of that path and class, with the nearest paths.
   */
  public resource<R extends pulumi.CustomResource>(type: abstract new (...args: never[]) => R, path: string): R {
    return this.declared.resource("GpuCluster", type, path);
  }
}
