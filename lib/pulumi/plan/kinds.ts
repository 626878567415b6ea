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

/** Name in Pulumi, kind, and whether it is required, one that only the cloud sets, or one that means nothing there and is left out. */
export type Property = readonly [name: string, kind: Kind, use?: "required" | "output" | "left-out"];

/** Properties by Terraform's name. */
export type Properties = Readonly<Record<string, Property>>;

/** What stands for a Terraform type in a package of Pulumi's. */
export interface MappingRow {
  /** Module of the package: `ec2/vpc`. */
  readonly module: string;
  /** Class in it, or function of a data source. */
  readonly name: string;
  /** Whether the function of a data source takes its options alone. @default false */
  readonly takesNothing?: boolean;
  readonly properties: Properties;
}

/** Rows by Terraform's types, and the packages with their versions that they were read from. */
export interface Mapping {
  readonly source: string;
  readonly resources: Readonly<Record<string, MappingRow>>;
  readonly data: Readonly<Record<string, MappingRow>>;
}

/** What stands in Pulumi for a provider of Terraform that a cloud has. */
export interface CloudProvider {
  /** Its name in Terraform, with which its types begin. */
  readonly name: string;
  /** Package of Pulumi's; without `@pulumi/`, the name before the provider's settings in a stack. */
  readonly package: `@pulumi/${string}`;
  /** Lowest version: an older one would drop an input that it does not know without a word. The same as in package.json. */
  readonly lowest: string;
  /** Settings with the same meaning on both sides. */
  readonly settings: Properties;
  readonly mapping: Mapping;
}

/** Name of a provider in types, and before its settings in a stack. */
export const namespaceOf = (from: string): string => from.replace("@pulumi/", "");
