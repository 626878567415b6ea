import type { TerraformJson } from "./raw-resource";

type Values = Readonly<Record<string, unknown>>;

interface ShownResource {
  readonly address: string;
  readonly mode: "managed" | "data";
  readonly type: string;
  readonly name: string;
  readonly values?: Values;
}

interface ShownModule {
  readonly resources?: readonly ShownResource[];
  readonly child_modules?: readonly ShownModule[];
}

interface ConfiguredModule {
  readonly resources?: readonly { readonly type: string; readonly name: string; readonly expressions?: Values }[];
  readonly module_calls?: Readonly<
    Record<string, { readonly expressions?: Values; readonly module?: ConfiguredModule }>
  >;
  readonly outputs?: Readonly<Record<string, { readonly expression?: unknown }>>;
}

/** What `terraform show -json` prints of a plan or a state. @see https://developer.hashicorp.com/terraform/internals/json-format */
export interface ShownTerraform {
  readonly format_version?: string;
  readonly planned_values?: { readonly root_module?: ShownModule };
  readonly values?: { readonly root_module?: ShownModule };
  readonly configuration?: {
    readonly root_module?: ConfiguredModule;
    readonly provider_config?: Readonly<Record<string, { readonly name?: string; readonly expressions?: Values }>>;
  };
  readonly variables?: Readonly<Record<string, { readonly value?: unknown }>>;
}

export const isObject = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function all(module: ShownModule | undefined): readonly ShownResource[] {
  if (module === undefined) return [];
  return [...(module.resources ?? []), ...(module.child_modules ?? []).flatMap(all)];
}

/** Names of the modules around an address, without their indexes: `module.a["x"].module.b.aws_vpc.this` is `a/b`. */
function moduleOf(address: string): string {
  return [...address.matchAll(/(?:^|\.)module\.([^.[]+)/g)].map(([, name]) => name).join("/");
}

/** The instances of modules around an address: `module.a["x"].module.b.aws_vpc.this` is `a["x"]` and `b`. */
function instancesOf(address: string): readonly string[] {
  return [...address.matchAll(/(?:^|\.)module\.([^.[]+(?:\[(?:"(?:[^"\\]|\\.)*"|\d+)\])?)/g)].map(([, step]) => step!);
}

/** How many modules around two addresses are the same instance. */
function sharedModules(one: string, other: string): number {
  const theirs = instancesOf(other);
  const apart = instancesOf(one).findIndex((step, i) => step !== theirs[i]);
  return apart < 0 ? instancesOf(one).length : apart;
}

/** An address as a name without dots: `module.vpc["a"].aws_subnet.private[0]` is `vpc-a-private-0`. */
function nameOf({ address, name }: ShownResource): string {
  const index = /\[([^\]]*)\]$/.exec(address)?.[1];
  const words = [...instancesOf(address), name, index ?? ""];
  return words
    .map((word) => word.replace(/[^\w-]+/g, "-").replace(/^-|-$/g, ""))
    .filter((word) => word !== "")
    .join("-");
}

/** One module of the configuration, with the call that it comes from. */
interface Scope {
  readonly path: string;
  readonly module: ConfiguredModule;
  readonly parent: { readonly scope: Scope; readonly expressions: Values } | null;
}

function scopesBelow(scope: Scope): readonly Scope[] {
  const calls = Object.entries(scope.module.module_calls ?? {});
  const children = calls.map(
    ([name, { expressions = {}, module = {} }]): Scope => ({
      path: scope.path === "" ? name : `${scope.path}/${name}`,
      module,
      parent: { scope, expressions },
    }),
  );
  return [scope, ...children.flatMap(scopesBelow)];
}

/** What neither a plan nor a state shows; what may be there is not reported as missing. */
const UNSEEN = { lifecycle: { prevent_destroy: true } };

/** Calls of modules that call each other are no deeper than this. */
const DEEPEST = 20;

const referencesOf = (expression: unknown): readonly string[] => {
  const found = isObject(expression) ? expression.references : undefined;
  return Array.isArray(found) ? found.filter((one): one is string => typeof one === "string") : [];
};

/** Reads a plan or a state of any Terraform program: resources of all modules in one, references to each other by name. */
class Shown {
  private readonly resources: readonly ShownResource[];
  private readonly scopes: readonly Scope[];

  constructor(private readonly shown: ShownTerraform) {
    this.resources = all((shown.planned_values ?? shown.values)?.root_module);
    const root: Scope = { path: "", module: shown.configuration?.root_module ?? {}, parent: null };
    this.scopes = scopesBelow(root);
  }

  public json(): TerraformJson {
    const ids = this.ids();
    const section = (mode: ShownResource["mode"]) => {
      const byType: Record<string, Record<string, Values>> = {};
      for (const one of this.resources.filter((r) => r.mode === mode)) {
        const { address, values: known = {} } = one;
        const read = this.withReferences(known, this.expressionsOf(one), moduleOf(address), address);
        const templates = Array.isArray(read.launch_template) ? read.launch_template.filter(isObject) : [];
        const values =
          templates.length === 0
            ? read
            : { ...read, launch_template: templates.map((block) => this.withTemplate(block, address)) };
        const path = { "//": { metadata: { path: one.address, address: one.address } } };
        byType[one.type] ??= {};
        byType[one.type]![nameOf(one)] = { ...(replaced(values, ids, one) as Values), ...path, ...UNSEEN };
      }
      return byType;
    };
    const region = this.region();
    const provider = region === null ? {} : { provider: { aws: [{ region }] } };
    return { resource: section("managed"), data: section("data"), ...provider };
  }

  /** Ids that are known already, and how a program would refer to them. */
  private ids(): ReadonlyMap<string, string> {
    return new Map(
      this.resources.flatMap((one) =>
        ["id", "arn"].flatMap((attribute) => {
          const value = one.values?.[attribute];
          return typeof value === "string" && value !== "" ? [[value, referenceTo(one, attribute)] as const] : [];
        }),
      ),
    );
  }

  private expressionsOf({ address, type, name }: ShownResource): Values {
    const scope = this.scopes.find(({ path }) => path === moduleOf(address));
    return scope?.module.resources?.find((r) => r.type === type && r.name === name)?.expressions ?? {};
  }

  /** Values with references where they are not known before the apply; `from` is the address of the resource. */
  private withReferences(values: Values, expressions: Values, scope: string, from: string): Values {
    const filled: Record<string, unknown> = { ...values };
    for (const [key, expression] of Object.entries(expressions)) {
      const known = values[key];
      if (Array.isArray(expression)) {
        const blocks = Array.isArray(known) ? known : [];
        filled[key] = expression.flatMap((one, i) =>
          isObject(one) ? [this.withReferences(isObject(blocks[i]) ? blocks[i] : {}, one, scope, from)] : [],
        );
        continue;
      }
      const unknown = known === undefined || known === null || (Array.isArray(known) && known.length === 0);
      const found = unknown ? this.resolved(referencesOf(expression), scope, from, 0) : [];
      if (found.length > 0) filled[key] = found.length === 1 && !key.endsWith("s") ? found[0] : found;
    }
    return filled;
  }

  /**
   * The template that a block names by a local value or in a dynamic block, which a plan does not show: the only one of the same
   * instance of a module, as terraform-aws-modules/eks writes its node groups.
   */
  private withTemplate(block: Values, from: string): Values {
    if (["id", "name", "launch_template_id"].some((key) => block[key] !== undefined && block[key] !== null))
      return block;
    const [only, ...others] = this.resources.filter(
      ({ address, type }) => type === "aws_launch_template" && instancesOf(address).join() === instancesOf(from).join(),
    );
    return only === undefined || others.length > 0 ? block : { ...block, id: referenceTo(only, "id") };
  }

  /**
   * Resources that references lead to, through variables and outputs of modules. Of a module with several instances it is the one that
   * the reference comes from, which shares most modules with it.
   */
  private resolved(references: readonly string[], path: string, from: string, depth: number): string[] {
    const scope = this.scopes.find((one) => one.path === path);
    if (scope === undefined || depth > DEEPEST) return [];
    const found = references.flatMap((reference): string[] => {
      const [first = "", second = "", third = ""] = reference.replace(/\[[^\]]*\]/g, "").split(".");
      if (first === "var") {
        if (scope.parent === null) return [];
        return this.resolved(referencesOf(scope.parent.expressions[second]), scope.parent.scope.path, from, depth + 1);
      }
      if (first === "module") {
        const below = path === "" ? second : `${path}/${second}`;
        const output = scope.module.module_calls?.[second]?.module?.outputs?.[third];
        return this.resolved(referencesOf(output?.expression), below, from, depth + 1);
      }
      const [type, name, attribute] = first === "data" ? [second, third, "id"] : [first, second, third || "id"];
      const mode = first === "data" ? "data" : "managed";
      const there = this.resources.filter(
        (r) => r.mode === mode && r.type === type && r.name === name && moduleOf(r.address) === path,
      );
      const most = Math.max(0, ...there.map(({ address }) => sharedModules(address, from)));
      return there.filter(({ address }) => sharedModules(address, from) === most).map((r) => referenceTo(r, attribute));
    });
    return [...new Set(found)];
  }

  private region(): string | null {
    const { provider_config: providers = {} } = this.shown.configuration ?? {};
    const region = Object.values(providers).find(({ name }) => name === "aws")?.expressions?.region;
    if (isObject(region) && typeof region.constant_value === "string") return region.constant_value;
    const variable = /^var\.(.+)$/.exec(referencesOf(region)[0] ?? "")?.[1];
    const value = variable === undefined ? undefined : this.shown.variables?.[variable]?.value;
    if (typeof value === "string") return value;
    const arn = this.resources.flatMap(
      ({ values }) => /^arn:aws[^:]*:[^:]+:([a-z0-9-]+):/.exec(String(values?.arn))?.[1] ?? [],
    );
    return arn[0] ?? null;
  }
}

const referenceTo = (one: ShownResource, attribute: string): string =>
  `\${${one.mode === "data" ? "data." : ""}${one.type}.${nameOf(one)}.${attribute}}`;

/** Values with ids of other resources as references to them. */
function replaced(value: unknown, ids: ReadonlyMap<string, string>, own: ShownResource): unknown {
  if (typeof value === "string") {
    const reference = ids.get(value);
    return reference === undefined || value === own.values?.id || value === own.values?.arn ? value : reference;
  }
  if (Array.isArray(value)) return value.map((one) => replaced(one, ids, own));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, replaced(one, ids, own)]));
}

/** Whether a value is what `terraform show -json` prints. */
export function isShownTerraform(value: unknown): value is ShownTerraform {
  return (
    isObject(value) &&
    typeof value.format_version === "string" &&
    (isObject(value.planned_values) || isObject(value.values))
  );
}

/** A plan or a state in Terraform's JSON syntax, modules dissolved. */
export const jsonOfShown = (shown: ShownTerraform): TerraformJson => new Shown(shown).json();
