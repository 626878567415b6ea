import * as pulumi from "@pulumi/pulumi";
import { type ConstructKind, compose, enlist } from "./compose";
import type { Composition } from "./composition";

/** A construct of a ClusterScope as a component of its own: its resources are declared, and its Outputs known, with the scope's. */
export abstract class ConstructComponent<
  C,
  O extends Readonly<Record<string, unknown>>,
> extends pulumi.ComponentResource {
  /** The construct beneath: `models.construct.grantRead(serve.construct)`. */
  public readonly construct: C;
  protected readonly later: { readonly [K in keyof O]: pulumi.Output<O[K]> };
  private readonly composition: Composition;
  private readonly id: string;

  protected constructor(
    kind: ConstructKind<C, O>,
    id: string,
    args: unknown,
    options: pulumi.ComponentResourceOptions = {},
  ) {
    const { composition, construct } = compose(kind, id, args, options);
    const parent = options.parent ?? composition.owner;
    super(`warpform:${kind.cloud.cloud.name}:${kind.name}`, `${composition.name}-${id}`, {}, { ...options, parent });
    this.construct = construct;
    this.composition = composition;
    this.id = id;
    enlist(this, composition, construct);
    const resolvers: Record<string, (box: { output: pulumi.Output<unknown> }) => void> = {};
    const later: Record<string, pulumi.Output<unknown>> = {};
    for (const key of Object.keys(kind.outputs)) {
      const known = new Promise<{ output: pulumi.Output<unknown> }>((resolve) => {
        resolvers[key] = resolve;
      });
      later[key] = pulumi.output(known).apply(({ output }) => output);
    }
    this.later = later as { [K in keyof O]: pulumi.Output<O[K]> };
    composition.add(id, {
      component: this,
      dependsOn: options.dependsOn,
      retainOnDelete: options.retainOnDelete,
      outputs: Object.fromEntries(
        Object.entries(kind.outputs).map(([key, of]) => [key, () => (of as (construct: C) => unknown)(construct)]),
      ),
      finish: (outputs) => {
        for (const [key, output] of Object.entries(outputs)) resolvers[key]!({ output });
        this.registerOutputs(outputs);
      },
    });
  }

  /**
   * The Pulumi resource of a part, with all its typed Outputs, once the scope is declared: `network.resource(Vpc, "vpc")`.
   *
   * @param path ids of the constructs below this one, joined by slashes; nothing for its main resource
   * @throws WarpformError where there is none of that path and class, and before `declare()`
   */
  public resource<R extends pulumi.CustomResource>(type: abstract new (...args: never[]) => R, path = ""): R {
    const full = path === "" ? this.id : `${this.id}/${path}`;
    return this.composition.result.resource(`ClusterScope ${this.composition.name}`, type, full);
  }
}
