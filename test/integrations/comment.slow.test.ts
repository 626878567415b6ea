import { spawnSync } from "node:child_process";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

interface Stored {
  readonly id: number;
  body: string;
}

/** A code host that keeps comments, with the addresses of GitHub or GitLab. */
function codeHost(list: RegExp, one: RegExp, change: string) {
  const comments: Stored[] = Array.from({ length: 120 }, (_, id) => ({ id, body: `comment ${id}` }));
  const calls: string[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url!, "http://x");
    let text = "";
    request.on("data", (chunk) => {
      text += chunk;
    });
    request.on("end", () => {
      calls.push(request.method!);
      const reply = (status: number, value: unknown) => response.writeHead(status).end(JSON.stringify(value));
      const given = text === "" ? null : (JSON.parse(text) as { body: string });
      const id = one.exec(url.pathname)?.[1];
      if (request.headers.authorization === undefined && request.headers["private-token"] === undefined)
        return reply(401, {});
      if (request.method === change && id !== undefined) {
        comments.find((comment) => comment.id === Number(id))!.body = given!.body;
        return reply(200, {});
      }
      if (!list.test(url.pathname)) return reply(404, {});
      if (request.method === "POST") {
        comments.push({ id: comments.length, body: given!.body });
        return reply(201, {});
      }
      const page = Number(url.searchParams.get("page"));
      reply(200, comments.slice((page - 1) * 100, page * 100));
    });
  });
  return { server, comments, calls };
}

const listening = (server: Server) =>
  new Promise<string>((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  });

/** Comments from a process of its own, with these variables and no other. */
function comment(text: string, env: Record<string, string>): Promise<string> {
  const module = join(__dirname, "../../integrations/comment.mjs");
  const program = `import { commentOn } from ${JSON.stringify(module)}; console.log(await commentOn("cluster.yaml", process.argv[1]));`;
  const { spawn } = require("node:child_process") as typeof import("node:child_process");
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ["--input-type=module", "-e", program, text], {
      env: { PATH: process.env.PATH!, ...env },
    });
    let said = "";
    child.stdout.on("data", (chunk) => {
      said += chunk;
    });
    child.on("close", () => resolve(said.trim()));
  });
}

describe.each([
  [
    "GitHub",
    /^\/repos\/team\/infra\/issues\/7\/comments$/,
    /^\/repos\/team\/infra\/issues\/comments\/(\d+)$/,
    "PATCH",
    (url: string) => ({ GITHUB_TOKEN: "t", GITHUB_REPOSITORY: "team/infra", PULL_REQUEST: "7", GITHUB_API_URL: url }),
  ],
  [
    "GitLab",
    /^\/projects\/42\/merge_requests\/7\/notes$/,
    /^\/projects\/42\/merge_requests\/7\/notes\/(\d+)$/,
    "PUT",
    (url: string) => ({ GITLAB_TOKEN: "t", CI_PROJECT_ID: "42", CI_MERGE_REQUEST_IID: "7", CI_API_V4_URL: url }),
  ],
] as const)("a review's comment on %s", (_, list, one, change, environment) => {
  it("is written once, changed on the next push, and found among many", async () => {
    const host = codeHost(list, one, change);
    const env = environment(await listening(host.server));
    const said = [await comment("first", env), await comment("first", env), await comment("second", env)];
    host.server.close();
    expect(said).toEqual(["comment written", "comment is up to date", "comment updated"]);
    const mine = host.comments.filter(({ body }) => body.includes("warpform review of cluster.yaml"));
    expect(mine.map(({ body }) => body.split("\n")[1])).toEqual(["second"]);
    expect(host.calls.filter((method) => method !== "GET")).toEqual(["POST", change]);
  });

  it("leaves the review's status alone where the host refuses", async () => {
    const host = codeHost(/never/, one, change);
    const env = environment(await listening(host.server));
    const said = await comment("first", env);
    host.server.close();
    expect(said).toMatch(/^no comment: GET .* answered 404$/);
  });
});

it("says so outside of a pull request", () => {
  const program = join(__dirname, "../../integrations/pull-request.mjs");
  const { status, stderr } = spawnSync(process.execPath, [program, "none.yaml"], { encoding: "utf8" });
  expect([status, stderr.trim()]).toEqual([
    2,
    "pull-request: BLUEPRINT must be a file, got none.yaml; write pull-request.mjs cluster.yaml",
  ]);
});
