import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { COMMAND_LINE } from "../command-line";

const root = join(__dirname, "..", "..");
const example = join(root, "examples/blueprints/training-16-p5.yaml");
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

  it("says what is wrong with an input, and reads no path as an option", async () => {
    const unknown = await call("explain", { rule: "efa-mission" });
    expect(unknown).toMatchObject({ isError: true, text: expect.stringContaining("did you mean efa-missing") });
    const option = await call("review", { blueprint: ["--html=/tmp/warpform-mcp.html"] });
    expect(option).toMatchObject({ isError: true, text: expect.stringContaining("--html=/tmp/warpform-mcp.html") });
    expect((await call("review", {})).isError).toBe(true);
  }, 60_000);
});
