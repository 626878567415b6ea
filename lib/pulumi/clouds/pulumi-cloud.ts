import type { TerraformStack } from "cdktf";
import type { Cloud } from "../../clouds/cloud";

/** What a choice holds: the text that may be an Output, the choice with another, and what must be plain. */
export interface ChoiceParts {
  readonly text: unknown;
  readonly withText: (text: string) => unknown;
  readonly plain?: unknown;
}

/** What a cloud brings to programs of Pulumi: its constructs, and what the program says of it in its own way. */
export interface PulumiCloud<C extends Cloud = Cloud> {
  /** Its constructs; also its name in the types of components. */
  readonly cloud: C;
  /** Regions as programs name them; undefined where a cluster's provider has none, since the networks say where they are. */
  readonly region?: { readonly pattern: RegExp; readonly example: string };
  /** A zone of its, for messages. */
  readonly exampleZone: string;
  /** Region that the stack's settings name, and the setting. */
  settledRegion?(): { readonly region: string; readonly setting: string } | undefined;
  /** Declares the provider of a stack in `region`, or in the program's own where none is given. */
  declareProvider(stack: TerraformStack, region: string | undefined): void;
  /** Parts of a Capacity, Image or the like whose text may be an Output; undefined for any other value. */
  choiceParts(value: unknown): ChoiceParts | undefined;
}

/** Alias of a provider that a stack must have where the program's own takes its place in Pulumi. */
export const STAND_IN = "program-provider";
