import * as pulumi from "@pulumi/pulumi";
import type { App } from "cdktf";
import { buildBlueprint } from "../../blueprint/build";
import { readBlueprint } from "../../blueprint/load";
import { clusterModel } from "../../clouds/common/cluster-model";
import { WarpformError } from "../../errors";
import type { Cluster } from "../../model/model";
import type { BuiltOutputs, GpuClusterArgs, GpuClusterFromConstructs } from "../clusters/gpu-cluster-props";
import { validateBuilt } from "./built-outputs";
import { type DeclaredStack, declareStack } from "./declare-stack";
import { inputToken, newApp, newStack, stackOutput } from "./new-stack";

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
    args: GpuClusterArgs<T>,
    options: pulumi.ComponentResourceOptions,
    root?: string,
  ) {
    super(type, name, {}, options);
    const app = newApp(name, args.outdir);
    const { stack, model } = "build" in args ? fromConstructs(app, name, args) : fromBlueprint(app, args);
    this.model = model;
    this.declared = declareStack({
      app,
      stack,
      root,
      owner: this,
      ownerName: name,
      inputs: ("inputs" in args ? args.inputs : undefined) ?? {},
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

function fromConstructs<T extends BuiltOutputs>(app: App, name: string, args: GpuClusterFromConstructs<T>) {
  const stack = newStack(app, name, args.region);
  const inputs = Object.keys(args.inputs ?? {});
  const built = args.build(
    stack,
    Object.fromEntries(inputs.map((input) => [input, inputToken(stack, input)])),
  ) as unknown;
  validateBuilt(`GpuCluster ${name}`, built);
  for (const [key, value] of Object.entries((built ?? {}) as BuiltOutputs)) stackOutput(stack, key, value);
  return { stack, model: clusterModel(stack) };
}

function fromBlueprint(app: App, args: { blueprint: string | readonly string[]; set?: readonly string[] }) {
  const { stack, cluster, stacks } = buildBlueprint(app, readBlueprint([args.blueprint].flat(), args.set ?? []));
  if (stacks.length > 1) {
    const message = `blueprint must be of one region, got ${stacks.length}; use InferenceRegions`;
    throw new WarpformError("GpuCluster", [{ code: "not-allowed", path: "blueprint", message }]);
  }
  return { stack, model: cluster };
}
