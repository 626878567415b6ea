// The check of new nodes: its shell lines run for real against stand-ins for DCGM and NCCL, and its program takes the taint off a node of a
// real API server, with the rights and within the policy that the chart gives it.
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { check, find, root, run, skip, tail } from "../lib/checks.mjs";
import { chartsOf, fakeNodes, withExample } from "./cluster.mjs";

export const TITLE = "the check of a new node takes its own taint off, and may change nothing else";
const TAINT = "startup-taint.cluster-autoscaler.kubernetes.io/node-check";
const program = join(root, "lib/kubernetes/chart/programs/node_check.py");

/** The check of a pool with an all-reduce. */
const daemonOf = (charts) =>
  charts
    .flatMap(({ objects }) => objects)
    .filter(({ kind, metadata }) => kind === "DaemonSet" && metadata.name.startsWith("node-check-"))
    .find(({ spec }) => spec.template.spec.initContainers.some(({ name }) => name === "nccl"));

/** A script with its folder and programs here, where `dcgmi` and `all_reduce_perf` answer as told. */
function runScript(folder, container, answers) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "bin"), { recursive: true });
  for (const [name, lines] of Object.entries({ "nv-hostengine": "exit 0", ...answers })) {
    writeFileSync(join(folder, "bin", name), `#!/bin/sh\n${lines}\n`);
    chmodSync(join(folder, "bin", name), 0o755);
  }
  if (answers.skip) writeFileSync(join(folder, "skip"), "");
  const script = container.command.at(-1).replaceAll("/opt/nccl-tests/build/", "").replaceAll("/check", folder);
  const result = run("bash", ["-c", script], {
    env: { ...process.env, PATH: `${join(folder, "bin")}:${process.env.PATH}` },
  });
  const failed = join(folder, "failed");
  return { status: result.status, failed: existsSync(failed) ? readFileSync(failed, "utf8").trim() : "", result };
}

const nccl = (bandwidth, wrong = "0 OK") =>
  `echo "# Out of bounds values : ${wrong}"; echo "# Avg bus bandwidth    : ${bandwidth}"`;

/** What the programs answer, the container, and whether the node is then kept from work. */
const RUNS = [
  ["a diagnosis that passes", "dcgm", { dcgmi: "exit 0" }, false],
  ["a diagnosis that finds something", "dcgm", { dcgmi: "echo Memory Fail; exit 226" }, true],
  ["an engine that does not start", "dcgm", { "nv-hostengine": "exit 1", dcgmi: "exit 0" }, true],
  ["a node that is not to be checked", "dcgm", { dcgmi: "exit 226", skip: "true" }, false],
  ["an all-reduce at its rate", "nccl", { all_reduce_perf: nccl(471.3) }, false],
  ["a slow all-reduce", "nccl", { all_reduce_perf: nccl(3.1) }, true],
  ["an all-reduce with wrong results", "nccl", { all_reduce_perf: nccl(471.3, "12 FAILED") }, true],
  ["an all-reduce that ends early", "nccl", { all_reduce_perf: "echo NCCL failure; exit 3" }, true],
];

export function nodeCheckScripts(folder, charts) {
  const daemon = daemonOf(charts);
  if (!daemon) return skip("the check of new nodes keeps bad nodes from work", "no chart was rendered that has it");
  const here = join(folder, "node-check");
  for (const [title, name, answers, kept] of RUNS)
    check(`the check of new nodes: ${title} ${kept ? "keeps the node from work" : "lets it go on"}`, () => {
      const container = daemon.spec.template.spec.initContainers.find((each) => each.name === name);
      const { status, failed, result } = runScript(here, container, answers);
      if (status !== 0) return `the container fails, so that it runs again: ${tail(result)}`;
      return (failed !== "") === kept ? undefined : `it wrote "${failed}"`;
    });
}

/** A node of the pool with the taint. */
function newNode(pool, type, name) {
  const [node] = fakeNodes(pool, type, 1).nodes;
  const taints = [...(node.spec.taints ?? []), { key: TAINT, value: "waiting", effect: "NoSchedule" }];
  return { ...node, metadata: { ...node.metadata, name }, spec: { ...node.spec, taints } };
}

export function nodeCheckOnServer(cluster, helm, charts) {
  const python = find("python3");
  if (!python) return skip(TITLE, "python3 is not installed");
  const own = chartsOf(charts, "serving");
  check(TITLE, () =>
    withExample(cluster, helm, own, () => {
      const daemon = daemonOf(own);
      const { name, namespace } = daemon.metadata;
      const pool = daemon.spec.template.spec.nodeSelector["warpform/pool"];
      cluster.apply([newNode(pool, "g6e.12xlarge", "fresh"), newNode(pool, "g6e.12xlarge", "other")]);
      const podOn = (node) =>
        cluster
          .get("pods", "-n", namespace, "-l", `app=${name}`)
          .find(({ spec, status }) => spec.nodeName === node && status.phase === "Running");
      const late = cluster.until(60, () => (podOn("fresh") ? "" : "no pod of the check runs on the new node"));
      if (late) return late;
      const account = join(cluster.folder, "account");
      mkdirSync(account, { recursive: true });
      const bound = ["--bound-object-kind", "Pod", "--bound-object-name", podOn("fresh").metadata.name];
      const token = cluster.must(["create", "token", "node-check", "-n", namespace, ...bound]).trim();
      writeFileSync(join(account, "token"), token);
      const config = JSON.parse(cluster.must(["config", "view", "--raw", "-o", "json"])).clusters[0].cluster;
      const authority = config["certificate-authority-data"]
        ? Buffer.from(config["certificate-authority-data"], "base64")
        : readFileSync(config["certificate-authority"]);
      writeFileSync(join(account, "ca.crt"), authority);
      const step = (which, node, checks) => {
        mkdirSync(checks, { recursive: true });
        const env = { ...process.env, ACCOUNT: account, SERVER: config.server, CHECK: checks, NODE: node, TAINT };
        return run(python, [program, which], { env: { ...env, ONCE: "1", PAUSE: "0.2" } });
      };
      const tainted = (node) =>
        cluster
          .get("nodes")
          .find(({ metadata }) => metadata.name === node)
          .spec.taints?.some(({ key }) => key === TAINT);
      const [good, bad, elsewhere] = ["good", "bad", "elsewhere"].map((each) => join(cluster.folder, each));
      const begun = step("begin", "fresh", good);
      if (begun.status !== 0) return `begin: ${tail(begun)}`;
      if (existsSync(join(good, "skip"))) return "a new node is not checked";
      mkdirSync(bad, { recursive: true });
      writeFileSync(join(bad, "failed"), "dcgmi-diag\n");
      step("end", "fresh", bad);
      if (!tainted("fresh") || existsSync(join(bad, "admitted"))) return "a node that failed takes work";
      const strange = step("end", "other", elsewhere);
      if (strange.status === 0 || !tainted("other")) return "a pod may take the taint off another node than its own";
      const as = ["--token", token, "--server", config.server, "--certificate-authority", join(account, "ca.crt")];
      const labelled = spawnSync("kubectl", [...as, "label", "node", "fresh", "a=b", "--kubeconfig", "/dev/null"], {
        encoding: "utf8",
      });
      if (labelled.status === 0) return "a pod may change labels of its node";
      const ended = step("end", "fresh", good);
      if (ended.status !== 0 || tainted("fresh")) return `the taint stays: ${tail(ended)}`;
      const again = step("begin", "fresh", good);
      if (again.status !== 0 || !existsSync(join(good, "skip"))) return "a node that works is checked again";
      cluster.kubectl(["delete", "nodes", "fresh", "other"]);
      return undefined;
    }),
  );
}
