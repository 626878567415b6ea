import * as pulumi from "@pulumi/pulumi";
import type { App, TerraformStack } from "cdktf";
import { type ErrorCode, WarpformError } from "../../errors";
import type { PulumiCloud } from "../clouds/pulumi-cloud";
import type { DeclaredPart } from "../program/declare";
import { type DeclaredStack, declareStack } from "../program/declare-stack";
import { inputToken, newApp, newStack, stackOutput } from "../program/new-stack";

/** A component of a composition: its construct's outputs, and what happens once they are known. */
export interface ComposedPart extends DeclaredPart {
  readonly outputs: Readonly<Record<string, () => unknown>>;
  readonly finish: (outputs: Readonly<Record<string, pulumi.Output<unknown>>>) => void;
}

/** What a ClusterScope gathers until it is declared: one stack for all its constructs. */
export class Composition {
  public readonly app: App;
  public readonly stack: TerraformStack;
  private readonly tokens = new Map<unknown, string>();
  private readonly inputs: Record<string, pulumi.Input<string>> = {};
  private readonly parts = new Map<string, ComposedPart>();
  private declared?: DeclaredStack;

  /** @param owner component that all others belong to */
  constructor(
    public readonly owner: pulumi.ComponentResource,
    public readonly name: string,
    private readonly cloud: PulumiCloud,
    settings: { readonly outdir?: string; readonly region?: string },
  ) {
    this.app = newApp(name, settings.outdir);
    this.stack = newStack(this.app, name, settings.region, cloud);
    watch(this);
  }

  /** Text for a value that is only known later; the same text for the same value. */
  public token(value: pulumi.Input<string>): string {
    if (typeof value === "string") return value;
    const known = this.tokens.get(value);
    if (known !== undefined) return known;
    const name = `value-${this.tokens.size + 1}`;
    this.inputs[name] = value;
    const token = inputToken(this.stack, name);
    this.tokens.set(value, token);
    return token;
  }

  /** An error for a construct of another cloud. */
  public checkCloud(kind: string, { cloud }: PulumiCloud): void {
    const own = this.cloud.cloud;
    if (cloud.name === own.name) return;
    const message = `${kind} is one of ${cloud.title}, and this ClusterScope of ${own.title}; import both from one module`;
    this.complain("conflict", "parent", message);
  }

  /** Whether a construct of that id can still be made; an error otherwise. */
  public checkOpen(kind: string, id: string): void {
    if (this.declared !== undefined)
      this.complain("conflict", "declare", `${kind} ${id} comes after declare(); make it before`);
    const other = this.stack.node.tryFindChild(id);
    if (other === undefined) return;
    const owner = this.parts.has(id) ? `another component (${other.constructor.name})` : "what the cluster itself has";
    this.complain("duplicate", "name", `name ${id} is taken by ${owner}; give the ${kind} one of its own`);
  }

  public add(id: string, part: ComposedPart): void {
    this.parts.set(id, part);
  }

  /** Declares everything. */
  public declare(options: pulumi.ComponentResourceOptions): DeclaredStack {
    if (this.declared !== undefined) this.complain("conflict", "declare", "declare() was called before; call it once");
    this.leave();
    for (const [id, { outputs }] of this.parts)
      for (const [key, value] of Object.entries(outputs)) stackOutput(this.stack, `${id}.${key}`, value());
    const { app, stack, inputs, owner, name: ownerName } = this;
    const cloud = this.cloud.cloud.name;
    const { dependsOn, retainOnDelete } = options;
    const partOf = (id: string) => this.parts.get(id);
    this.declared = declareStack({ app, stack, inputs, owner, ownerName, cloud, dependsOn, retainOnDelete, partOf });
    for (const [id, { outputs, finish }] of this.parts) {
      const known = Object.keys(outputs).map((key) => [key, this.declared!.outputs.get(`${id}.${key}`)!]);
      finish(Object.fromEntries(known) as Record<string, pulumi.Output<unknown>>);
    }
    return this.declared;
  }

  /** What was declared; an error before. */
  public get result(): DeclaredStack {
    return (
      this.declared ?? this.complain("incomplete-design", "declare", "nothing is declared yet; call declare() before")
    );
  }

  /** No longer waits to be declared: it is, or the program has failed. */
  public leave(): void {
    undeclared.delete(this);
  }

  private complain(code: ErrorCode, path: string, message: string): never {
    this.leave();
    throw new WarpformError(`ClusterScope ${this.name}`, [{ code, path, message }]);
  }
}

/** Compositions of this process that wait to be declared. */
const undeclared = new Set<Composition>();
let isWatching = false;

/** Makes a forgotten `declare()` an error when the program has nothing left to do; its Outputs would never be known. */
function watch(composition: Composition): void {
  undeclared.add(composition);
  if (isWatching) return;
  isWatching = true;
  process.on("beforeExit", () => {
    const [first] = undeclared;
    undeclared.clear();
    // whatever failed before is the reason
    if (first === undefined || pulumi.log.hasErrors()) return;
    const message =
      "declare() was never called, so none of its resources is declared; call it after the last construct";
    throw new WarpformError(`ClusterScope ${first.name}`, [{ code: "incomplete-design", path: "declare", message }]);
  });
}
