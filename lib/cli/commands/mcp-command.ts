import { execFile } from "node:child_process";
import type { Command } from "commander";
import { toolsOf } from "../mcp/tools";

/** Reviews of large clusters as JSON take megabytes. */
const MOST_BYTES = 64 * 2 ** 20;
/** Statuses that say how a design is judged, and that the output is an answer: findings (1), compute (10), data (20) at risk. */
const ANSWERS: readonly unknown[] = [0, 1, 10, 20];

/** Runs this very program on a command line: one call cannot disturb another, and answers are those of the terminal. */
function answer(args: readonly string[]): Promise<{ readonly texts: readonly string[]; readonly isError: boolean }> {
  const program = [...process.execArgv, process.argv[1]!, ...args];
  const options = { maxBuffer: MOST_BYTES, env: { ...process.env, NO_COLOR: "1" } };
  return new Promise((resolve) => {
    execFile(process.execPath, program, options, (error, stdout, stderr) => {
      const isError = error !== null && !ANSWERS.includes(error.code);
      // What was not read, and other notes, are on standard error beside the answer.
      const said = [stdout, stderr].map((text) => text.trim()).filter((text) => text !== "");
      resolve({ texts: said.length > 0 ? said : [error?.message ?? ""], isError });
    }).stdin?.end();
  });
}

/** Serves the commands that read designs as tools over standard input and output, until the input ends. */
export async function mcpCommand(program: Command): Promise<void> {
  const { McpServer } =
    require("@modelcontextprotocol/sdk/server/mcp.js") as typeof import("@modelcontextprotocol/sdk/server/mcp.js");
  const { StdioServerTransport } =
    require("@modelcontextprotocol/sdk/server/stdio.js") as typeof import("@modelcontextprotocol/sdk/server/stdio.js");
  const { catalog = [] } = program.opts<{ catalog?: string[] }>();
  const before = catalog.map((file) => `--catalog=${file}`);
  const server = new McpServer({ name: "warpform", version: program.version()! });
  for (const { name, description, input, arguments: argumentsOf } of toolsOf(program)) {
    const config = { description, inputSchema: input, annotations: { readOnlyHint: true, openWorldHint: false } };
    server.registerTool(name, config, async (given) => {
      const { texts, isError } = await answer([...before, ...argumentsOf(given)]);
      return { content: texts.map((text) => ({ type: "text" as const, text })), isError };
    });
  }
  await server.connect(new StdioServerTransport());
}
