import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { COMMAND_LINE } from "../command-line";

const root = join(__dirname, "..", "..");
const examples = join(root, "examples");
const folder = mkdtempSync(join(tmpdir(), "warpform-output-folder-"));
const file = join(folder, "a-file");
writeFileSync(file, "");
mkdirSync(join(folder, "taken/stacks/single-node/cdk.tf.json"), { recursive: true });
const pcluster = join(folder, "pcluster-config.yaml");
writeFileSync(
  pcluster,
  `Image: { Os: ubuntu2204 }
HeadNode: { InstanceType: m7i.xlarge, Networking: { SubnetId: subnet-0123456789abcdef0 } }
Scheduling:
  Scheduler: slurm
  SlurmQueues:
    - Name: gpu
      Networking: { SubnetIds: [subnet-0123456789abcdef0] }
      ComputeResources: [{ Name: p5, InstanceType: p5.48xlarge, MinCount: 2, MaxCount: 2 }]
`,
);
afterAll(() => rmSync(folder, { recursive: true }));

const AWS = join(examples, "blueprints/single-node.yaml");
const EXISTING = join(examples, "any-kubernetes/coreweave.yaml");
const SITE = join(examples, "on-premises/site.yaml");
const WORKLOAD = ["--yes", "--model", "llama-3.1-8b", "--tokens", "1B", "--deadline-days", "30"];

/** What the program says, which ends within the minute that a start takes on a busy computer. */
function refusal(...args: readonly string[]): string {
  const { status, stderr } = spawnSync(process.execPath, [...COMMAND_LINE, ...args], {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1", COLUMNS: "400" },
    timeout: 90_000,
  });
  expect(status).toBe(2);
  return stderr.trim();
}

describe("an output folder that cannot be written", () => {
  it.each([
    ["synth", ["synth", AWS, "--output", "/proc/x"], "--output", "/proc/x", "ENOENT"],
    ["synth of an existing cluster", ["synth", EXISTING, "--output", "/proc/x/y"], "--output", "/proc/x/y", "ENOENT"],
    ["bundle", ["bundle", SITE, "--output", "/proc/x"], "--output", "/proc/x", "ENOENT"],
    ["new", ["new", "/proc/training"], "directory", "/proc/training", "ENOENT"],
    ["new in a file", ["new", join(file, "training")], "directory", join(file, "training"), "EEXIST|ENOTDIR"],
    ["init", ["init", "/proc/deep/training", ...WORKLOAD], "directory", "/proc/deep/training", "ENOENT"],
    ["synth to a file", ["synth", AWS, "--output", file], "--output", file, "EEXIST|ENOTDIR"],
    ["bundle to a file", ["bundle", SITE, "--output", file], "--output", file, "EEXIST|ENOTDIR"],
    [
      "synth over a directory",
      ["synth", AWS, "--output", join(folder, "taken")],
      "--output",
      join(folder, "taken"),
      "EISDIR",
    ],
  ])(
    "is one problem of %s, at once",
    (_, args, option, path, code) => {
      const said = refusal(...args);
      expect(said.split("\n").at(-1)).toMatch(
        new RegExp(
          `${option} must be a directory that can be written, got ${path} \\((${code})\\); name another directory$`,
        ),
      );
    },
    120_000,
  );

  it("leaves nothing behind", () => {
    expect(existsSync("/proc/x")).toBe(false);
    expect(readdirSync(folder).sort()).toEqual(["a-file", "pcluster-config.yaml", "taken"]);
  });

  it.each([
    ["review", ["review", AWS, "--sarif", "/proc/x"], "--sarif"],
    ["diagram", ["diagram", AWS, "--output", "/proc/x"], "--output"],
    ["eject", ["eject", AWS, "--output", "/proc/x"], "--output"],
    ["import", ["import", pcluster, "--zone", "us-east-2a", "--output", "/proc/x"], "--output"],
  ])(
    "nor a file of %s",
    (_, args, option) => {
      expect(refusal(...args)).toContain(
        `${option} must be a writable file, got /proc/x (ENOENT); use a file in an existing`,
      );
    },
    120_000,
  );
});
