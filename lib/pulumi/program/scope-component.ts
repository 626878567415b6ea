import * as pulumi from "@pulumi/pulumi";
import type { TerraformStack } from "cdktf";
import { clusterModel } from "../../clouds/common/cluster-model";
import { Problems, WarpformError } from "../../errors";
import type { Cluster } from "../../model/model";
import { isArgs, isLater, mustBePlain, shown, unknownKey } from "../argument-problems";
import type { PulumiCloud } from "../clouds/pulumi-cloud";
import { takeName, validateName, validateOptions, validateRegion } from "../clusters/gpu-cluster-validation";
import { enlist } from "../components/compose";
import { Composition } from "../components/composition";

/** Args of the scopes of all clouds. */
export interface ScopeArgs {
  readonly region?: string;
  readonly outdir?: string;
}

/** What the constructs of one cluster belong to, in a cloud. */
export abstract class ScopeComponent extends pulumi.ComponentResource {
  private readonly composition: Composition;
  private readonly options: pulumi.ComponentResourceOptions;

  protected constructor(cloud: PulumiCloud, name: string, args: ScopeArgs, options: pulumi.ComponentResourceOptions) {
    validateScope(cloud, name, args, options);
    // the type of GpuCluster, so that a program may change from one to the other and keep its resources
    super(`warpform:${cloud.cloud.name}:GpuCluster`, name, {}, options);
    this.options = options;
    this.composition = new Composition(this, name, cloud, args);
    enlist(this, this.composition);
  }

  /** The stack of all constructs, for those that have no component: `new ProgramBucket(cluster.stack, "programs", { network: network.construct, … })`. */
  public get stack(): TerraformStack {
    return this.composition.stack;
  }

  /** What the cluster is, as made so far: what sizing and the design review read. */
  public get model(): Cluster {
    return clusterModel(this.composition.stack);
  }

  /** Every resource by its address in Terraform. @throws WarpformError before `declare()` */
  public get resources(): ReadonlyMap<string, pulumi.CustomResource> {
    return this.composition.result.resources;
  }

  /**
   * Text that stands for an Output, to be written into a longer one: `s3://${cluster.text(bucket.bucket)}/llama`.
   */
  public text(value: pulumi.Input<string>): string {
    return this.composition.token(value);
  }

  /**
   * Declares the resources of all constructs and makes their Outputs known.
   *
   * @throws WarpformError where the whole isn't right (a pool that nobody starts), or has no counterpart in Pulumi
   */
  public declare(): void {
    this.composition.declare(this.options);
    this.registerOutputs({});
  }

  /**
   * The Pulumi resource of a construct, once declared: `cluster.resource(Vpc, "network/vpc")`.
   *
   * @param path ids of the constructs, joined by slashes
   * @throws WarpformError where there is none of that path and class, and before `declare()`
   */
  public resource<R extends pulumi.CustomResource>(type: abstract new (...args: never[]) => R, path: string): R {
    return this.composition.result.resource(`ClusterScope ${this.composition.name}`, type, path);
  }
}

function validateScope(
  cloud: PulumiCloud,
  name: unknown,
  args: unknown,
  options: pulumi.ComponentResourceOptions,
): void {
  const known = cloud.region === undefined ? ["outdir"] : ["region", "outdir"];
  const problems = new Problems();
  validateName(name, problems);
  if (!isArgs(args)) {
    problems.add("malformed", "args", `args must be { ${known[0]} } or nothing, got ${shown(args)}`);
    throw new WarpformError(`ClusterScope ${String(name)}`, problems.all);
  }
  for (const [key, value] of Object.entries(args)) {
    if (!known.includes(key)) unknownKey(key, known, problems);
    else if (isLater(value)) mustBePlain(key, problems);
    else if (key === "region") validateRegion(value, cloud, problems);
    else if (value !== undefined && (typeof value !== "string" || value === ""))
      problems.add("malformed", "outdir", `outdir must be a folder, got ${shown(value)}`);
  }
  validateOptions(options, problems);
  problems.throwIfAny(`ClusterScope ${String(name)}`);
  takeName(`ClusterScope ${String(name)}`, String(name), options.parent);
}
