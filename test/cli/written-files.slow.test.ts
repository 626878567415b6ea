import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ejectCommand } from "../../lib/cli/commands/eject-command";
import { expandCommand } from "../../lib/cli/commands/expand-command";
import { reviewCommand } from "../../lib/cli/commands/review-command";
import { synthCommand } from "../../lib/cli/commands/synth-command";
import * as reviews from "../../lib/review/review";
import { blueprints } from "../../scripts/blueprint-reviews";

const folder = mkdtempSync(join(tmpdir(), "warpform-eject-command-"));
const blueprint = join(blueprints, "single-node.yaml");

beforeEach(() => jest.spyOn(console, "log").mockImplementation());
afterEach(() => jest.restoreAllMocks());
afterAll(() => rmSync(folder, { recursive: true }));

describe("warpform synth", () => {
  it("makes the folders of its output, and leaves none behind where the blueprint has mistakes", () => {
    const output = join(folder, "some", "where");
    const wrong = ["pools.l40s.instanceType=g6e.48xlagre"];
    expect(() => synthCommand([blueprint], { set: wrong, output })).toThrow('did you mean "g6e.48xlarge"');
    expect(existsSync(join(folder, "some"))).toBe(false);
    synthCommand([blueprint], { set: [], output });
    expect(existsSync(join(output, "stacks", "single-node", "cdk.tf.json"))).toBe(true);
  });

  it("leaves no folder behind where the review cannot end", () => {
    const output = join(folder, "no", "review");
    const review = jest.spyOn(reviews, "reviewDesign").mockImplementation(() => {
      throw new Error("the review broke");
    });
    expect(() => synthCommand([blueprint], { set: [], output })).toThrow("the review broke");
    expect(review).toHaveBeenCalledTimes(1);
    expect(existsSync(join(folder, "no"))).toBe(false);
  });
});

describe("warpform review --fix", () => {
  const file = join(folder, "fix.yaml");
  const text = `# ours
apiVersion: warpform/v1
name: tune
network: { availabilityZone: us-east-2a, flowLogs: false } # too noisy
pools:
  l40s:
    instanceType: g6e.12xlarge
    nodes: { min: 0, max: 2 }
    imdsHopLimit: 9 # for a proxy
slurm: { partitions: [{ name: gpu, pools: [l40s] }] }
`;
  const run = () => {
    const said = jest.spyOn(console, "error").mockImplementation();
    reviewCommand([file], { set: [], fix: true, failOn: "error" });
    return said.mock.calls.map(([line]) => String(line)).filter((line) => line.includes("fixed"));
  };

  it("writes what leaves no choice, keeps the rest, and says what it left; once", () => {
    writeFileSync(file, text);
    const lines = run();
    expect(lines).toContain("fixed imds-hop-limit-wide at pools.l40s.imdsHopLimit: pools.l40s: set imdsHopLimit to 2");
    expect(lines).toContain("not fixed image-floating at pools.l40s.image: it takes a decision");
    const after = readFileSync(file, "utf8");
    expect(after).toBe(
      `${text.replace(", flowLogs: false", "").replace("imdsHopLimit: 9", "imdsHopLimit: 2")}monitoring: {}\n`,
    );
    expect(run().at(-1)).toMatch(/^0 findings fixed/);
    writeFileSync(file, after.replace("imdsHopLimit: 2", "imdsHopLimit: 9"));
    expect(run().at(-1)).toMatch(/^1 finding fixed/);
    expect(readFileSync(file, "utf8")).toBe(after);
  });

  it("needs files", () => {
    expect(() => reviewCommand(["-"], { set: [], fix: true, failOn: "error" })).toThrow(
      "--fix must be given files, got standard input",
    );
  });
});

describe("warpform expand", () => {
  it("prints the blueprint with its settings and all that holds", () => {
    const write = jest.spyOn(process.stdout, "write").mockReturnValue(true);
    expandCommand([blueprint], { set: ["pools.l40s.rootVolumeGiB=300"] });
    const text = write.mock.calls.map(([part]) => part).join("");
    expect(text).toContain("    rootVolumeGiB: 300\n");
    expect(text).toContain("    detailedMonitoring: true # default\n");
  });

  it("tells a mistake with its line, and prints nothing", () => {
    const write = jest.spyOn(process.stdout, "write").mockReturnValue(true);
    expect(() => expandCommand([blueprint], { set: ["pools.l40s.instanceType=g6e.48xlagre"] })).toThrow("--set:1:25: ");
    expect(write).not.toHaveBeenCalled();
  });
});

describe("warpform eject", () => {
  it("writes the program with its settings and says how to run it", () => {
    const output = join(folder, "main.ts");
    ejectCommand([blueprint], { set: ["pools.l40s.nodes.max=2"], output });
    expect(readFileSync(output, "utf8")).toContain("nodes: { min: 0, max: 2 }");
    expect(console.log).toHaveBeenCalledWith(
      `${output}: npm install warpform cdktf constructs @cdktf/provider-aws tsx, then npx tsx ${output}`,
    );
  });

  it("refuses to write over a file", () => {
    const output = join(folder, "mine.ts");
    writeFileSync(output, "mine");
    expect(() => ejectCommand([blueprint], { set: [], output })).toThrow(
      `--output must be a new file, got ${output}, which exists; choose another`,
    );
    expect(readFileSync(output, "utf8")).toBe("mine");
  });

  it("says so where the folder is not there, and writes nothing", () => {
    const output = join(folder, "none", "main.ts");
    expect(() => ejectCommand([blueprint], { set: [], output })).toThrow(
      `--output must be a writable file, got ${output} (ENOENT); use a file in an existing directory`,
    );
  });

  it("tells a blueprint's mistakes as its own", () => {
    const output = join(folder, "wrong.ts");
    expect(() => ejectCommand([blueprint], { set: ["pools.l40s.instanceType=g6e.48xlagre"], output })).toThrow(
      'did you mean "g6e.48xlarge"',
    );
    expect(existsSync(output)).toBe(false);
  });
});
