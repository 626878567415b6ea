import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { type ReadTerraform, readTerraform, wordsOfTerraform } from "../clouds/read-terraform";
import { type Design, designOf } from "../review/design";
import { type Review, reviewDesign } from "../review/review";
import { rules } from "../review/rules/list";
import { refuse } from "./command-error";
import { errorText } from "./terminal/error-text";

/** A plan or a state of a large estate; more is some other file. */
const MOST_BYTES = 256 * 1024 * 1024;

const inputError = (why: string): never => refuse("review", "not-allowed", "blueprint", why);

/** What a user's own terraform or tofu prints; the error is its first line. */
function terraform(folder: string, ...args: readonly string[]): string {
  const programs = ["terraform", "tofu"];
  for (const program of programs) {
    const { error, status, stdout, stderr } = spawnSync(
      program,
      [`-chdir=${folder}`, args[0]!, "-no-color", ...args.slice(1)],
      {
        encoding: "utf8",
        maxBuffer: MOST_BYTES,
      },
    );
    if ((error as NodeJS.ErrnoException | undefined)?.code === "ENOENT") continue;
    if (status === 0) return stdout;
    const lines = stderr.split("\n").map((line) => line.replace(/^[\s│╷╵]+/, ""));
    // warnings, as of a missing CLI configuration, come before the error
    const why =
      lines.find((line) => line.startsWith("Error: ")) ?? lines.find((line) => line !== "") ?? `exit status ${status}`;
    return inputError(
      `${program} ${args[0]} failed in ${folder}: ${why}; run terraform init there, or give the output of terraform show -json`,
    );
  }
  return inputError(
    `${folder} needs terraform or tofu on the PATH to be read; or give the output of terraform show -json`,
  );
}

/** The JSON of a folder's plan; its state is not refreshed, and nothing is locked or kept. */
function planOf(folder: string): string {
  const temp = mkdtempSync(join(tmpdir(), "warpform-plan-"));
  try {
    const plan = join(temp, "plan.tfplan");
    terraform(folder, "plan", "-input=false", "-lock=false", "-refresh=false", `-out=${plan}`);
    return terraform(folder, "show", "-json", plan);
  } finally {
    rmSync(temp, { recursive: true });
  }
}

function textOf(path: string): string {
  const stat = statSync(path);
  if (stat.isDirectory()) {
    const own = join(path, "cdk.tf.json");
    return statSync(own, { throwIfNoEntry: false }) === undefined ? planOf(path) : readFileSync(own, "utf8");
  }
  if (stat.size > MOST_BYTES)
    return inputError(`${path} has ${stat.size} bytes; give a plan or a state of less than 256 MiB`);
  return path.endsWith(".tfplan")
    ? terraform(dirname(path), "show", "-json", resolve(path))
    : readFileSync(path, "utf8");
}

/** Files whose name says nothing of the design: it is called as their folder. */
const NAMED_BY_FOLDER = /^(cdk\.tf\.json|terraform\.tfstate(\.backup)?)$/;

/** Why JSON has no resources that can be read. */
function whyUnread(value: unknown): string {
  const { version, terraform_version: program, encrypted_data: encrypted } = Object(value) as Record<string, unknown>;
  if (encrypted !== undefined) return "is an encrypted state; give the output of `tofu show -json`";
  if (typeof version === "number" && (program !== undefined || "modules" in Object(value)))
    return `is a state of version ${version}, and 4 is read; give the output of \`terraform show -json\``;
  return "has no Terraform resources; give a *.tf.json file, a state or the output of `terraform show -json`";
}

/** What to do where no resource is of a provider that is read; undefined where some are of it, or there are none. */
function otherProviders({ read, unread }: ReadTerraform): string | undefined {
  const providers = [...new Set(unread.map(({ type }) => type.split("_")[0]!))].sort();
  if (read > 0 || providers.length === 0 || providers.includes("aws")) return undefined;
  return `has only resources of ${providers.join(", ")}, and review reads those of the AWS provider; write a blueprint of the design instead: cloud: azure, or cloud: kubernetes for an existing cluster of any cloud`;
}

function read(path: string): ReadTerraform {
  let value: unknown;
  try {
    value = JSON.parse(textOf(path));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return inputError(`${path} is not JSON; give a blueprint, a *.tf.json file or the output of terraform show -json`);
  }
  const file = resolve(path);
  const name = basename(NAMED_BY_FOLDER.test(basename(file)) ? dirname(file) : file).replace(
    /(\.tf)?\.json$|\.tfplan$|\.tfstate(\.backup)?$/,
    "",
  );
  return readTerraform(name, value) ?? inputError(`${path} ${whyUnread(value)}`);
}

/** What was not looked at, in a line. */
function blindSpots({ read, resources, unread, shown }: ReadTerraform): string {
  const most = unread.slice(0, 5).map(({ type, count }) => `${count} x ${type}`);
  const rest = unread.length > most.length ? ", …" : "";
  const lifecycle = shown ? "; prevent_destroy is not in a plan or a state" : "";
  return `read ${read} of ${resources} resources${lifecycle}${most.length > 0 ? `; not looked at: ${most.join(", ")}${rest}` : ""}`;
}

/** Reviews Terraform that others wrote: a file, or a folder by way of its plan. */
export function reviewTerraform(path: string): { readonly design: Design; readonly result: Review } {
  const found = read(path);
  const others = otherProviders(found);
  if (others !== undefined) return inputError(`${path} ${others}`);
  console.error(errorText(`warpform review: ${blindSpots(found)}`));
  if (
    found.cluster.pools.length === 0 &&
    found.cluster.schedulers.length === 0 &&
    found.cluster.fileSystems.length === 0
  ) {
    return inputError(
      `${path} has no nodes, no scheduler and no file system that a review could be of (${blindSpots(found)})`,
    );
  }
  const design = designOf(found.cluster);
  return { design, result: reviewDesign(design, [], rules, wordsOfTerraform(found)) };
}
