// The storage of a bundle on Ceph's own programs: its specification parser, a monitor that takes the commands of storage/pools, and crushtool,
// which places chunks by the rules that these made. Rook's manifests by the schemas of Rook's custom resources.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseAllDocuments, stringify } from "yaml";

/** Reads each document as `ceph orch apply -i` does; the problems of those that are refused. */
const PARSER = `
import sys, yaml
from ceph.deployment.service_spec import ServiceSpec
from ceph.deployment.hostspec import HostSpec
for one in yaml.safe_load_all(open(sys.argv[1])):
    if one["service_type"] == "host":
        HostSpec.from_json(one)
        continue
    spec = ServiceSpec.from_json(one)
    spec.validate()
    print(spec.service_name(), len(spec.placement.hosts))
`;

export function readSpec(text, folder) {
  const file = join(folder, "spec.yaml");
  writeFileSync(file, text);
  // The module is of the distribution's Python.
  const done = spawnSync("/usr/bin/python3", ["-c", PARSER, file], { encoding: "utf8" });
  return { good: done.status === 0, said: done.stdout.trim(), why: done.stderr.trim().split("\n").at(-1) };
}

export class CephMonitor {
  constructor(folder) {
    this.folder = folder;
    this.conf = join(folder, "ceph.conf");
  }

  async start() {
    mkdirSync(join(this.folder, "data"), { recursive: true });
    const fsid = "6f1f6b0e-0000-4000-8000-000000000001";
    const port = 40_000 + (process.pid % 20_000);
    const file = (name) => join(this.folder, name);
    writeFileSync(
      this.conf,
      [
        "[global]",
        `fsid = ${fsid}`,
        "mon_initial_members = a",
        `mon_host = [v2:127.0.0.1:${port}/0]`,
        ...["cluster", "service", "client"].map((who) => `auth_${who}_required = none`),
        `run_dir = ${this.folder}`,
        `admin_socket = ${file("$name.asok")}`,
        `log_file = ${file("$name.log")}`,
        `mon_data = ${file("data")}`,
        `pid_file = ${file("mon.pid")}`,
        // A monitor gathers changes for a second by default; here each command waits for the one before.
        "paxos_propose_interval = 0.05",
        "paxos_min_wait = 0.01",
        // A monitor ends below 5 % of free disk by default: this one holds a few MB on whatever disk runs the check.
        "mon_data_avail_warn = 0",
        "mon_data_avail_crit = 0",
        "",
      ].join("\n"),
    );
    this.run("monmaptool", "--create", "--fsid", fsid, "--addv", "a", `[v2:127.0.0.1:${port}]`, file("monmap"));
    const made = this.run("ceph-mon", "-c", this.conf, "--mkfs", "-i", "a", "--monmap", file("monmap"));
    const started = this.run("ceph-mon", "-c", this.conf, "-i", "a");
    const deadline = Date.now() + 120_000;
    let asked;
    while (Date.now() < deadline) {
      asked = this.run("ceph", "--connect-timeout", "5", "mon", "stat");
      if (asked.status === 0) return;
      await sleep(500);
    }
    const answers = [made, started, asked].map(({ status, stdout, stderr }) => `${status}: ${stdout}${stderr}`);
    throw new Error(`the monitor did not come up:\n${answers.join("\n")}`);
  }

  stop() {
    const file = join(this.folder, "mon.pid");
    if (existsSync(file)) process.kill(Number(readFileSync(file, "utf8")));
  }

  run(program, ...args) {
    const env = { ...process.env, CEPH_CONF: this.conf };
    return spawnSync(program, args, { env, encoding: "utf8", timeout: 120_000 });
  }

  ceph(...args) {
    const done = this.run("ceph", ...args, "--format", "json");
    if (done.status !== 0) throw new Error(`ceph ${args.join(" ")}: ${done.stderr}`);
    return done.stdout.trim() === "" ? {} : JSON.parse(done.stdout);
  }

  /** One OSD per server, where the specification says that the server is. */
  placeServers(spec) {
    const hosts = parseAllDocuments(spec)
      .map((one) => one.toJS())
      .filter((one) => one.service_type === "host");
    // One client for all commands: it takes longer to start than to ask.
    const commands = hosts.flatMap(({ hostname, location: { root, rack } }, index) => [
      `osd new ${crypto.randomUUID()}`,
      `osd crush add osd.${index} 1.0 root=${root} rack=${rack} host=${hostname}`,
    ]);
    const env = { ...process.env, CEPH_CONF: this.conf };
    spawnSync("ceph", [], { env, encoding: "utf8", timeout: 120_000, input: `${commands.join("\n")}\n` });
    const placed = this.ceph("osd", "tree").nodes.filter(({ type }) => type === "osd").length;
    if (placed !== hosts.length) throw new Error(`${placed} of ${hosts.length} servers are placed`);
    return hosts.length;
  }

  /** Objects whose chunks found too few places, and objects with two chunks in one domain, by CRUSH itself. */
  badPlaces(rule, width, domain) {
    const map = join(this.folder, "crush");
    this.run("ceph", "osd", "getcrushmap", "-o", map);
    const id = this.ceph("osd", "crush", "rule", "dump", rule).rule_id;
    const args = [
      "-i",
      map,
      "--test",
      "--rule",
      String(id),
      "--num-rep",
      String(width),
      "--min-x",
      "0",
      "--max-x",
      "511",
    ];
    const bad = this.run("crushtool", ...args, "--show-bad-mappings")
      .stdout.split("\n")
      .filter(Boolean);
    const { nodes } = this.ceph("osd", "tree");
    const above = (id) => nodes.find(({ children = [] }) => children.includes(id));
    const of = (osd) => (domain === "host" ? above(osd) : above(above(osd)?.id))?.name;
    const lines = this.run("crushtool", ...args, "--show-mappings").stdout.split("\n");
    const twice = lines.filter((line) => {
      const osds = /\[([\d,]+)\]/.exec(line)?.[1].split(",").map(Number);
      return osds !== undefined && new Set(osds.map(of)).size < osds.length;
    });
    return { bad: bad.length, twice: twice.length, seen: lines.filter((line) => line.includes("[")).length };
  }
}

/** Rook's custom resources as JSON Schemas in which unknown keys are wrong; undefined where the module cannot be had. */
export function rookSchemas(folder, release = "v1.15.0") {
  const module = spawnSync("go", ["mod", "download", "-json", `github.com/rook/rook@${release}`], {
    cwd: folder,
    encoding: "utf8",
    timeout: 240_000,
  });
  const { Dir } = module.status === 0 ? JSON.parse(module.stdout) : {};
  if (Dir === undefined) return undefined;
  const at = join(folder, "rook-schemas");
  mkdirSync(at, { recursive: true });
  const crds = parseAllDocuments(readFileSync(join(Dir, "deploy/examples/crds.yaml"), "utf8")).map((one) => one.toJS());
  for (const crd of crds.filter((one) => one?.kind === "CustomResourceDefinition")) {
    const { openAPIV3Schema: schema } = crd.spec.versions[0].schema;
    writeFileSync(join(at, `${crd.spec.names.kind.toLowerCase()}.json`), JSON.stringify(strict(schema, true)));
  }
  return at;
}

/** Objects with known keys take no others, as with kubectl's strict validation. */
function strict(schema, top = false) {
  if (typeof schema !== "object" || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map((one) => strict(one));
  const made = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, strict(value)]));
  const closed =
    typeof schema.properties === "object" && schema["x-kubernetes-preserve-unknown-fields"] !== true && !top;
  if (schema["x-kubernetes-int-or-string"]) return {};
  if (made.nullable && made.type) made.type = [made.type, "null"];
  return closed ? { ...made, additionalProperties: made.additionalProperties ?? false } : made;
}

export function rookProblems(text, schemas, folder) {
  const file = join(folder, "rook.yaml");
  writeFileSync(file, text);
  const done = spawnSync(
    "kubeconform",
    [
      "-strict",
      "-summary",
      "-schema-location",
      join(schemas, "{{ .ResourceKind }}.json"),
      "-skip",
      "StorageClass",
      file,
    ],
    { encoding: "utf8" },
  );
  return done.status === 0 && /Valid: 2/.test(done.stdout) ? "" : done.stdout + done.stderr;
}

/** The text with one document changed. */
export function changed(text, kind, change) {
  return parseAllDocuments(text)
    .map((one) => one.toJS())
    .map((one) => (one.kind === kind || one.service_type === kind ? change(structuredClone(one)) : one))
    .map((one) => `---\n${stringify(one)}`)
    .join("");
}
