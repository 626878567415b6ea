// The packed package in the projects that other command lines write: what a user adds to them type-checks, synthesizes and is tested
// as the template does it.
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cache, check, root, run, tail } from "../lib/checks.mjs";
import { projectWith } from "../lib/project.mjs";

const must = (result, what) => {
  if (result.status !== 0) throw new Error(`${what}: ${tail(result)}`);
  return result.stdout;
};

/** What `cdktf init` and `cdktn init` copy with `--template typescript` lies in their own packages. */
const CDKS = {
  // hashicorp/terraform-cdk@09a973c
  cdktf: {
    template: () => join(root, "node_modules/@cdktf/cli-core/templates/typescript"),
    packages: ["cdktf@0.21", "@cdktf/provider-aws@21"],
    bindings: "@cdktf/provider-aws",
    library: "warpform",
  },
  cdktn: {
    template: () => join(unpacked("cdktn-cli@0.24.0"), "package/bundle/templates/typescript"),
    packages: ["cdktn@0.24", "@cdktn/provider-aws@25"],
    bindings: "@cdktn/provider-aws",
    library: "warpform/cdktn",
  },
};

/** A package of the registry without its dependencies, kept between runs. */
function unpacked(name) {
  const kept = join(cache, `unpacked-${name.replaceAll("@", "-")}`);
  if (existsSync(kept)) return kept;
  const made = `${kept}.${process.pid}`;
  mkdirSync(made, { recursive: true });
  const [{ filename }] = JSON.parse(must(run("npm", ["pack", "--json", name], { cwd: made }), "npm pack"));
  must(run("tar", ["xzf", filename], { cwd: made }), "tar");
  try {
    renameSync(made, kept);
  } catch {
    // another run was first
    rmSync(made, { recursive: true });
  }
  return kept;
}

/** What their .hooks.sscaff.js installs, pinned. TypeScript is not the newest: ts-jest 29 takes no TypeScript 7. */
const TOOLS = [
  "constructs@10.7",
  "@types/node@20",
  "typescript@5.9",
  "jest@30",
  "@types/jest@30",
  "ts-jest@29",
  "ts-node@10",
];

const NETWORK = `new AwsProvider(this, "aws", { region: "us-east-2" });
    new TrainingCluster(this, "train", {
      availabilityZone: "us-east-2a",
      workload: { model: "llama-3.1-8b", tokens: 2e10, sequenceLength: 8192, globalBatchSequences: 128, deadlineDays: 14 },
    });`;

const testOf = (cdk, { bindings, library }) => `import "${cdk}/lib/testing/adapters/jest";
import { TerraformStack, Testing } from "${cdk}";
import { Instance } from "${bindings}/lib/instance";
import { DesignReview, TrainingCluster } from "${library}";

test("a head node, and a design without errors", () => {
  const app = Testing.app();
  const stack = new TerraformStack(app, "test");
  const { workload } = new TrainingCluster(stack, "train", {
    availabilityZone: "us-east-2a",
    workload: { model: "llama-3.1-8b", tokens: 2e10, sequenceLength: 8192, globalBatchSequences: 128, deadlineDays: 14 },
  });
  const [review] = DesignReview.of(app, { workload });
  expect(review!.review().counts.error).toBe(0);
  expect(Testing.synth(stack)).toHaveResource(Instance);
});
`;

/** The program of the template with a cluster where it says "define resources here". */
function cdkProject(project, cdk, parts) {
  cpSync(parts.template(), project, { recursive: true, force: true });
  renameSync(join(project, "{{}}.gitignore"), join(project, ".gitignore"));
  rmSync(join(project, ".hooks.sscaff.js"));
  for (const file of ["main.ts", "cdktf.json"]) {
    const text = readFileSync(join(project, file), "utf8")
      .replaceAll("{{ $base }}", "cluster")
      .replaceAll("{{projectId}}", "cluster")
      .replaceAll("{{sendCrashReports}}", "false")
      .replaceAll("{{futureFlags}}", "");
    writeFileSync(join(project, file), text);
  }
  const main = readFileSync(join(project, "main.ts"), "utf8");
  if (!main.includes("// define resources here")) throw new Error("the template has no place for resources");
  const { bindings, library } = parts;
  const imports = `import { AwsProvider } from "${bindings}/lib/provider";\nimport { TrainingCluster } from "${library}";\n`;
  writeFileSync(join(project, "main.ts"), imports + main.replace("// define resources here", NETWORK));
  writeFileSync(join(project, "__tests__", "cluster-test.ts"), testOf(cdk, parts));
}

/** tsconfig.json of pulumi/templates, the same in its templates typescript and aws-typescript; no skipLibCheck. */
const PULUMI_OPTIONS = {
  strict: true,
  outDir: "bin",
  target: "es2020",
  sourceMap: true,
  experimentalDecorators: true,
  pretty: true,
  noFallthroughCasesInSwitch: true,
  noImplicitReturns: true,
  forceConsistentCasingInFileNames: true,
};
const PULUMI_TEMPLATES = {
  // pulumi/templates@65db26b of August 2026
  "pulumi new": { module: "nodenext", moduleResolution: "nodenext" },
  // pulumi/templates@bad1b65, which projects made before have
  "pulumi new of 2025": { module: "commonjs", moduleResolution: "node" },
};

const PULUMI_PACKAGES = [
  "cdktf@0.21",
  "@cdktf/provider-aws@21",
  "@pulumi/pulumi@^3.142.0",
  "@pulumi/aws@^7.48.0",
  "@pulumi/kubernetes@^4.18.0",
  "typescript@5.9",
  "@types/node@20",
  "constructs@10.7",
];

/** What index.ts of the templates says. */
const PULUMI_PROGRAMS = {
  typescript: `import * as pulumi from "@pulumi/pulumi";
`,
  "aws-typescript": `import * as pulumi from "@pulumi/pulumi";
import * as aws from "@pulumi/aws";

const bucket = new aws.s3.Bucket("my-bucket");
export const bucketName = bucket.id;
`,
};

/** A cluster of ours behind it. */
const PULUMI_CLUSTER = `
import { TrainingCluster } from "warpform/pulumi";

const cluster = new TrainingCluster("train", {
  availabilityZone: "us-east-2a",
  workload: { model: "llama-3.1-8b", tokens: 2e10, sequenceLength: 8192, globalBatchSequences: 128, deadlineDays: 14 },
});
export const decisions: readonly unknown[] = cluster.decisions;
export const checkpoints: pulumi.Output<string> = cluster.bucketName;
`;

/** Starts index.ts as @pulumi/pulumi/cmd/run does: its own ts-node checks the types, with the options of tsconfig.json. */
const PULUMI_RUN = `const pulumi = require("@pulumi/pulumi");
const { typeScriptRequireStrings } = require("@pulumi/pulumi/tsutils");
const { typescriptRequire, tsnodeRequire } = typeScriptRequireStrings();
const { compilerOptions } = JSON.parse(require("fs").readFileSync("tsconfig.json", "utf8"));
require(tsnodeRequire).register({ compiler: typescriptRequire, project: "tsconfig.json", compilerOptions });
const types = [];
pulumi.runtime.setMocks({
  newResource: ({ type, name, inputs }) => (types.push(type), { id: name + "-id", state: inputs }),
  call: ({ inputs }) => inputs,
}, "cluster", "dev", false);
require("./index.ts");
setTimeout(() => console.log(JSON.stringify(types)), 3000);
`;

export function templates(folder, tarball) {
  const bin = (project, name) => join(project, "node_modules", ".bin", name);

  for (const [cdk, parts] of Object.entries(CDKS)) {
    check(`template of ${cdk} init: a cluster in it type-checks, synthesizes and passes the template's jest`, () => {
      const project = join(folder, `${cdk}-init`);
      if (!existsSync(parts.template())) return "the template is not where its command line has it";
      projectWith(project, [...parts.packages, ...TOOLS], tarball);
      cdkProject(project, cdk, parts);
      // ts-node checks types, as the template's cdktf.json starts it; ts-jest those of the test
      must(run(bin(project, "ts-node"), ["main.ts"], { cwd: project }), "ts-node main.ts");
      if (!existsSync(join(project, "cdktf.out/stacks/cluster/cdk.tf.json"))) return "it wrote no Terraform";
      const tested = must(run(bin(project, "jest"), ["-w", "1"], { cwd: project }), "jest");
      return /fail/i.test(tested) ? tested : undefined;
    });
  }

  const project = join(folder, "pulumi-new");
  for (const [made, resolution] of Object.entries(PULUMI_TEMPLATES)) {
    for (const [template, program] of Object.entries(PULUMI_PROGRAMS)) {
      check(`template of ${made} ${template}: Pulumi's own ts-node takes and runs a cluster in it`, () => {
        if (!existsSync(project)) projectWith(project, PULUMI_PACKAGES, tarball);
        const compilerOptions = { ...PULUMI_OPTIONS, ...resolution };
        writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["index.ts"] }));
        writeFileSync(join(project, "run.cjs"), PULUMI_RUN);
        const started = (text) => {
          writeFileSync(join(project, "index.ts"), text);
          return run(process.execPath, ["run.cjs"], { cwd: project });
        };
        const types = must(started(program + PULUMI_CLUSTER), "index.ts");
        if (!types.includes("aws:ec2/instance:Instance")) return `it makes no head node: ${types.slice(0, 300)}`;
        return started(program + PULUMI_CLUSTER.replace("deadlineDays", "deadlineDay")).status === 0
          ? "a misspelt prop is taken"
          : undefined;
      });
    }
  }
}
