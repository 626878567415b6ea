import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { classOf } from "../../lib/engine/bindings";
import { COMMAND_LINE } from "../command-line";

const root = join(__dirname, "../..");
function ran(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, ...env },
    maxBuffer: 2 ** 28,
  });
  return { status, stdout, stderr };
}

describe("the engine of designs", () => {
  it("gives every example, random and mistaken blueprint the model and problems that CDK for Terraform gives", () => {
    const models = (engine: string) => {
      const { status, stdout, stderr } = ran(["--import", "tsx", join(__dirname, "models.ts"), engine, "100"]);
      if (status !== 0) throw new Error(stderr);
      const lines = stdout.trim().split("\n");
      return { loaded: lines.pop(), lines };
    };
    const [designs, real] = [models("designs"), models("cdktf")];
    expect(designs.lines).toEqual(real.lines);
    expect(designs.loaded).toBe("modules of an engine: 0");
    expect(real.loaded).not.toBe(designs.loaded);
  });

  it("knows each resource by the type that the provider's bindings give it", () => {
    const sources = readdirSync(join(root, "lib/clouds"), { recursive: true, encoding: "utf8" });
    const texts = sources
      .filter((file) => file.endsWith(".ts"))
      .map((file) => readFileSync(join(root, "lib/clouds", file), "utf8"));
    const imported = texts.flatMap((text) =>
      [...text.matchAll(/^import \{ (\w+)[^}]*\} from "@cdktf\/provider-aws\/lib\/([\w-]+)"/gm)].map(
        ([, name, module]) => [name!, module!] as const,
      ),
    );
    expect(imported.length).toBeGreaterThan(60);
    const { App, TerraformStack } = require("../../lib/engine/cdktf") as typeof import("../../lib/engine/cdktf");
    const types = (made: unknown) => {
      const element = new (made as new (...args: unknown[]) => { readonly terraformResourceType: string })(
        new TerraformStack(new App(), "s"),
        "id",
        {},
      );
      return element.terraformResourceType;
    };
    for (const [name, module] of imported.filter(([, of]) => of !== "provider")) {
      const real = require(`@cdktf/provider-aws/lib/${module}`) as Record<string, { readonly tfResourceType: string }>;
      expect([module, types(classOf("aws", module))]).toEqual([module, real[name]!.tfResourceType]);
    }
  });
});

describe("with CDK for Terraform and its bindings", () => {
  it("loads neither for commands that look at designs", () => {
    const counts = { NODE_OPTIONS: `--require ${join(__dirname, "count-engine.cjs")}` };
    const loads = (...args: string[]) =>
      ran([...COMMAND_LINE, ...args], counts).stderr.match(/^modules of an engine.*$/m)?.[0];
    expect(loads("review", "examples/blueprints/training-16-p5.yaml")).toBe("modules of an engine: 0");
    expect(
      loads("synth", "examples/blueprints/training-16-p5.yaml", "--output", join(tmpdir(), "warpform-synth")),
    ).toMatch(/: [1-9]\d+$/);
  });
});

describe("without CDK for Terraform and its bindings", () => {
  const without = { NODE_OPTIONS: `--require ${join(__dirname, "without-engine.cjs")}` };
  const blueprint = "examples/blueprints/slurm-mixed.yaml";
  const cli = (env: NodeJS.ProcessEnv, ...args: string[]) => ran([...COMMAND_LINE, ...args], env);

  it.each([
    [["review", blueprint]],
    [["review", "examples/blueprints/lora-spot-ray.yaml", "--json"]],
    [["review", "examples/blueprints/multi-region.yaml"]],
    [["compare", blueprint, "examples/blueprints/training-16-p5.yaml"]],
    [["diagram", blueprint]],
    [["expand", blueprint]],
    [["images", "examples/blueprints/lora-spot-ray.yaml"]],
    [["eject", blueprint, "--output", "-"]],
  ])("runs %j", (args) => {
    const { status, stdout, stderr } = cli(without, ...args);
    expect([status, stderr.replaceAll(/^npm warn.*\n/gm, "")]).toEqual([0, ""]);
    expect(stdout.length).toBeGreaterThan(500);
  });

  it("says of synth what to install", () => {
    const { status, stderr } = cli(without, "synth", blueprint, "--output", "/nowhere");
    expect(status).toBe(2);
    expect(stderr).toContain(
      "which is not installed; run: npm install cdktf@0.21 @cdktf/provider-aws@21 constructs@10",
    );
  });
});
