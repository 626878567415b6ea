import generated from "./data/aws.generated.json";

/** Kind of a property: a scalar, text that names a file (`asset`), or what a list, a map or a block holds. */
export type Kind =
  | "string"
  | "number"
  | "boolean"
  | "asset"
  | "any"
  | { readonly list: Kind }
  | { readonly map: Kind }
  | { readonly block: Properties };

/** Name in Pulumi, kind, and whether it is required or one that only the cloud sets. */
export type Property = readonly [name: string, kind: Kind, use?: "required" | "output"];

/** Properties by Terraform's name. */
export type Properties = Readonly<Record<string, Property>>;

/** What stands for a Terraform type in @pulumi/aws. */
export interface MappingRow {
  /** Module of the package: `ec2/vpc`. */
  readonly module: string;
  /** Class in it, or function of a data source. */
  readonly name: string;
  readonly properties: Properties;
}

const tables = generated as unknown as Record<"resources" | "data", Readonly<Record<string, MappingRow>>>;

/** Packages, with versions, that the mapping was read from. */
export const MAPPING_SOURCE: string = generated.source;

/** Row of a Terraform type; undefined where @pulumi/aws has none, or where nothing here declares it. */
export function mappingOf(mode: "managed" | "data", type: string): MappingRow | undefined {
  return tables[mode === "managed" ? "resources" : "data"][type];
}

/** Terraform types that can be translated. */
export function mappedTypes(mode: "managed" | "data"): string[] {
  return Object.keys(tables[mode === "managed" ? "resources" : "data"]);
}
