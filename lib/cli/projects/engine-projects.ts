import type { NativeEngine } from "../native-engine";
import {
  BLUEPRINT_TEST,
  BLUEPRINT_WORKFLOW,
  type Engine,
  GITIGNORE,
  json,
  packageFile,
  programTest,
  programWorkflow,
  TSCONFIG,
  WORKFLOW,
} from "./common-files";
import type { Place } from "./engine-packages";
import { blueprintReadme, programReadme, pulumiReadme } from "./readme";
import type { ProjectFiles } from "./write-project";

export type ProgramEngine = Exclude<Engine, "yaml">;

/** The entry point that a program of an engine imports its constructs from. */
export const LIBRARY: Readonly<Record<ProgramEngine, string>> = {
  cdktf: "warpform",
  cdktn: "warpform/cdktn",
  pulumi: "warpform",
};

const BLUEPRINT_SCRIPTS = {
  review: "warpform review blueprint.yaml",
  plan: "warpform plan blueprint.yaml",
  synth: "warpform synth blueprint.yaml",
  test: "node --test",
};
const TEST = "node --import tsx --test cluster.test.ts";

/** A project around the text of a blueprint. */
export function blueprintProject(
  name: string,
  blueprint: string,
  cdk: NativeEngine,
  place: Place = "aws",
): ProjectFiles {
  const { plan, ...others } = BLUEPRINT_SCRIPTS;
  const scripts = place === "kubernetes" ? others : BLUEPRINT_SCRIPTS;
  return {
    "blueprint.yaml": blueprint,
    "design.test.mjs": BLUEPRINT_TEST,
    [WORKFLOW]: BLUEPRINT_WORKFLOW,
    "package.json": packageFile(name, "yaml", scripts, place === "azure" ? "cdktf" : cdk, place),
    ".gitignore": GITIGNORE,
    "README.md": blueprintReadme(name, place),
  };
}

/** Types, tests and the cluster itself: what projects of every engine have. */
export function programProject(name: string, engine: ProgramEngine, cluster: string): ProjectFiles {
  const cdk = engine === "cdktn" ? "cdktn" : "cdktf";
  return {
    "cluster.ts": cluster,
    "cluster.test.ts": programTest(name, cdk, LIBRARY[engine]),
    "tsconfig.json": TSCONFIG,
    ".gitignore": GITIGNORE,
  };
}

/** A project around `cluster.ts`, which exports `build(stack)`. */
export function cdkProject(name: string, engine: NativeEngine, region: string, cluster: string): ProjectFiles {
  return {
    "main.ts": `import { AwsProvider } from "@${engine}/provider-aws/lib/provider";
import { App, TerraformStack } from "${engine}";
import { DesignReview } from "${LIBRARY[engine]}";
import { build } from "./cluster";

const app = new App();
const stack = new TerraformStack(app, "${name}");
new AwsProvider(stack, "aws", { region: "${region}" });
const { decisions, workload } = build(stack);
for (const { choice, why } of decisions) console.log(\`\${choice}: \${why}\`);

DesignReview.of(app, { workload });
app.synth();
`,
    ...programProject(name, engine, cluster),
    [WORKFLOW]: programWorkflow(`cdktf.out/stacks/${name}/review.html`),
    "cdktf.json": json({ language: "typescript", app: "npx tsx main.ts", projectId: name, sendCrashReports: "false" }),
    "package.json": packageFile(name, engine, { synth: "tsx main.ts", types: "tsc", test: TEST }),
    "README.md": programReadme(name),
  };
}

/** The same for Pulumi, which declares the same cluster. */
export function pulumiProject(name: string, region: string, cluster: string): ProjectFiles {
  return {
    "index.ts": `import { GpuCluster } from "warpform/pulumi";
import { build } from "./cluster";

const cluster = new GpuCluster("${name}", {
  region: "${region}",
  build: (stack) => {
    const { network, decisions } = build(stack);
    return { vpcId: network.vpcId, decisions: decisions.map(({ choice, why }) => \`\${choice}: \${why}\`) };
  },
});
export const { vpcId, decisions } = cluster.outputs;
`,
    ...programProject(name, "pulumi", cluster),
    [WORKFLOW]: programWorkflow(null),
    "Pulumi.yaml": `name: ${name}\nruntime: nodejs\ndescription: GPU cluster, sized from its workload\n`,
    "package.json": packageFile(name, "pulumi", { types: "tsc", test: TEST }),
    "README.md": pulumiReadme(name),
  };
}
