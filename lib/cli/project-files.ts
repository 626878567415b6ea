interface PackageFile {
  readonly version: string;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

const own = require("warpform/package.json") as PackageFile;

/** Files of a new project, by name. It is a small training run that reviews without an error. */
export function projectFiles(name: string, kind: "blueprint" | "typescript"): Readonly<Record<string, string>> {
  return kind === "blueprint" ? blueprintProject(name) : typescriptProject(name);
}

const GITIGNORE = "node_modules/\ncdktf.out/\n.terraform/\nterraform.*.tfstate*\n";

function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

function dependencies(): Record<string, string> {
  const peers = ["cdktf", "constructs", "@cdktf/provider-aws"];
  return {
    warpform: `^${own.version}`,
    ...Object.fromEntries(peers.map((peer) => [peer, own.peerDependencies[peer]!])),
  };
}

function blueprintProject(name: string): Record<string, string> {
  return {
    "blueprint.yaml": `# yaml-language-server: $schema=node_modules/warpform/schema/blueprint.schema.json
# Two p5.48xlarge (16 H100) that train an 8B model; FSx for Lustre linked to an S3 bucket.
apiVersion: warpform/v1
name: ${name}

network:
  availabilityZone: us-east-2a

fabric: {}

buckets:
  checkpoints: {}

fileSystems:
  scratch: { kind: lustre, capacityTiB: 2.4, throughputPerTiB: 250, importFrom: checkpoints }

pools:
  h100:
    instanceType: p5.48xlarge
    nodes: { min: 0, max: 2 }
    mounts:
      - { fileSystem: scratch, path: /fsx }

monitoring: { monthlyBudgetUsd: 6000 }

fleets:
  train: { pool: h100, size: 2 }

workload:
  kind: training
  model: llama-3.1-8b
  tokens: 2.0e+10
  sequenceLength: 8192
  globalBatchSequences: 128
  deadlineDays: 14
`,
    "package.json": json({
      name,
      private: true,
      scripts: {
        review: "warpform review blueprint.yaml",
        plan: "warpform plan blueprint.yaml",
        synth: "warpform synth blueprint.yaml",
      },
      dependencies: dependencies(),
    }),
    ".gitignore": GITIGNORE,
    "README.md": `# ${name}

    npm install
    npm run review     # verdict, findings, figures
    npm run plan       # other instance types for the same workload, by cost
    npm run synth      # Terraform in cdktf.out/stacks/${name}

Then, with your AWS credentials:

    cd cdktf.out/stacks/${name}
    terraform init
    terraform apply
`,
  };
}

function typescriptProject(name: string): Record<string, string> {
  return {
    "main.ts": `import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { App, TerraformStack } from "cdktf";
import { DesignReview, TrainingCluster } from "warpform";

const app = new App();
const stack = new TerraformStack(app, "${name}");
new AwsProvider(stack, "aws", { region: "us-east-2" });

// Sized from the workload: nodes, storage, spares and checkpoints. You can override each of them.
const cluster = new TrainingCluster(stack, "train", {
  availabilityZone: "us-east-2a",
  workload: {
    model: "llama-3.1-8b",
    tokens: 2e10,
    sequenceLength: 8192,
    globalBatchSequences: 128,
    deadlineDays: 14,
  },
});
for (const { choice, why } of cluster.decisions) console.log(\`\${choice}: \${why}\`);

DesignReview.of(app, { workload: cluster.workload });
app.synth();
`,
    "cdktf.json": json({ language: "typescript", app: "npx tsx main.ts", projectId: name, sendCrashReports: "false" }),
    "tsconfig.json": json({
      compilerOptions: {
        target: "ES2022",
        module: "node16",
        moduleResolution: "node16",
        strict: true,
        skipLibCheck: true,
        noEmit: true,
      },
      include: ["*.ts"],
    }),
    "package.json": json({
      name,
      private: true,
      scripts: { synth: "tsx main.ts", types: "tsc" },
      dependencies: dependencies(),
      devDependencies: { "@types/node": "^20", tsx: "^4", typescript: "~5.9" },
    }),
    ".gitignore": GITIGNORE,
    "README.md": `# ${name}

    npm install
    npm run synth      # decisions with reasons; Terraform and review.html in cdktf.out/stacks/${name}

Then, with your AWS credentials:

    cd cdktf.out/stacks/${name}
    terraform init
    terraform apply
`,
  };
}
