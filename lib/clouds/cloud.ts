import type { TerraformStack } from "cdktf";
import type { IConstruct } from "constructs";
import type { AdopterKind } from "../model/adopters";
import type { Cluster } from "../model/model";

/** One kind of thing that starts pools' nodes in a cloud. */
export interface CloudAdopter {
  readonly kind: AdopterKind;
  /** What people ask of a construct that starts nodes, by name; undefined for a construct of another kind. */
  outputs(construct: IConstruct): Readonly<Record<string, unknown>> | undefined;
}

/**
 * What a cloud brings to everything that names none: blueprints, the command line, Pulumi. `Parts` are its constructs by the names that
 * all clouds have for them; one that a cloud lacks is not among them, so that asking for it does not compile.
 */
export interface Cloud<Parts extends object = object> {
  /** Name in the model. */
  readonly name: Cluster["cloud"];
  /** Module that a program imports the parts from. */
  readonly module: string;
  readonly parts: Parts;
  /** Who can start nodes there. */
  readonly adopters: readonly CloudAdopter[];
  /** What names of parts must look like, so that the cloud's own resources can be named by them. */
  readonly namePattern: RegExp;
  /** Region of a zone; undefined where it is no zone's name. */
  regionOf(zone: string): string | undefined;
  /** Has a stack declare its resources in a region. */
  declareProvider(stack: TerraformStack, region: string): void;
  /** The statements of a program that do the same, and what they import. */
  providerProgram(region: string): { readonly import: string; readonly statement: string };
}
