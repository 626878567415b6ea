import type { Problems } from "../../errors";
import { nearest } from "../../units/nearest";
import { type Expression, ExpressionSyntaxError, parseTemplate } from "./expression";
import { TERRAFORM_FUNCTIONS } from "./functions";
import type { Kind, Properties, Property } from "./kinds";
import type { PlannedResource, PlannedValue } from "./plan";

/** What a value may refer to. */
export interface PlanScope {
  readonly problems: Problems;
  /** Properties of a declared resource or data source; undefined where there is none of that address. */
  propertiesOf(address: string): Properties | undefined;
  hasLocal(name: string): boolean;
  hasInput(name: string): boolean;
}

/** Property of a Terraform name, also one that may be output only. */
function propertyOf(properties: Properties, name: string): Property | undefined {
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** Values of one resource, with `where` (its address) in front of every complaint. */
export class ValuePlanner {
  constructor(
    private readonly scope: PlanScope,
    private readonly where: string,
    private readonly from: PlannedResource["package"] = "@pulumi/pulumi",
  ) {}

  /** Arguments of a resource or block: Pulumi's names, in the order of the stack. */
  public block(
    values: Readonly<Record<string, unknown>>,
    properties: Properties,
    path: string,
  ): [string, PlannedValue][] {
    const entries: [string, PlannedValue][] = [];
    for (const [name, value] of Object.entries(values)) {
      if (value === null || value === undefined) continue;
      const at = path === "" ? name : `${path}.${name}`;
      const property = propertyOf(properties, name);
      if (property?.[2] === "left-out") continue;
      if (property === undefined || property[2] === "output") {
        const near = nearest(name, Object.keys(properties), 1)[0];
        const advice = near !== undefined && near !== name ? `; the nearest is ${near}` : "";
        this.complain(`${at} has no counterpart among the inputs of ${this.from}${advice}`);
        continue;
      }
      const planned = this.value(value, property[1], at);
      if (planned !== undefined) entries.push([property[0], planned]);
    }
    const given = new Set(entries.map(([name]) => name));
    for (const [name, [pulumiName, , use]] of Object.entries(properties))
      if (use === "required" && !given.has(pulumiName))
        this.complain(`${path === "" ? "" : `${path}.`}${name} is required`);
    return entries;
  }

  /** A value of Terraform's JSON as Pulumi's kind; undefined for an empty block. */
  public value(value: unknown, kind: Kind, path: string): PlannedValue | undefined {
    if (typeof value === "string") {
      const planned = this.text(value, path);
      return planned && this.converted(planned, kind, path);
    }
    if (typeof kind === "object" && "block" in kind) return this.onlyBlock(value, kind.block, path);
    if (typeof kind === "object" && "list" in kind) {
      const items = Array.isArray(value) ? value : typeof value === "object" ? [value] : undefined;
      if (items === undefined) return this.complain(`${path} must be a list, got ${JSON.stringify(value)}`);
      const planned = items.map((item, i) => this.value(item, kind.list, `${path}[${i}]`));
      return { kind: "list", items: planned.filter((item) => item !== undefined) };
    }
    if (typeof kind === "object" && "map" in kind) {
      if (value === null || typeof value !== "object" || Array.isArray(value))
        return this.complain(`${path} must be a map, got ${JSON.stringify(value)}`);
      return this.object(value, (item, at) => this.value(item, kind.map, at), path);
    }
    if (Array.isArray(value)) {
      if (kind === "any") return { kind: "list", items: this.all(value, kind, path) };
      // a list of at most one scalar, flattened like a block
      if (value.length > 1) return this.complain(`${path} has ${value.length} values; ${this.from} takes one`);
      return value.length === 0 ? undefined : this.value(value[0], kind, path);
    }
    if (value !== null && typeof value === "object") {
      if (kind === "any") return this.object(value, (item, at) => this.value(item, kind, at), path);
      return this.complain(`${path} must be a ${kind}, got a block`);
    }
    return this.converted({ kind: "literal", value: value as number | boolean | null }, kind, path);
  }

  private all(values: readonly unknown[], kind: Kind, path: string): PlannedValue[] {
    return values.map((item, i) => this.value(item, kind, `${path}[${i}]`)).filter((item) => item !== undefined);
  }

  private object(
    values: object,
    plan: (item: unknown, path: string) => PlannedValue | undefined,
    path: string,
  ): PlannedValue {
    const entries = Object.entries(values).map(([key, item]) => [key, plan(item, `${path}.${key}`)] as const);
    return {
      kind: "object",
      entries: entries.filter((entry): entry is [string, PlannedValue] => entry[1] !== undefined),
    };
  }

  private onlyBlock(value: unknown, properties: Properties, path: string): PlannedValue | undefined {
    const blocks = Array.isArray(value) ? value : [value];
    if (blocks.length === 0) return undefined;
    if (blocks.length > 1) return this.complain(`${path} has ${blocks.length} blocks; ${this.from} takes one`);
    if (blocks[0] === null || typeof blocks[0] !== "object")
      return this.complain(`${path} must be a block, got ${JSON.stringify(blocks[0])}`);
    return { kind: "object", entries: this.block(blocks[0] as Record<string, unknown>, properties, path) };
  }

  /** A text with its expressions. */
  public text(text: string, path: string): PlannedValue | undefined {
    try {
      return this.expression(parseTemplate(text), path);
    } catch (error) {
      if (!(error instanceof ExpressionSyntaxError)) throw error;
      return this.complain(`${path}: ${error.message} in Pulumi; give the value from the program instead`);
    }
  }

  private expression(expression: Expression, path: string): PlannedValue | undefined {
    const all = (list: readonly Expression[]) =>
      list.map((item) => this.expression(item, path)).filter((item) => item !== undefined);
    switch (expression.kind) {
      case "literal":
        return expression;
      case "template":
        return { kind: "template", parts: all(expression.parts) };
      case "list":
        return { kind: "list", items: all(expression.items) };
      case "object": {
        const entries = expression.entries.map(([key, item]) => [key, this.expression(item, path)] as const);
        return {
          kind: "object",
          entries: entries.filter((entry): entry is [string, PlannedValue] => entry[1] !== undefined),
        };
      }
      case "call":
        if (!Object.hasOwn(TERRAFORM_FUNCTIONS, expression.name)) {
          const near = nearest(expression.name, Object.keys(TERRAFORM_FUNCTIONS), 1)[0];
          return this.complain(
            `${path}: the function ${expression.name} has no counterpart${near ? `; the nearest is ${near}` : ""}`,
          );
        }
        return { kind: "call", name: expression.name, args: all(expression.args) };
      case "reference":
        return this.reference(expression.path, path);
    }
  }

  private reference(steps: readonly (string | number)[], path: string): PlannedValue | undefined {
    const text = steps.join(".");
    if (steps[0] === "local") {
      const name = String(steps[1]);
      if (!this.scope.hasLocal(name)) return this.complain(`${path}: no local is named ${name}`);
      return { kind: "local", name, path: steps.slice(2) };
    }
    if (steps[0] === "var") {
      const name = String(steps[1]);
      if (!this.scope.hasInput(name))
        return this.complain(`${path}: nothing is given for the variable ${name}; add it to inputs`);
      return { kind: "input", name };
    }
    if (text === "path.module" || text === "path.root") return { kind: "literal", value: "." };
    const length = steps[0] === "data" ? 3 : 2;
    const address = steps.slice(0, length).join(".");
    const properties = this.scope.propertiesOf(address);
    if (properties === undefined)
      return this.complain(`${path}: ${text} refers to nothing that this stack declares; give the value itself`);
    const names: (string | number)[] = [];
    let kind: Kind | undefined = { block: properties };
    for (const [i, step] of steps.slice(length).entries()) {
      const found: Kind | "skip" | undefined = stepInto(kind, step, i === 0);
      if (found === undefined) {
        const near = i === 0 ? nearest(String(step), Object.keys(properties), 1)[0] : undefined;
        const advice = near === undefined ? "" : `; the nearest is ${near}`;
        return this.complain(`${path}: ${address} has no ${steps.slice(length).join(".")} in Pulumi${advice}`);
      }
      if (found === "skip") continue;
      names.push(
        typeof kind === "object" && "block" in kind ? (propertyOf(kind.block, String(step))?.[0] ?? step) : step,
      );
      kind = found;
    }
    if (names.length === 0) return this.complain(`${path}: ${text} names a whole resource; name one of its attributes`);
    this.kinds.set(`${address}\0${names.join("\0")}`, kind);
    return { kind: "attribute", address, path: names };
  }

  /** Kinds of the attributes referred to, so that scalars can be converted. */
  private readonly kinds = new Map<string, Kind>();

  private kindOf(value: PlannedValue): Kind | undefined {
    if (value.kind === "literal" && value.value !== null) return typeof value.value as Kind;
    if (value.kind === "template") return "string";
    if (value.kind === "attribute") return this.kinds.get(`${value.address}\0${value.path.join("\0")}`);
    return undefined;
  }

  /** Numbers and booleans that Terraform takes as text, and the other way round; files as assets. */
  private converted(value: PlannedValue, kind: Kind, path: string): PlannedValue | undefined {
    if (typeof kind === "object") {
      // one expression for a whole list, map or block
      if (value.kind !== "literal" && value.kind !== "template") return value;
      if ("list" in kind) return { kind: "list", items: [this.converted(value, kind.list, path) ?? value] };
      return this.complain(`${path} must be a ${"map" in kind ? "map" : "block"}, got text`);
    }
    if (kind === "asset") return { kind: "asset", of: value };
    if (kind === "any" || value.kind === "list" || value.kind === "object") return value;
    const given = this.kindOf(value);
    if (given === kind || (given === undefined && kind === "string" && value.kind !== "local")) return value;
    if (value.kind !== "literal") return { kind: "convert", to: kind, of: value };
    if (value.value === null) return undefined;
    if (kind === "string") return { kind: "literal", value: String(value.value) };
    if (kind === "number" && String(value.value).trim() !== "" && Number.isFinite(Number(value.value)))
      return { kind: "literal", value: Number(value.value) };
    if (kind === "boolean" && /^(true|false)$/.test(String(value.value)))
      return { kind: "literal", value: value.value === true || value.value === "true" };
    return this.complain(`${path} must be a ${kind}, got ${JSON.stringify(value.value)}`);
  }

  /** Notes what has no counterpart. */
  public complain(message: string): undefined {
    this.scope.problems.add("not-allowed", this.where, `${this.where}: ${message}`);
    return undefined;
  }
}

/** Kind after one step into a kind; "skip" for the index 0 of a block that Pulumi has flattened. */
function stepInto(kind: Kind | undefined, step: string | number, atResource: boolean): Kind | "skip" | undefined {
  if (kind === "any") return "any";
  if (kind === undefined || typeof kind === "string") return undefined;
  if ("block" in kind) {
    if (step === 0) return "skip";
    if (atResource && step === "id") return propertyOf(kind.block, "id")?.[1] ?? "string";
    return propertyOf(kind.block, String(step))?.[1];
  }
  if ("list" in kind) return typeof step === "number" ? kind.list : undefined;
  return kind.map;
}
