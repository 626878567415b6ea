import { cloudNamed } from "../clouds/by-name";
import type { Cloud } from "../clouds/cloud";
import { defaultCloud } from "../clouds/default-cloud";
import type { Bucket } from "../clouds/part-kinds";
import { assemble } from "./assemble/assemble";
import { assembleRegions } from "./assemble/assemble-architecture";
import type { Emitter, Named } from "./assemble/emitter";
import { LOCK_PATH, stateBackend } from "./assemble/terraform-state";
import { WORKLOADS } from "./assemble/workload";
import { Code, literal, Variables } from "./program-text";
import type { Path } from "./reader/path";
import type { Blueprint } from "./schema/aws/aws-blueprint";
import { stateKey } from "./schema/aws/state-place";

/**
 * The TypeScript program that builds what a blueprint builds: the same stack, byte for byte. It holds only what the blueprint
 * says, so that the constructs' defaults stay defaults. The blueprint must be one that `buildBlueprint` takes.
 */
export function ejectBlueprint(blueprint: Blueprint): string {
  if (blueprint.architecture?.kind === "inferenceRegions") return ejectRegions(blueprint);
  const writer = new ProgramWriter("stack", cloudNamed(blueprint.cloud));
  assemble(writer, blueprint);
  const { workload, ownership, acceptedFindings, description } = blueprint;
  const region = writer.cloud.regionOf(blueprint.network.availabilityZone);
  const provider = region === undefined ? undefined : writer.cloud.providerProgram(region);
  const reviewed = workload !== undefined || ownership !== undefined || acceptedFindings !== undefined;
  const review = { workload: workload && writer.workload(workload), ownership, suppress: acceptedFindings };
  return [
    ...commentOf(description),
    ...(provider === undefined ? [] : [provider.import]),
    blueprint.state === undefined
      ? 'import { App, TerraformStack } from "cdktf";'
      : 'import { App, S3Backend, TerraformStack } from "cdktf";',
    ...importsOf(writer),
    ...catalogLines(blueprint),
    "",
    "const app = new App();",
    `const stack = new TerraformStack(app, ${literal(blueprint.name)});`,
    ...(provider === undefined ? [] : [provider.statement]),
    ...stateLines(blueprint, blueprint.state?.key ?? stateKey(blueprint.name)),
    "",
    ...writer.lines,
    "",
    reviewed ? `DesignReview.of(app, ${literal(review, 0, 22)});` : "DesignReview.of(app);",
    "",
    "app.synth();",
    "",
  ].join("\n");
}

/** The same for several regions, whose stacks the architecture makes. */
function ejectRegions(blueprint: Blueprint): string {
  const writer = new ProgramWriter("app");
  const service = String(literal(assembleRegions(writer, blueprint)));
  const { ownership, acceptedFindings, description } = blueprint;
  const review = literal({ workload: new Code("cluster.workload"), ownership, suppress: acceptedFindings }, 2, 26);
  return [
    ...commentOf(description),
    blueprint.state === undefined ? 'import { App } from "cdktf";' : 'import { App, S3Backend } from "cdktf";',
    ...importsOf(writer),
    ...catalogLines(blueprint),
    "",
    "const app = new App();",
    ...writer.lines,
    "",
    `for (const { stack, cluster } of ${service}.regions) {`,
    `  DesignReview.of(stack, ${review});`,
    ...stateLines(blueprint, new Code("`${stack.node.id}/terraform.tfstate`")).map((line) => `  ${line}`),
    "}",
    "",
    "app.synth();",
    "",
  ].join("\n");
}

/** Statements that keep a stack's state where the blueprint says. */
function stateLines(blueprint: Blueprint, key: string | Code): string[] {
  const backend = stateBackend(blueprint);
  if (backend === undefined) return [];
  const lock = blueprint.state?.lock ?? true;
  return [
    `new S3Backend(stack, ${literal({ ...backend, key })});`,
    ...(lock ? [`stack.addOverride(${literal(LOCK_PATH)}, true);`] : []),
  ];
}

/** What adds the blueprint's own rows to the catalog. */
function catalogLines({ catalog }: Blueprint): string[] {
  if (catalog === undefined) return [];
  const { files = [], ...rows } = catalog;
  const calls = [
    ...files.map((file) => `extendCatalogFromFile(${literal(file)});`),
    ...(Object.keys(rows).length === 0 ? [] : [`extendCatalog(${literal(rows)});`]),
  ];
  const names = [...new Set(calls.map((call) => call.slice(0, call.indexOf("("))))].sort();
  return names.length === 0 ? [] : [importOf("warpform/catalog", names), "", ...calls];
}

function commentOf(description: string | undefined): string[] {
  return description === undefined ? [] : [`// ${description.replaceAll("\n", "\n// ")}`];
}

interface NamedClass {
  readonly name: string;
}

/** Writes what a Builder does. What it gives in place of a thing is the code that stands for it. */
class ProgramWriter implements Emitter {
  public readonly classes = new Set<string>();
  public readonly lines: string[] = [];
  private readonly variables = new Variables();

  /** `scope` is the variable that constructs are made in. */
  constructor(
    private readonly scope: "app" | "stack",
    public readonly cloud: Cloud = defaultCloud,
  ) {}

  public construct<Made>(_: Path, type: NamedClass | undefined, id: string, props: unknown, kind?: string): Made {
    return this.statement(`new ${this.nameOf(type)}`, id, props, kind, this.cloudFor(type));
  }

  public declared<Made>(
    _: Path,
    type: object | undefined,
    method: string,
    id: string,
    props: unknown,
    kind: string,
  ): Made {
    return this.statement(`${this.nameOf(type as NamedClass | undefined)}.${method}`, id, props, kind);
  }

  public made<Made>(_: Path, type: NamedClass | undefined, props: object): Made {
    return standIn(new Code(`new ${this.nameOf(type)}${listOf([props])}`));
  }

  public called<Made>(_: Path, owner: object | undefined, method: string, ...args: readonly unknown[]): Made {
    const start = owner instanceof Code ? owner.text : this.nameOf(owner as NamedClass | undefined);
    return standIn(new Code(`${start}.${method}${listOf(args)}`));
  }

  public workload({ kind, ...options }: NonNullable<Blueprint["workload"]>): Code {
    const head = `${this.nameOf(WORKLOADS[kind])}(`;
    return new Code(`${head}${literal(options, 2, head.length + 12)})`);
  }

  public grantReadWrite(grantee: object, bucket: Bucket): void {
    this.lines.push(this.cloud.bucketAccess.program(String(literal(grantee)), String(literal(bucket))));
  }

  public uri(bucket: Bucket, rest: string): string {
    return standIn(new Code(this.cloud.bucketAccess.uriProgram(String(literal(bucket)), rest.replace(/^\//, ""))));
  }

  public named<T>(_: Path, __: string, name: string, things: Named<T>): T | undefined {
    return things.get(name);
  }

  /** Nothing is refused in a blueprint that was built. */
  public refuse(): void {}

  /** The last argument of an architecture that is made of another cloud's parts than the default one's. */
  private cloudFor(type: NamedClass | undefined): string {
    const { cloud } = this;
    const { name } = type!;
    return cloud.module === PACKAGE || name in cloud.parts ? "" : `, ${this.nameOf(cloud)}`;
  }

  private statement<Made>(start: string, id: string, props: unknown, kind: string | undefined, last = ""): Made {
    const variable = kind === undefined ? undefined : this.variables.name(id, kind);
    const head = `${variable === undefined ? "" : `const ${variable} = `}${start}(${this.scope}, ${literal(id)}, `;
    this.lines.push(`${head}${literal(props, 0, head.length + 2)}${last});`);
    return standIn(new Code(variable ?? ""));
  }

  /** Name of a class; none is lacking in a blueprint that was built. */
  private nameOf(type: NamedClass | undefined): string {
    const { name } = type!;
    this.classes.add(name);
    return name;
  }
}

/** `assemble` only passes things on; code does for that. */
function standIn<Made>(code: Code): Made {
  return code as unknown as Made;
}

/** Arguments in their brackets, without those that say nothing. */
function listOf(args: readonly unknown[]): string {
  return `(${args
    .map((arg) => literal(arg))
    .filter((text) => text !== "{}")
    .join(", ")})`;
}

/** What belongs to no cloud is in the package itself, where the default cloud is too. */
const PACKAGE = defaultCloud.module;

/** Imports of the review and of the classes that a program uses: those of another cloud from its own module. */
function importsOf({ cloud, classes }: ProgramWriter): string[] {
  const names = [...classes, "DesignReview"].sort();
  const own = names.filter((name) => name in cloud.parts || name === cloud.name);
  const rest = names.filter((name) => !own.includes(name));
  return cloud.module === PACKAGE ? [importOf(PACKAGE, names)] : [importOf(PACKAGE, rest), importOf(cloud.module, own)];
}

function importOf(module: string, names: readonly string[]): string {
  const line = `import { ${names.join(", ")} } from "${module}";`;
  return line.length <= 120 ? line : `import {\n${names.map((name) => `  ${name},\n`).join("")}} from "${module}";`;
}
