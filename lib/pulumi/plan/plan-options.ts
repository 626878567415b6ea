import { nearest } from "../../units/nearest";
import type { Kind, Properties } from "./kinds";
import type { PlannedOptions, PlannedResource } from "./plan";
import { COMMAND_TYPE } from "./plan-command";
import type { PlanScope } from "./plan-value";

/** A resource or block in Terraform's JSON. */
export type Block = Readonly<Record<string, unknown>>;

/** Arguments that every Terraform resource knows and that Pulumi says otherwise, or cannot say. */
const META = ["count", "for_each", "provisioner", "connection", "dynamic"];

/** Types whose own translation takes one of these. */
const EXCEPT: Readonly<Record<string, string>> = { [COMMAND_TYPE]: "provisioner" };

interface Part {
  readonly address: string;
  readonly type: string;
  readonly values: Block;
  /** Package that its counterpart is in. */
  readonly from: PlannedResource["package"];
}

/** Options of a resource, and the values that are left. */
export function plannedOptions(
  { address, type, values, from }: Part,
  properties: Properties,
  providers: ReadonlyMap<string, PlannedResource>,
  declared: ReadonlyMap<string, unknown>,
  scope: PlanScope,
): { options: PlannedOptions; values: Block } {
  const complain = (message: string) => scope.problems.add("not-allowed", address, `${address}: ${message}`);
  const { "//": _, depends_on, lifecycle, provider, timeouts, ...rest } = values;
  const meta = META.filter((name) => name !== EXCEPT[type]);
  for (const name of meta)
    if (rest[name] !== undefined) complain(`${name} has no counterpart in Pulumi; write the resources out one by one`);

  const dependsOn = (depends_on ?? []) as string[];
  for (const dependency of dependsOn) {
    if (declared.has(dependency)) continue;
    const near = nearest(dependency, declared.keys(), 1)[0];
    complain(
      `depends_on names ${dependency}, which this stack does not declare${near ? `; the nearest is ${near}` : ""}`,
    );
  }

  const { create_before_destroy, prevent_destroy, ignore_changes, ...unknown } = (
    Array.isArray(lifecycle) ? (lifecycle[0] ?? {}) : (lifecycle ?? {})
  ) as Block;
  for (const name of Object.keys(unknown)) complain(`lifecycle.${name} has no counterpart in Pulumi; take it out`);

  const wanted = typeof provider === "string" ? provider.replace(/^\$\{(.*)\}$/, "$1") : type.split("_")[0]!;
  const chosen = providers.get(wanted);
  if (chosen === undefined && (typeof provider === "string" || wanted === "helm"))
    complain(
      `provider ${wanted} is not configured in this stack; configured: ${[...providers.keys()].join(", ") || "none"}`,
    );

  return {
    values: Object.fromEntries(Object.entries(rest).filter(([name]) => !meta.includes(name))),
    options: {
      dependsOn: dependsOn.filter((dependency) => declared.has(dependency)),
      deleteBeforeReplace: create_before_destroy !== true,
      ...(prevent_destroy === true ? { protect: true as const } : {}),
      ...(ignore_changes === undefined ? {} : { ignoreChanges: ignored(ignore_changes, properties, from, complain) }),
      ...(timeouts === undefined ? {} : { customTimeouts: customTimeouts(timeouts as Block, complain) }),
      ...(chosen === undefined ? {} : { provider: chosen.address }),
    },
  };
}

/** `scaling_config[0].desired_size` to `scalingConfig.desiredSize`; `all` to every property. */
function ignored(
  paths: unknown,
  properties: Properties,
  from: Part["from"],
  complain: (message: string) => void,
): string[] {
  if (paths === "all") return ["*"];
  return (paths as string[]).flatMap((path) => {
    let kind: Kind | undefined = { block: properties };
    let result = "";
    for (const step of path.match(/[\w-]+/g) ?? []) {
      const isIndex = /^\d+$/.test(step);
      if (typeof kind === "object" && "block" in kind) {
        if (isIndex) continue;
        const property: readonly [string, Kind, ...unknown[]] | undefined = kind.block[step];
        if (property === undefined) {
          complain(`lifecycle.ignore_changes names ${path}, which has no counterpart in ${from}`);
          return [];
        }
        result += result === "" ? property[0] : `.${property[0]}`;
        kind = property[1];
      } else {
        result += isIndex ? `[${step}]` : `["${step}"]`;
        kind = typeof kind === "object" ? ("list" in kind ? kind.list : kind.map) : undefined;
      }
    }
    return [result];
  });
}

function customTimeouts(timeouts: Block, complain: (message: string) => void): Record<string, string> {
  return Object.fromEntries(
    Object.entries(timeouts).flatMap(([name, value]) => {
      if (["create", "update", "delete"].includes(name)) return [[name, String(value)]];
      complain(`timeouts.${name} has no counterpart in Pulumi, which knows create, update and delete`);
      return [];
    }),
  );
}
