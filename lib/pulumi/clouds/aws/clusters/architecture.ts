import type * as pulumi from "@pulumi/pulumi";
import type { Construct } from "constructs";
import type { Decision } from "../../../../architectures/sizing/decision";
import type { IBucket, IClusterNetwork } from "../../../../clouds/default-cloud";
import { ArchitectureComponent } from "../../../clusters/architecture-component";
import { aws } from "../aws";
import { type ArchitecturePlace, OUTPUT_PATHS } from "./architecture-args";

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
> extends ArchitectureComponent<C, ArchitectureOutputs & T> {
  public readonly vpcId: pulumi.Output<string>;
  public readonly computeSubnetId: pulumi.Output<string>;
  /** Bucket of datasets and checkpoints, or of models. */
  public readonly bucketName: pulumi.Output<string>;
  /** The head's instance, for `aws ssm start-session`. @default - undefined unless Slurm is the scheduler */
  public readonly headInstanceId?: pulumi.Output<string>;
  /** The head's address. @default - undefined unless Slurm is the scheduler */
  public readonly headPrivateIp?: pulumi.Output<string>;
  /** For `aws eks update-kubeconfig`. @default - undefined unless Ray is the scheduler */
  public readonly eksClusterName?: pulumi.Output<string>;
  /** Address of the Kubernetes API. @default - undefined unless Ray is the scheduler */
  public readonly kubernetesEndpoint?: pulumi.Output<string>;
  /** Auto Scaling groups. @default - undefined unless a fleet starts the nodes */
  public readonly autoscalingGroupNames?: pulumi.Output<string[]>;

  protected constructor(
    { name: kind, Construct, args: names, outputs: own }: ArchitectureKind<C, T>,
    name: string,
    args: ArchitecturePlace,
    options: pulumi.ComponentResourceOptions,
  ) {
    const make = (scope: Construct, id: string, props: never) => new Construct(scope, id, props);
    const given = (built: C) => {
      const { vpcId, computeSubnetId } = built.network;
      const { bucketName } = built.bucket;
      return { vpcId, computeSubnetId, bucketName, ...own(built) };
    };
    const all = { name: kind, cloud: aws, args: names, outputPaths: OUTPUT_PATHS, make, outputs: given };
    super(all, name, args, options);
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
