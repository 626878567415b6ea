// Every example on CDK for Terraform and on CDK Terrain, each from the packed package in an empty project: the Terraform must
// be the same byte for byte, tool metadata and the provider's version aside.
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript";
import { check, finish, packedPackage, root, run, tail } from "../lib/checks.mjs";
import { projectWith } from "../lib/project.mjs";

const engines = {
  cdktf: {
    cdk: "cdktf",
    provider: "@cdktf/provider-aws",
    entry: "warpform",
    packages: ["cdktf@0.21.0", "@cdktf/provider-aws@21.22.1", "constructs@10.7"],
  },
  cdktn: {
    cdk: "cdktn",
    provider: "@cdktn/provider-aws",
    entry: "warpform/cdktn",
    packages: ["cdktn@0.24.0", "@cdktn/provider-aws@25.7.0", "constructs@10.7"],
  },
};

const temp = mkdtempSync(join(tmpdir(), "warpform-engines-"));
const must = (result, what) => {
  if (result.status !== 0) throw new Error(`${what}: ${tail(result)}`);
  return result.stdout;
};

/** The example's program for an engine, as its user would have written it. */
function programFor(name, example) {
  const { cdk, provider, entry } = engines[name];
  const text = readFileSync(join(root, "examples", example, "main.ts"), "utf8")
    .replaceAll(/from "warpform(\/[a-z-]+)?"/g, (_, subpath) => `from "${entry}${subpath ?? ""}"`)
    .replaceAll('from "cdktf"', `from "${cdk}"`)
    .replaceAll("@cdktf/provider-aws", provider);
  return ts.transpileModule(text, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, esModuleInterop: true },
  }).outputText;
}

/** Terraform without what names the tool or the provider's version. */
function comparable(file, directory) {
  // The default backend keeps its state beside the program, by its whole path.
  const json = JSON.parse(readFileSync(file, "utf8").replaceAll(directory, ""));
  delete json["//"];
  // cdktf shortens the source "hashicorp/aws" to "aws", cdktn does not; both mean the same provider.
  for (const provider of Object.values(json.terraform?.required_providers ?? {})) {
    delete provider.version;
    provider.source = provider.source.replace("hashicorp/", "");
  }
  return JSON.stringify(json, undefined, 1);
}

function firstDifference(a, b) {
  const [left, right] = [a.split("\n"), b.split("\n")];
  const at = left.findIndex((line, index) => line !== right[index]);
  const from = [...(left[at] ?? "")].findIndex((letter, index) => letter !== right[at]?.[index]);
  const near = (line) => line?.slice(Math.max(0, from - 60), from + 100).trim();
  return `line ${at + 1}: ${near(left[at])} | ${near(right[at])}`;
}

let directories;
check("the package installs beside either engine alone", () => {
  const { tarball } = packedPackage();
  // Without its peers: the engine's are there, and the other engine must not be.
  for (const [name, { packages }] of Object.entries(engines))
    projectWith(join(temp, name), packages, tarball, "--legacy-peer-deps");
  directories = Object.fromEntries(Object.keys(engines).map((name) => [name, join(temp, name)]));
});

/** What cdktn has no bindings for. */
const onCdktfAlone = (name) => readFileSync(join(root, "examples", name, "main.ts"), "utf8").includes("warpform/azure");
const programs = readdirSync(join(root, "examples"))
  .sort()
  .filter((name) => existsSync(join(root, "examples", name, "main.ts")));
const examples = programs.filter((name) => !onCdktfAlone(name));

/** Runs every example in one process, each in its folder and with the library loaded once; says whether it ended well. */
const ALL = `
for (const [folder, program] of JSON.parse(process.argv[1])) {
  process.chdir(folder);
  try { require(program); console.log("ok " + folder); } catch (error) { console.log("FAILED " + folder + ": " + error.stack); }
}`;

function synthesizeExamples(name, directory) {
  const programs = examples.map((example) => {
    const folder = join(directory, example);
    cpSync(join(root, "examples", example), folder, { recursive: true });
    writeFileSync(join(folder, "main.cjs"), programFor(name, example));
    return [folder, join(folder, "main.cjs")];
  });
  const env = { ...process.env, CDKTF_OUTDIR: "out", CDKTN_OUTDIR: "out" };
  return must(run(process.execPath, ["-e", ALL, JSON.stringify(programs)], { cwd: directory, env }), name);
}

const outputs = Object.entries(directories ?? {}).map(([name, directory]) => synthesizeExamples(name, directory));
for (const example of directories ? examples : []) {
  check(`${example} is the same on cdktf and cdktn`, () => {
    const folders = Object.values(directories).map((directory) => join(directory, example));
    const missing = folders.findIndex((folder, i) => !outputs[i].includes(`ok ${folder}\n`));
    if (missing >= 0) return outputs[missing].slice(outputs[missing].indexOf(`FAILED ${folders[missing]}`));
    const stacks = folders.map((folder) => join(folder, "out/stacks"));
    const names = readdirSync(stacks[0]);
    if (names.length === 0) return "it makes no stack";
    for (const stack of names) {
      const [a, b] = Object.values(directories).map((directory, i) =>
        comparable(join(stacks[i], stack, "cdk.tf.json"), directory),
      );
      if (a !== b) return firstDifference(a, b);
    }
    return undefined;
  });
}

/** What a project's node says of a module that is loaded. */
const loaded = (directory, module) =>
  must(
    run(
      process.execPath,
      ["-e", `try { require("${module}"); console.log("loaded") } catch (e) { console.log(e.message) }`],
      {
        cwd: directory,
      },
    ),
    `load of ${module}`,
  ).trim();

const blueprint = join(root, "examples/blueprints/single-node.yaml");
if (directories) {
  check("an entry point whose engine isn't installed names the other one", () => {
    const { cdktf, cdktn } = directories;
    const wanted = [
      [
        cdktn,
        "warpform",
        'cdktf and @cdktf/provider-aws are not installed, but cdktn is; import from "warpform/cdktn"',
      ],
      [cdktn, "warpform/blueprint", 'but cdktn is; import from "warpform/cdktn"'],
      [cdktn, "warpform/testing", 'but cdktn is; import from "warpform/cdktn"'],
      [cdktn, "warpform/cdktn/testing", "loaded"],
      [cdktf, "warpform/testing", "loaded"],
      [
        cdktf,
        "warpform/cdktn",
        'cdktn and @cdktn/provider-aws are not installed, but cdktf is; import from "warpform"',
      ],
    ];
    const wrong = wanted.filter(([directory, module, text]) => !loaded(directory, module).includes(text));
    return wrong.map(([directory, module]) => `${module}: ${loaded(directory, module)}`).join("\n") || undefined;
  });

  check("what builds nothing on AWS needs none of AWS's packages", () => {
    const { cdktf } = directories;
    const bindings = join(cdktf, "node_modules/@cdktf/provider-aws");
    renameSync(bindings, `${bindings}-hidden`);
    try {
      const warpform = join(cdktf, "node_modules/.bin/warpform");
      const wanted = [
        ["warpform/onprem", "loaded"],
        ["warpform/anywhere", "loaded"],
        ["warpform/testing", "loaded"],
        ["warpform/review", "loaded"],
        ["warpform", "@cdktf/provider-aws is not installed; run npm install @cdktf/provider-aws@21"],
        ["warpform/blueprint", "@cdktf/provider-aws is not installed; run npm install @cdktf/provider-aws@21"],
      ];
      const made = `const { ExistingKubernetes } = require("warpform/anywhere"); const { OnPremCluster } = require("warpform/onprem");
if (typeof ExistingKubernetes !== "function" || typeof OnPremCluster !== "function") throw new Error("no constructs");`;
      must(run(process.execPath, ["-e", made], { cwd: cdktf }), "constructs of no cloud");
      must(run(warpform, ["review", blueprint], { cwd: cdktf }), "review of a YAML");
      const wrong = wanted.filter(([module, text]) => !loaded(cdktf, module).includes(text));
      return wrong.map(([module]) => `${module}: ${loaded(cdktf, module)}`).join("\n") || undefined;
    } finally {
      renameSync(`${bindings}-hidden`, bindings);
    }
  });

  check("each example blueprint in AWS is the same on cdktf and cdktn", () => {
    const folder = join(root, "examples/blueprints");
    // Azure's bindings exist for cdktf alone
    const inAws = (file) => !/^cloud: azure$/m.test(readFileSync(join(folder, file), "utf8"));
    const files = readdirSync(folder).filter((file) => file.endsWith(".yaml") && inAws(file));
    for (const [name, directory] of Object.entries(directories)) {
      const { cdk, entry } = engines[name];
      const program = `const { App } = require("${cdk}"); const { buildBlueprint, loadBlueprint } = require("${entry}/blueprint");
for (const file of ${JSON.stringify(files)}) {
  const app = new App({ outdir: "blueprints" });
  buildBlueprint(app, loadBlueprint([${JSON.stringify(folder)} + "/" + file]));
  app.synth();
}`;
      must(run(process.execPath, ["-e", program], { cwd: directory }), `blueprints on ${name}`);
    }
    const [stacks, others] = Object.values(directories).map((of) => readdirSync(join(of, "blueprints/stacks")).sort());
    if (stacks.join() !== others.join() || stacks.length < files.length)
      return `${files.length} blueprints; stacks ${stacks} and ${others}`;
    for (const stack of stacks) {
      const [a, b] = Object.values(directories).map((directory) =>
        comparable(join(directory, "blueprints/stacks", stack, "cdk.tf.json"), directory),
      );
      if (a !== b) return `${stack}: ${firstDifference(a, b)}`;
    }
    return undefined;
  });

  check("the command line synthesizes the same on cdktf and cdktn", () => {
    const [a, b] = Object.values(directories).map((directory) => {
      const bin = join(directory, "node_modules/.bin/warpform");
      must(run(bin, ["synth", blueprint, "--output", "by-cli"], { cwd: directory }), "warpform synth");
      return comparable(join(directory, "by-cli/stacks/single-node/cdk.tf.json"), directory);
    });
    return a === b ? undefined : firstDifference(a, b);
  });

  check("a program that warpform eject writes runs on the engine that is installed", () => {
    for (const [name, directory] of Object.entries(directories)) {
      const bin = join(directory, "node_modules/.bin/warpform");
      must(run(bin, ["eject", blueprint, "--output", "main.ts"], { cwd: directory }), "warpform eject");
      const { outputText } = ts.transpileModule(readFileSync(join(directory, "main.ts"), "utf8"), {
        compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, esModuleInterop: true },
      });
      writeFileSync(join(directory, "main.cjs"), outputText);
      must(run(process.execPath, ["main.cjs"], { cwd: directory }), `ejected program on ${name}`);
    }
  });
}
rmSync(temp, { recursive: true, force: true });
finish();
