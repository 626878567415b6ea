// The very steps of the GitHub Action and the GitLab template, by the shell that runs them there, on a pull request of a repository
// with a remote: the packed package reviews, and comments on stand-ins of the two hosts' APIs.
import { spawn } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import { root, run } from "../lib/checks.mjs";

/** A host that keeps comments: written by POST, changed by PATCH (GitHub) or PUT (GitLab), refused without its token. */
function codeHost() {
  const comments = [];
  const calls = [];
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk) => {
      text += chunk;
    });
    request.on("end", () => {
      const { authorization, "private-token": token } = request.headers;
      calls.push(`${request.method} ${request.url.split("?")[0]}`);
      if (authorization !== "Bearer secret" && token !== "secret") return response.writeHead(401).end("{}");
      const { body } = text === "" ? {} : JSON.parse(text);
      if (request.method === "GET") return response.end(JSON.stringify(comments));
      if (request.method === "POST") comments.push({ id: 40 + comments.length, body });
      else comments.find(({ id }) => request.url.endsWith(`/${id}`)).body = body;
      return response.end("{}");
    });
  });
  return { server, comments, calls };
}

const shell = (program, options) =>
  new Promise((resolve) => {
    // as a runner's `shell: bash`, and as GitLab's: the first command that fails ends the job
    const child = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", program], options);
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
    child.on("close", (status) => resolve({ status, output }));
  });

/** `${{ a.b }}` of an action's step by what the runner would put there. */
const filled = (text, values) =>
  String(text).replace(/\$\{\{\s*([\w.-]+)\s*\}\}/g, (_, name) => {
    if (!(name in values)) throw new Error(`the action asks for ${name}, which no runner has`);
    return values[name];
  });

/** A job on GitHub: the environment of the action's one step, and its script. */
function gitHubJob(warpform, url, temp) {
  const { runs, inputs } = parse(readFileSync(join(warpform, "integrations/github/action.yml"), "utf8"));
  const [{ env, run: script, shell: name }, ...others] = runs.steps;
  if (runs.using !== "composite" || name !== "bash" || others.length > 0)
    throw new Error("the action is not one step of bash");
  const values = {
    ...Object.fromEntries(Object.entries(inputs).map(([key, { default: value = "" }]) => [`inputs.${key}`, value])),
    "inputs.blueprint": "cluster.yaml",
    "inputs.token": "secret",
    "github.event.pull_request.number": "7",
    "github.base_ref": "main",
    "github.action_path": join(warpform, "integrations/github"),
  };
  return {
    script,
    sarif: join(temp, "warpform.sarif"),
    env: {
      ...Object.fromEntries(Object.entries(env).map(([key, value]) => [key, filled(value, values)])),
      GITHUB_REPOSITORY: "team/infra",
      GITHUB_API_URL: url,
      GITHUB_OUTPUT: join(temp, "output"),
      RUNNER_TEMP: temp,
    },
    list: "/repos/team/infra/issues/7/comments",
    update: "PATCH /repos/team/infra/issues/comments/40",
  };
}

/** A job on GitLab: its variables and script; `npm ci` has nothing to fetch here and is left out. */
function gitLabJob(warpform, url, _temp, checkout) {
  const { variables, script } = parse(readFileSync(join(warpform, "integrations/gitlab/review.yml"), "utf8"))[
    "warpform review"
  ];
  return {
    script: script.filter((line) => line !== "npm ci").join("\n"),
    sarif: join(checkout, "warpform.sarif"),
    env: {
      ...variables,
      GITLAB_TOKEN: "secret",
      CI_API_V4_URL: url,
      CI_PROJECT_ID: "3",
      CI_MERGE_REQUEST_IID: "7",
      CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "main",
    },
    list: "/projects/3/merge_requests/7/notes",
    update: "PUT /projects/3/merge_requests/7/notes/40",
  };
}

/** A clone on a branch, whose remote has the blueprint on main. */
function checkoutIn(temp, warpform) {
  const [remote, checkout] = [join(temp, "remote"), join(temp, "checkout")];
  const git = (cwd, ...args) => {
    const done = run("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], { cwd });
    if (done.status !== 0) throw new Error(`git ${args[0]}: ${done.stderr}`);
  };
  mkdirSync(remote);
  copyFileSync(join(root, "examples/blueprints/slurm-mixed.yaml"), join(remote, "cluster.yaml"));
  writeFileSync(join(remote, "package.json"), "{}");
  git(remote, "init", "--quiet", "--initial-branch=main");
  git(remote, "add", ".");
  git(remote, "commit", "--quiet", "--message", "base");
  git(temp, "clone", "--quiet", remote, checkout);
  git(checkout, "checkout", "--quiet", "-b", "change");
  mkdirSync(join(checkout, "node_modules"));
  symlinkSync(warpform, join(checkout, "node_modules/warpform"));
  return checkout;
}

async function complaintOf(makeJob, warpform) {
  const temp = mkdtempSync(join(tmpdir(), "warpform-ci-"));
  const { server, comments, calls } = codeHost();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const checkout = checkoutIn(temp, warpform);
    const job = makeJob(warpform, `http://127.0.0.1:${server.address().port}`, temp, checkout);
    const { GITHUB_TOKEN: _g, GITLAB_TOKEN: _l, ...env } = process.env;
    const push = () => shell(job.script, { cwd: checkout, env: { ...env, ...job.env } });

    const first = await push();
    if (first.status !== 0) return `an unchanged blueprint ends with ${first.status}: ${first.output}`;
    if (comments.length !== 1 || !calls.includes(`POST ${job.list}`)) return `no comment is made: ${calls.join(", ")}`;
    if (!comments[0].body.includes("No figure or finding has changed")) return `the comment says: ${comments[0].body}`;
    const { version, runs } = JSON.parse(readFileSync(job.sarif, "utf8"));
    if (version !== "2.1.0" || runs.length !== 1) return "the SARIF file is not of version 2.1.0 with one run";
    if ("GITHUB_OUTPUT" in job.env && readFileSync(job.env.GITHUB_OUTPUT, "utf8") !== `sarif=${job.sarif}\n`)
      return "the output sarif does not name the file";

    const file = join(checkout, "cluster.yaml");
    writeFileSync(file, readFileSync(file, "utf8").replace("c7i.24xlarge", "c7i.16xlarge"));
    const second = await push();
    if (second.status !== 0) return `another instance type ends with ${second.status}: ${second.output}`;
    if (comments.length !== 1 || !calls.includes(job.update)) return `the comment is not updated: ${calls.join(", ")}`;
    if (!comments[0].body.includes("Impact on a running cluster")) return `the comment says: ${comments[0].body}`;

    writeFileSync(file, "apiVersion: warpform/v1\nname: x\n");
    const third = await push();
    if (third.status === 0) return "a blueprint with mistakes passes";
    return comments[0].body.includes("is not a valid blueprint") ? undefined : `the comment says: ${comments[0].body}`;
  } finally {
    server.close();
    rmSync(temp, { recursive: true, force: true });
  }
}

/** What is wrong with the files for CI in an installed package, by host; undefined where all is well. */
export async function ciFiles(warpform) {
  return {
    "the GitHub Action": await complaintOf(gitHubJob, warpform),
    "the GitLab template": await complaintOf(gitLabJob, warpform),
  };
}
