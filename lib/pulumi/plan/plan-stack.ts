import { Problems } from "../../errors";
import { nearest } from "../../units/nearest";
import { type MappingRow, mappedTypes, mappingOf, type Properties } from "./mapping";
import { orderedResources } from "./order";
import type { PlannedOptions, PlannedResource, PlannedValue, PulumiPlan } from "./plan";
import { HELM_RELEASE, kubernetesProviderArgs, releaseArgs } from "./plan-helm";
import { formerPaths } from "./plan-moved";
import { type Block, plannedOptions } from "./plan-options";
import { type PlanScope, ValuePlanner } from "./plan-value";

/** A synthesized stack: the content of its `cdk.tf.json`. */
export type TerraformJson = Readonly<Record<string, unknown>>;

/** Parts of a stack that are translated, and those that say nothing a Pulumi program needs. */
const SECTIONS = ["resource", "data", "locals", "output", "variable", "provider", "terraform", "moved", "//"];

/** What of an output is translated, and what is for readers alone. */
const OUTPUT_KEYS = ["value", "sensitive", "description", "//"];

/** Settings of the AWS provider with the same meaning in Pulumi. */
const AWS_PROVIDER: Properties = {
  region: ["region", "string"],
  profile: ["profile", "string"],
  allowed_account_ids: ["allowedAccountIds", { list: "string" }],
  forbidden_account_ids: ["forbiddenAccountIds", { list: "string" }],
  max_retries: ["maxRetries", "number"],
  default_tags: ["defaultTags", { block: { tags: ["tags", { map: "string" }] } }],
  ignore_tags: [
    "ignoreTags",
    { block: { keys: ["keys", { list: "string" }], key_prefixes: ["keyPrefixes", { list: "string" }] } },
  ],
};

interface Declared {
  readonly address: string;
  readonly mode: "managed" | "data";
  readonly type: string;
  readonly values: Block;
  readonly row: Pick<MappingRow, "module" | "name" | "properties"> | undefined;
}

/**
 * What a synthesized stack becomes in Pulumi. Pure: loads no Pulumi package, so all that can't be translated is known before
 * the first resource is declared.
 *
 * @throws WarpformError with everything that has no counterpart, each with the address of its resource.
 */
export function planStack(stackName: string, json: TerraformJson, inputs: readonly string[] = []): PulumiPlan {
  const problems = new Problems();
  for (const section of Object.keys(json))
    if (!SECTIONS.includes(section) && Object.keys((json[section] ?? {}) as object).length > 0)
      problems.add(
        "not-allowed",
        section,
        `${section}: blocks of this kind have no counterpart in Pulumi; take them out of the stack`,
      );

  const locals = (json.locals ?? {}) as Block;
  const declared = new Map<string, Declared>();
  for (const mode of ["managed", "data"] as const)
    for (const part of declaredIn(mode, json, problems)) declared.set(part.address, part);
  const scope: PlanScope = {
    problems,
    propertiesOf: (address) => declared.get(address)?.row?.properties,
    hasLocal: (name) => Object.hasOwn(locals, name),
    hasInput: (name) => inputs.includes(name),
  };

  const providers = plannedProviders(json, scope);
  const former = formerPaths(json.moved, declared, problems);
  const resources = [...declared.values()].flatMap((part) => {
    if (part.row === undefined) return [];
    const isHelm = part.type === "helm_release";
    const from = isHelm ? "@pulumi/kubernetes" : "@pulumi/aws";
    const planner = new ValuePlanner(scope, part.address, from);
    const { options, values } = plannedOptions(part, part.row.properties, providers, declared, scope);
    const args = isHelm ? releaseArgs(values, planner) : planner.block(values, part.row.properties, "");
    const planned: PlannedResource = {
      address: part.address,
      mode: part.mode,
      package: from,
      module: part.row.module,
      name: part.row.name,
      path: constructPath(part),
      formerPaths: former.get(part.address) ?? [],
      args: Object.fromEntries(args),
      options,
    };
    return [planned];
  });

  const plannedLocals = new Map<string, PlannedValue>();
  for (const [name, value] of Object.entries(locals)) {
    const planned = new ValuePlanner(scope, `local.${name}`).value(value, "any", "value");
    if (planned !== undefined) plannedLocals.set(name, planned);
  }
  const outputs = new Map<string, { value: PlannedValue; sensitive: boolean }>();
  for (const [name, output] of Object.entries((json.output ?? {}) as Record<string, Block>)) {
    for (const key of Object.keys(output).filter((of) => !OUTPUT_KEYS.includes(of)))
      problems.add("not-allowed", `output.${name}`, `output.${name}: ${key} has no counterpart in Pulumi; take it out`);
    const value = new ValuePlanner(scope, `output.${name}`).value(output.value, "any", "value");
    if (value !== undefined) outputs.set(name, { value, sensitive: output.sensitive === true });
  }
  const ordered = orderedResources([...providers.values(), ...resources], plannedLocals, problems);
  problems.throwIfAny(`stack ${stackName} as Pulumi`);
  return { stackName, resources: ordered, locals: plannedLocals, outputs };
}

function* declaredIn(mode: "managed" | "data", json: TerraformJson, problems: Problems): Generator<Declared> {
  const section = (json[mode === "managed" ? "resource" : "data"] ?? {}) as Record<string, Record<string, Block>>;
  for (const [type, byName] of Object.entries(section)) {
    const row = type === "helm_release" && mode === "managed" ? HELM_ROW : mappingOf(mode, type);
    for (const [name, values] of Object.entries(byName)) {
      const address = `${mode === "data" ? "data." : ""}${type}.${name}`;
      if (row === undefined) {
        const near = nearest(type, mappedTypes(mode), 1)[0];
        const advice = `declare it in the Pulumi program itself${near ? ` (the nearest known type is ${near})` : ""}`;
        problems.add("unknown-name", address, `${address}: ${type} can't be translated to Pulumi; ${advice}`);
      }
      yield { address, mode, type, values, row };
    }
  }
}

const HELM_ROW = { module: "helm/v3/release", name: "Release", properties: HELM_RELEASE };

/** Providers by their name in Terraform: `aws`, `helm.ray`. */
function plannedProviders(json: TerraformJson, scope: PlanScope): Map<string, PlannedResource> {
  const providers = new Map<string, PlannedResource>();
  for (const [type, configured] of Object.entries((json.provider ?? {}) as Record<string, Block | Block[]>)) {
    for (const { alias, ...values } of Array.isArray(configured) ? configured : [configured]) {
      const name = alias === undefined ? type : `${type}.${String(alias)}`;
      const from = type === "helm" ? "@pulumi/kubernetes" : "@pulumi/aws";
      const planner = new ValuePlanner(scope, `provider.${name}`, from);
      if (type !== "aws" && type !== "helm") {
        const message = `provider.${name}: only aws and helm can be translated to Pulumi`;
        scope.problems.add("not-allowed", `provider.${name}`, message);
        continue;
      }
      const args = type === "aws" ? planner.block(values, AWS_PROVIDER, "") : kubernetesProviderArgs(values, planner);
      providers.set(name, {
        address: `provider.${name}`,
        mode: "provider",
        package: from,
        module: "provider",
        name: "Provider",
        path: [alias === undefined ? type : String(alias)],
        formerPaths: [],
        args: Object.fromEntries(args),
        options: { dependsOn: [], deleteBeforeReplace: false } satisfies PlannedOptions,
      });
    }
  }
  return providers;
}

/** Construct ids below the stack, without the `Resource` that every construct's main child is called, which says nothing. */
function constructPath({ address, values }: Declared): string[] {
  const path = (values["//"] as { metadata?: { path?: string } } | undefined)?.metadata?.path;
  const ids = path?.split("/").slice(1) ?? [address.split(".").at(-1)!];
  const named = ids.filter((id) => id !== "Resource");
  return named.length > 0 ? named : ids;
}
