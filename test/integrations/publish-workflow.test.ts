import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";

interface Step {
  readonly name?: string;
  readonly run?: string;
}

const root = join(__dirname, "../..");
const workflow = parse(readFileSync(join(root, ".github/workflows/publish.yml"), "utf8")) as {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: { readonly publish: { readonly steps: readonly Step[] } };
};
const { steps } = workflow.jobs.publish;

/** Runs a step of the workflow in a folder with the package's manifest, as GitHub sets it up. */
function runStep(name: string, tag: string) {
  const folder = mkdtempSync(join(tmpdir(), "warpform-publish-"));
  try {
    copyFileSync(join(root, "package.json"), join(folder, "package.json"));
    const env = {
      ...process.env,
      GITHUB_REF_NAME: tag,
      GITHUB_SERVER_URL: "https://github.example",
      GITHUB_REPOSITORY: "team/warpform",
    };
    const { run } = steps.find((step) => step.name === name)!;
    const { status } = spawnSync("bash", ["-eo", "pipefail", "-c", run!], { cwd: folder, env });
    return { status, manifest: JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as object };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe("the publish workflow", () => {
  it("signs where the package comes from, without a token that could leak", () => {
    expect(workflow.permissions).toEqual({ contents: "read", "id-token": "write" });
    expect(steps.at(-1)!.run).toBe("npm publish --provenance --access public");
    expect(JSON.stringify(workflow)).not.toContain("secrets.");
  });

  it("publishes nothing whose tag is another version", () => {
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
    expect(runStep("Tag and version agree", `v${version}`).status).toBe(0);
    expect(runStep("Tag and version agree", "v9.9.9").status).toBe(1);
  });

  it("names repository, home page and issues of where it is published from, which npm holds against the signature", () => {
    const { status, manifest } = runStep("Name the repository that it is published from", "v0.1.0");
    expect(status).toBe(0);
    expect(manifest).toMatchObject({
      name: "warpform",
      repository: { type: "git", url: "git+https://github.example/team/warpform.git" },
      homepage: "https://github.example/team/warpform#readme",
      bugs: { url: "https://github.example/team/warpform/issues" },
    });
  });
});
