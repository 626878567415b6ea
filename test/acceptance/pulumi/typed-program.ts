import type { PlannedResource, PlannedValue, PulumiPlan } from "../../../lib/pulumi/plan/plan";

/** A class or function that a program imports. */
export interface Imported {
  readonly module: string;
  readonly name: string;
  readonly alias: string;
}

/** A plan as the TypeScript that a person would have written, and what it imports. */
export interface TypedProgram {
  readonly text: string;
  readonly imports: readonly Imported[];
  /** Identifier of each resource by its address. */
  readonly identifiers: ReadonlyMap<string, string>;
}

/** Terraform's functions with the types of what they take and give. */
export const FUNCTION_TYPES: Readonly<Record<string, string>> = {
  base64decode: "(text: pulumi.Input<string>) => pulumi.Output<string>",
  base64encode: "(text: pulumi.Input<string>) => pulumi.Output<string>",
  base64gzip: "(text: pulumi.Input<string>) => pulumi.Output<string>",
  base64sha256: "(text: pulumi.Input<string>) => pulumi.Output<string>",
  element: "<T>(list: pulumi.Input<T[]>, index: pulumi.Input<number>) => pulumi.Output<T>",
  join: "(separator: pulumi.Input<string>, list: pulumi.Input<pulumi.Input<string>[]>) => pulumi.Output<string>",
  jsonencode: "(value: unknown) => pulumi.Output<string>",
  md5: "(text: pulumi.Input<string>) => pulumi.Output<string>",
  replace: "(text: pulumi.Input<string>, search: string, by: string) => pulumi.Output<string>",
  sha256: "(text: pulumi.Input<string>) => pulumi.Output<string>",
};

/** `aws_vpc.network_vpc` to `aws_vpc__network_vpc`. */
const identifier = (address: string) => address.replaceAll(".", "__").replaceAll(/\W/g, "_");
const quoted = (value: unknown) => JSON.stringify(value);
const name = (key: string) => (/^[A-Za-z_]\w*$/.test(key) ? key : quoted(key));

/** Prints a plan. Every value keeps its type: nothing is cast, only what Pulumi calls optional is taken as there. */
export function typedProgram(plan: PulumiPlan): TypedProgram {
  const imports = new Map<string, Imported>();
  const identifiers = new Map(plan.resources.map(({ address }) => [address, identifier(address)]));
  const printedLocals = new Set<string>();
  const lines: string[] = [];

  const print = (value: PlannedValue): string => {
    switch (value.kind) {
      case "literal":
        return quoted(value.value);
      case "list":
        return `[${value.items.map(print).join(", ")}]`;
      case "object":
        return `{ ${value.entries.map(([key, item]) => `${name(key)}: ${print(item)}`).join(", ")} }`;
      case "template":
        return `pulumi.interpolate\`${value.parts.map(templatePart).join("")}\``;
      case "call":
        return `functions.${value.name}(${value.args.map(print).join(", ")})`;
      case "attribute": {
        const [first, ...rest] = value.path;
        const property = `${identifiers.get(value.address)}.${first}`;
        return `known(${rest.length === 0 ? property : `${property}.apply((v) => v${rest.map(step).join("")})`})`;
      }
      case "local":
        printLocal(value.name);
        return value.path.length === 0
          ? `local_${identifier(value.name)}`
          : `local_${identifier(value.name)}${value.path.map(step).join("")}`;
      case "input":
        return `inputs.${value.name}`;
      case "convert":
        return `as${value.to}(${print(value.of)})`;
      case "asset":
        return `new pulumi.asset.FileAsset(${print(value.of)})`;
      case "file":
        return quoted(`./${value.path}`);
      case "helm-values":
        return `helmValues(${print(value.texts)})`;
    }
  };
  const templatePart = (part: PlannedValue) =>
    part.kind === "literal" ? String(part.value).replaceAll(/[`\\]|\$\{/g, "\\$&") : `\${${print(part)}}`;
  const step = (at: string | number) => (typeof at === "number" ? `![${at}]` : `!.${name(at)}`);
  const printLocal = (local: string) => {
    if (printedLocals.has(local)) return;
    printedLocals.add(local);
    const text = print(plan.locals.get(local)!);
    lines.push(`const local_${identifier(local)} = ${text};`);
  };
  const imported = ({ package: from, module, name: exported }: PlannedResource): string => {
    const path = `${from}/${module}`;
    const alias = identifier(`${path}.${exported}`.replace("@pulumi/", "").replaceAll("/", "_"));
    imports.set(alias, { module: path, name: exported, alias });
    return alias;
  };

  for (const resource of plan.resources) {
    const entries = Object.entries(resource.args).map(([key, value]) => `  ${name(key)}: ${print(value)},`);
    const args = `{\n${entries.join("\n")}\n}`;
    const variable = identifiers.get(resource.address)!;
    if (resource.mode === "data") {
      const given = resource.takesNothing ? "" : `${args}, `;
      lines.push(`const ${variable} = ${imported(resource)}(${given}${options(resource, identifiers)});`);
      continue;
    }
    const logical = quoted([plan.stackName, ...resource.path].join("-"));
    lines.push(
      `const ${variable} = new ${imported(resource)}(${logical}, ${args}, ${options(resource, identifiers)});`,
    );
  }
  for (const [output, { value }] of plan.outputs)
    lines.push(`const output_${identifier(output)} = pulumi.output(${print(value)});`);
  return { text: lines.join("\n"), imports: [...imports.values()], identifiers };
}

function options({ mode, options: given }: PlannedResource, identifiers: ReadonlyMap<string, string>): string {
  const { dependsOn, provider, ...rest } = given;
  const resources = dependsOn.filter((address) => !address.startsWith("data."));
  const entries = [
    ...(provider === undefined ? [] : [`provider: ${identifiers.get(provider)}`]),
    ...(resources.length === 0
      ? []
      : [`dependsOn: [${resources.map((address) => identifiers.get(address)).join(", ")}]`]),
    ...Object.entries(mode === "managed" ? rest : {}).map(([key, value]) => `${key}: ${quoted(value)}`),
  ];
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}

/** A file that holds programs, one a block, with what they share. */
export function typedFile(programs: ReadonlyMap<string, TypedProgram>): string {
  const imports = new Map([...programs.values()].flatMap((p) => p.imports).map((i) => [i.alias, i]));
  const functions = Object.entries(FUNCTION_TYPES).map(([key, type]) => `  ${key}: ${type};`);
  return [
    'import * as pulumi from "@pulumi/pulumi";',
    ...[...imports.values()].map(
      ({ module, name: exported, alias }) => `import { ${exported} as ${alias} } from "${module}";`,
    ),
    "/** Terraform knows no undefined: what is referred to is there. */",
    "declare function known<T>(output: pulumi.Output<T>): pulumi.Output<NonNullable<T>>;",
    "declare function asstring(value: pulumi.Input<string | number | boolean>): pulumi.Output<string>;",
    "declare function asnumber(value: pulumi.Input<string | number>): pulumi.Output<number>;",
    "declare function asboolean(value: pulumi.Input<string | boolean>): pulumi.Output<boolean>;",
    "declare function helmValues(texts: pulumi.Input<string>[]): pulumi.Input<Record<string, unknown>>;",
    `declare const functions: {\n${functions.join("\n")}\n};`,
    "declare const inputs: Record<string, pulumi.Input<string>>;",
    ...[...programs].map(([stack, { text }]) => `// ${stack}\n{\n${text}\n}`),
  ].join("\n");
}
