import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../../lib/cli/program";

const blueprints = join(__dirname, "../../examples/blueprints");
const lora = join(blueprints, "lora-one-node.yaml");

/** Runs the command line and returns what it wrote. */
async function warpform(...args: string[]): Promise<{ status: number; out: string; err: string }> {
  const written = { out: "", err: "" };
  const note = (to: "out" | "err", end: string) => (text: unknown) => {
    written[to] += `${String(text)}${end}`;
    return true;
  };
  const spies = [
    jest.spyOn(console, "log").mockImplementation(note("out", "\n")),
    jest.spyOn(console, "error").mockImplementation(note("err", "\n")),
    jest.spyOn(process.stdout, "write").mockImplementation(note("out", "")),
    jest.spyOn(process.stderr, "write").mockImplementation(note("err", "")),
  ];
  try {
    const status = await run(["node", "warpform", ...args]);
    return { status, ...written };
  } finally {
    for (const spy of spies) spy.mockRestore();
    process.exitCode = 0;
  }
}

describe("the command line", () => {
  it.each([
    [["reveiw", "x.yaml"], "error: unknown command 'reveiw'\n(Did you mean review?)"],
    [["review"], "error: missing required argument 'blueprint'"],
    [["review", "none.yaml"], "none.yaml"],
    [["review", lora, "--fail-on", "fatal"], "Allowed choices are error, warning, info."],
    [["review", lora, "--set", "nonsense"], "nonsense"],
    [["review", "--set", "pools.a100.nodes.mx=1", lora], 'pools.a100.nodes.mx is not known; did you mean "max"'],
    [["review", lora, "--set", "pools.a10.nodes.max=1"], 'pools has no "a10"; did you mean "a100"'],
    [["review", "/bin/sh"], "/bin/sh is a binary file"],
    [["review", join(__dirname, "../../README.md")], "README.md is not a blueprint; a blueprint is a map of keys"],
    [["review", "--set", "a=1", "b=2", lora], "no such file: b=2; write --set b=2 to change a value"],
    [["plan", lora, "--instance-type", "h100"], '--instance-type: the catalog has no "h100"; did you mean p5.'],
    [["prices", "refresh", "--region", "us-east-2", "--from", lora], "--from must be a price list as AWS writes it"],
    [["review", lora, "--set", "workload.tokens=2B"], "write 2.0e+9"],
    [["plan", "--purchase", "sport", lora], "Allowed choices are on-demand, capacity-block, spot."],
    [["plan", "--instance-type", "p5.48xlarge", "none.yaml"], "none.yaml"],
    [["plan", lora.replace("lora", "none"), "--model", "x"], "--model and a blueprint"],
    [
      ["plan", "--model", "llama-3.1-8b", "--tokens", "many"],
      '--tokens must be a number such as 8192, 8k or 1.5e12, got "many"',
    ],
    [["review", lora, "--html", "/nowhere/at/all.html"], "--html must be a writable file"],
    [["synth"], "error: missing required argument 'blueprint'"],
    [["synth", "none.yaml"], "none.yaml"],
    [["synth", lora, "--fail-on", "x"], "Allowed choices are error, warning, info."],
    [["plan"], "--model is required for training"],
    [["plan", "--cloud", "azur"], "--cloud must be one of aws, azure"],
    [["plan", "--cloud", "azure", "--region", "us-east-1"], "is not a Region of Azure"],
    [
      ["plan", "--cloud", "aws", "--cloud", "azure", "--region", "eastus", "--region", "westus3"],
      "--region takes one Region of Azure",
    ],
    [["plan", "--model", "llama-3.1-8b", "--tokens", "1e9"], "--sequence-length is required for training"],
    [["plan", lora, "--nodes", "none"], '--nodes must be a whole number from 1 to 999999, got "none"'],
    [["plan", lora, "--region", "us-esat-2"], '--region "us-esat-2" is not a Region of AWS; did you mean "us-east-2"'],
    [["plan", lora, "--by", "beauty"], "Allowed choices are cost, time."],
    [["plan", lora, "--purchase", "spot"], "--spot-price is required with --purchase spot"],
    [["plan", lora, "--spot-price", "p5.48xlarge"], "--spot-price must be type=USD per hour"],
    [["plan", lora, "--spot-price", "p5.49xlarge=20"], "p5.48xlarge"],
    [["compare", lora], "compare needs at least two blueprints, or one with --markets; add another"],
    [["compare", lora, "none.yaml"], "none.yaml"],
    [["expand"], "error: missing required argument 'blueprint'"],
    [["eject", "none.yaml"], "none.yaml"],
    [["eject", lora, "--output", lora], "--output must be a new file"],
    [["diff", lora], "error: missing required argument 'new'"],
    [["diff", "none.yaml", lora], "old must be an existing file or directory, got none.yaml"],
    [["new"], "error: missing required argument 'dir'"],
    [["new", "/tmp/Not_A_Name"], "2 to 40 lowercase letters"],
    [["new", "x1", "--blueprint", "--typescript"], "cannot be used with option"],
    [["explain", "spares-mising"], 'unknown rule "spares-mising"; did you mean spares-missing'],
    [["catalog", "p5.49xlarge"], "did you mean p5.48xlarge"],
    [["catalog", "h100"], 'has no "h100"; did you mean H100-NVL-94GB, H100-PCIe-80GB, H100-SXM-80GB'],
    [["explain", "efa"], "did you mean efa-interfaces-incomplete, efa-layout-wastes-addresses, efa-missing"],
    [["completion", "powershell"], "Allowed choices are bash, zsh, fish."],
  ])("refuses %j with exit status 2 and says why", async (args, text) => {
    const { status, out, err } = await warpform(...args);
    expect({ status, out }).toEqual({ status: 2, out: "" });
    expect(err).toContain(text);
    expect(err).not.toMatch(/\n\s+at /);
  });

  it("shows the version and the help with exit status 0", async () => {
    expect((await warpform("--version")).status).toBe(0);
    expect(await warpform("--help")).toMatchObject({ status: 0, out: expect.stringContaining("explain") });
  });
});

describe("warpform synth", () => {
  const folder = mkdtempSync(join(tmpdir(), "warpform-cli-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  it("prints folder, files and verdict as JSON, and fails from the severity that it is told", async () => {
    const args = ["synth", lora, "--output", folder, "--json", "--fail-on", "info"];
    const { status, out } = await warpform(...args);
    const { directory, files, counts } = JSON.parse(out) as { directory: string; files: string[]; counts: object };
    expect(readdirSync(directory)).toEqual(expect.arrayContaining(files));
    expect(files).toContain("cdk.tf.json");
    expect(counts).toMatchObject({ error: 0, warning: 0 });
    expect(status).toBe(1);
  });
});

describe("for programs", () => {
  const folder = mkdtempSync(join(tmpdir(), "warpform-cli-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    [["explain", "--json"], expect.arrayContaining([expect.objectContaining({ id: "efa-missing" })])],
    [["explain", "efa-missing", "--json"], { id: "efa-missing", severity: "error" }],
    [["new", join(folder, "training"), "--json"], { directory: join(folder, "training") }],
    [["expand", lora, "--json"], { apiVersion: "warpform/v1", network: { egress: "nat" } }],
    [["eject", lora, "--json", "--output", join(folder, "main.ts")], { file: join(folder, "main.ts") }],
    [["eject", lora, "--json", "--output", "-"], { program: expect.stringContaining("new GpuNodePool(") }],
  ])("%j prints JSON", async (args, fields) => {
    const { status, out } = await warpform(...args);
    expect(status).toBe(0);
    expect(JSON.parse(out)).toMatchObject(fields);
  });
});

describe("a refused input", () => {
  it("is JSON on standard output where --json asks for it, with line and column", async () => {
    const { status, out } = await warpform("review", lora, "--json", "--set", "pools.a100.nodes.mx=1");
    expect(status).toBe(2);
    expect(JSON.parse(out)).toEqual({
      errors: [
        {
          code: "unknown-name",
          path: "pools.a100.nodes",
          message: 'pools.a100.nodes.mx is not known; did you mean "max"',
          location: { file: "--set", line: 1, column: 18 },
        },
      ],
    });
  });
});

describe("warpform compare", () => {
  const folder = mkdtempSync(join(tmpdir(), "warpform-cli-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const page = join(folder, "page.html");

  it("sets dated prices of other clouds beside a design, the unknown last, on a page too", async () => {
    const { status, out } = await warpform("compare", lora, "--markets", "--json", "--html", page);
    expect(status).toBe(0);
    const [{ market }] = JSON.parse(out) as [{ market: { accelerators: number; offers: Record<string, unknown>[] } }];
    expect(market.accelerators).toBe(8);
    const prices = market.offers.map(({ usdPerGpuHour }) => usdPerGpuHour ?? Number.MAX_VALUE) as number[];
    expect(prices).toEqual([...prices].sort((a, b) => a - b));
    expect(market.offers.at(-1)).toMatchObject({ usdPerGpuHour: null });
    for (const { usdPerGpuHour, pricedOn, source } of market.offers) {
      if (usdPerGpuHour !== null) expect([pricedOn, source]).not.toContain(null);
    }
    expect(readFileSync(page, "utf8")).toContain(
      "<td>coreweave</td>".replace("td", 'th scope="row"').replace("/td", "/th"),
    );
  });
});
