import type * as pulumi from "@pulumi/pulumi";
import type { TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import type { Decision } from "../../architectures/sizing/decision";
import { defaultCloud, type IBucket, type IClusterNetwork } from "../../clouds/default-cloud";
import { NestedOutputs, withTexts } from "../nested-outputs";
import { StackComponent } from "../program/stack-component";
import type { ArchitecturePlace } from "./architecture-args";
import { validateArchitecture } from "./architecture-validation";
import type { InputTokens } from "./gpu-cluster-props";

interface BuiltArchitecture extends Construct {
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
  /** The head's machine, for `aws ssm start-session`. @default - undefined unless Slurm is the scheduler */
  public readonly headInstanceId?: pulumi.Output<string>;
  /** The head's address. @default - undefined unless Slurm is the scheduler */
  public readonly headPrivateIp?: pulumi.Output<string>;
  /** For `aws eks update-kubeconfig`. @default - undefined unless Ray is the scheduler */
  public readonly eksClusterName?: pulumi.Output<string>;
  /** Address of the Kubernetes API. @default - undefined unless Ray is the scheduler */
  public readonly kubernetesEndpoint?: pulumi.Output<string>;
  /** Auto Scaling groups. @default - undefined unless a fleet starts the nodes */
  public readonly autoscalingGroupNames?: pulumi.Output<string[]>;
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
    const later = new NestedOutputs(args);
    let built: C | undefined;
    const build = (stack: TerraformStack, tokens: InputTokens) => {
      const known = withTexts(args, later.texts(tokens)) as ArchitecturePlace & { existingLustre?: object };
      const { existingNetwork, existingBucket, existingLustre, outdir: _, ...props } = known;
      const network =
        existingNetwork && defaultCloud.parts.ClusterNetwork.import(stack, "network", existingNetwork as never);
      const bucket =
        existingBucket && defaultCloud.parts.CheckpointBucket.import(stack, "bucket", existingBucket as never);
      const lustre =
        existingLustre && defaultCloud.parts.LustreStorage.import(stack, "lustre", existingLustre as never);
      const entries = Object.entries({ ...props, network, bucket, existingLustre: lustre });
      built = new kind.Construct(stack, ROOT, Object.fromEntries(entries.filter(([, v]) => v !== undefined)) as never);
      const { vpcId, computeSubnetId } = built.network;
      const { bucketName } = built.bucket;
      return { vpcId, computeSubnetId, bucketName, ...schedulerOutputs(built), ...kind.outputs(built) };
    };
    const { outdir } = args;
    super(`warpform:index:${kind.name}`, name, { build, inputs: later.inputs, outdir }, options, ROOT);
    this.construct = built!;
    this.decisions = this.construct.decisions;
    const outputs = this.outputs as Record<string, pulumi.Output<string>>;
    this.headInstanceId = outputs.headInstanceId;
    this.headPrivateIp = outputs.headPrivateIp;
    this.eksClusterName = outputs.eksClusterName;
    this.kubernetesEndpoint = outputs.kubernetesEndpoint;
    this.autoscalingGroupNames = outputs.autoscalingGroupNames as unknown as pulumi.Output<string[]> | undefined;
    this.vpcId = outputs.vpcId!;
    this.computeSubnetId = outputs.computeSubnetId!;
    this.bucketName = outputs.bucketName!;
  }
}

/** What is asked of whoever starts the nodes; only the outputs of the one that there is. */
function schedulerOutputs({ node }: Construct): Record<string, unknown> {
  const each = node.children.flatMap((part) => defaultCloud.adopters.flatMap(({ outputs }) => outputs(part) ?? []));
  return Object.assign({}, ...each);
}
