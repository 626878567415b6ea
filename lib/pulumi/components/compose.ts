import type * as pulumi from "@pulumi/pulumi";
import type { Construct } from "constructs";
import { Problems, WarpformError } from "../../errors";
import { isArgs, isLater, mustBePlain, mustHoldOutputs, shown, unknownKey } from "../argument-problems";
import type { PulumiCloud } from "../clouds/pulumi-cloud";
import { validateOptions } from "../clusters/gpu-cluster-validation";
import { nestedOutputs } from "../nested-outputs";
import type { Composition } from "./composition";

/** How each prop may be given; `plain` where it decides sizes or layout. */
type ArgKinds = Readonly<Record<string, ArgKind | "plain">>;
export type ArgKind = "input" | "inputs" | readonly string[];

/** How the props of a table may be given: plain, but for those that may be Outputs. */
export function argKinds(table: object, outputs: Readonly<Record<string, ArgKind>>): ArgKinds {
  return { ...Object.fromEntries(Object.keys(table).map((prop) => [prop, "plain" as const])), ...outputs };
}

/** A construct as a component: how its args are given, how it is made, and what of it becomes Outputs. */
export interface ConstructKind<C, O extends Readonly<Record<string, unknown>>> {
  /** Whose construct it is. */
  readonly cloud: PulumiCloud;
  readonly name: string;
  readonly args: ArgKinds;
  readonly make: (scope: Construct, id: string, props: never) => C;
  readonly outputs: { readonly [K in keyof O]: (construct: C) => O[K] };
}

/** Compositions by their ClusterScope or by a component in one, with that component's construct. */
const members = new WeakMap<object, { readonly composition: Composition; readonly construct?: unknown }>();

export function enlist(component: pulumi.ComponentResource, composition: Composition, construct?: unknown): void {
  members.set(component, { composition, construct });
}

const ID = /^[a-z][a-z0-9-]*$/;

/** Checks a component's arguments and makes its construct in the composition that it belongs to. */
export function compose<C, O extends Readonly<Record<string, unknown>>>(
  kind: ConstructKind<C, O>,
  name: unknown,
  args: unknown,
  options: pulumi.ComponentResourceOptions,
): { composition: Composition; construct: C } {
  const where = `${kind.name} ${String(name)}`;
  const problems = new Problems();
  if (typeof name !== "string" || !ID.test(name)) {
    const message = `name must be lower-case letters, digits and hyphens, a letter first, got ${shown(name)}`;
    problems.add("malformed", "name", message);
  }
  validateOptions(options, problems);
  if (!isArgs(args)) {
    problems.add("required", "args", `args must be the props of the ${kind.name}, got ${shown(args)}`);
    throw new WarpformError(where, problems.all);
  }
  const given = new GivenArgs(kind.args, kind.cloud, problems);
  const props = given.props(args, compositionOf(options.parent, args, problems));
  const composition = given.composition;
  if (composition === undefined || problems.any) {
    composition?.leave();
    throw new WarpformError(where, problems.all);
  }
  composition.checkCloud(kind.name, kind.cloud);
  composition.checkOpen(kind.name, name as string);
  try {
    return { composition, construct: kind.make(composition.stack, name as string, props as never) };
  } catch (error) {
    composition.leave();
    throw error;
  }
}

/** The composition of the parent, else of the first component among the args. */
function compositionOf(parent: pulumi.Resource | undefined, args: object, problems: Problems): Composition | undefined {
  const found =
    parent === undefined
      ? Object.values(args)
          .map((value) => members.get(value as object)?.composition)
          .find(Boolean)
      : members.get(parent)?.composition;
  if (found !== undefined) return found;
  const message =
    parent === undefined
      ? "parent is required; write { parent: cluster }, with cluster a ClusterScope"
      : `parent must be a ClusterScope or a component in one, got a ${parent.constructor.name}`;
  problems.add("required", "parent", message);
  return undefined;
}

const kindOfKey = (keys: readonly string[], key: string): ArgKind | "plain" =>
  keys.includes(key) ? "input" : keys.includes(`${key}[]`) ? "inputs" : "plain";

/** Args on their way to props: components become their constructs, Outputs become text that stands for them. */
class GivenArgs {
  public composition: Composition | undefined;

  constructor(
    private readonly table: ArgKinds,
    private readonly cloud: PulumiCloud,
    private readonly problems: Problems,
  ) {}

  public props(args: Record<string, unknown>, composition: Composition | undefined): Record<string, unknown> {
    this.composition = composition;
    const names = Object.keys(this.table);
    const entries = Object.entries(args).map(([key, value]) => {
      const how = this.table[key];
      if (how !== undefined) return [key, this.value(value, key, how)];
      unknownKey(key, names, this.problems);
      return [key, value];
    });
    return Object.fromEntries(entries) as Record<string, unknown>;
  }

  private value(value: unknown, path: string, how: ArgKind | "plain"): unknown {
    if (isLater(value)) return this.later(value, path, how);
    if (value === null || typeof value !== "object") return value;
    const member = members.get(value);
    if (member !== undefined) {
      if (member.composition !== this.composition && this.composition !== undefined) {
        const message = `${path} belongs to cluster ${member.composition.name}, this to ${this.composition.name}; make both in one`;
        this.problems.add("conflict", path, message);
      }
      return member.construct;
    }
    const inner = how === "inputs" ? "input" : how;
    if (Array.isArray(value)) return value.map((item, i) => this.value(item, `${path}[${i}]`, inner));
    const choice = this.cloud.choiceParts(value);
    if (choice !== undefined) {
      for (const { path: at } of nestedOutputs(this.cloud, choice.plain, path))
        mustBePlain(at, this.problems, "sizes or layout");
      return isLater(choice.text) ? choice.withText(String(this.later(choice.text, path, "input"))) : value;
    }
    if (Object.getPrototypeOf(value) !== Object.prototype) return value;
    const entries = Object.entries(value).map(([key, item]) => [
      key,
      this.value(item, `${path}.${key}`, typeof inner === "string" ? inner : kindOfKey(inner, key)),
    ]);
    return Object.fromEntries(entries);
  }

  private later(value: unknown, path: string, how: ArgKind | "plain"): unknown {
    if (how === "input") return this.composition?.token(value as pulumi.Input<string>);
    if (how === "inputs") mustHoldOutputs(path, this.problems);
    else mustBePlain(path, this.problems, "sizes or layout");
    return undefined;
  }
}
