import type { TerraformStack } from "cdktf";
import type { Construct, IConstruct } from "constructs";
import type { ADOPTERS, AdopterKind } from "../model/adopters";
import type { CapacitySource, Cluster, FileSystem } from "../model/model";
import type { CloudFacts } from "../review/clouds/cloud-facts";

/** One kind of thing that starts pools' nodes in a cloud. */
export interface CloudAdopter {
  readonly kind: AdopterKind;
  /** What people ask of a construct that starts nodes, by name; undefined for a construct of another kind. */
  outputs(construct: IConstruct): Readonly<Record<string, unknown>> | undefined;
}

/** A construct's class, whatever its props. */
export type PartClass = new (scope: Construct, id: string, props: never) => Construct;

/** The constructs that start nodes. */
type AdopterParts = { readonly [Kind in AdopterKind as (typeof ADOPTERS)[Kind]["construct"]]?: PartClass };

/**
 * The constructs of a cloud by the names that all clouds have for them. Each brings a network and pools; what else it lacks is
 * refused where a blueprint or an architecture asks for it.
 */
export interface CloudParts extends AdopterParts {
  readonly ClusterNetwork: PartClass;
  readonly GpuNodePool: PartClass;
  readonly InfiniBandFabric?: PartClass;
  readonly LustreStorage?: PartClass;
  readonly SharedHome?: PartClass;
  readonly ExistingFileSystem?: object;
  readonly CheckpointBucket?: PartClass;
  readonly ProgramBucket?: PartClass;
  readonly ServiceAddress?: PartClass;
  readonly ClusterMonitoring?: PartClass;
  /** Ways to buy, boot, place and share nodes, by their makers. */
  readonly Capacity?: object;
  readonly Image?: object;
  readonly Placement?: object;
  readonly NvmeCache?: object;
  readonly GpuSharing?: object;
}

/** What a cloud sells, in the kinds of the model. */
export interface CloudCatalog {
  readonly capacity: readonly CapacitySource["kind"][];
  readonly fileSystems: readonly FileSystem["kind"][];
}

/** What a cloud brings to everything that names none: architectures, blueprints, the command line, Pulumi. */
export interface Cloud<Parts extends CloudParts = CloudParts> {
  /** Name in the model, by which the review tells its rules, prices and quotas. */
  readonly name: Cluster["cloud"];
  /** What people call it. */
  readonly title: string;
  /** Module that a program imports the parts from. */
  readonly module: string;
  readonly parts: Parts;
  /** Prices, quotas, Regions and names: what the review has to know of it. */
  readonly facts: CloudFacts;
  readonly catalog: CloudCatalog;
  /** Who can start nodes there. */
  readonly adopters: readonly CloudAdopter[];
  /** How nodes are let to read and write a bucket. */
  readonly bucketAccess: {
    grantReadWrite(grantee: never, bucket: never): void;
    /** The statement of a program that does the same, of the names of variables. */
    program(grantee: string, bucket: string): string;
  };
  /** What names of parts must look like, so that the cloud's own resources can be named by them. */
  readonly namePattern: RegExp;
  /** Region of a zone; undefined where it is no zone's name. */
  regionOf(zone: string): string | undefined;
  /** Has a stack declare its resources in a region. */
  declareProvider(stack: TerraformStack, region: string): void;
  /** The statements of a program that do the same, and what they import. */
  providerProgram(region: string): { readonly import: string; readonly statement: string };
}
