import type { Properties } from "./kinds";
import type { PlannedValue } from "./plan";
import type { ValuePlanner } from "./plan-value";

/** What runs a program once: Terraform's `terraform_data` with `local-exec`. */
export const COMMAND: Properties = {
  command: ["create", "string", "required"],
  environment: ["environment", { map: "string" }],
  interpreter: ["interpreter", { list: "string" }],
  triggers_replace: ["triggers", "any"],
};

/** The same for a program that runs when it is destroyed. */
const LAST_COMMAND: Properties = { ...COMMAND, command: ["delete", "string", "required"] };

/** The type of Terraform that runs a program. */
export const COMMAND_TYPE = "terraform_data";

/** What an update runs: nothing, as in Terraform, where a program runs when it is made anew. */
const NOTHING: PlannedValue = { kind: "literal", value: ":" };

type Texts = Readonly<Record<string, unknown>>;

/** Values of the resource's own input in place of references to them, which Terraform asks for on destroy. */
function ofSelf(environment: unknown, input: Texts): unknown {
  const own = (value: unknown) => (/^\$\{self\.input\.(\w+)}$/.exec(String(value)) ?? [])[1];
  const entries = Object.entries(environment as Texts);
  return Object.fromEntries(entries.map(([name, value]) => [name, input[own(value) ?? ""] ?? value]));
}

/**
 * Arguments of a Command. @see https://www.pulumi.com/registry/packages/command/api-docs/local/command/
 */
export function commandArgs(
  values: Readonly<Record<string, unknown>>,
  planner: ValuePlanner,
): [string, PlannedValue][] {
  const { provisioner, triggers_replace: triggers, input = {}, ...rest } = values;
  const [run, ...more] = [provisioner ?? []].flat() as Record<string, Record<string, unknown>>[];
  const { "local-exec": program, ...others } = run ?? {};
  if (program === undefined || more.length > 0 || Object.keys(others).length > 0)
    planner.complain("only one provisioner local-exec has a counterpart in Pulumi");
  const { when = "create", ...exec } = program ?? {};
  const known = exec.environment === undefined ? {} : { environment: ofSelf(exec.environment, input as Texts) };
  const args = planner.block({ ...rest, ...exec, ...known }, when === "destroy" ? LAST_COMMAND : COMMAND, "");
  const trigger = triggers === undefined ? undefined : planner.value(triggers, "any", "triggers_replace");
  return [
    ...args,
    ["update", NOTHING],
    ...(trigger === undefined ? [] : [["triggers", { kind: "list", items: [trigger] }] as [string, PlannedValue]]),
  ];
}
