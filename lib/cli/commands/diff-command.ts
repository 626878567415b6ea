import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { chartObjects } from "../../diff/chart-objects";
import { type ClusterDiff, diffStacks } from "../../diff/diff";
import type { DiffStatus } from "../../diff/impact";
import { diffJson, diffText } from "../../diff/report";
import { NOTHING, readStack, type TerraformStack } from "../../diff/terraform-stack";
import { Problems } from "../../errors";
import { buildForSynth } from "../build-for-synth";
import { withProgress } from "../terminal/progress";
import { paragraph } from "../terminal/text-table";

const STACK_FILE = "cdk.tf.json";

/** Stacks by name. */
type Stacks = ReadonlyMap<string, TerraformStack>;

/** A stack with the local charts of its releases, which lie beside it. */
function stackAt(file: string): TerraformStack {
  const text = readFileSync(file, "utf8");
  const charts = [...readStack(text, file).resources.values()].flatMap(({ type, block: { chart, values } }) => {
    if (type !== "helm_release" || typeof chart !== "string") return [];
    const given = Array.isArray(values) ? String(values[0]) : "";
    const objects = chartObjects(join(dirname(file), chart), given);
    return objects === undefined ? [] : [[chart, objects] as const];
  });
  return readStack(text, file, new Map(charts));
}

/** The stacks below a folder, as `warpform synth` and `cdktf synth` write them. */
function stacksIn(folder: string): Stacks {
  if (existsSync(join(folder, STACK_FILE))) {
    const file = join(folder, STACK_FILE);
    return new Map([[basename(folder), stackAt(file)]]);
  }
  const root = existsSync(join(folder, "stacks")) ? join(folder, "stacks") : folder;
  const files = readdirSync(root)
    .sort()
    .map((name) => [name, join(root, name, STACK_FILE)] as const)
    .filter(([, file]) => existsSync(file));
  return new Map(files.map(([name, file]) => [name, stackAt(file)]));
}

/** What Terraform and its kin keep, and what is no synthesized stack. */
const OTHER_FILES = /\.(tf|tofu|hcl|tfvars|tfstate|tfplan|json)$/;

function stacksOfBlueprint(path: string, settings: readonly string[]): Stacks {
  const outdir = mkdtempSync(join(tmpdir(), "warpform-diff-"));
  try {
    buildForSynth([path], settings, outdir, ({ app }) => app.synth());
    return stacksIn(outdir);
  } finally {
    rmSync(outdir, { recursive: true });
  }
}

function load(prop: string, path: string, settings: readonly string[]): Stacks {
  const problems = new Problems();
  if (!existsSync(path)) {
    problems.add("unknown-name", prop, `${prop} must be an existing file or directory, got ${path}`);
    problems.throwIfAny("warpform diff");
  }
  const isFolder = statSync(path).isDirectory();
  const isStack = isFolder || path.endsWith(".tf.json");
  if (isStack && settings.length > 0) {
    problems.add(
      "not-allowed",
      "--set",
      `--set changes blueprints, and ${prop} is not one: ${path}; change the program instead`,
    );
  } else if (!isStack && OTHER_FILES.test(path)) {
    problems.add(
      "not-allowed",
      prop,
      `${prop} must be a blueprint, a *.tf.json file or a directory with stacks, got ${path}; use the cdk.tf.json that synth writes`,
    );
  }
  problems.throwIfAny("warpform diff");
  if (!isFolder) {
    if (!isStack) return stacksOfBlueprint(path, settings);
    return new Map([[basename(path), stackAt(path)]]);
  }
  const stacks = stacksIn(path);
  if (stacks.size === 0) {
    problems.add(
      "not-allowed",
      prop,
      `${prop} must hold ${STACK_FILE} or stacks/*/${STACK_FILE}, got ${path}; run synth first`,
    );
    problems.throwIfAny("warpform diff");
  }
  return stacks;
}

/** What becomes of a stack that is no longer synthesized: no apply of the others touches it. */
const GONE =
  "no longer synthesized; its resources remain and are billed until you destroy it from its old directory, which does the following";

/** One stack on each side is one cluster, whatever the files are called; several are told apart by name. */
function pairs(old: Stacks, now: Stacks): readonly (readonly [string, TerraformStack, TerraformStack])[] {
  if (old.size === 1 && now.size === 1) {
    const [[name, after]] = [...now] as [[string, TerraformStack]];
    return [[name, [...old.values()][0]!, after]];
  }
  const names = [...new Set([...old.keys(), ...now.keys()])].sort();
  return names.map((name) => [name, old.get(name) ?? NOTHING, now.get(name) ?? NOTHING]);
}

/**
 * Prints what it means for a running cluster to become another. The exit status is 20 if data is replaced or destroyed,
 * 10 if compute is drained, restarted or replaced, else 0.
 *
 * @param options.set changes single values of the new blueprint
 */
export function diffCommand(
  before: string,
  after: string,
  options: { readonly set: readonly string[]; readonly json?: boolean },
): DiffStatus {
  const stacks = withProgress(
    "building both designs",
    () => [load("old", before, []), load("new", after, options.set)] as const,
  );
  const compared = pairs(...stacks).map(([name, old, now]): readonly [string, ClusterDiff] => [
    name,
    diffStacks(old, now),
  ]);
  if (options.json) {
    const reports = compared.map(([name, diff]) => [name, JSON.parse(diffJson(diff)) as unknown] as const);
    console.log(JSON.stringify(Object.fromEntries(reports), undefined, 2));
  } else {
    console.log(
      compared
        .map(([name, diff]) => {
          const gone = stacks[1].has(name) ? "" : `: ${GONE}`;
          return `${compared.length > 1 ? `${name}${gone}\n` : ""}${paragraph(diffText(diff))}`;
        })
        .join("\n\n"),
    );
  }
  return compared.reduce<DiffStatus>((worst, [, { status }]) => Math.max(worst, status) as DiffStatus, 0);
}
