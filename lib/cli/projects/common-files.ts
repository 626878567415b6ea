import type { NativeEngine } from "../native-engine";
import { ownPackage } from "../own-package";
import type { ENGINES } from "./choices";
import { cdkPackages, type Place, pulumiPackages } from "./engine-packages";

const own = ownPackage();

/** How a project declares its cluster. */
export type Engine = (typeof ENGINES)[number];

const PEERS: Readonly<Record<Exclude<Engine, "yaml">, readonly string[]>> = {
  cdktf: cdkPackages("cdktf"),
  cdktn: cdkPackages("cdktn"),
  pulumi: [...cdkPackages("cdktf"), ...pulumiPackages()],
};

export const GITIGNORE = "node_modules/\ncdktf.out/\n.warpform/\n.terraform/\nterraform.*.tfstate*\n";

export function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/** `cdk`: what a blueprint's project synthesizes with. */
export function packageFile(
  name: string,
  engine: Engine,
  scripts: Readonly<Record<string, string>>,
  cdk: NativeEngine = "cdktf",
  place: Place = "aws",
): string {
  const versions = Object.fromEntries(
    (engine === "yaml" ? cdkPackages(cdk, place) : PEERS[engine]).map((peer) => [peer, own.peerDependencies[peer]!]),
  );
  return json({
    name,
    private: true,
    scripts,
    dependencies: { warpform: `^${own.version}`, ...versions },
    ...(engine === "yaml" ? {} : { devDependencies: { "@types/node": "^20", tsx: "^4", typescript: "~5.9" } }),
  });
}

export const TSCONFIG = json({
  compilerOptions: {
    target: "ES2022",
    module: "node16",
    moduleResolution: "node16",
    strict: true,
    skipLibCheck: true,
    noEmit: true,
  },
  include: ["*.ts"],
});

const workflow = (permissions: string, steps: string) => `# Reviews the design in every pull request.
name: design
on: pull_request
permissions:
  contents: read
${permissions}jobs:
  review:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 22 }
      - run: npm ci
${steps}`;

/** The path of a workflow in a repository on GitHub. */
export const WORKFLOW = ".github/workflows/design.yml";

/** One comment on the pull request that each push updates, and findings at their lines of the blueprint. */
export const BLUEPRINT_WORKFLOW = workflow(
  "  pull-requests: write\n  security-events: write\n",
  `      - run: npm test
      - id: warpform
        if: always()
        uses: ./node_modules/warpform/integrations/github
        with: { blueprint: blueprint.yaml }
      - uses: github/codeql-action/upload-sarif@v3
        if: always()
        with: { sarif_file: "\${{ steps.warpform.outputs.sarif }}" }
`,
);

/** Types, the project's test, and the page of the review as an artifact. */
export function programWorkflow(page: string | null): string {
  const upload = `      - uses: actions/upload-artifact@v4
        with: { name: review, path: "${page}" }
`;
  return workflow(
    "",
    `      - run: npm run types
      - run: npm test
${page === null ? "" : `      - run: npm run synth\n${upload}`}`,
  );
}

/** A test of a blueprint that needs no packages but the project's own. */
export const BLUEPRINT_TEST = `// Fails when the design review finds an error. Run with: npm test
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";

const args = ["node_modules/warpform/dist/lib/cli/bin.js", "review", "blueprint.yaml", "--json"];
const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", maxBuffer: 2 ** 26 });

test("the design has no errors", () => {
  assert.notEqual(stdout, "", stderr);
  const { findings } = JSON.parse(stdout);
  assert.ok(findings, stderr);
  const errors = findings.filter(({ severity }) => severity === "error");
  assert.deepEqual(errors.map(({ rule, path, fix }) => \`\${rule} at \${path}: \${fix}\`), []);
});
`;

export const programTest = (name: string, cdk: "cdktf" | "cdktn", library: string) =>
  `// Fails when the design review finds an error. Run with: npm test
import assert from "node:assert/strict";
import { test } from "node:test";
import { TerraformStack, Testing } from "${cdk}";
import { DesignReview } from "${library}";
import { build } from "./cluster";

const app = Testing.app();
const { workload } = build(new TerraformStack(app, "${name}"));
const findings = DesignReview.of(app, { workload }).flatMap((review) => review.review().findings);

test("the design has no errors", () => {
  const errors = findings.filter(({ severity }) => severity === "error");
  assert.deepEqual(errors.map(({ rule, path, fix }) => \`\${rule} at \${path}: \${fix}\`), []);
});
`;
