import type * as pulumi from "@pulumi/pulumi";
import type { TerraformStack } from "cdktf";

/** Text that the Pulumi program only knows later, as the constructs take it: tokens by the names of `inputs`. */
export type InputTokens = Readonly<Record<string, string>>;

/** What `build` hands back: tokens or values of the constructs, which become Outputs of the same names. */
export type BuiltOutputs = Readonly<Record<string, unknown>>;

/** A cluster from constructs, as in a CDK stack. */
export interface GpuClusterFromConstructs<T extends BuiltOutputs> {
  /** Region of the resources, `us-east-2`. @default - that of the Pulumi program's AWS provider */
  readonly region?: string;
  /**
   * Declares the constructs in `stack`, with the same code as in a CDK program, and hands back what should become Outputs.
   * Runs at once and must not be async.
   */
  readonly build: (stack: TerraformStack, inputs: InputTokens) => T;
  /**
   * Values that other Pulumi resources give (a VPC's id, a key's ARN). The constructs get a token for each, so they may stand
   * wherever AWS takes the value, but not where the layout is computed from it (zone, CIDR, counts). @default - none
   */
  readonly inputs?: Readonly<Record<string, pulumi.Input<string>>>;
  /** Folder for charts and files that Pulumi uploads. @default ".warpform/<name>" */
  readonly outdir?: string;
}

/** A cluster from a blueprint. */
export interface GpuClusterFromBlueprint {
  /** Path of the blueprint, or of several that are laid over each other. */
  readonly blueprint: string | readonly string[];
  /** Settings over the blueprint's, `pools.h100.nodes.max=8`. @default - none */
  readonly set?: readonly string[];
  /** Folder for charts and files that Pulumi uploads. @default ".warpform/<name>" */
  readonly outdir?: string;
}

export type GpuClusterArgs<T extends BuiltOutputs> = GpuClusterFromConstructs<T> | GpuClusterFromBlueprint;
