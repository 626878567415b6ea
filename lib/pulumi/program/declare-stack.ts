import { readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { type App, TerraformStack } from "cdktf";
import { type Problem, Problems, WarpformError } from "../../errors";
import { GIVE_OUTPUT, isPulumiOutput } from "../../props/pulumi-output";
import { nearest } from "../../units/nearest";
import { STAND_IN } from "../clouds/pulumi-cloud";
import type { PulumiPlan } from "../plan/plan";
import { planStack, type TerraformJson } from "../plan/plan-stack";
import { type Declared, type DeclareProps, declarePlan } from "./declare";

/** A stack of constructs, and the component that its resources belong to. */
export interface DeclareStackProps
  extends Pick<DeclareProps, "owner" | "ownerName" | "cloud" | "inputs" | "dependsOn" | "retainOnDelete" | "partOf"> {
  readonly app: App;
  readonly stack: TerraformStack;
  /** Id of the construct that the component stands for; names and paths leave it out. @default - none */
  readonly root?: string;
}

/** What became of a stack: its resources by address, and by the path of their constructs. */
export class DeclaredStack {
  public readonly resources: ReadonlyMap<string, pulumi.CustomResource>;
  public readonly outputs: Declared["outputs"];
  private readonly byPath: ReadonlyMap<string, readonly pulumi.CustomResource[]>;

  constructor(declared: Declared, paths: ReadonlyMap<string, string>) {
    this.resources = declared.resources;
    this.outputs = declared.outputs;
    const byPath = new Map<string, pulumi.CustomResource[]>();
    for (const [address, resource] of declared.resources) {
      const path = paths.get(address)!;
      byPath.set(path, [...(byPath.get(path) ?? []), resource]);
    }
    this.byPath = byPath;
  }

  /**
   * The resource of a class at a path.
   *
   * @throws WarpformError where there is none, with the nearest paths.
   */
  public resource<R extends pulumi.CustomResource>(
    where: string,
    type: abstract new (...args: never[]) => R,
    path: string,
  ): R {
    const found = this.byPath.get(path)?.find((resource): resource is R => resource instanceof type);
    if (found !== undefined) return found;
    const known = [...this.byPath].filter(([, list]) => list.some((resource) => resource instanceof type));
    const names = known.map(([key]) => key);
    const near = nearest(path, names);
    const advice = (near.length > 0 ? near : names).join(", ") || `this cluster has no ${type.name}`;
    const message = `no ${type.name} is at "${path}"; found: ${advice}`;
    throw new WarpformError(where, [{ code: "unknown-name", path: "path", message }]);
  }
}

/** Synthesizes a stack, translates it and declares its resources. */
export function declareStack({ app, stack, root, ...props }: DeclareStackProps): DeclaredStack {
  checkOneStack(app, stack);
  synthesized(app, stack);
  const folder = join(app.outdir, "stacks", stack.node.id);
  const { provider, ...rest } = JSON.parse(readFileSync(join(folder, "cdk.tf.json"), "utf8")) as TerraformJson;
  checkNoOutputs(stack.node.id, rest);
  warnOfBackend(rest, props.owner);
  const json = { ...rest, provider: withoutStandIn(provider) };
  const whole = planStack(stack.node.id, json, Object.keys(props.inputs));
  const resources = whole.resources.map((planned) => ({
    ...planned,
    path: below(root, planned.path),
    formerPaths: planned.formerPaths.map((path) => below(root, path)),
  }));
  const declared = declarePlan({
    ...props,
    inputs: { ...props.inputs, ...settingsOf(whole) },
    plan: { ...whole, resources },
    folder: relative(process.cwd(), resolve(folder)),
    classOf: ([id]) => {
      const construct = stack.node.tryFindChild(root ?? "")?.node.tryFindChild(id!) ?? stack.node.tryFindChild(id!);
      return construct === undefined || construct.node.children.length === 0 ? "" : construct.constructor.name;
    },
  });
  return new DeclaredStack(declared, new Map(resources.map(({ address, path }) => [address, path.join("/")])));
}

/** Variables of the stack by the settings of the program: `pulumi config set name …`. */
function settingsOf({ stackName, settings }: PulumiPlan): Record<string, pulumi.Input<unknown>> {
  const config = new pulumi.Config();
  const problems = new Problems();
  const known: Record<string, pulumi.Input<unknown>> = {};
  for (const [name, { description, default: otherwise, sensitive }] of settings) {
    const value = sensitive ? config.getSecret(name) : config.get(name);
    if (value !== undefined) known[name] = value;
    else if (otherwise?.kind === "literal") known[name] = otherwise.value;
    else {
      const what = description === undefined ? "" : ` (${description})`;
      problems.add("required", name, `${name} is not set; run pulumi config set ${name} <value>${what}`);
    }
  }
  problems.throwIfAny(`cluster ${stackName}`);
  return known;
}

/** A second stack would be synthesized and then left out. */
function checkOneStack(app: App, stack: TerraformStack): void {
  const others = app.node.findAll().filter((of) => TerraformStack.isStack(of) && of !== stack);
  const problems = others.map(({ node: { path } }) => ({
    code: "not-allowed" as const,
    path,
    message: `stack ${path} would be left out, since a cluster here is one stack; declare what is in it in a GpuCluster of its own (several regions: InferenceRegions)`,
  }));
  if (problems.length > 0) throw new WarpformError(`cluster ${stack.node.id}`, problems);
}

/** Synthesizes; what the CDK finds wrong with the finished tree is told in our words, since its advice is for its own programs. */
function synthesized(app: App, { node }: TerraformStack): void {
  try {
    app.synth();
  } catch (error) {
    const [first, ...lines] = String((error as Error).message).split("\n");
    const misplaced =
      /^Trying to (?:'resolve\(\)' a Construct|resolve a non-data object.*) at '\/(?:resource|data)\/([^']+)'/;
    const at = misplaced.exec(first ?? "")?.[1];
    if (at !== undefined) throw new WarpformError(`cluster ${node.id}`, [outputWithin(at.replaceAll("/", "."))]);
    if (first?.startsWith("Validation failed") !== true) throw error;
    const found = lines.map((line) => /^ {2}\[([^\]]+)\] (.+)$/.exec(line)).filter((match) => match !== null);
    if (found.length === 0) throw error;
    const problems = found.map(([, path, message]) => ({
      code: "incomplete-design" as const,
      path: path!,
      message: `${path}: ${message}`,
    }));
    throw new WarpformError(`cluster ${node.id}`, problems);
  }
}

const outputWithin = (address: string): Problem => ({
  code: "unresolved-token",
  path: address,
  message: `${address} got ${GIVE_OUTPUT}`,
});

/** An Output that a construct put into a text would be an explanation of Pulumi's in a node's program. */
function checkNoOutputs(name: string, json: TerraformJson): void {
  const problems = Object.entries(json.resource ?? {}).flatMap(([type, byName]) =>
    Object.entries(byName as object)
      .filter(([, values]) => isPulumiOutput(JSON.stringify(values)))
      .map(([id]) => outputWithin(`${type}.${id}`)),
  );
  if (problems.length > 0) throw new WarpformError(`cluster ${name}`, problems);
}

/** Says that a stack's backend says nothing here: where Pulumi keeps its state isn't a program's to tell. */
function warnOfBackend({ terraform }: TerraformJson, owner: pulumi.Resource): void {
  const { backend = {} } = (terraform ?? {}) as { backend?: Readonly<Record<string, unknown>> };
  const kind = Object.keys(backend).find((name) => name !== "local");
  if (kind === undefined) return;
  const message = `the ${kind} backend is where Terraform keeps its state; Pulumi keeps its own where pulumi login says`;
  void pulumi.log.warn(message, owner);
}

/** A path without the construct that the component stands for. */
const below = (root: string | undefined, path: readonly string[]) =>
  root !== undefined && path[0] === root && path.length > 1 ? path.slice(1) : path;

/** Providers without those whose place the program's own take. */
function withoutStandIn(provider: unknown): object {
  const all = Object.entries((provider ?? {}) as Record<string, { alias?: string }[]>);
  const own = all.map(([type, list]) => [type, list.filter(({ alias }) => alias !== STAND_IN)] as const);
  return Object.fromEntries(own.filter(([, list]) => list.length > 0));
}
