import type { Provider } from "@pulumi/aws/provider";
import * as pulumi from "@pulumi/pulumi";
import type { TerraformStack } from "cdktf";
import type { InferenceClusterProps } from "../../../../architectures/inference-cluster";
import type { InferenceRegionsProps } from "../../../../architectures/inference-regions-props";
import { plannedRegions } from "../../../../architectures/planned-regions";
import type { Decision } from "../../../../architectures/sizing/decision";
import { defaultCloud, type ServiceAddressOptions } from "../../../../clouds/default-cloud";
import type { InputTokens } from "../../../clusters/gpu-cluster-props";
import { NestedOutputs, withTexts } from "../../../nested-outputs";
import { aws } from "../aws";
import type { ADDRESS_OUTPUTS } from "../components/service-address";
import type { InputsIn } from "../construct-args";
import type { ArchitectureArgs } from "./architecture-args";
import { GpuCluster } from "./gpu-cluster";
import { validateInferenceRegions, validateProviders } from "./inference-regions-validation";

/** One region of a service; its keys, roles, ids and tags may be Outputs, as those of an InferenceCluster. */
export type InferenceRegionArgs = Partial<
  Omit<ArchitectureArgs<Omit<InferenceClusterProps, "workload" | "address">>, "outdir">
> & {
  /** Part of the requests that comes here while all regions are up, between 0 and 1. @default - equal parts */
  readonly share?: number;
  /** Block of a new VPC; regions whose networks are to be peered need different ones. @default 10.0.0.0/16 */
  readonly vpcCidr?: string;
};

/** The type makes a forgotten one an error. */
const REGION_ARGS: Readonly<Record<keyof InferenceRegionArgs, true>> = {
  availabilityZone: true,
  existingNetwork: true,
  existingBucket: true,
  vpcCidr: true,
  share: true,
  instanceType: true,
  capacity: true,
  pool: true,
  monitoring: true,
  nodes: true,
  gpuSharing: true,
  serving: true,
  ray: true,
};

export interface InferenceRegionsArgs extends Omit<InferenceRegionsProps, "regions" | "address" | "serving"> {
  /** Two regions or more, each once. */
  readonly regions: readonly InferenceRegionArgs[];
  /** The name that clients of all regions use; the hosted zone may be an Output. */
  readonly address: InputsIn<Omit<ServiceAddressOptions, "weight">, typeof ADDRESS_OUTPUTS>;
  /** How the model is served, in every region; image, environment and blocks of clients may be Outputs. @default - as of an InferenceCluster */
  readonly serving?: InferenceRegionArgs["serving"];
  /** Providers by region, for another account or role: `{ "us-east-2": ohio }`. @default - one is made for each region */
  readonly providers?: Readonly<Record<string, Provider>>;
  /** Folder for charts and files that Pulumi uploads; each region has one in it. @default ".warpform" */
  readonly outdir?: string;
}

/** What a region's cluster gives as Outputs. */
type RegionOutputs = {
  readonly vpcId: string;
  readonly computeSubnetId: string;
  readonly bucketName: string;
  readonly eksClusterName: string;
  readonly kubernetesEndpoint: string;
};

/** One region as it was declared. */
export interface DeclaredRegion {
  readonly region: string;
  readonly cluster: GpuCluster<RegionOutputs>;
}

/**
 * A model served from several regions behind one DNS name, in one Pulumi program: a GpuCluster `<name>-<region>` each, with a
 * provider of its own.
 *
 * @throws WarpformError as its construct, and on wrong arguments
 */
export class InferenceRegions extends pulumi.ComponentResource {
  public readonly regions: readonly DeclaredRegion[];
  /** What comes to each region, and why. */
  public readonly decisions: readonly Decision[];

  constructor(name: string, args: InferenceRegionsArgs, options: pulumi.ComponentResourceOptions = {}) {
    const where = `InferenceRegions ${name}`;
    validateInferenceRegions(where, name, args, Object.keys(REGION_ARGS), options);
    const planned = plannedRegions(where, propsOf(args, new Map()), defaultCloud);
    const regions = planned.map(({ region }) => region);
    validateProviders(where, args.providers, regions);
    super("warpform:index:InferenceRegions", name, {}, options);
    const later = new NestedOutputs(aws, { ...args, providers: undefined });
    this.regions = planned.map(({ region }, i) => {
      const build = (stack: TerraformStack, tokens: InputTokens): RegionOutputs => {
        const texts = later.texts(tokens);
        const existing = withTexts(aws, args.regions[i]!.existingBucket, texts);
        const bucket = existing && defaultCloud.parts.CheckpointBucket.import(stack, "bucket", existing as never);
        const built = plannedRegions(where, propsOf(args, texts, bucket), defaultCloud)[i]!.build(stack);
        return {
          vpcId: built.network.vpcId,
          computeSubnetId: built.network.computeSubnetId,
          bucketName: built.bucket.bucketName,
          eksClusterName: built.ray.cluster.name,
          kubernetesEndpoint: built.ray.cluster.endpoint,
        };
      };
      const own = args.providers?.[region];
      const { dependsOn, retainOnDelete } = options;
      const outdir = args.outdir === undefined ? undefined : `${args.outdir}/${region}`;
      const cluster = new GpuCluster(
        `${name}-${region}`,
        { region, inputs: later.inputs, outdir, build },
        { parent: this, dependsOn, retainOnDelete, ...(own === undefined ? {} : { providers: [own] }) },
      );
      return { region, cluster };
    });
    this.decisions = planned.map(({ decision }) => decision);
    this.registerOutputs({});
  }
}

/** The props of the constructs, with texts for Outputs. */
function propsOf(
  { providers: _, outdir: __, ...args }: InferenceRegionsArgs,
  texts: ReadonlyMap<unknown, string>,
  bucket?: unknown,
): InferenceRegionsProps {
  const known = withTexts(aws, args, texts);
  const regions = known.regions.map(({ existingBucket: _bucket, ...region }) => ({
    ...region,
    availabilityZone: region.availabilityZone ?? region.existingNetwork?.availabilityZone,
    ...(bucket === undefined ? {} : { bucket }),
  }));
  return { ...known, regions } as unknown as InferenceRegionsProps;
}
