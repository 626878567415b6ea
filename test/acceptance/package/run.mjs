// The packed package in an empty project: CommonJS, ES modules and TypeScript users all get a synthesized stack.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check, finish, packedPackage, run, tail } from "../lib/checks.mjs";
import { projectWith } from "../lib/project.mjs";
import { completions } from "./completion.mjs";
import { ejectedPrograms } from "./ejected.mjs";
import { newcomersWalk } from "./newcomer.mjs";

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
  const strays = paths.filter((path) => /(^|\/)(test|examples|bench)\/(?!blueprints\/[^/]+\.yaml$)/.test(path));
  if (strays.length > 0) return `it carries ${strays[0]}`;
  if (!paths.includes("examples/blueprints/training-16-p5.yaml")) return "it carries no blueprints to copy";
  // No peer that only one of the two engines has comes by itself.
  projectWith(
    project,
    ["cdktf@0.21", "@cdktf/provider-aws@21", "constructs@10.7", "typescript@5.9", "@types/node@20"],
    tarball,
  );
  return undefined;
});

check("a CommonJS program synthesizes", () => {
  writeFileSync(join(project, "main.cjs"), `${requires}\n${body.replace("OUT", "out-cjs")}`);
  must(run(process.execPath, ["main.cjs"], { cwd: project }), "run");
  return sameStack("out-cjs");
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

check("every subpath of the package can be required", () => {
  const { exports } = JSON.parse(readFileSync(join(project, "node_modules", "warpform", "package.json"), "utf8"));
  // those whose peers are not here
  const optional = /^\.\/(package\.json|pulumi|cdktn.*)$/;
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

newcomersWalk(join(project, "node_modules", ".bin", "warpform"), packedPackage().tarball);
ejectedPrograms(project);
completions(project);

rmSync(temp, { recursive: true, force: true });
finish();
