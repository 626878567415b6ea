// Runs the containers of a namespace's pods as processes of this machine, each pod in a network of its own: what a kubelet does, for
// programs that are installed here. pod-runner.mjs NAMESPACE NODES_FILE FOLDER PYTHON_BIN PYTHONPATH
// Node images, volumes and init containers are not there: the programs find theirs on this machine.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { parse } from "yaml";

const [, , namespace, nodesFile, folder, bin, pythonPath] = process.argv;
const kubeconfig = parse(readFileSync(process.env.KUBECONFIG, "utf8"));
const [{ cluster }] = kubeconfig.clusters;
const [{ user }] = kubeconfig.users;
const server = new URL(cluster.server);
const ca = readFileSync(cluster["certificate-authority"]);
/** Network of the pods: a bridge, whose first address is this machine's. */
const BRIDGE = "warpform-pods";
const NET = "10.213.77";
const KUBERNETES = "kubernetes.default";
const pods = new Map();

function api(method, path, body, type = "application/json") {
  return new Promise((settle, fail) => {
    const text = body === undefined ? "" : JSON.stringify(body);
    // Node says the length of a body of DELETE to nobody
    const length = Buffer.byteLength(text);
    const headers = { authorization: `Bearer ${user.token}`, "content-type": type, "content-length": length };
    const asked = request(new URL(path, server), { method, headers, ca }, (response) => {
      let answer = "";
      response.on("data", (part) => {
        answer += part;
      });
      response.on("end", () => {
        if (response.statusCode < 300) settle(JSON.parse(answer));
        else fail(new Error(`${method} ${path}: ${response.statusCode} ${answer.slice(0, 300)}`));
      });
    });
    asked.on("error", fail);
    asked.end(text);
  });
}

const status = (path, of) => api("PATCH", `${path}/status`, { status: of }, "application/strategic-merge-patch+json");

function sh(...args) {
  const result = spawnSync(args[0], args.slice(1), { encoding: "utf8" });
  if (result.status !== 0) throw new Error(`${args.join(" ")}: ${result.stderr}`);
  return result.stdout;
}

async function resolved({ value, valueFrom }, pod, ip) {
  if (!valueFrom) return value ?? "";
  const { secretKeyRef, fieldRef } = valueFrom;
  if (secretKeyRef) {
    const { data } = await api("GET", `/api/v1/namespaces/${namespace}/secrets/${secretKeyRef.name}`);
    return Buffer.from(data[secretKeyRef.key], "base64").toString();
  }
  const { name, labels } = pod.metadata;
  const label = /^metadata\.labels\['(.*)'\]$/.exec(fieldRef?.fieldPath)?.[1];
  if (label) return labels[label];
  const known = { "metadata.name": name, "metadata.namespace": namespace, "status.podIP": ip };
  if (!(fieldRef?.fieldPath in known)) throw new Error(`no value for ${JSON.stringify(valueFrom)}`);
  return known[fieldRef.fieldPath];
}

/** Services of the namespace by name, as headless ones are found: the addresses of their pods. */
async function writeNames() {
  const { items } = await api("GET", `/api/v1/namespaces/${namespace}/services`);
  const lines = ["127.0.0.1 localhost", `${NET}.1 ${KUBERNETES}`];
  for (const { metadata, spec } of items)
    for (const { pod, ip } of pods.values())
      if (spec.selector && Object.entries(spec.selector).every(([key, value]) => pod.metadata.labels?.[key] === value))
        lines.push(`${ip} ${metadata.name}.${namespace}.svc.cluster.local ${metadata.name}`);
  for (const { pod, ip } of pods.values()) lines.push(`${ip} ${pod.metadata.name}`);
  for (const { net } of pods.values()) writeFileSync(join("/etc/netns", net, "hosts"), `${lines.join("\n")}\n`);
}

/** What a container sees of this machine: its own processes, name, folder of Ray and account. */
const WITHIN =
  'hostname "${0##*/}" && mkdir -p /tmp/ray && mount --bind "$0/ray" /tmp/ray && mount --bind "$0/secrets" /run/secrets && exec "$@"';

/** Starts a container's program, and again where it ends, as `restartPolicy: Always` has it. */
function runContainer(running, name, own, command, env) {
  const log = openSync(join(own, `${name}.log`), "a");
  const apart = ["unshare", "-m", "-u", "-p", "-f", "--mount-proc", "--kill-child", "sh", "-c", WITHIN, own];
  const child = spawn("ip", ["netns", "exec", running.net, ...apart, ...command], { env, stdio: ["ignore", log, log] });
  child.on("close", (code) => {
    if (running.stopped) return;
    console.log(`${name} of ${running.pod.metadata.name} ended with ${code} and is started again`);
    setTimeout(() => running.stopped || runContainer(running, name, own, command, env), 2000);
  });
}

async function start(pod) {
  const number = [...Array(200).keys()].map((i) => i + 10).find((n) => ![...pods.values()].some((p) => p.number === n));
  const [ip, net] = [`${NET}.${number}`, `warpform-${number}`];
  const running = { pod, ip, net, number, ready: false, started: new Date().toISOString() };
  pods.set(pod.metadata.uid, running);
  mkdirSync(join("/etc/netns", net), { recursive: true });
  sh("ip", "netns", "add", net);
  sh("ip", "link", "add", `wf${number}`, "type", "veth", "peer", "name", "eth0", "netns", net);
  sh("ip", "link", "set", `wf${number}`, "master", BRIDGE, "up");
  for (const args of [
    ["addr", "add", `${ip}/24`, "dev", "eth0"],
    ["link", "set", "eth0", "up"],
    ["link", "set", "lo", "up"],
    // programs find their own address by the way out
    ["route", "add", "default", "via", `${NET}.1`],
  ])
    sh("ip", "-n", net, ...args);
  // names are in files: whoever asks for more (gRPC for IPv6 addresses) is to hear at once that there is none
  writeFileSync(join("/etc/netns", net, "resolv.conf"), "nameserver 127.0.0.1\n");
  await writeNames();
  const own = join(folder, pod.metadata.name);
  const account = join(own, "secrets", "kubernetes.io", "serviceaccount");
  for (const path of [join(own, "ray"), account]) mkdirSync(path, { recursive: true });
  const { serviceAccountName: name } = pod.spec;
  const { status: token } = await api("POST", `/api/v1/namespaces/${namespace}/serviceaccounts/${name}/token`, {
    spec: {},
  });
  writeFileSync(join(account, "token"), token.token);
  writeFileSync(join(account, "namespace"), namespace);
  writeFileSync(join(account, "ca.crt"), ca);
  for (const container of pod.spec.containers) {
    const env = {
      HOME: "/root",
      LANG: "C.UTF-8",
      PATH: `${bin}:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin`,
      PYTHONPATH: pythonPath,
      RAY_USAGE_STATS_ENABLED: "0",
      // as many workers as a node has CPUs would be started ahead
      RAY_enable_worker_prestart: "0",
      RAY_prestart_worker_first_driver: "0",
      // beside others on the same CPUs
      RAY_worker_niceness: "0",
      RAY_SERVE_PROXY_READY_CHECK_TIMEOUT_S: "60",
      KUBERNETES_SERVICE_HOST: KUBERNETES,
      KUBERNETES_SERVICE_PORT_HTTPS: server.port,
    };
    for (const variable of container.env ?? []) env[variable.name] = await resolved(variable, pod, ip);
    const expand = (text) => text.replace(/\$\((\w+)\)/g, (whole, name) => env[name] ?? whole);
    const command = [...(container.command ?? []), ...(container.args ?? [])].map(expand);
    runContainer(running, container.name, own, command, env);
  }
  console.log(`${pod.metadata.name} runs on ${ip}`);
}

/** Whether a container's own probe says that it is ready. */
function probed({ net, pod }) {
  return pod.spec.containers.every(({ readinessProbe }) => {
    if (!readinessProbe?.exec) return true;
    return spawnSync("ip", ["netns", "exec", net, ...readinessProbe.exec.command], { stdio: "ignore" }).status === 0;
  });
}

async function report(running) {
  const { pod, ip, ready, started } = running;
  const is = ready ? "True" : "False";
  const conditions = { Initialized: "True", ContainersReady: is, Ready: is };
  await status(`/api/v1/namespaces/${namespace}/pods/${pod.metadata.name}`, {
    phase: "Running",
    podIP: ip,
    podIPs: [{ ip }],
    startTime: started,
    conditions: Object.entries(conditions).map(([type, of]) => ({ type, status: of })),
    containerStatuses: pod.spec.containers.map(({ name, image }) => ({
      ...{ name, image, imageID: image, ready, started: true, restartCount: 0 },
      state: { running: { startedAt: started } },
    })),
  });
}

async function stop(running) {
  const { pod, net, number } = running;
  running.stopped = true;
  for (const id of sh("ip", "netns", "pids", net).split("\n").filter(Boolean))
    spawnSync("kill", ["-9", id], { stdio: "ignore" });
  spawnSync("ip", ["link", "del", `wf${number}`]);
  spawnSync("ip", ["netns", "del", net]);
  rmSync(join("/etc/netns", net), { recursive: true, force: true });
  pods.delete(pod.metadata.uid);
  console.log(`${pod.metadata.name} is gone`);
}

async function turn() {
  const { items } = await api("GET", `/api/v1/namespaces/${namespace}/pods`);
  for (const [uid, each] of pods) if (!items.some(({ metadata }) => metadata.uid === uid)) await stop(each);
  for (const pod of items) {
    const known = pods.get(pod.metadata.uid);
    if (pod.metadata.deletionTimestamp) {
      if (known) await stop(known);
      const path = `/api/v1/namespaces/${namespace}/pods/${pod.metadata.name}`;
      await api("DELETE", path, { gracePeriodSeconds: 0 }).catch(() => {});
    } else if (!known && pod.spec.nodeName) {
      await start(pod);
      await report(pods.get(pod.metadata.uid));
    } else if (known) {
      known.pod = pod;
      const ready = probed(known);
      if (ready !== known.ready) {
        known.ready = ready;
        console.log(`${pod.metadata.name} is ${ready ? "" : "not "}ready`);
        await report(known);
      }
    }
  }
  await writeNames();
}

const nodes = JSON.parse(readFileSync(nodesFile, "utf8"));
let beaten = 0;
/** Nodes stay ready while somebody says so. */
async function heartbeat() {
  if (Date.now() - beaten < 10_000) return;
  beaten = Date.now();
  const now = new Date().toISOString();
  for (const { metadata, status: of } of nodes)
    await status(`/api/v1/nodes/${metadata.name}`, {
      ...of,
      conditions: [{ type: "Ready", status: "True", reason: "Runs", lastHeartbeatTime: now }],
    });
}

let ended = false;
async function end() {
  if (ended) return;
  ended = true;
  for (const each of [...pods.values()]) await stop(each);
  spawnSync("ip", ["link", "del", BRIDGE]);
  process.exit(0);
}
process.on("SIGTERM", end);
process.on("SIGINT", end);

mkdirSync("/run/secrets", { recursive: true });
spawnSync("ip", ["link", "del", BRIDGE]);
sh("ip", "link", "add", BRIDGE, "type", "bridge");
sh("ip", "addr", "add", `${NET}.1/24`, "dev", BRIDGE);
sh("ip", "link", "set", BRIDGE, "up");
// pods reach the API server, which listens on this machine alone
createServer((from) => {
  const to = connect(Number(server.port), "127.0.0.1");
  from.pipe(to).pipe(from);
  for (const each of [from, to])
    each.on("error", () => {
      from.destroy();
      to.destroy();
    });
}).listen(Number(server.port), `${NET}.1`);
while (!ended) {
  try {
    await heartbeat();
    await turn();
  } catch (error) {
    console.error(error.message);
  }
  await new Promise((settle) => setTimeout(settle, 1000));
}
