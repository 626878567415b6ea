import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { parse } from "yaml";
import { isLater } from "../argument-problems";
import { TERRAFORM_FUNCTIONS } from "./functions";
import type { PlannedValue, PulumiPlan } from "./plan";

/** What expressions are evaluated against. */
export interface EvaluationScope {
  readonly plan: Pick<PulumiPlan, "locals">;
  /** Folder of the synthesized stack, from the folder that Pulumi runs in. */
  readonly folder: string;
  readonly inputs: Readonly<Record<string, pulumi.Input<unknown>>>;
  /** A resource's property, or a property of what a data source found. */
  attribute(address: string, name: string): pulumi.Output<unknown>;
}

/** A planned value as Pulumi takes it: plain as long as everything in it is plain, otherwise an Output. */
export function evaluate(value: PlannedValue, scope: EvaluationScope): pulumi.Input<unknown> {
  const each = (values: readonly PlannedValue[]) => values.map((item) => evaluate(item, scope));
  switch (value.kind) {
    case "literal":
      return value.value;
    case "list":
      return each(value.items);
    case "object":
      return Object.fromEntries(value.entries.map(([key, item]) => [key, evaluate(item, scope)]));
    case "template":
      return whenKnown(each(value.parts), (parts) => parts.map((part) => String(part)).join(""));
    case "call":
      return whenKnown(each(value.args), (args) => TERRAFORM_FUNCTIONS[value.name]!(...args));
    case "attribute": {
      const [name, ...rest] = value.path;
      const property = scope.attribute(value.address, String(name));
      return rest.length === 0 ? property : property.apply((found) => stepped(found, rest));
    }
    case "local":
      return whenKnown([evaluate(scope.plan.locals.get(value.name)!, scope)], ([found]) => stepped(found, value.path));
    case "input":
      return scope.inputs[value.name];
    case "convert":
      return whenKnown([evaluate(value.of, scope)], ([found]) => converted(found, value.to));
    case "asset":
      return whenKnown(
        [evaluate(value.of, scope)],
        ([path]) => new pulumi.asset.FileAsset(join(scope.folder, String(path))),
      );
    case "file":
      return `./${join(scope.folder, value.path)}`;
    case "helm-values":
      return whenKnown([evaluate(value.texts, scope)], ([texts]) =>
        (texts as string[]).map((text) => parse(text) as unknown).reduce(overlaid, {}),
      );
  }
}

/** `make` of values that may hold Outputs: at once where they hold none. */
function whenKnown(values: unknown[], make: (values: unknown[]) => unknown): pulumi.Input<unknown> {
  return holdsOutput(values) ? pulumi.output(values).apply((known) => make(known as unknown[])) : make(values);
}

function holdsOutput(value: unknown): boolean {
  if (isLater(value)) return true;
  if (value === null || typeof value !== "object" || pulumi.Resource.isInstance(value)) return false;
  return Object.values(value).some(holdsOutput);
}

function stepped(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce((at, step) => (at as Record<string | number, unknown> | undefined)?.[step], value);
}

function converted(value: unknown, to: "string" | "number" | "boolean"): unknown {
  if (value === null || value === undefined) return value;
  if (to === "string") return String(value);
  return to === "number" ? Number(value) : value === true || value === "true";
}

/** Helm's way with several values: maps are merged, anything else is replaced. */
function overlaid(below: unknown, above: unknown): unknown {
  if (!isMap(below) || !isMap(above)) return above;
  const merged = { ...below };
  for (const [key, value] of Object.entries(above)) merged[key] = key in below ? overlaid(below[key], value) : value;
  return merged;
}

const isMap = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === "object" && !Array.isArray(value);
