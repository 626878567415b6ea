// What AWS and Terraform would say of every example's stack: each resource as the API request that the provider makes of it,
// against AWS's own service models; and the order in which what boots or runs code comes after what it needs.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { plantedFaults } from "../kubernetes/faults/planted-faults.mjs";
import { cache, check, finish, root, run, skip, synthesizedAwsStacks, tail } from "../lib/checks.mjs";
import { plants } from "./plants.mjs";

const stacks = synthesizedAwsStacks();
const files = stacks.map(({ directory }) => join(directory, "cdk.tf.json"));

/** One JSON line per stack, from a program that is given the files of all. */
function perStack(program, args, of = files) {
  const result = run(program, [...args, ...of], { cwd: root });
  if (result.status !== 0) throw new Error(tail(result));
  return result.stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

const complaint = (complaints) =>
  complaints.length > 0 ? `${complaints.length}\n    ${complaints.slice(0, 40).join("\n    ")}` : undefined;

check("the order of every stack is computed", () => {
  const rows = perStack(process.execPath, ["--import", "tsx", join(import.meta.dirname, "order.ts")]);
  if (!rows.some(({ runners }) => runners > 3)) return "nothing boots in any stack";
  rows.forEach(({ complaints }, index) => {
    check(`what boots in ${stacks[index].name} waits for what it needs`, () => complaint(complaints));
  });
  return undefined;
});

/** The checks are held against mistakes, so that they cannot pass by seeing nothing. */
function seePlants() {
  const folder = mkdtempSync(join(tmpdir(), "warpform-requests-"));
  const json = stacks.find(
    ({ json: of }) => of.resource.aws_fsx_lustre_file_system && of.resource.aws_iam_role_policy,
  ).json;
  const planted = plants.map(([, , plant], index) => {
    const copy = structuredClone(json);
    plant(copy);
    const file = join(folder, `${index}.json`);
    writeFileSync(file, JSON.stringify(copy));
    return file;
  });
  const rows = perStack(python, [join(import.meta.dirname, "requests.py")], planted);
  plants.forEach(([name, words], index) => {
    const { complaints, unmapped } = rows[index];
    check(`a request with ${name} is refused`, () =>
      [...complaints, ...unmapped].some((text) => text.includes(words)) ? undefined : `nothing says "${words}"`,
    );
  });
  rmSync(folder, { recursive: true });
}

/** Mistakes in a template, by what must be said of each. */
const TEMPLATE_PLANTS = [
  ["'TINY' is none of", '"SMALL"', '"TINY"'],
  ["28 characters", '"Name": "h100"', '"Name": "a-name-that-is-much-too-long"'],
  ["MinInstances", '"MinInstanceCount"', '"MinInstances"'],
];

/** CloudFormation's templates against AWS's own schemas, by cfn-lint where it is there, and against the model of AWS PCS. */
function checkTemplates() {
  const lint = run("cfn-lint", ["--version"]).status === 0;
  if (!lint) skip("templates against CloudFormation's schemas", "cfn-lint is not installed (pip install cfn-lint)");
  const of = (paths) => perStack(python, [join(import.meta.dirname, "templates.py"), lint ? "cfn-lint" : "-"], paths);
  const rows = of(files);
  if (rows.length === 0) return "no stack has a template";
  const stack = stacks.find(({ json }) => json.resource.aws_cloudformation_stack).json;
  const folder = mkdtempSync(join(tmpdir(), "warpform-templates-"));
  const planted = TEMPLATE_PLANTS.map(([, from, to], index) => {
    const copy = structuredClone(stack);
    const [made] = Object.values(copy.resource.aws_cloudformation_stack);
    made.template_body = made.template_body.replace(from, to);
    const file = join(folder, `${index}.json`);
    writeFileSync(file, JSON.stringify(copy));
    return file;
  });
  const seen = of(planted).map(({ complaints }) => complaints.join(" "));
  rmSync(folder, { recursive: true });
  const blind = TEMPLATE_PLANTS.filter(([words], index) => !seen[index].includes(words)).map(
    ([words]) => `nothing says ${words}`,
  );
  return complaint([...rows.flatMap(({ complaints }) => complaints), ...blind]);
}

/** Random blueprints, drawn the same at each run. */
const RANDOM = { count: process.env.WARPFORM_WHOLE ? 200 : 12, seed: 20_261_123 };

/** What AWS and Terraform would say of stacks that no example shows. */
function checkRandom() {
  const folder = mkdtempSync(join(tmpdir(), "warpform-random-"));
  const args = [join(import.meta.dirname, "random.ts"), folder, String(RANDOM.count), String(RANDOM.seed)];
  const made = run(process.execPath, ["--import", "tsx", ...args], { cwd: root });
  if (made.status !== 0) throw new Error(tail(made));
  const of = made.stdout.trim().split("\n").filter(Boolean);
  if (of.length < RANDOM.count / 2) return `only ${of.length} of ${RANDOM.count} blueprints were built`;
  const requests = perStack(python, [join(import.meta.dirname, "requests.py")], of);
  const order = perStack(process.execPath, ["--import", "tsx", join(import.meta.dirname, "order.ts")], of);
  rmSync(folder, { recursive: true });
  return complaint([...requests, ...order].flatMap(({ complaints, unmapped = [] }) => [...complaints, ...unmapped]));
}

/** preflight.sh of a design whose parts exist already, by the AWS CLI in moto's account: all good, and with faults. */
function checkPreflight() {
  const folder = mkdtempSync(join(tmpdir(), "warpform-preflight-"));
  const made = run(process.execPath, ["--import", "tsx", join(import.meta.dirname, "preflight/design.ts")], {
    cwd: root,
  });
  if (made.status !== 0) throw new Error(tail(made));
  const file = join(folder, "preflight.sh");
  writeFileSync(file, made.stdout);
  const result = run(moto, [join(import.meta.dirname, "preflight/account.py"), file], { cwd: folder });
  rmSync(folder, { recursive: true });
  if (result.status !== 0) throw new Error(tail(result));
  const { status, said, blind } = JSON.parse(result.stdout.trim().split("\n").at(-1));
  if (status !== 0) return said;
  return complaint(blind.map((words) => `nothing says ${words}`));
}

const moto = join(cache, "venv-moto", "bin", "python");
if (!existsSync(moto) || run("aws", ["--version"]).status !== 0)
  skip("preflight.sh in moto's account", "moto or the AWS CLI is not installed");
else check("preflight.sh reads existing resources in moto's account, and sees what is wrong there", checkPreflight);

const python = join(cache, "venv-botocore", "bin", "python");
if (!existsSync(python)) skip("requests of every stack", "botocore is not installed; .ci/tools installs it");
else {
  check("requests of every stack are made", () => {
    const rows = perStack(python, [join(import.meta.dirname, "requests.py")]);
    rows.forEach(({ requests, complaints }, index) => {
      check(`${requests} requests of ${stacks[index].name} fit AWS's service models`, () => complaint(complaints));
    });
    const unmapped = [...new Set(rows.flatMap((row) => row.unmapped))].sort();
    check("every type has a request or a reason for none", () => complaint(unmapped));
    const unusable = [...new Set(rows.flatMap((row) => row.unusable))];
    check("at most one pattern of the models is beyond Python", () =>
      unusable.length > 1 ? unusable.join(", ") : undefined,
    );
    return undefined;
  });
  check(`${RANDOM.count} random blueprints make requests that fit AWS's service models, in order`, checkRandom);
  seePlants();
  check("CloudFormation templates fit AWS's schemas and the model of AWS PCS", checkTemplates);
}
plantedFaults("test/clouds/aws/found-faults");
plantedFaults("test/review/found-faults");
plantedFaults("test/slurm/found-faults");
finish();
