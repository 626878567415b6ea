// The packed package in the projects that other command lines write: what a user adds to them type-checks, synthesizes and is tested
// as the template does it.
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { check, root, run, tail } from "../lib/checks.mjs";
import { projectWith } from "../lib/project.mjs";

const must = (result, what) => {
  if (result.status !== 0) throw new Error(`${what}: ${tail(result)}`);
  return result.stdout;
};

/** hashicorp/terraform-cdk@09a973c: what `cdktf init --template typescript` copies lies in its own package. */
const CDKTF_TEMPLATE = join(root, "node_modules/@cdktf/cli-core/templates/typescript");

/** What its .hooks.sscaff.js installs, pinned. TypeScript is not the newest: ts-jest 29 takes no TypeScript 7. */
const CDKTF_PACKAGES = [
  "cdktf@0.21",
  "constructs@10.7",
  "@cdktf/provider-aws@21",
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

const TEST = `import "cdktf/lib/testing/adapters/jest";
import { TerraformStack, Testing } from "cdktf";
import { Instance } from "@cdktf/provider-aws/lib/instance";
import { DesignReview, TrainingCluster } from "warpform";

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
function cdktfProject(project) {
  cpSync(CDKTF_TEMPLATE, join(project), { recursive: true, force: true });
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
  const imports = `import { AwsProvider } from "@cdktf/provider-aws/lib/provider";\nimport { TrainingCluster } from "warpform";\n`;
  writeFileSync(join(project, "main.ts"), imports + main.replace("// define resources here", NETWORK));
  writeFileSync(join(project, "__tests__", "cluster-test.ts"), TEST);
}

/** pulumi/templates@bad1b65 aws-typescript/tsconfig.json, whose options also hold for `pulumi new typescript`; no skipLibCheck. */
const PULUMI_OPTIONS = {
  strict: true,
  outDir: "bin",
  target: "es2020",
  module: "commonjs",
  moduleResolution: "node",
  sourceMap: true,
  experimentalDecorators: true,
  noFallthroughCasesInSwitch: true,
  noImplicitReturns: true,
  forceConsistentCasingInFileNames: true,
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

/** A bucket of the template next to a cluster of ours. */
const PULUMI_PROGRAM = `import * as pulumi from "@pulumi/pulumi";
import * as aws from "@pulumi/aws";
import { TrainingCluster } from "warpform/pulumi";

const bucket = new aws.s3.Bucket("my-bucket");
export const bucketName = bucket.id;

const cluster = new TrainingCluster("train", {
  availabilityZone: "us-east-2a",
  workload: { model: "llama-3.1-8b", tokens: 2e10, sequenceLength: 8192, globalBatchSequences: 128, deadlineDays: 14 },
});
export const decisions: readonly unknown[] = cluster.decisions;
export const checkpoints: pulumi.Output<string> = cluster.bucketName;
`;

export function templates(folder, tarball) {
  const bin = (project, name) => join(project, "node_modules", ".bin", name);

  const cdktf = join(folder, "cdktf-init");
  check("template of cdktf init: a cluster in it type-checks, synthesizes and passes the template's jest", () => {
    if (!existsSync(CDKTF_TEMPLATE)) return "the template is not where cdktf-cli has it";
    projectWith(cdktf, CDKTF_PACKAGES, tarball);
    cdktfProject(cdktf);
    // ts-node checks types, as the template's cdktf.json starts it; ts-jest those of the test
    must(run(bin(cdktf, "ts-node"), ["main.ts"], { cwd: cdktf }), "ts-node main.ts");
    if (!existsSync(join(cdktf, "cdktf.out/stacks/cluster/cdk.tf.json"))) return "it wrote no Terraform";
    const tested = must(run(bin(cdktf, "jest"), ["-w", "1"], { cwd: cdktf }), "jest");
    return /fail/i.test(tested) ? tested : undefined;
  });

  check("template of pulumi new aws-typescript: a cluster in it type-checks, declarations of packages included", () => {
    const project = join(folder, "pulumi-new");
    projectWith(project, PULUMI_PACKAGES, tarball);
    mkdirSync(project, { recursive: true });
    writeFileSync(
      join(project, "tsconfig.json"),
      JSON.stringify({ compilerOptions: PULUMI_OPTIONS, files: ["index.ts"] }),
    );
    writeFileSync(join(project, "index.ts"), PULUMI_PROGRAM);
    must(run(bin(project, "tsc"), ["--noEmit", "-p", "."], { cwd: project }), "tsc");
    writeFileSync(join(project, "index.ts"), PULUMI_PROGRAM.replace("deadlineDays", "deadlineDay"));
    return run(bin(project, "tsc"), ["--noEmit", "-p", "."], { cwd: project }).status === 0
      ? "a misspelt prop is taken"
      : undefined;
  });
}
