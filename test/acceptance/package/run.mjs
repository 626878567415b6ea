// The packed package in an empty project: CommonJS, ES modules and TypeScript users all get a synthesized stack.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check, finish, packedPackage, run, tail } from "../lib/checks.mjs";
import { projectWith } from "../lib/project.mjs";
import { ciFiles } from "./ci-files.mjs";
import { eightyColumns } from "./columns.mjs";
import { completions } from "./completion.mjs";
import { ejectedPrograms } from "./ejected.mjs";
import { initialProjects } from "./init.mjs";
import { newcomersWalk } from "./newcomer.mjs";
import { pullRequest } from "./pull-request.mjs";
import { templates } from "./templates.mjs";

const temp = mkdtempSync(join(tmpdir(), "warpform-package-"));
const project = join(temp, "project");
const must = (result, what) => {
  if (result.status !== 0) throw new Error(`${what}: ${tail(result)}`);
  return result.stdout;
};

const body = `
const app = new App({ outdir: "OUT" });
const stack = new TerraformStack(app, "packed");
new AwsProvider(stack, "aws", { region: "us-east-2" });
const network = new ClusterNetwork(stack, "network", { availabilityZone: "us-east-2a" });
const pool = new GpuNodePool(stack, "h100", { network, fabric: new InfiniBandFabric(stack, "fabric", { network }), instanceType: "p5.48xlarge", nodes: { min: 0, max: 4 } });
new NodeFleet(stack, "train", { pool });
app.synth();
`;
const names = "ClusterNetwork, GpuNodePool, InfiniBandFabric, NodeFleet";
const imports = `import { AwsProvider } from "@cdktf/provider-aws/lib/provider/index.js";
import { App, TerraformStack } from "cdktf";
import { ${names} } from "warpform";`;
const requires = `const { AwsProvider } = require("@cdktf/provider-aws/lib/provider");
const { App, TerraformStack } = require("cdktf");
const { ${names} } = require("warpform");`;

let synthesized;
function sameStack(outdir) {
  const text = readFileSync(join(project, outdir, "stacks", "packed", "cdk.tf.json"), "utf8");
  synthesized ??= text;
  return text === synthesized ? undefined : "its Terraform differs from that of the other kind of user";
}

check("the package packs and installs into an empty project", () => {
  const { tarball, paths } = packedPackage();
  const strays = paths.filter((path) =>
    /(^|\/)(test|examples|bench)\/(?!blueprints\/[^/]+\.yaml$|existing-vpc\/)/.test(path),
  );
  if (strays.length > 0) return `it carries ${strays[0]}`;
  if (!paths.includes("examples/blueprints/training-16-p5.yaml")) return "it carries no blueprints to copy";
  // No peer that only one of the two engines has comes by itself.
  projectWith(
    project,
    [
      "cdktf@0.21",
      "@cdktf/provider-aws@21",
      "@cdktf/provider-azurerm@14",
      "constructs@10.7",
      "typescript@5.9",
      "@types/node@20",
    ],
    tarball,
  );
  return undefined;
});

check("a CommonJS program synthesizes", () => {
  writeFileSync(join(project, "main.cjs"), `${requires}\n${body.replace("OUT", "out-cjs")}`);
  must(run(process.execPath, ["main.cjs"], { cwd: project }), "run");
  return sameStack("out-cjs");
});

check("a CommonJS program loads nothing that it does not name", () => {
  const list = "console.log(JSON.stringify(Object.keys(require.cache)));";
  writeFileSync(join(project, "lazy.cjs"), `${requires}\n${body.replace("OUT", "out-lazy")}\n${list}`);
  const loaded = JSON.parse(
    must(run(process.execPath, ["lazy.cjs"], { cwd: project }), "run")
      .trim()
      .split("\n")
      .pop(),
  );
  const stray = loaded.find((path) =>
    /warpform.dist.lib.(review|kubernetes|slurm|architectures).(?!index\.js)/.test(path),
  );
  return stray && `it loads ${stray}`;
});

check("an ES module synthesizes the same", () => {
  writeFileSync(join(project, "main.mjs"), `${imports}\n${body.replace("OUT", "out-esm")}`);
  must(run(process.execPath, ["main.mjs"], { cwd: project }), "run");
  return sameStack("out-esm");
});

check("a TypeScript program type-checks against the shipped declarations", () => {
  writeFileSync(join(project, "main.ts"), `${imports}\n${body.replace("OUT", "out-ts")}`);
  const options = [
    "--noEmit",
    "--strict",
    "--skipLibCheck",
    "--module",
    "node16",
    "--target",
    "es2022",
    "--types",
    "node",
    "main.ts",
  ];
  must(run(join(project, "node_modules", ".bin", "tsc"), options, { cwd: project }), "tsc");
});

/** The compiler options that matter here, as the templates of `pulumi new` and `cdktf init` write them. */
const TEMPLATES = {
  // pulumi/templates@bad1b65 aws-typescript/tsconfig.json
  "pulumi new": ["--target", "es2016", "--module", "commonjs", "--moduleResolution", "node"],
  // hashicorp/terraform-cdk@09a973c packages/@cdktf/cli-core/templates/typescript/tsconfig.json: CommonJS alone means node10
  "cdktf init": ["--target", "ES2018", "--lib", "es2018", "--module", "CommonJS"],
};
for (const [template, options] of Object.entries(TEMPLATES)) {
  check(`subpaths have types in a project of ${template}`, () => {
    const { exports } = JSON.parse(readFileSync(join(project, "node_modules", "warpform", "package.json"), "utf8"));
    // cdktn's and Pulumi's packages are not here; what is looked for is that the module is found.
    const names = Object.keys(exports).filter((name) => name !== "./package.json");
    const lines = names.map((name, at) => `import * as m${at} from "${name.replace(".", "warpform")}"; void m${at};`);
    writeFileSync(join(project, "template.ts"), lines.join("\n"));
    const flags = ["--noEmit", "--strict", "--skipLibCheck", ...options, "--types", "node", "template.ts"];
    const result = run(join(project, "node_modules", ".bin", "tsc"), flags, { cwd: project });
    return result.status === 0 ? undefined : tail(result);
  });
}

check("every subpath of the package can be required", () => {
  const { exports } = JSON.parse(readFileSync(join(project, "node_modules", "warpform", "package.json"), "utf8"));
  // those whose peers are not here
  const optional = /^\.\/(package\.json|pulumi.*|cdktn.*)$/;
  const names = Object.keys(exports)
    .filter((name) => !optional.test(name))
    .map((name) => name.replace(".", "warpform"));
  const result = run(process.execPath, ["-e", names.map((name) => `require(${JSON.stringify(name)});`).join("")], {
    cwd: project,
  });
  return result.status === 0 ? undefined : tail(result);
});

check("the packed command line says its version, shows a row and explains a rule", () => {
  const command = join(project, "node_modules", ".bin", "warpform");
  for (const args of [["--version"], ["catalog", "p5.48xlarge"], ["explain", "monitoring-missing"]]) {
    must(run(command, args, { cwd: project }), `warpform ${args.join(" ")}`);
  }
});

check("the packed command line fails where its output cannot be written", () => {
  if (!existsSync("/dev/full")) return undefined;
  const command = join(project, "node_modules", ".bin", "warpform");
  const { status, stderr } = run("sh", ["-c", `"${command}" explain > /dev/full`], { cwd: project });
  return status === 2 && stderr.includes("cannot write to standard output")
    ? undefined
    : `it ends with ${status}: ${stderr}`;
});

check("a command that lacks a peer says which to install", () => {
  const bare = join(temp, "bare");
  projectWith(bare, ["typescript@5.9"], packedPackage().tarball);
  const blueprint = join("node_modules", "warpform", "examples", "blueprints", "lora-one-node.yaml");
  const { status, stderr } = run(join(bare, "node_modules", ".bin", "warpform"), ["synth", blueprint], { cwd: bare });
  const said = "which is not installed; run: npm install cdktf@0.21 @cdktf/provider-aws@21 constructs@10";
  return status === 2 && stderr.trim().split("\n").length === 1 && stderr.includes(said)
    ? undefined
    : `it ends with ${status}: ${stderr}`;
});

check("what writes no Terraform needs no peer: plans, a site, Terraform of others, designs of a cloud", () => {
  const bare = join(temp, "bare");
  const command = join(bare, "node_modules", ".bin", "warpform");
  const site = join(import.meta.dirname, "../../../examples/on-premises/site.yaml");
  const blueprint = join("node_modules", "warpform", "examples", "blueprints", "training-16-p5.yaml");
  writeFileSync(
    join(bare, "main.tf.json"),
    JSON.stringify({ resource: { aws_instance: { node: { instance_type: "p5.48xlarge", ami: "ami-1" } } } }),
  );
  for (const args of [
    ["plan", blueprint, "--top", "1"],
    ["review", site],
    ["diagram", site],
    ["bundle", site, "--output", "bundle"],
    ["review", "main.tf.json"],
    ["review", blueprint],
    ["compare", blueprint, "--markets"],
    ["diagram", blueprint],
    ["expand", blueprint],
    ["eject", blueprint, "--output", "ejected.ts"],
  ]) {
    // 1 is a review with errors.
    const { status, stderr } = run(command, args, { cwd: bare });
    if (status !== 0 && status !== 1) return `warpform ${args.join(" ")} ends with ${status}: ${stderr}`;
  }
  return undefined;
});

check("a wrong prop gives one message and no stack trace", () => {
  writeFileSync(
    join(project, "wrong.cjs"),
    `${requires}\n${body.replace("OUT", "out-wrong").replace("p5.48xlarge", "p5.48xlagre")}`,
  );
  const result = run(process.execPath, ["wrong.cjs"], { cwd: project });
  if (result.status === 0) return "it was accepted";
  if (!result.stderr.includes('did you mean "p5.48xlarge"')) return tail(result);
  if (/\n\s+at /.test(result.stderr)) return `it shows a stack trace: ${tail(result)}`;
  return existsSync(join(project, "out-wrong", "stacks", "packed", "cdk.tf.json"))
    ? "it left Terraform behind"
    : undefined;
});

const warpform = join(project, "node_modules", ".bin", "warpform");
const { tarball } = packedPackage();
newcomersWalk(warpform, tarball);
initialProjects(warpform, tarball);
templates(temp, tarball);
ejectedPrograms(project);
completions(project);
eightyColumns(project);
const complaint = await pullRequest(project);
check("a pull request gets one comment, SARIF at its lines, and the status of its review", () => complaint);
for (const [host, wrong] of Object.entries(await ciFiles(join(project, "node_modules/warpform"))))
  check(`${host}, as its file is run: one comment that is updated, SARIF, and the status of the review`, () => wrong);

rmSync(temp, { recursive: true, force: true });
finish();
