// Every example on CDK for Terraform and on CDK Terrain, each from the packed package in an empty project: the Terraform must
// be the same byte for byte, tool metadata and the provider's version aside.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript";
import { cache, check, finish, root, run, tail } from "../lib/checks.mjs";

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

function pack() {
  must(run("npm", ["run", "build"], { cwd: root }), "build");
  const packed = JSON.parse(
    must(run("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", temp], { cwd: root }), "pack"),
  );
  return join(temp, (Array.isArray(packed) ? packed[0] : Object.values(packed)[0]).filename);
}

/** An empty project with the package and one engine; the engine's packages are kept between runs. */
function project(name, tarball) {
  const { packages } = engines[name];
  const kept = join(cache, `engine-${name}-${packages.join("_").replaceAll(/[@/]/g, "-")}`);
  if (!existsSync(join(kept, ".complete"))) {
    rmSync(kept, { recursive: true, force: true });
    mkdirSync(kept, { recursive: true });
    writeFileSync(join(kept, "package.json"), JSON.stringify({ name: "empty", private: true }));
    must(
      run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", ...packages], { cwd: kept }),
      "install of the engine",
    );
    writeFileSync(join(kept, ".complete"), "");
  }
  const directory = join(temp, name);
  must(run("cp", ["-r", "--reflink=auto", kept, directory]), "copy");
  // Without its peers: the engine's are there, and the other engine must not be.
  must(
    run(
      "npm",
      ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline", "--legacy-peer-deps", tarball],
      { cwd: directory },
    ),
    "install",
  );
  return directory;
}

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
  const tarball = pack();
  directories = Object.fromEntries(Object.keys(engines).map((name) => [name, project(name, tarball)]));
});

const examples = readdirSync(join(root, "examples"))
  .sort()
  .filter((name) => existsSync(join(root, "examples", name, "main.ts")));
for (const example of directories ? examples : []) {
  check(`${example} is the same on cdktf and cdktn`, () => {
    for (const [name, directory] of Object.entries(directories)) {
      const folder = join(directory, example);
      cpSync(join(root, "examples", example), folder, { recursive: true });
      writeFileSync(join(folder, "main.cjs"), programFor(name, example));
      must(
        run(process.execPath, ["main.cjs"], {
          cwd: folder,
          env: { ...process.env, CDKTF_OUTDIR: "out", CDKTN_OUTDIR: "out" },
        }),
        `${example} on ${name}`,
      );
    }
    const stacks = (name) =>
      join(
        directories[name],
        example,
        existsSync(join(directories[name], example, "out")) ? "out" : "cdktf.out",
        "stacks",
      );
    for (const stack of readdirSync(stacks("cdktf"))) {
      const [a, b] = ["cdktf", "cdktn"].map((name) =>
        comparable(join(stacks(name), stack, "cdk.tf.json"), directories[name]),
      );
      if (a !== b) return firstDifference(a, b);
    }
    return undefined;
  });
}
rmSync(temp, { recursive: true, force: true });
finish();
