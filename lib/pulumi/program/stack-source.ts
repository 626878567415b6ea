import type * as pulumi from "@pulumi/pulumi";
import type { App, TerraformStack } from "cdktf";
import { buildBlueprint } from "../../blueprint/build";
import { type ReadBlueprint, readBlueprint } from "../../blueprint/load";
import { cloudNamed } from "../../clouds/by-name";
import { clusterModel } from "../../clouds/common/cluster-model";
import { WarpformError } from "../../errors";
import type { Cluster } from "../../model/model";
import type { PulumiCloud } from "../clouds/pulumi-cloud";
import type { BuiltOutputs, GpuClusterFromBlueprint, InputTokens } from "../clusters/gpu-cluster-props";
import { validateBuilt } from "./built-outputs";
import { inputToken, newStack, stackOutput } from "./new-stack";

/** Where the stack of a component comes from. */
export interface StackSource {
  /** Name of its cloud, in the types of components. */
  readonly cloud: string;
  readonly outdir: string | undefined;
  readonly inputs: Readonly<Record<string, pulumi.Input<string>>>;
  build(app: App): { readonly stack: TerraformStack; readonly model: Cluster };
}

/** Constructs of a cloud that a function makes. */
export interface ConstructsOf {
  readonly region?: string;
  readonly build: (stack: TerraformStack, inputs: InputTokens) => BuiltOutputs;
  readonly inputs?: Readonly<Record<string, pulumi.Input<string>>>;
  readonly outdir?: string;
}

/** The stack that a function makes constructs in. */
export function constructsIn(
  name: string,
  { region, build, inputs = {}, outdir }: ConstructsOf,
  cloud: PulumiCloud,
): StackSource {
  return {
    cloud: cloud.cloud.name,
    outdir,
    inputs,
    build: (app) => {
      const stack = newStack(app, name, region, cloud);
      const tokens = Object.keys(inputs).map((input) => [input, inputToken(stack, input)]);
      const built = build(stack, Object.fromEntries(tokens) as InputTokens) as unknown;
      validateBuilt(`GpuCluster ${name}`, built);
      for (const [key, value] of Object.entries((built ?? {}) as BuiltOutputs)) stackOutput(stack, key, value);
      return { stack, model: clusterModel(stack) };
    },
  };
}

/** The stack of a blueprint, in the cloud that it names. */
export function blueprintIn({ blueprint, set = [], outdir }: GpuClusterFromBlueprint): StackSource {
  const read: ReadBlueprint = readBlueprint([blueprint].flat(), set);
  return {
    cloud: cloudNamed(read.blueprint.cloud).name,
    outdir,
    inputs: {},
    build: (app) => {
      const { stack, cluster, stacks } = buildBlueprint(app, read);
      if (stacks.length > 1) {
        const message = `blueprint must be of one region, got ${stacks.length}; use InferenceRegions`;
        throw new WarpformError("GpuCluster", [{ code: "not-allowed", path: "blueprint", message }]);
      }
      return { stack, model: cluster };
    },
  };
}
