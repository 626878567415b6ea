import type * as pulumi from "@pulumi/pulumi";
import type { TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import type { Decision } from "../../../../architectures/sizing/decision";
import {
  type AzureCloud,
  azureCloud,
  type CheckpointBucket,
  type ClusterNetworkAttributes,
  type IClusterNetwork,
} from "../../../../clouds/azure-cloud";
import { ArchitectureComponent, type PlaceArgs } from "../../../clusters/architecture-component";
import { azure } from "../azure";
import { type ArchitecturePlace, OUTPUT_PATHS } from "./architecture-args";

interface BuiltArchitecture extends Construct {
  readonly network: IClusterNetwork;
  readonly bucket: CheckpointBucket;
  readonly decisions: readonly Decision[];
}

/** One architecture: its construct, and the names of its args. */
export interface ArchitectureKind<B extends BuiltArchitecture> {
  readonly name: string;
  readonly Construct: new (scope: Construct, id: string, props: never, cloud: AzureCloud) => B;
  readonly args: readonly string[];
}

/** What every architecture gives as Outputs. */
export interface ArchitectureOutputs extends Record<string, string> {
  readonly resourceGroupName: string;
  readonly virtualNetworkId: string;
  readonly computeSubnetId: string;
  readonly accountName: string;
}

/** An architecture as a Pulumi component. */
export abstract class Architecture<B extends BuiltArchitecture> extends ArchitectureComponent<B, ArchitectureOutputs> {
  /** Group of what the cluster is made of. */
  public readonly resourceGroupName: pulumi.Output<string>;
  public readonly virtualNetworkId: pulumi.Output<string>;
  public readonly computeSubnetId: pulumi.Output<string>;
  /** Storage account of datasets and checkpoints, or of models. */
  public readonly accountName: pulumi.Output<string>;
  /** The head's virtual machine. @default - undefined unless Slurm is the scheduler */
  public readonly headId?: pulumi.Output<string>;
  /** The head's address. @default - undefined unless Slurm is the scheduler */
  public readonly headAddress?: pulumi.Output<string>;
  /** For `az aks get-credentials`. @default - undefined unless Ray is the scheduler */
  public readonly clusterName?: pulumi.Output<string>;
  /** Group of the Kubernetes cluster. @default - undefined unless Ray is the scheduler */
  public readonly clusterResourceGroup?: pulumi.Output<string>;
  /** Scale set of the nodes. @default - undefined unless a fleet starts the nodes */
  public readonly scaleSetId?: pulumi.Output<string>;

  protected constructor(
    { name: kind, Construct, args: names }: ArchitectureKind<B>,
    name: string,
    args: ArchitecturePlace,
    options: pulumi.ComponentResourceOptions,
  ) {
    const make = (scope: Construct, id: string, props: never) => new Construct(scope, id, props, azureCloud);
    const given = ({ network, bucket }: B) => ({
      resourceGroupName: network.place.resourceGroupName,
      virtualNetworkId: network.virtualNetworkId,
      computeSubnetId: network.computeSubnetId,
      accountName: bucket.account.name,
    });
    const all = { name: kind, cloud: azure, args: names, outputPaths: OUTPUT_PATHS, place, make, outputs: given };
    super(all, name, args as unknown as PlaceArgs, options);
    const outputs = this.outputs as Record<string, pulumi.Output<string>>;
    this.resourceGroupName = outputs.resourceGroupName!;
    this.virtualNetworkId = outputs.virtualNetworkId!;
    this.computeSubnetId = outputs.computeSubnetId!;
    this.accountName = outputs.accountName!;
    this.headId = outputs.headId;
    this.headAddress = outputs.headAddress;
    this.clusterName = outputs.clusterName;
    this.clusterResourceGroup = outputs.clusterResourceGroup;
    this.scaleSetId = outputs.scaleSetId;
  }
}

/** Props of where an architecture stands: a bucket needs the network, so that both are made before the rest. */
function place(stack: TerraformStack, args: PlaceArgs): Readonly<Record<string, unknown>> {
  const { CheckpointBucket, ClusterNetwork, LustreStorage } = azureCloud.parts;
  const { existingNetwork, existingLustre, availabilityZone, bucket } = args as PlaceArgs & {
    readonly availabilityZone?: string;
    readonly bucket?: object;
  };
  const network =
    existingNetwork === undefined
      ? new ClusterNetwork(stack, "network", { availabilityZone: availabilityZone! })
      : ClusterNetwork.import(stack, "network", existingNetwork as ClusterNetworkAttributes);
  return {
    network,
    bucket: new CheckpointBucket(stack, "bucket", { ...bucket, network } as never),
    existingLustre: existingLustre && LustreStorage.import(stack, "lustre", existingLustre as never),
    availabilityZone: undefined,
  };
}
