// A pull request in a real repository: the packed package's program reviews what a branch changes, and comments on a stand-in of GitHub's API.
import { spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { root, run } from "../lib/checks.mjs";

/** Comments as GitHub keeps them. */
function gitHub() {
  const comments = [];
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk) => {
      text += chunk;
    });
    request.on("end", () => {
      const { body } = text === "" ? {} : JSON.parse(text);
      const id = /\/issues\/comments\/(\d+)$/.exec(request.url)?.[1];
      if (request.method === "POST") comments.push({ id: comments.length, body });
      if (request.method === "PATCH") comments[Number(id)].body = body;
      response.end(JSON.stringify(request.method === "GET" ? comments : {}));
    });
  });
  return { server, comments };
}

const asked = (program, args, options) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [program, ...args], options);
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
    child.on("close", (status) => resolve({ status, output }));
  });

/** What is wrong with the review of a pull request; undefined where all is well. */
export async function pullRequest(project) {
  const git = (...args) =>
    run("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], { cwd: project });
  const file = join(project, "clusters", "cluster.yaml");
  mkdirSync(join(project, "clusters"), { recursive: true });
  copyFileSync(join(root, "examples/blueprints/slurm-mixed.yaml"), file);
  git("init", "--quiet");
  git("add", "clusters");
  git("commit", "--quiet", "--message", "base");
  const { server, comments } = gitHub();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const env = {
    ...process.env,
    GITHUB_TOKEN: "t",
    GITHUB_REPOSITORY: "team/infra",
    PULL_REQUEST: "7",
    GITHUB_API_URL: `http://127.0.0.1:${server.address().port}`,
  };
  const program = join(project, "node_modules/warpform/integrations/pull-request.mjs");
  const push = (...options) =>
    asked(program, ["clusters/cluster.yaml", "--base", "HEAD", "--sarif", "review.sarif", ...options], {
      cwd: project,
      env,
    });
  const before = readFileSync(file, "utf8");
  try {
    const same = await push();
    if (same.status !== 0) return `an unchanged blueprint ends with ${same.status}: ${same.output}`;
    if (!comments[0]?.body.includes("No figure or finding has changed"))
      return `the comment says: ${comments[0]?.body}`;
    writeFileSync(file, before.replace("instanceType: c7i.24xlarge", "instanceType: c7i.16xlarge"));
    const harmful = await push("--fail-on-impact");
    if (harmful.status !== 10) return `another instance type ends with ${harmful.status}: ${harmful.output}`;
    return comments[0].body.includes("Impact on a running cluster")
      ? undefined
      : `the comment says: ${comments[0].body}`;
  } finally {
    server.close();
    if (existsSync(file)) writeFileSync(file, before);
  }
}
