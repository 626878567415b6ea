import { Problems } from "../../errors";
import { CLOUD_PROVIDERS } from "../clouds/providers";
import { orderedResources } from "./order";
import type { PlannedOptions, PlannedResource, PlannedSetting, PlannedValue, PulumiPlan } from "./plan";
import { formerPaths } from "./plan-moved";
import { type Block, plannedOptions } from "./plan-options";
import { nearestType, type PlannedType, plannedProvider, plannedType } from "./plan-type";
import { type PlanScope, ValuePlanner } from "./plan-value";

/** A synthesized stack: the content of its `cdk.tf.json`. */
export type TerraformJson = Readonly<Record<string, unknown>>;

/** Parts of a stack that are translated, and those that say nothing a Pulumi program needs. */
const SECTIONS = ["resource", "data", "locals", "output", "variable", "provider", "terraform", "moved", "//"];

/** What of an output is translated, and what is for readers alone. */
const OUTPUT_KEYS = ["value", "sensitive", "description", "//"];

interface Declared {
  readonly address: string;
  readonly mode: "managed" | "data";
  readonly type: string;
  readonly values: Block;
  readonly row: PlannedType | undefined;
}

/**
 * What a synthesized stack becomes in Pulumi. Pure: loads no Pulumi package, so all that cannot be translated is known before
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
  const variables = (json.variable ?? {}) as Record<string, Block>;
  const declared = new Map<string, Declared>();
  for (const mode of ["managed", "data"] as const)
    for (const part of declaredIn(mode, json, problems)) declared.set(part.address, part);
  const scope: PlanScope = {
    problems,
    propertiesOf: (address) => declared.get(address)?.row?.properties,
    hasLocal: (name) => Object.hasOwn(locals, name),
    hasInput: (name) => inputs.includes(name) || Object.hasOwn(variables, name),
  };

  const providers = plannedProviders(json, scope);
  const former = formerPaths(json.moved, declared, problems);
  const resources = [...declared.values()].flatMap((part) => {
    if (part.row === undefined) return [];
    const { row } = part;
    const planner = new ValuePlanner(scope, part.address, row.package);
    const { options, values } = plannedOptions(
      { ...part, from: row.package },
      row.properties,
      providers,
      declared,
      scope,
    );
    const args = row.args ? row.args(values, planner) : planner.block(values, row.properties, "");
    const planned: PlannedResource = {
      address: part.address,
      mode: part.mode,
      package: row.package,
      module: row.module,
      name: row.name,
      ...(row.takesNothing === undefined ? {} : { takesNothing: row.takesNothing }),
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
  const settings = plannedSettings(variables, inputs, scope);
  const ordered = orderedResources([...providers.values(), ...resources], plannedLocals, problems);
  problems.throwIfAny(`stack ${stackName} as Pulumi`);
  return { stackName, resources: ordered, locals: plannedLocals, settings, outputs };
}

/** Variables that the program gives nothing for. */
function plannedSettings(
  variables: Readonly<Record<string, Block>>,
  inputs: readonly string[],
  scope: PlanScope,
): Map<string, PlannedSetting> {
  const open = Object.entries(variables).filter(([name]) => !inputs.includes(name));
  return new Map(
    open.map(([name, { description, default: value, sensitive }]) => [
      name,
      {
        description: description as string | undefined,
        default:
          value === undefined ? undefined : new ValuePlanner(scope, `var.${name}`).value(value, "any", "default"),
        sensitive: sensitive === true,
      },
    ]),
  );
}

function* declaredIn(mode: "managed" | "data", json: TerraformJson, problems: Problems): Generator<Declared> {
  const section = (json[mode === "managed" ? "resource" : "data"] ?? {}) as Record<string, Record<string, Block>>;
  for (const [type, byName] of Object.entries(section)) {
    const row = plannedType(mode, type);
    for (const [name, values] of Object.entries(byName)) {
      const address = `${mode === "data" ? "data." : ""}${type}.${name}`;
      if (row === undefined) {
        const near = nearestType(mode, type);
        const advice = `declare it in the Pulumi program itself${near ? ` (the nearest known type is ${near})` : ""}`;
        problems.add("unknown-name", address, `${address}: ${type} cannot be translated to Pulumi; ${advice}`);
      }
      yield { address, mode, type, values, row };
    }
  }
}

/** Providers by their name in Terraform: `aws`, `helm.ray`. */
function plannedProviders(json: TerraformJson, scope: PlanScope): Map<string, PlannedResource> {
  const providers = new Map<string, PlannedResource>();
  const known = CLOUD_PROVIDERS.map(({ name }) => name).join(", ");
  for (const [type, configured] of Object.entries((json.provider ?? {}) as Record<string, Block | Block[]>)) {
    for (const { alias, ...values } of Array.isArray(configured) ? configured : [configured]) {
      const name = alias === undefined ? type : `${type}.${String(alias)}`;
      const planned = plannedProvider(type);
      if (planned === undefined) {
        const message = `provider.${name}: only ${known} and helm can be translated to Pulumi`;
        scope.problems.add("not-allowed", `provider.${name}`, message);
        continue;
      }
      const args = planned.args(values, new ValuePlanner(scope, `provider.${name}`, planned.package));
      providers.set(name, {
        address: `provider.${name}`,
        mode: "provider",
        package: planned.package,
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
