import { mkdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import * as pulumi from "@pulumi/pulumi";
import { App, TerraformOutput, TerraformStack, TerraformVariable } from "cdktf";
import { clusterModel } from "../aws/described";
import { buildBlueprint } from "../blueprint/build";
import { loadBlueprint } from "../blueprint/load";
import { WarpformError } from "../errors";
import type { Cluster } from "../model/model";
import { nearest } from "../units/nearest";
import { declarePlan } from "./declare";
import type { BuiltOutputs, GpuClusterArgs, GpuClusterFromConstructs } from "./gpu-cluster-props";
import { planStack, type TerraformJson } from "./plan-stack";

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
  private readonly byPath: ReadonlyMap<string, readonly pulumi.CustomResource[]>;

  /** @param root id of the construct that this component stands for; names and paths leave it out. */
  protected constructor(
    type: string,
    name: string,
    args: GpuClusterArgs<T>,
    options: pulumi.ComponentResourceOptions,
    root?: string,
  ) {
    super(type, name, {}, options);
    const outdir = args.outdir ?? join(".warpform", name);
    mkdirSync(outdir, { recursive: true });
    const app = new App({ outdir });
    const { stack, model } = "build" in args ? fromConstructs(app, name, args) : fromBlueprint(app, args);
    this.model = model;
    app.synth();

    const stackFolder = join(app.outdir, "stacks", stack.node.id);
    const { provider, ...rest } = JSON.parse(readFileSync(join(stackFolder, "cdk.tf.json"), "utf8")) as TerraformJson;
    const json = { ...rest, provider: withoutStandIn(provider) };
    const inputs = ("inputs" in args ? args.inputs : undefined) ?? {};
    const whole = planStack(stack.node.id, json, Object.keys(inputs));
    const resources = whole.resources.map((planned) => ({ ...planned, path: below(root, planned.path) }));
    const plan = { ...whole, resources };
    const declared = declarePlan({
      plan,
      owner: this,
      ownerName: name,
      folder: relative(process.cwd(), resolve(stackFolder)),
      inputs,
      dependsOn: options.dependsOn,
      retainOnDelete: options.retainOnDelete,
      hasProvider: (pulumiPackage) => this.getProvider(`${pulumiPackage}:index:x`) !== undefined,
      classOf: ([id]) => {
        const construct = stack.node.tryFindChild(root ?? "")?.node.tryFindChild(id!) ?? stack.node.tryFindChild(id!);
        return construct === undefined || construct.node.children.length === 0 ? "" : construct.constructor.name;
      },
    });
    this.resources = declared.resources;
    const byPath = new Map<string, pulumi.CustomResource[]>();
    for (const { address, path } of plan.resources) {
      const resource = declared.resources.get(address);
      if (resource) byPath.set(path.join("/"), [...(byPath.get(path.join("/")) ?? []), resource]);
    }
    this.byPath = byPath;
    this.outputs = Object.fromEntries(declared.outputs) as { [K in keyof T]: pulumi.Output<T[K]> };
    this.registerOutputs(this.outputs);
  }

  /**
   * The Pulumi resource of a construct, with all its typed Outputs: `cluster.resource(aws.ec2.Vpc, "network/vpc")`.
   *
   * @param path ids of the constructs below the stack, joined by slashes.
   * @throws WarpformError where there is none of that path and class, with the nearest paths.
   */
  public resource<R extends pulumi.CustomResource>(type: abstract new (...args: never[]) => R, path: string): R {
    const found = this.byPath.get(path)?.find((resource): resource is R => resource instanceof type);
    if (found !== undefined) return found;
    const known = [...this.byPath].filter(([, list]) => list.some((resource) => resource instanceof type));
    const names = known.map(([key]) => key);
    const near = nearest(path, names);
    const advice = (near.length > 0 ? near : names).join(", ") || `this cluster has no ${type.name}`;
    throw new WarpformError("GpuCluster", [
      { code: "unknown-name", path: "path", message: `there is no ${type.name} at "${path}"; there is ${advice}` },
    ]);
  }
}

/** A path without the construct that the component stands for. */
const below = (root: string | undefined, path: readonly string[]) =>
  root !== undefined && path[0] === root && path.length > 1 ? path.slice(1) : path;

/** Id of the provider that a stack must have; where the program gives none, the program's own takes its place in Pulumi. */
const STAND_IN = "program-provider";

function withoutStandIn(provider: unknown): object {
  const { aws, ...others } = (provider ?? {}) as { aws?: { alias?: string }[] };
  const own = (aws ?? []).filter(({ alias }) => alias !== STAND_IN);
  return own.length === 0 ? others : { ...others, aws: own };
}

function fromConstructs<T extends BuiltOutputs>(app: App, name: string, args: GpuClusterFromConstructs<T>) {
  const stack = new TerraformStack(app, name);
  if (args.region !== undefined) new AwsProvider(stack, "aws", { region: args.region });
  else new AwsProvider(stack, STAND_IN, { alias: STAND_IN });
  const tokens: Record<string, string> = {};
  for (const input of Object.keys(args.inputs ?? {})) {
    const variable = new TerraformVariable(stack, `input-${input}`, { type: "string" });
    variable.overrideLogicalId(input);
    tokens[input] = variable.stringValue;
  }
  const built = args.build(stack, tokens) as unknown;
  if (built instanceof Promise)
    throw new WarpformError(`GpuCluster ${name}`, [
      {
        code: "not-allowed",
        path: "build",
        message: "build must not be async; await what it needs before, and give it by inputs",
      },
    ]);
  for (const [key, value] of Object.entries((built ?? {}) as BuiltOutputs))
    new TerraformOutput(stack, `output-${key}`, { value }).overrideLogicalId(key);
  return { stack, model: clusterModel(stack) };
}

function fromBlueprint(app: App, args: { blueprint: string | readonly string[]; set?: readonly string[] }) {
  const { stack, cluster } = buildBlueprint(app, loadBlueprint([args.blueprint].flat(), args.set ?? []));
  return { stack, model: cluster };
}
