import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildInMemory } from "../../../lib/cli/build-in-memory";
import { compareCommand } from "../../../lib/cli/commands/compare-command";
import { newCommand } from "../../../lib/cli/commands/new-command";
import { planCommand } from "../../../lib/cli/commands/plan-command";
import { review } from "../../../lib/review/review";

const options = { set: [], by: "cost", top: "3", json: true } as const;
let folder: string;
let printed: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "warpform-"));
  printed = [];
  jest.spyOn(console, "log").mockImplementation((text: string) => void printed.push(text));
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

describe("warpform new", () => {
  it("writes a blueprint that reviews without an error", () => {
    newCommand(join(folder, "demo"), {});
    const { cluster } = buildInMemory([join(folder, "demo", "blueprint.yaml")], []);
    expect(cluster.name).toBe("demo");
    expect(review(cluster).findings.filter(({ severity }) => severity === "error")).toEqual([]);
  });

  it("writes a directory that is as open as any other, and leaves none beside it", () => {
    mkdirSync(join(folder, "plain"));
    newCommand(join(folder, "demo"), {});
    const mode = (name: string) => statSync(join(folder, name)).mode;
    expect(mode("demo")).toBe(mode("plain"));
    expect(readdirSync(folder)).toEqual(["demo", "plain"]);
  });

  it("writes a test that says what is wrong with a blueprint that cannot be read", () => {
    newCommand(join(folder, "demo"), {});
    const bin = join(folder, "demo", "node_modules", "warpform", "dist", "lib", "cli");
    mkdirSync(bin, { recursive: true });
    // What the command line does with --json and a wrong blueprint.
    writeFileSync(
      join(bin, "bin.js"),
      'console.log("{}"); console.error("pools.h100 is wrong"); process.exitCode = 2;',
    );
    const { status, stdout } = spawnSync(process.execPath, ["--test"], { cwd: join(folder, "demo"), encoding: "utf8" });
    expect(status).toBe(1);
    expect(stdout).toContain("pools.h100 is wrong");
  });

  it("writes a program whose cluster sizes itself", () => {
    newCommand(join(folder, "demo"), { typescript: true });
    expect(readdirSync(join(folder, "demo")).sort()).toEqual([
      ".github",
      ".gitignore",
      "README.md",
      "cdktf.json",
      "cluster.test.ts",
      "cluster.ts",
      "main.ts",
      "package.json",
      "tsconfig.json",
    ]);
    expect(readFileSync(join(folder, "demo", "cluster.ts"), "utf8")).toContain("new TrainingCluster(");
  });

  it("leaves a folder with files alone", () => {
    writeFileSync(join(folder, "mine.txt"), "mine");
    const named = join(folder, "demo");
    newCommand(named, {});
    const before = readdirSync(named);
    expect(() => newCommand(named, { typescript: true })).toThrow(
      `warpform new: ${named} is not empty; use a new or empty directory`,
    );
    expect(readdirSync(named)).toEqual(before);
  });

  it("wants a name that a cluster can have", () => {
    expect(() => newCommand(join(folder, "My Cluster"), {})).toThrow('got "My Cluster"; use "training"');
    expect(existsSync(join(folder, "My Cluster"))).toBe(false);
  });
});

describe("warpform plan", () => {
  it("ranks designs for a blueprint's workload in its region", () => {
    newCommand(join(folder, "demo"), {});
    const only = { instanceType: ["p5.48xlarge"], maxNodes: "4" };
    expect(planCommand([join(folder, "demo", "blueprint.yaml")], { ...options, ...only })).toBe(0);
    const plan = JSON.parse(printed.at(-1)!) as { region: string; designs: { instanceType: string }[] };
    expect(plan.region).toBe("us-east-2");
    expect(plan.designs).toHaveLength(3);
  });

  it("exits with 1 where no design meets the deadline", () => {
    const run = {
      model: "llama-3.1-70b",
      tokens: "1e13",
      sequenceLength: "8192",
      globalBatch: "512",
      deadlineDays: "1",
    };
    expect(planCommand([], { ...options, ...run, instanceType: ["p5.48xlarge"], maxNodes: "16" })).toBe(1);
  });

  it("names every option that is missing or wrong, at once", () => {
    expect(() => planCommand([], { ...options, model: "llama-3.1-8b", tokens: "many" })).toThrow(
      /--tokens must be a number such as 8192, 8k or 1.5e12, got "many".*\n.*--sequence-length is required for training.*\n.*--global-batch is required/,
    );
  });

  it("names an unknown model and a wrong Region together with what is missing", () => {
    expect(() => planCommand([], { ...options, model: "llama-70b", tokens: "1T", region: ["us-esat-2"] })).toThrow(
      /--region "us-esat-2" is not a Region.*\n.*--model: the catalog has no model "llama-70b"; did you mean .*llama-2-70b.*\n.*--sequence-length is required/,
    );
  });

  it("rejects an option of another kind of work", () => {
    const service = { model: "llama-3.1-8b", requestsPerSecond: "5", promptTokens: "100", outputTokens: "100" };
    expect(() => planCommand([], { ...options, ...service, tokens: "1e9" })).toThrow(
      "warpform plan: --tokens does not apply to inference, got 1e9; omit it",
    );
  });

  it.each(["0", "-1", "1.5", "x"])("rejects --top %s", (top) => {
    expect(() => planCommand([], { ...options, top })).toThrow(
      `--top must be a whole number from 1 to 999999, got "${top}"`,
    );
  });
});

describe("warpform compare", () => {
  it("puts two designs side by side", () => {
    newCommand(join(folder, "demo"), {});
    const first = join(folder, "demo", "blueprint.yaml");
    const second = join(folder, "second.yaml");
    const larger = readFileSync(first, "utf8").replaceAll("max: 2 }", "max: 4 }").replace("size: 2", "size: 4");
    writeFileSync(second, larger.replaceAll("us-east-2a", "ap-northeast-1a"));
    compareCommand([first, second], { set: [] });
    const line = (title: string) =>
      printed
        .at(-1)!
        .split("\n")
        .find((text) => text.startsWith(title));
    expect(line("nodes")).toMatch(/2 x p5\.48xlarge +4 x p5\.48xlarge/);
    expect(line("time to train")).toBeDefined();
    expect(line("facility power")).toBeDefined();
    expect(line("verdict")).toBeDefined();
    expect(line("prices as of")).toMatch(/items? at prices of us-east-1.*items? at prices of us-east-1$/);
  });
});
