import type * as pulumi from "@pulumi/pulumi";
import type { TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import type { Decision } from "../../architectures/sizing/decision";
import type { Cloud } from "../../clouds/cloud";
import { NestedOutputs, withTexts } from "../nested-outputs";
import { StackComponent } from "../program/stack-component";
import { constructsIn } from "../program/stack-source";
import { type ArchitectureRules, validateArchitecture } from "./architecture-validation";
import type { BuiltOutputs, InputTokens } from "./gpu-cluster-props";

interface BuiltArchitecture extends Construct {
  readonly decisions: readonly Decision[];
}

/** One architecture: its construct, the names of its args, and what of it becomes Outputs beside those of its scheduler. */
export interface ArchitectureKind<B extends BuiltArchitecture, T extends BuiltOutputs> extends ArchitectureRules {
  readonly make: (scope: Construct, id: string, props: never) => B;
  /** Makes constructs of the args that say where the architecture is built. @default - existing resources are imported */
  readonly place?: (stack: TerraformStack, args: PlaceArgs) => Readonly<Record<string, unknown>>;
  readonly outputs: (construct: B) => T;
}

/** Where an architecture stands, as args say it in every cloud. */
export interface PlaceArgs {
  readonly existingNetwork?: object;
  readonly existingBucket?: object;
  readonly existingLustre?: object;
  readonly outdir?: string;
}

/** Id of the construct in its stack; names in Pulumi leave it out. */
const ROOT = "cluster";

/** An architecture as a Pulumi component. */
export abstract class ArchitectureComponent<
  B extends BuiltArchitecture,
  T extends BuiltOutputs,
> extends StackComponent<T> {
  /** Every choice and its reason. */
  public readonly decisions: readonly Decision[];
  protected readonly construct: B;

  protected constructor(
    kind: ArchitectureKind<B, T>,
    name: string,
    args: PlaceArgs,
    options: pulumi.ComponentResourceOptions,
  ) {
    validateArchitecture(kind, name, args, options);
    const { cloud } = kind;
    const later = new NestedOutputs(cloud, args);
    let built: B | undefined;
    const build = (stack: TerraformStack, tokens: InputTokens) => {
      const { outdir: _, ...known } = withTexts(cloud, args, later.texts(tokens));
      const place = kind.place?.(stack, known) ?? imported(cloud.cloud, stack, known);
      const props = { ...known, existingNetwork: undefined, existingBucket: undefined, ...place };
      const entries = Object.entries(props).filter(([, value]) => value !== undefined);
      built = kind.make(stack, ROOT, Object.fromEntries(entries) as never);
      return { ...schedulerOutputs(cloud.cloud, built), ...kind.outputs(built) };
    };
    const { outdir } = args;
    const source = constructsIn(name, { build, inputs: later.inputs, outdir }, cloud);
    super(`warpform:index:${kind.name}`, name, source, options, ROOT);
    this.construct = built!;
    this.decisions = this.construct.decisions;
  }
}

/** What makes a construct of something that is there. */
type Importer = { import?(scope: Construct, id: string, attributes: object): unknown } | undefined;

/** Args with existing resources as constructs. */
function imported({ parts }: Cloud, stack: TerraformStack, args: PlaceArgs): Readonly<Record<string, unknown>> {
  const { existingNetwork, existingBucket, existingLustre } = args;
  const of = (part: unknown, id: string, attributes: object | undefined) =>
    attributes && (part as Importer)?.import?.(stack, id, attributes);
  return {
    network: of(parts.ClusterNetwork, "network", existingNetwork),
    bucket: of(parts.CheckpointBucket, "bucket", existingBucket),
    existingLustre: of(parts.LustreStorage, "lustre", existingLustre),
  };
}

/** Outputs of the construct that starts the nodes. */
function schedulerOutputs({ adopters }: Cloud, { node }: Construct): Record<string, unknown> {
  const each = node.children.flatMap((part) => adopters.flatMap(({ outputs }) => outputs(part) ?? []));
  return Object.assign({}, ...each);
}
