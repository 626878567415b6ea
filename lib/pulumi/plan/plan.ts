/** A value of a planned resource: Terraform's expression with the names of Pulumi in it. */
export type PlannedValue =
  | { readonly kind: "literal"; readonly value: string | number | boolean | null }
  | { readonly kind: "template"; readonly parts: readonly PlannedValue[] }
  | { readonly kind: "list"; readonly items: readonly PlannedValue[] }
  | { readonly kind: "object"; readonly entries: readonly (readonly [string, PlannedValue])[] }
  | { readonly kind: "call"; readonly name: string; readonly args: readonly PlannedValue[] }
  /** Property of a resource or of what a data source found. */
  | { readonly kind: "attribute"; readonly address: string; readonly path: readonly (string | number)[] }
  | { readonly kind: "local"; readonly name: string; readonly path: readonly (string | number)[] }
  /** What the Pulumi program hands in under that name. */
  | { readonly kind: "input"; readonly name: string }
  /** A scalar that Pulumi wants as another type than Terraform gives it. */
  | { readonly kind: "convert"; readonly to: "string" | "number" | "boolean"; readonly of: PlannedValue }
  /** A file of the synthesized stack, as an asset or as a path. */
  | { readonly kind: "asset"; readonly of: PlannedValue }
  | { readonly kind: "file"; readonly path: string }
  /** JSON or YAML texts as one object, later ones over earlier ones: what Helm makes of `values`. */
  | { readonly kind: "helm-values"; readonly texts: PlannedValue };

/** Resource options that follow from the stack. */
export interface PlannedOptions {
  /** Addresses, as in Terraform. */
  readonly dependsOn: readonly string[];
  readonly protect?: true;
  readonly ignoreChanges?: readonly string[];
  /** Terraform destroys before it creates, unless told otherwise. */
  readonly deleteBeforeReplace: boolean;
  readonly customTimeouts?: Readonly<Record<string, string>>;
  /** Address of the provider; absent for the one that the package, the user or the stack has by default. */
  readonly provider?: string;
}

/** One resource, data source or provider to declare in Pulumi. */
export interface PlannedResource {
  /** Address in Terraform: `aws_vpc.network`, `data.aws_ssm_parameter.ami`, `provider.aws`. */
  readonly address: string;
  readonly mode: "managed" | "data" | "provider";
  readonly package: `@pulumi/${string}`;
  /** Module of the package and class, or function of a data source, in it. */
  readonly module: string;
  readonly name: string;
  /** Whether the function of a data source takes its options alone. @default false */
  readonly takesNothing?: boolean;
  /** Ids of the constructs from below the stack down to the resource. */
  readonly path: readonly string[];
  /** Such paths of earlier versions, by which Pulumi knows what is there. */
  readonly formerPaths: readonly (readonly string[])[];
  readonly args: Readonly<Record<string, PlannedValue>>;
  readonly options: PlannedOptions;
}

/** A variable of a stack as a setting: `pulumi config set name …`. */
export interface PlannedSetting {
  readonly description: string | undefined;
  /** Undefined where it must be set. */
  readonly default: PlannedValue | undefined;
  readonly sensitive: boolean;
}

/** What a stack becomes: resources, each after all that it refers to. */
export interface PulumiPlan {
  readonly stackName: string;
  readonly resources: readonly PlannedResource[];
  readonly locals: ReadonlyMap<string, PlannedValue>;
  /** Variables of the stack for which the program gives nothing: settings of the Pulumi stack, by name. */
  readonly settings: ReadonlyMap<string, PlannedSetting>;
  readonly outputs: ReadonlyMap<string, { readonly value: PlannedValue; readonly sensitive: boolean }>;
}

/** Addresses and locals that a value refers to. */
export function* referencesOf(value: PlannedValue): Generator<{ address: string } | { local: string }> {
  switch (value.kind) {
    case "attribute":
      yield { address: value.address };
      break;
    case "local":
      yield { local: value.name };
      break;
    case "template":
      for (const part of value.parts) yield* referencesOf(part);
      break;
    case "list":
      for (const item of value.items) yield* referencesOf(item);
      break;
    case "object":
      for (const [, item] of value.entries) yield* referencesOf(item);
      break;
    case "call":
      for (const item of value.args) yield* referencesOf(item);
      break;
    case "convert":
    case "asset":
      yield* referencesOf(value.of);
      break;
    case "helm-values":
      yield* referencesOf(value.texts);
      break;
  }
}
