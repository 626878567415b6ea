import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { COMMAND_LINE } from "../command-line";

const root = join(__dirname, "..", "..");
const example = join(root, "examples/blueprints/training-16-p5.yaml");
const other = join(root, "examples/blueprints/training-8-p5en.yaml");
const client = new Client({ name: "test", version: "1" });

const call = async (name: string, input: Record<string, unknown>) => {
  const { content, isError } = await client.callTool({ name, arguments: input });
  return { text: (content as { text: string }[])[0]!.text, isError: isError ?? false };
};

beforeAll(async () => {
  const args = [...COMMAND_LINE, "mcp"];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: root }));
}, 60_000);
afterAll(() => client.close());

describe("warpform mcp", () => {
  it("serves the commands that read designs, with their arguments and options, and none that writes a file", async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual(["catalog", "compare", "diff", "explain", "plan", "review"]);
    const { inputSchema } = tools.find(({ name }) => name === "review")!;
    expect(inputSchema.required).toEqual(["blueprint"]);
    for (const tool of tools) expect(tool.inputSchema).toMatchObject({ additionalProperties: false });
    expect(inputSchema.properties).toMatchObject({
      blueprint: { type: "array" },
      set: { type: "array" },
      failOn: { enum: ["error", "warning", "info"] },
    });
    const written = tools.flatMap(({ inputSchema: { properties = {} } }) => Object.keys(properties));
    for (const option of ["html", "sarif", "summary", "fix"]) expect(written).not.toContain(option);
  });

  it("answers as the command line does", async () => {
    const { text, isError } = await call("review", {
      blueprint: [example],
      set: ["workload.deadlineDays=60"],
      json: true,
    });
    expect(isError).toBe(false);
    expect(JSON.parse(text)).toMatchObject({ verdict: expect.any(String), findings: expect.any(Array) });
    expect((await call("explain", { rule: "efa-missing" })).text).toContain("Source: ");
    expect((await call("catalog", { gpu: "h200", region: "us-east-2" })).text).toContain("p5en.48xlarge");
    const designs = await call("plan", { blueprint: [example], instanceType: ["p5.48xlarge"], top: 2, json: true });
    expect(JSON.parse(designs.text).designs).toHaveLength(2);
    expect((await call("compare", { blueprint: example, others: [example] })).text).toContain("verdict");
    expect((await call("diff", { old: example, new: example })).isError).toBe(false);
  }, 120_000);

  it("gives each tool's answer to a plain question, as text that an assistant can pass on", async () => {
    const run = {
      model: "llama-3.1-8b",
      tokens: "1T",
      sequenceLength: 8192,
      globalBatch: 1024,
      deadlineDays: 60,
      top: 3,
    };
    expect((await call("plan", run)).text).toMatch(/\n\d+ x p6-b200\.48xlarge +On-Demand .* met /);
    expect((await call("review", { blueprint: [example] })).text).toContain("**Ready: no errors or warnings");
    expect((await call("explain", {})).text).toMatch(/\nefa-missing +error +Multi-node jobs without EFA/);
    expect((await call("catalog", { name: "llama-3.1-70b" })).text).toContain("parameters: 70.55 billion");
    const both = await call("compare", { blueprint: example, others: [other], json: true });
    expect(JSON.parse(both.text).designs ?? JSON.parse(both.text)).toHaveLength(2);
    expect((await call("diff", { old: example, new: other })).text).toContain("fsx_lustre_file_system scratch");
  }, 120_000);

  it("says what is wrong with an input, and reads no path as an option", async () => {
    const unknown = await call("explain", { rule: "efa-mission" });
    expect(unknown).toMatchObject({ isError: true, text: expect.stringContaining("did you mean efa-missing") });
    const option = await call("review", { blueprint: ["--html=/tmp/warpform-mcp.html"] });
    expect(option).toMatchObject({ isError: true, text: expect.stringContaining("--html=/tmp/warpform-mcp.html") });
    expect((await call("review", {})).isError).toBe(true);
  }, 60_000);

  it("passes on what a review did not read", async () => {
    const state = join(root, "test/cli/gpu-node.tf.json");
    const { content } = await client.callTool({ name: "review", arguments: { blueprint: [state] } });
    expect(content).toHaveLength(2);
    expect((content as { text: string }[])[1]!.text).toContain(
      "read 1 of 2 resources; not looked at: 1 x aws_iam_role",
    );
  }, 60_000);

  it.each([
    [
      "plan",
      { instanceTypes: ["p5.48xlarge"], modell: "x" },
      "instanceTypes is not an argument of plan; did you mean instanceType\nmodell is not an argument of plan; did you mean model",
    ],
    ["review", { blueprint: [example], failon: "error" }, "failon is not an argument of review; did you mean failOn"],
    [
      "review",
      { blueprint: [example], html: "/tmp/x.html" },
      "html writes files, and tools are read-only; leave it out, or run `warpform review --html` in a terminal",
    ],
    ["explain", { id: "efa-missing" }, "id is not an argument of explain; it takes rule, json"],
    [
      "review",
      { blueprint: "a.yaml" },
      'Expected a list of paths, such as ["cluster.yaml"], got "a.yaml" at blueprint',
    ],
    ["review", {}, 'Expected a list of paths, such as ["cluster.yaml"], got nothing at blueprint'],
    [
      "review",
      { blueprint: [example], failOn: "bad", json: "yes" },
      'Expected true or false, got "yes" at json\nExpected one of error, warning, info, got "bad" at failOn',
    ],
    ["plan", { model: { name: "x" } }, 'Expected text or a number, got {"name":"x"} at model'],
    ["diff", { old: example }, "Expected text, got nothing at new"],
  ])("refuses what a tool does not take: %s %j", async (tool, input, message) => {
    const { text, isError } = await call(tool, input);
    expect({ isError, text: text.replace(/^.*Invalid arguments for tool \w+: /, "") }).toEqual({
      isError: true,
      text: message,
    });
  });
});
