import { existsSync } from "node:fs";
import * as pulumi from "@pulumi/pulumi";
import { Problems, WarpformError } from "../../errors";
import { CLUSTER_NAME } from "../../model/cluster-name";
import { checkKeys, isArgs, isLater, mustBePlain, shown } from "../argument-problems";
import type { PulumiCloud } from "../clouds/pulumi-cloud";

const ARGS = ["build", "inputs", "outdir", "blueprint", "set"];

/** Options that Pulumi knows for one resource only, and would drop on a component without a word. */
const SINGLE = [
  "additionalSecretOutputs",
  "customTimeouts",
  "deleteBeforeReplace",
  "id",
  "ignoreChanges",
  "import",
  "replaceOnChanges",
];

/** Names of clusters by the program they are in; a process may run several programs, one after the other. */
const taken = new WeakMap<object, Set<string>>();

/** Everything that is wrong with the arguments of a GpuCluster, before anything is declared. */
export function validateGpuCluster(
  name: unknown,
  args: unknown,
  options: pulumi.ComponentResourceOptions,
  cloud: PulumiCloud,
): void {
  const problems = new Problems();
  validateName(name, problems);
  if (!isArgs(args)) {
    problems.add("required", "args", `args must be { build } or { blueprint }, got ${shown(args)}`);
    throw new WarpformError(`GpuCluster ${String(name)}`, problems.all);
  }
  checkKeys(args, cloud.region === undefined ? ARGS : ["region", ...ARGS], problems);
  const plain = (key: string) => {
    if (!isLater(args[key])) return args[key];
    mustBePlain(key, problems, "the layout");
    return undefined;
  };
  const { build, inputs } = args;
  const [region, blueprint, set, outdir] = ["region", "blueprint", "set", "outdir"].map(plain);
  if (build === undefined && args.blueprint === undefined)
    problems.add("required", "build", "build is missing; give build: (stack) => { … } or blueprint: a path");
  if (build !== undefined && args.blueprint !== undefined)
    problems.add("conflict", "build", "build and blueprint exclude each other; leave one out");
  if (build !== undefined && typeof build !== "function")
    problems.add("malformed", "build", `build must be a function of the stack, got ${shown(build)}`);
  else if (typeof build === "function" && build.constructor.name === "AsyncFunction")
    problems.add("not-allowed", "build", "build must not be async; await what it needs before, and give it by inputs");
  validateRegion(region, cloud, problems);
  if (region !== undefined && args.blueprint !== undefined)
    problems.add("conflict", "region", "region follows from the blueprint's availabilityZone; leave it out");
  if (set !== undefined && args.blueprint === undefined)
    problems.add("conflict", "set", "set goes with blueprint; with build, write the values where they are used");
  if (outdir !== undefined && (typeof outdir !== "string" || outdir === ""))
    problems.add("malformed", "outdir", `outdir must be a folder, got ${shown(outdir)}`);
  if (blueprint !== undefined)
    for (const path of [blueprint].flat())
      if (typeof path !== "string" || !existsSync(path))
        problems.add(
          "unknown-name",
          "blueprint",
          `blueprint ${shown(path)} is not a file; paths are relative to the directory of the program`,
        );
  validateOptions(options, problems);
  validateInputs(inputs, args.blueprint !== undefined, problems);
  problems.throwIfAny(`GpuCluster ${String(name)}`);
  takeName(`GpuCluster ${String(name)}`, String(name), options.parent);
}

export function validateName(name: unknown, problems: Problems): void {
  if (typeof name === "string" && CLUSTER_NAME.test(name)) return;
  const message = `name must be 2 to 40 lower-case letters, digits and hyphens, got ${shown(name)}`;
  problems.add("malformed", "name", message);
}

export function validateRegion(region: unknown, { region: named }: PulumiCloud, problems: Problems): void {
  if (region !== undefined && named !== undefined && !named.pattern.test(String(region)))
    problems.add("malformed", "region", `region must be like ${named.example}, got ${shown(region)}`);
}

export function validateOptions(options: pulumi.ComponentResourceOptions, problems: Problems): void {
  for (const option of SINGLE)
    if ((options as Record<string, unknown>)[option] !== undefined) {
      const message = `option ${option} counts for one resource, not for a component; set it by transformations, for the resources meant`;
      problems.add("not-allowed", option, message);
    }
}

function validateInputs(inputs: unknown, fromBlueprint: boolean, problems: Problems): void {
  if (inputs === undefined) return;
  if (fromBlueprint) {
    problems.add("conflict", "inputs", "inputs can only be used with build; pass plain values to a blueprint with set");
    return;
  }
  if (inputs === null || typeof inputs !== "object" || Array.isArray(inputs)) {
    problems.add("malformed", "inputs", `inputs must be values by name, got ${shown(inputs)}`);
    return;
  }
  for (const [key, value] of Object.entries(inputs)) {
    if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(key))
      problems.add("malformed", `inputs.${key}`, `inputs.${key} must be named by letters, digits and underscores`);
    if (typeof value !== "string" && !isLater(value))
      problems.add(
        "malformed",
        `inputs.${key}`,
        `inputs.${key} must be text or an Output of text, got ${shown(value)}`,
      );
  }
}

/** Notes a cluster's name; two of one name would share their resources' names. */
export function takeName(where: string, name: string, parent: pulumi.Resource | undefined): void {
  const program = pulumi.runtime.getMonitor() ?? taken;
  const names = taken.get(program) ?? new Set<string>();
  taken.set(program, names);
  const problems = new Problems();
  if (names.has(name)) {
    const message = `name ${name} is taken by another cluster${parent ? "; names count in the whole program" : ""}; give each its own`;
    problems.add("duplicate", "name", message);
  }
  names.add(name);
  problems.throwIfAny(where);
}
