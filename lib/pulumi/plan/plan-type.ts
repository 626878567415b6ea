import { nearest } from "../../units/nearest";
import type { Properties } from "./kinds";
import { cloudProvider, mappedTypes, mappingOf } from "./mapping";
import type { PlannedResource, PlannedValue } from "./plan";
import { COMMAND, COMMAND_TYPE, commandArgs } from "./plan-command";
import { HELM_RELEASE, kubernetesProviderArgs, releaseArgs } from "./plan-helm";
import type { ValuePlanner } from "./plan-value";

type Args = (values: Readonly<Record<string, unknown>>, planner: ValuePlanner) => [string, PlannedValue][];

/** What a type of Terraform becomes. */
export interface PlannedType extends Pick<PlannedResource, "package" | "module" | "name" | "takesNothing"> {
  readonly properties: Properties;
  /** Its arguments, where they are not those of the properties one by one. */
  readonly args?: Args;
}

/** Types that are of no cloud. */
const OTHERS: Readonly<Record<string, PlannedType>> = {
  helm_release: {
    package: "@pulumi/kubernetes",
    module: "helm/v3/release",
    name: "Release",
    properties: HELM_RELEASE,
    args: releaseArgs,
  },
  [COMMAND_TYPE]: {
    package: "@pulumi/command",
    module: "local/command",
    name: "Command",
    properties: COMMAND,
    args: commandArgs,
  },
};

/** What a type becomes in Pulumi; undefined where it cannot be translated. */
export function plannedType(mode: "managed" | "data", type: string): PlannedType | undefined {
  const other = mode === "managed" ? OTHERS[type] : undefined;
  if (other !== undefined) return other;
  const row = mappingOf(mode, type);
  return row && { ...row, package: cloudProvider(type)!.package };
}

/** The nearest type that can be translated. */
export const nearestType = (mode: "managed" | "data", type: string): string | undefined =>
  nearest(type, mappedTypes(mode), 1)[0];

/** What a provider of Terraform becomes: its package and arguments; undefined where it cannot be translated. */
export function plannedProvider(name: string): { package: PlannedResource["package"]; args: Args } | undefined {
  if (name === "helm") return { package: "@pulumi/kubernetes", args: kubernetesProviderArgs };
  const provider = cloudProvider(name);
  if (provider?.name !== name) return undefined;
  return { package: provider.package, args: (values, planner) => planner.block(values, provider.settings, "") };
}
