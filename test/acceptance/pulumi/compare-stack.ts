// Declares one synthesized stack against a mocked engine and compares what was registered with the Terraform JSON. The
// expected side is worked out from the JSON alone, with names compared without case, underscores and plurals.
import { createHash } from "node:crypto";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import * as pulumi from "@pulumi/pulumi";
import { mappedTypes, mappingOf } from "../../../lib/pulumi/plan/mapping";
import { planStack } from "../../../lib/pulumi/plan/plan-stack";
import { declarePlan } from "../../../lib/pulumi/program/declare";
import { mockedProgram } from "../../pulumi/mocked-program";

type Block = Record<string, unknown>;
type Json = Record<string, Record<string, Record<string, Block>>>;

/** What Pulumi calls a Terraform type, in lower case: files of its packages are not always named as their types. */
function tokenOf(mode: "managed" | "data", type: string): string {
  if (type === "helm_release") return "kubernetes:helm.sh/v3:release";
  if (type === "terraform_data") return "command:local:command";
  const { module, name } = mappingOf(mode, type)!;
  const from = type.startsWith("aws_") ? "aws" : "azure";
  const of = module.includes("/") ? module : `index/${module}`;
  return `${from}:${of}:${name.replace(/Output$/, "")}`.toLowerCase();
}
const types = new Map(
  (["managed", "data"] as const).flatMap((mode) => mappedTypes(mode).map((type) => [tokenOf(mode, type), type])),
);

/** Name that a resource has in Pulumi, from its construct path. */
function nameOf(values: Block): string {
  const ids = (values["//"] as { metadata: { path: string } }).metadata.path.split("/").slice(1);
  const named = ids.filter((id) => id !== "Resource");
  return ["ex", ...(named.length > 0 ? named : ids)].join("-");
}

const plain = (name: string) =>
  name
    .replaceAll("_", "")
    .toLowerCase()
    .replace(/ies$/, "y")
    .replace(/[es]+$/, "");

const META = ["//", "depends_on", "lifecycle", "provider", "timeouts"];

/** What the mocks make of a stack's values. */
class Expected {
  constructor(
    private readonly json: Json,
    private readonly directory: string,
  ) {}

  /** What a reference comes to under the mocks. */
  public reference(reference: string): unknown {
    if (reference.startsWith("var.")) return reference;
    if (reference.startsWith("local."))
      return this.text(String((this.json.locals as unknown as Block)[reference.slice(6)]));
    // an element of a set of blocks, of which Pulumi makes a list
    const element = /^tolist\(([^()]*)\)(\..*)$/s.exec(reference);
    if (element) return this.reference(`${element[1]}${element[2]}`);
    const call = /^(\w+)\((.*)\)$/s.exec(reference);
    if (call) {
      const inner = this.reference(call[2]!);
      if (call[1] === "base64encode") return Buffer.from(String(inner)).toString("base64");
      if (call[1] === "base64gzip") return gzipSync(String(inner)).toString("base64");
      if (call[1] === "base64decode") return Buffer.from(String(inner), "base64").toString();
      if (call[1] === "sha256") return createHash("sha256").update(String(inner)).digest("hex");
      throw new Error(`the check knows no ${call[1]}`);
    }
    const steps = reference.split(/[.[\]]+/).filter((step) => step !== "");
    if (steps[0] === "data") {
      const given = this.json.data![steps[1]!]![steps[2]!]![steps[3]!];
      return given === undefined ? `${tokenOf("data", steps[1]!)}.${steps[3]}` : this.text(String(given));
    }
    const [type, name, ...path] = steps as [string, string, ...string[]];
    const values = this.json.resource![type]![name]!;
    let at: unknown = values;
    for (const step of path) at = /^\d+$/.test(step) && !Array.isArray(at) ? at : (at as Block | undefined)?.[step];
    if (at !== undefined && path[0] !== "id") return typeof at === "string" ? this.text(at) : at;
    return path.at(-1) === "latest_version" ? 7 : `${nameOf(values)}.${path.at(-1)}`;
  }

  public text(text: string): string {
    return text
      .replace(/(^|[^$])\$\{([^{}]*)\}/g, (_, before: string, inner: string) => `${before}${this.reference(inner)}`)
      .replaceAll("$${", "${");
  }

  public inputs(type: string, values: Block): Block {
    const kept = Object.fromEntries(Object.entries(values).filter(([key]) => !META.includes(key)));
    if (type === "aws_cloudwatch_metric_alarm") {
      const { alarm_name, ...rest } = kept;
      return { ...rest, name: alarm_name };
    }
    if (type === "aws_lambda_function") {
      const { function_name, ...rest } = kept;
      return { ...rest, name: function_name };
    }
    if (type === "aws_sns_topic_subscription") {
      const { topic_arn, ...rest } = kept;
      return { ...rest, topic: topic_arn };
    }
    if (type === "terraform_data") {
      const { provisioner, triggers_replace, input } = kept;
      const [{ "local-exec": run }] = provisioner as [{ "local-exec": Block }];
      const { command, when, ...rest } = run;
      // On destroy, Terraform lets a program read its own resource alone; Pulumi gives the values themselves.
      const own = JSON.stringify(rest).replace(
        /\$\{self\.input\.(\w+)\}/g,
        (_, name: string) => (input as Block)[name] as string,
      );
      return {
        ...JSON.parse(own),
        [when === "destroy" ? "delete" : "create"]: command,
        update: ":",
        triggers: [triggers_replace],
      };
    }
    if (type !== "helm_release") return kept;
    const { repository, values: texts, wait, chart, ...rest } = kept;
    const local = String(chart).startsWith("assets/");
    return {
      ...rest,
      chart: local ? `./${join(this.directory, String(chart))}` : chart,
      skipAwait: !wait,
      ...(repository === undefined ? {} : { repositoryOpts: { repo: repository } }),
      values: (texts as string[]).map((text) => JSON.parse(this.text(text)) as Block)[0],
    };
  }
}

/** Every scalar with its path; numbers of lists left out, since Pulumi flattens lists of one. */
function* leaves(value: unknown, path: string, expected: Expected | undefined): Generator<string> {
  if (value === null || value === undefined) return;
  if (typeof value === "object") {
    for (const [key, item] of Object.entries(value))
      yield* leaves(item, Array.isArray(value) ? path : `${path}/${plain(key)}`, expected);
    return;
  }
  yield `${path}=${expected && typeof value === "string" ? expected.text(value) : String(value)}`;
}

/** Key by which Pulumi marks a secret on the wire. */
const SECRET = "4dabf18193072939515e22adb298388d";
const withoutSecret = (value: unknown) =>
  value !== null && typeof value === "object" && SECRET in value
    ? (value as unknown as { value: unknown }).value
    : value;

class Owner extends pulumi.ComponentResource {}

/** Differences between what a stack says and what its plan registers, and how many resources there are. */
export async function compareStack(json: Json, directory: string): Promise<{ problems: string[]; resources: number }> {
  const problems: string[] = [];
  const expected = new Expected(json, directory);
  const plan = planStack("ex", json);
  const { registered } = await mockedProgram(
    (pulumiType) => types.get(pulumiType.toLowerCase()),
    () => {
      const owner = new Owner("warpform:test:Owner", "ex");
      const common = {
        inputs: Object.fromEntries([...plan.settings.keys()].map((name) => [name, `var.${name}`])),
        cloud: "cloud",
        dependsOn: undefined,
        retainOnDelete: undefined,
        classOf: () => "Part",
      };
      return declarePlan({ plan, owner, ownerName: "ex", folder: directory, ...common });
    },
  );
  const customs = registered.filter(({ custom, type }) => custom && !type.startsWith("pulumi:providers:"));
  const declared = Object.entries(json.resource ?? {}).flatMap(([type, byName]) =>
    Object.entries(byName).map(([name, values]) => ({ type, name, values })),
  );
  if (customs.length !== declared.length) problems.push(`${customs.length} registered, ${declared.length} declared`);

  for (const { type, name, values } of declared) {
    const pulumiType = tokenOf("managed", type);
    const found = customs.find((custom) => custom.name === nameOf(values) && custom.type.toLowerCase() === pulumiType);
    if (found === undefined) {
      problems.push(`${type}.${name}: nothing of type ${pulumiType} is named ${nameOf(values)}`);
      continue;
    }
    // what the classes add of themselves
    const { compat: _, ...inputs } = Object.fromEntries(
      Object.entries(found.inputs)
        .filter(([, value]) => value !== "Managed by Pulumi")
        .map(([key, value]) => [key, withoutSecret(value)]),
    );
    const actual = [...leaves(inputs, "", undefined)].sort();
    const wanted = [...leaves(expected.inputs(type, values), "", expected)].sort();
    const lost = wanted.filter((leaf, i) => leaf !== actual[i] && !actual.includes(leaf));
    const added = actual.filter((leaf) => !wanted.includes(leaf));
    if (lost.length + added.length > 0 || wanted.length !== actual.length)
      problems.push(
        `${type}.${name}: lost ${JSON.stringify(lost).slice(0, 400)}, added ${JSON.stringify(added).slice(0, 400)}`,
      );
    const waits = (values.depends_on ?? []) as string[];
    for (const dependency of waits.filter((address) => !address.startsWith("data."))) {
      const [, dependedType, dependedName] = /^(\w+)\.(.+)$/.exec(dependency)!;
      const urn = `::${nameOf(json.resource![dependedType!]![dependedName!]!)}`;
      if (!found.dependencies.some((found) => found.endsWith(urn)))
        problems.push(`${type}.${name}: doesn't wait for ${dependency}`);
    }
    const lifecycle = values.lifecycle as { prevent_destroy?: boolean; ignore_changes?: string[] } | undefined;
    if ((lifecycle?.prevent_destroy === true) !== found.protect)
      problems.push(`${type}.${name}: protect is ${found.protect}`);
    if ((lifecycle?.ignore_changes?.length ?? 0) !== found.ignoreChanges.length)
      problems.push(`${type}.${name}: ignoreChanges`);
  }
  return { problems, resources: customs.length };
}
