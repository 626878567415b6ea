import type { TerraformStack } from "cdktf";
import type { Construct, IConstruct } from "constructs";
import { Problems } from "../errors";
import type { CapacitySource, Cluster, FileSystem } from "../model/model";
import { requireArgument } from "../props/require-argument";
import type { ADOPTERS, AdopterKind } from "../remedies/adopters";
import type { CloudFacts } from "../review/clouds/cloud-facts";
import type {
  Bucket,
  CapacityMakers,
  CloudKinds,
  FileSystemMakers,
  FileSystemPart,
  ImageMakers,
  Mountable,
  Network,
  NeutralClass,
  PartClass,
  PlacementMakers,
  Pool,
  SharingMakers,
} from "./part-kinds";

/** One kind of thing that starts pools' nodes in a cloud. */
export interface CloudAdopter {
  readonly kind: AdopterKind;
  /** What people ask of a construct that starts nodes, by name; undefined for a construct of another kind. */
  outputs(construct: IConstruct): Readonly<Record<string, unknown>> | undefined;
}

/** The constructs that start nodes. */
type AdopterParts = { readonly [Kind in AdopterKind as (typeof ADOPTERS)[Kind]["construct"]]?: PartClass };

/**
 * The constructs of a cloud by the names that all clouds have for them. Each brings a network and pools; what else it lacks is
 * refused where a blueprint or an architecture asks for it.
 */
export interface CloudParts extends AdopterParts {
  readonly ClusterNetwork: PartClass<Network> & {
    import?(scope: Construct, id: string, attributes: never): Network;
  };
  readonly GpuNodePool: PartClass<Pool>;
  readonly InfiniBandFabric?: PartClass;
  readonly LustreStorage?: PartClass<IConstruct & FileSystemPart> & {
    import?(scope: Construct, id: string, attributes: never): FileSystemPart;
  };
  readonly SharedHome?: PartClass<IConstruct & Mountable>;
  readonly ExistingFileSystem?: FileSystemMakers;
  readonly CheckpointBucket?: PartClass<IConstruct & Bucket> & {
    import?(scope: Construct, id: string, attributes: never): Bucket;
  };
  readonly ProgramBucket?: PartClass;
  readonly ServiceAddress?: PartClass;
  readonly ClusterMonitoring?: PartClass;
  /** Ways to buy, boot, place and share nodes, by their makers. */
  readonly Capacity?: CapacityMakers;
  readonly Image?: ImageMakers;
  readonly Placement?: PlacementMakers;
  readonly NvmeCache?: new (props: never) => object;
  readonly GpuSharing?: SharingMakers;
}

/** What a cloud sells, in the kinds of the model. */
export interface CloudCatalog {
  readonly capacity: readonly CapacitySource["kind"][];
  readonly fileSystems: readonly FileSystem["kind"][];
  /** Whether its Ray clusters can keep the state of their heads in a store. @default false */
  readonly rayState?: boolean;
  /** Makers of SharedHome by the kinds that blueprints write; undefined for its constructor. */
  readonly homes?: Readonly<Record<string, string | undefined>>;
}

/** What a cloud brings to everything that names none: architectures, blueprints, the command line, Pulumi. */
export interface Cloud<Parts extends CloudParts = CloudParts, Kinds extends CloudKinds = CloudKinds> {
  /** For the compiler alone, never there: what stands for parts in the cloud's own types. */
  readonly kinds?: Kinds;
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
  /**
   * `asked-for`: architectures make monitoring only where its props are given, of nodes alone and without a budget of their own, since budgets of
   * the cloud begin on a date that somebody must name. @default - always, with a budget that is counted
   */
  readonly monitoring?: "asked-for";
  /** Who can start nodes there. */
  readonly adopters: readonly CloudAdopter[];
  /** How buckets are used. */
  readonly bucketAccess: {
    grantRead(grantee: Kinds["grantee"], bucket: Kinds["bucket"]): void;
    grantReadWrite(grantee: Kinds["grantee"], bucket: Kinds["bucket"]): void;
    /** The statement of a program that lets read and write, of the names of variables. */
    program(grantee: string, bucket: string): string;
    /** Where programs find what lies in a bucket below a path. */
    uri(bucket: Kinds["bucket"], path: string): string;
    /** The same in a program, of the name of the bucket's variable. */
    uriProgram(bucket: string, path: string): string;
    /** Props by which a Lustre file system reads what lies in a bucket; none where it cannot. */
    behindLustre(bucket: Kinds["bucket"]): object;
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

/** What a cloud's part of this name is; undefined for one that it lacks. */
export type Part<C extends Cloud, Name extends keyof CloudParts> = C["parts"] extends {
  readonly [K in Name]: { readonly prototype: infer Made };
}
  ? Made
  : undefined;

/** Props of a cloud's part of this name; none for one that it lacks. */
export type PropsOf<C extends Cloud, Name extends keyof CloudParts> = C["parts"] extends {
  readonly [K in Name]: new (
    scope: never,
    id: never,
    props: infer Props,
  ) => unknown;
}
  ? Props
  : object;

/** What a network that exists is named by, in a cloud where one can be imported. */
export type AttributesOf<C extends Cloud> = C["parts"]["ClusterNetwork"] extends {
  import(scope: never, id: never, attributes: infer Attributes): unknown;
}
  ? Attributes
  : never;

/** What stands for a kind of part in a cloud's types. */
export type Kind<C extends Cloud, Name extends keyof CloudKinds> = NonNullable<C["kinds"]>[Name];

/** Classes of a cloud's parts as code that names no cloud uses them: each construct checks its props itself. */
type PartsOf<C extends Cloud, Name extends keyof CloudParts> = {
  readonly [K in Name]: NeutralClass<NonNullable<CloudParts[K]>, Part<C, K>>;
};

/**
 * Parts of a cloud by name.
 * @throws WarpformError with those that the cloud lacks, which `where` is made of
 */
export function partsOf<C extends Cloud, Name extends keyof CloudParts>(
  cloud: C,
  where: string,
  ...names: readonly Name[]
): PartsOf<C, Name> {
  const isCloud = (value: unknown) => typeof (value as Cloud | null | undefined)?.parts === "object";
  requireArgument(where, "cloud", cloud, isCloud, 'a cloud, such as azure of "warpform/azure"');
  const { parts, title } = cloud;
  const problems = new Problems();
  for (const name of names.filter((one) => parts[one] === undefined)) {
    const has = Object.keys(parts).join(", ");
    problems.add("not-allowed", name, `${name} is needed, which ${title} lacks; build it of what ${title} has: ${has}`);
  }
  problems.throwIfAny(where);
  return parts as unknown as PartsOf<C, Name>;
}
