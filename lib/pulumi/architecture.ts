import * as pulumi from "@pulumi/pulumi";
import type { TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import type { Decision } from "../architectures/decision";
import { CheckpointBucket } from "../aws/checkpoint-bucket";
import { ClusterNetwork } from "../aws/cluster-network";
import type { IBucket } from "../aws/i-bucket";
import type { IClusterNetwork } from "../aws/i-cluster-network";
import type { ArchitecturePlace } from "./architecture-args";
import { validateArchitecture } from "./architecture-validation";
import type { InputTokens } from "./gpu-cluster-props";
import { StackComponent } from "./stack-component";

interface BuiltArchitecture {
  readonly network: IClusterNetwork;
  readonly bucket: IBucket;
  readonly decisions: readonly Decision[];
}

/** One architecture: its construct, the names of its args, and what of it becomes Outputs beside the common ones. */
export interface ArchitectureKind<C extends BuiltArchitecture, T extends Record<string, string>> {
  readonly name: string;
  readonly Construct: new (scope: Construct, id: string, props: never) => C;
  readonly args: readonly string[];
  readonly outputs: (construct: C) => T;
}

/** Id of the construct in its stack; names in Pulumi leave it out. */
const ROOT = "cluster";

/** What every architecture gives as Outputs. */
export interface ArchitectureOutputs extends Record<string, string> {
  readonly vpcId: string;
  readonly computeSubnetId: string;
  readonly bucketName: string;
}

/** An architecture as a Pulumi component. */
export abstract class Architecture<
  C extends BuiltArchitecture,
  T extends Record<string, string>,
> extends StackComponent<ArchitectureOutputs & T> {
  public readonly vpcId: pulumi.Output<string>;
  public readonly computeSubnetId: pulumi.Output<string>;
  /** Bucket of datasets and checkpoints, or of models. */
  public readonly bucketName: pulumi.Output<string>;
  /** Every choice and its reason. */
  public readonly decisions: readonly Decision[];
  protected readonly construct: C;

  protected constructor(
    kind: ArchitectureKind<C, T>,
    name: string,
    args: ArchitecturePlace,
    options: pulumi.ComponentResourceOptions,
  ) {
    validateArchitecture(kind.name, name, args, kind.args, options);
    const { existingNetwork, existingBucket, outdir, ...props } = args;
    const inputs = { ...laterOf("network", existingNetwork), ...laterOf("bucket", existingBucket) };
    let built: C | undefined;
    const build = (stack: TerraformStack, tokens: InputTokens) => {
      const network =
        existingNetwork && ClusterNetwork.import(stack, "network", known("network", existingNetwork, tokens));
      const bucket =
        existingBucket && CheckpointBucket.import(stack, "bucket", known("bucket", existingBucket, tokens));
      const given = Object.fromEntries(
        Object.entries({ ...props, network, bucket }).filter(([, v]) => v !== undefined),
      );
      built = new kind.Construct(stack, ROOT, given as never);
      const { vpcId, computeSubnetId } = built.network;
      return { vpcId, computeSubnetId, bucketName: built.bucket.bucketName, ...kind.outputs(built) };
    };
    super(`warpform:index:${kind.name}`, name, { build, inputs, outdir }, options, ROOT);
    this.construct = built!;
    this.decisions = this.construct.decisions;
    const outputs = this.outputs as Record<string, pulumi.Output<string>>;
    this.vpcId = outputs.vpcId!;
    this.computeSubnetId = outputs.computeSubnetId!;
    this.bucketName = outputs.bucketName!;
  }
}

const isLater = (value: unknown) => pulumi.Output.isInstance(value) || value instanceof Promise;

/** Attributes that are only known later, by the names of their inputs. */
function laterOf(prefix: string, attributes: object | undefined): Record<string, pulumi.Input<string>> {
  const later = Object.entries(attributes ?? {}).filter(([, value]) => isLater(value));
  return Object.fromEntries(later.map(([key, value]) => [`${prefix}_${key}`, value as pulumi.Input<string>]));
}

/** Attributes with a token in place of each that is only known later. */
function known<A>(prefix: string, attributes: object, tokens: InputTokens): A {
  const entries = Object.entries(attributes).map(([key, value]) => [
    key,
    isLater(value) ? tokens[`${prefix}_${key}`] : value,
  ]);
  return Object.fromEntries(entries) as A;
}
