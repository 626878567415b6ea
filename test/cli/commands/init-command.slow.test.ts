import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { parse } from "yaml";
import { initCommand } from "../../../lib/cli/commands/init-command";
import { type Ask, askWhatIsMissing, onTerminal } from "../../../lib/cli/init/ask";
import type { InitFlags } from "../../../lib/cli/init/questions";
import { reviewedInput } from "../../../lib/cli/reviewed-input";

const run = { model: "llama-3.1-8b", tokens: "20B", instanceType: "p5.48xlarge", json: true } as const;
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

const read = (...path: string[]) => readFileSync(join(folder, ...path), "utf8");

/** Answers in order; what was asked is kept. */
function answering(answers: readonly string[]): { readonly ask: Ask; readonly asked: string[] } {
  const asked: string[] = [];
  const left = [...answers];
  const ask = async (question: string) => {
    asked.push(question);
    return left.shift() ?? "";
  };
  return { asked, ask };
}

describe("warpform init", () => {
  it("writes a blueprint of the workload, with a test and a workflow", async () => {
    await initCommand(join(folder, "pilot"), { ...run, deadlineDays: "14", region: "eu-north-1" });
    expect(parse(read("pilot", "blueprint.yaml"))).toEqual({
      apiVersion: "warpform/v1",
      name: "pilot",
      network: { availabilityZone: "eu-north-1a" },
      architecture: { kind: "training", scheduler: "slurm", instanceType: "p5.48xlarge" },
      workload: {
        kind: "training",
        model: "llama-3.1-8b",
        tokens: 2e10,
        sequenceLength: 8192,
        globalBatchSequences: 512,
        deadlineDays: 14,
      },
    });
    expect(read("pilot", "design.test.mjs")).toContain("the design has no errors");
    expect(read("pilot", ".github", "workflows", "design.yml")).toContain("integrations/github");
  });

  it.each([
    ["cdktf", "main.ts", 'from "@cdktf/provider-aws/lib/provider"', 'from "warpform"'],
    ["cdktn", "main.ts", 'from "@cdktn/provider-aws/lib/provider"', 'from "warpform/cdktn"'],
    ["pulumi", "index.ts", 'from "warpform/pulumi"', 'from "warpform"'],
  ])("writes a program for %s with the packages that it imports", async (engine, entry, provider, library) => {
    const service = { model: "llama-3.1-8b", requestsPerSecond: "5", promptTokens: "1k", outputTokens: "200" };
    await initCommand(join(folder, "serve"), { ...service, engine, json: true });
    expect(read("serve", entry)).toContain(provider);
    expect(read("serve", "cluster.ts")).toContain(library);
    expect(read("serve", "cluster.ts")).toContain("new InferenceCluster(");
    const { dependencies } = JSON.parse(read("serve", "package.json")) as { dependencies: Record<string, string> };
    for (const text of [read("serve", entry), read("serve", "cluster.ts"), read("serve", "cluster.test.ts")])
      for (const [, name] of text.matchAll(/from "(?!\.|node:)((?:@[a-z]+\/)?[a-z-]+)[^":]*"/g))
        expect(Object.keys(dependencies)).toContain(name);
  });

  const goal = { model: "llama-3.1-8b", tokens: "20B", deadlineDays: "14" };
  const service = { model: "llama-3.1-8b", requestsPerSecond: "5", promptTokens: "1k", outputTokens: "200" };
  const existing = { platform: "coreweave", instanceType: "gd-8xh100ib-i128", nodes: "2" };
  it.each([
    ["azure", { ...goal, scheduler: "slurm" }, "@cdktf/provider-azurerm"],
    ["azure", { ...goal, scheduler: "ray", region: "westus3" }, "@cdktf/provider-azurerm"],
    ["azure", { ...goal, method: "lora", scheduler: "slurm" }, "@cdktf/provider-azurerm"],
    ["azure", { ...goal, method: "qlora", scheduler: "ray" }, "@cdktf/provider-azurerm"],
    ["azure", service, "@cdktf/provider-azurerm"],
    ["kubernetes", { ...goal, ...existing }, "constructs"],
  ] as const)("writes a project for %s that passes its own test: %j", async (cloud, flags, peer) => {
    await initCommand(join(folder, "pilot"), { ...flags, cloud, json: true });
    expect(parse(read("pilot", "blueprint.yaml"))).toMatchObject({ cloud, name: "pilot" });
    expect(Object.keys(JSON.parse(read("pilot", "package.json")).dependencies)).toContain(peer);
    expect(Object.keys(JSON.parse(read("pilot", "package.json")).dependencies)).not.toContain("@cdktf/provider-aws");
    const { reviews } = reviewedInput([join(folder, "pilot", "blueprint.yaml")], { set: [] });
    expect(reviews[0]!.result.findings.filter(({ severity }) => severity === "error")).toEqual([]);
  });

  it("says why it ranks no designs for a cluster that exists", async () => {
    await initCommand(join(folder, "pilot"), { ...goal, ...existing, cloud: "kubernetes", yes: true });
    expect(printed.join("\n").replace(/\s+/g, " ")).toContain("so that no designs are ranked. `npm run review` shows");
  });

  it.each([
    [{ ...goal, cloud: "azure", engine: "pulumi" }, "--engine: expected yaml"],
    [{ ...goal, cloud: "azure", instanceType: "p5.48xlarge" }, "--instance-type p5.48xlarge is not sold by azure"],
    [{ ...goal, cloud: "azure", region: "eastuss" }, "did you mean eastus"],
    [{ ...goal, cloud: "kubernetes", platform: "coreweave" }, "--nodes is required"],
    [{ ...goal, nodes: "2" }, "--nodes is for --cloud kubernetes"],
  ])("refuses %j", async (flags, message) => {
    await expect(initCommand(join(folder, "pilot"), { ...flags, json: true })).rejects.toThrow(message);
  });

  it("names every wrong or missing answer at once, in the command's own words", async () => {
    const wrong = { model: "llama-3.1-8", region: "us-east-9", scheduler: "ray", instanceType: "m7i.large" };
    await expect(initCommand(join(folder, "pilot"), { ...wrong, json: true })).rejects.toThrow(
      /^warpform init has 3 problems:\n.*--model: .*did you mean llama-3\.1-8b.*\n.*--region: "us-east-9".*us-east-1.*\n.*--instance-type must be an instance type with accelerators/,
    );
    await expect(initCommand(join(folder, "pilot"), { model: "llama-3.1-8b", json: true })).rejects.toThrow(
      /^warpform init: --tokens is required for training/,
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  it("leaves a directory with files alone", async () => {
    writeFileSync(join(folder, "mine.txt"), "mine");
    const named = join(folder, "pilot");
    await initCommand(named, run);
    await expect(initCommand(named, run)).rejects.toThrow("is not empty; use a new or empty directory");
  });
});

describe("the questions of warpform init", () => {
  it("ask for what options leave open, again where an answer cannot be taken", async () => {
    const { ask, asked } = answering([
      "",
      "llama-3.1-70",
      "llama-3.1-70b",
      "",
      "1T",
      "",
      "",
      "60",
      "us-east-2b",
      "",
      "yaml",
    ]);
    const flags = await askWhatIsMissing({}, ask);
    expect(flags).toEqual<InitFlags>({
      cloud: "aws",
      model: "llama-3.1-70b",
      kind: "training",
      tokens: "1T",
      sequenceLength: "8192",
      globalBatch: "512",
      deadlineDays: "60",
      region: "us-east-2b",
      scheduler: "slurm",
      engine: "yaml",
    });
    expect(asked[2]).toContain('no model "llama-3.1-70"; did you mean llama-3.1-70b');
  });

  it("ask nothing that options have answered", async () => {
    const { ask, asked } = answering([]);
    const given = { model: "llama-3.1-8b", requestsPerSecond: "5", promptTokens: "1000", outputTokens: "200" };
    await askWhatIsMissing({ ...given, cloud: "aws", timeToFirstToken: "1", region: "us-east-2", engine: "yaml" }, ask);
    expect(asked).toEqual([]);
  });

  it("write nothing when the input ends before the last answer", async () => {
    const input = new PassThrough();
    input.end("aws\nllama-3.1-8b\n");
    const questions = onTerminal((ask) => askWhatIsMissing({}, ask), input, new PassThrough());
    await expect(questions).rejects.toThrow("the input ended before every question was answered; nothing was written");
  });
});
