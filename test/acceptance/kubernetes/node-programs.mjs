// The small programs that run beside the workloads, run for real against stand-ins for what they talk to.
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { check, find, root, run, skip, tail } from "../lib/checks.mjs";

const programs = join(root, "lib/kubernetes/chart/programs");
const ofAws = join(root, "lib/clouds/aws/kubernetes/writers/programs");

/** A folder with an `aws` that writes down what it is asked and answers as the script given says. */
function fakeAws(folder, answers) {
  const bin = join(folder, "bin");
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, "aws"), `#!/bin/sh\necho "$*" >>"${folder}/calls"\n${answers}\n`);
  chmodSync(join(bin, "aws"), 0o755);
  writeFileSync(join(folder, "calls"), "");
  return { PATH: `${bin}:${process.env.PATH}` };
}

const calls = (folder) => readFileSync(join(folder, "calls"), "utf8").trim().split("\n").filter(Boolean);

function weights(folder) {
  const here = join(folder, "weights");
  const cache = join(here, "cache");
  const env = {
    ...process.env,
    ...fakeAws(here, 'for last; do :; done; echo data >"$last/model.safetensors"'),
    CACHE: cache,
  };
  // it stays alive after its work, as a DaemonSet's pod does: a signal ends it
  const fetch = (name, address) =>
    spawnSync("timeout", ["--signal=TERM", "2", "sh", join(ofAws, "fetch_weights.sh"), name, address], {
      env,
      encoding: "utf8",
    });
  const [v1, v2, own] = ["v1-0123456789", "v2-0123456789", "data"].map((name) => join(cache, name));
  check("fetch_weights.sh marks a version when it is complete, and never touches a complete one again", () => {
    fetch("v1-0123456789", "s3://b/v1");
    if (readFileSync(join(v1, ".complete"), "utf8").trim() !== "s3://b/v1") return "no mark of completion";
    fetch("v1-0123456789", "s3://b/v1");
    if (calls(here).length !== 1) return `fetched ${calls(here).length} times what was there already`;
    fetch("v2-0123456789", "s3://b/v2");
    if (calls(here).length !== 2) return "did not fetch the new version";
    return existsSync(join(v1, "model.safetensors")) ? undefined : "the old version went while servers may read it";
  });
  check("release_weights.py removes an old version when its last server is gone, and nothing before or besides", () => {
    mkdirSync(own);
    // the very lock that servers' pods hold, on a file opened for reading
    const server = spawn("sh", ["-c", `exec 9<${join(v1, ".complete")}; flock -s 9; exec sleep 60`]);
    // ends before its time where the old version goes: a busy machine takes seconds to start it
    const watch = `timeout "$1" python3 "$2" "$3" "$4" & while kill -0 $! && [ -e "$5" ]; do sleep 0.1; done 2>&-; kill $!`;
    const release = (seconds) =>
      run("sh", ["-c", watch, "watch", seconds, join(programs, "release_weights.py"), cache, "v2-0123456789", v1], {
        env: { ...process.env, WAIT_SECONDS: "0.4" },
      });
    try {
      spawnSync("sleep", ["0.3"]);
      release("4");
      if (!existsSync(v1)) return "it went under a running server";
    } finally {
      server.kill();
    }
    release("30");
    if (existsSync(v1)) return "it stayed although nobody reads it";
    return existsSync(v2) && existsSync(own) ? undefined : "it removed what servers are given, or what is not its own";
  });
  check("fetch_weights.sh leaves no mark when the fetch fails", () => {
    const broken = join(folder, "weights-broken");
    const result = run("sh", [join(ofAws, "fetch_weights.sh"), "llama", "s3://b/v1"], {
      env: { ...process.env, ...fakeAws(broken, "exit 1"), CACHE: join(broken, "cache") },
    });
    if (result.status === 0) return "it succeeded";
    return run("test", ["-e", join(broken, "cache/llama/.complete")]).status === 0 ? "it left a mark" : undefined;
  });
}

function users() {
  check("the variables of vLLM's pods give a name and a home to a user that the image does not know", () => {
    const text = readFileSync(join(root, "lib/kubernetes/serving/vllm-pod.ts"), "utf8");
    const uid = /runAsUser: (\d+)/.exec(text)[1];
    const name = /"USER", value: "(\w+)"/.exec(text)[1];
    const ask = (...env) =>
      run(
        "setpriv",
        ["--reuid", uid, "--regid", "0", "--clear-groups", "env", "-i", "PATH=/usr/bin:/bin", ...env].concat([
          "python3",
          "-c",
          "import getpass; print(getpass.getuser())",
        ]),
      );
    if (ask().status === 0) return `this machine knows user ${uid}, so nothing is tested`;
    const { stdout } = ask(`USER=${name}`);
    return stdout.trim() === name ? undefined : `it is called "${stdout.trim()}"`;
  });
}

function password(folder) {
  const here = join(folder, "redis");
  mkdirSync(here, { recursive: true });
  const answers = `case "$1 $2" in
"secretsmanager get-secret-value") [ -e ${here}/secret ] && cat ${here}/secret || exit 254 ;;
"secretsmanager get-random-password") echo abc123 ;;
"secretsmanager put-secret-value") echo abc123 >${here}/secret ;;
"elasticache describe-replication-groups") [ -e ${here}/set ] && echo True || echo False ;;
"elasticache modify-replication-group") case "$*" in *SET) touch ${here}/set ;; esac ;;
esac`;
  const env = {
    ...process.env,
    ...fakeAws(here, answers),
    SECRET_ID: "s",
    REPLICATION_GROUP: "r",
    AWS_REGION: "us-east-2",
    OUT: here,
    NAMESPACES: "a b",
    SECRET_NAME: "ray-state",
  };
  check(
    "redis_password.sh makes one password, sets it beside none and then requires it, and hands it to each namespace",
    () => {
      const result = run("sh", [join(ofAws, "redis_password.sh")], { env });
      if (result.status !== 0) return tail(result);
      const strategies = calls(here).flatMap((call) => /strategy (\w+)/.exec(call)?.[1] ?? []);
      if (strategies.join() !== "ROTATE,SET") return `strategies were ${strategies}`;
      const secrets = readFileSync(join(here, "secrets.yaml"), "utf8");
      if (!/namespace: a\}/.test(secrets) || !/namespace: b\}/.test(secrets) || !secrets.includes("abc123"))
        return secrets;
      return undefined;
    },
  );
  check("redis_password.sh changes nothing the second time", () => {
    writeFileSync(join(here, "calls"), "");
    run("sh", [join(ofAws, "redis_password.sh")], { env });
    const changes = calls(here).filter((call) => /put-|modify-|random/.test(call));
    return changes.length > 0 ? changes.join("; ") : undefined;
  });
}

function exporter(folder) {
  const sys = join(folder, "sys");
  const counters = join(sys, "class/infiniband/rdmap0s6/ports/1/hw_counters");
  mkdirSync(counters, { recursive: true });
  for (const [name, value] of Object.entries({ rx_bytes: 12, rx_drops: 3, lifespan: 12 }))
    writeFileSync(join(counters, name), `${value}\n`);
  const python = find("python3");
  if (!python) return skip("efa_exporter.py", "python3 is not installed");
  const port = 20000 + (process.pid % 10000);
  const server = spawn(python, [join(ofAws, "efa_exporter.py"), sys, String(port)], { stdio: "ignore" });
  try {
    check("efa_exporter.py serves the driver's counters and how many devices there are", () => {
      const result = run("curl", [
        "-sf",
        "--retry",
        "20",
        "--retry-connrefused",
        "--retry-delay",
        "1",
        `http://127.0.0.1:${port}/metrics`,
      ]);
      const wanted = ['efa_rx_drops_total{device="rdmap0s6",port="1"} 3', "efa_devices 1"];
      const missing = wanted.filter((line) => !result.stdout.includes(line));
      if (result.stdout.includes("lifespan")) return "it counts the refresh interval as errors";
      return missing.length > 0 ? `missing ${missing}: ${tail(result)}` : undefined;
    });
  } finally {
    server.kill();
  }
}

export function nodeProgramChecks(folder) {
  weights(folder);
  users();
  password(folder);
  exporter(folder);
}
