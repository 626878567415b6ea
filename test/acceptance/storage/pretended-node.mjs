// A node to run programs on: a mount namespace with folders of its own over /etc and the like, and stand-ins for what touches
// hardware. Needs root on Linux.
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check, root, run, tail } from "../lib/checks.mjs";

export const programs = join(root, "lib", "clouds", "aws", "shared", "programs");
const BOUND = ["run", "etc", "opt", "usr/local/sbin", "sys/class", "var/log", "var/lib"];

/** A pretended node. `stubs`: name of a program to the shell text that stands in for it. */
export class Node {
  constructor(stubs = {}) {
    this.folder = mkdtempSync(join(tmpdir(), "warpform-node-"));
    for (const path of BOUND) mkdirSync(this.path(path), { recursive: true });
    for (const path of ["etc/systemd/system", "etc/modprobe.d", "etc/logrotate.d", "etc/apt/sources.list.d", "bin"])
      mkdirSync(this.path(path), { recursive: true });
    // Debian's awk is a link through here.
    if (existsSync("/etc/alternatives"))
      cpSync("/etc/alternatives", this.path("etc/alternatives"), { recursive: true, verbatimSymlinks: true });
    this.write("etc/fstab", "");
    this.write("etc/os-release", "ID=ubuntu\nVERSION_CODENAME=noble\n");
    const calls = this.path("calls");
    const standIns = {
      systemctl: "",
      sleep: "",
      mountpoint: `grep -qx "\${!#}" ${this.path("mounted")} 2> /dev/null`,
      mount: `echo "\${!#}" >> ${this.path("mounted")}`,
      ...stubs,
    };
    for (const [name, text] of Object.entries(standIns)) {
      this.write(`bin/${name}`, `#!/bin/bash\necho "${name} $*" >> ${calls}\n${text}\n`);
      chmodSync(this.path(`bin/${name}`), 0o755);
    }
  }

  path(...parts) {
    return join(this.folder, ...parts);
  }

  write(path, text) {
    writeFileSync(this.path(path), text);
  }

  read(path) {
    return existsSync(this.path(path)) ? readFileSync(this.path(path), "utf8") : "";
  }

  get calls() {
    return this.read("calls").trim().split("\n");
  }

  /** The command line that runs a shell text within the node. */
  command(text) {
    this.write("program", text);
    const binds = BOUND.map((path) => `mount --bind ${this.path(path)} /${path}`);
    const path = `export PATH=${this.path("bin")}:/usr/sbin:/usr/bin:/sbin:/bin`;
    return [
      "-m",
      "bash",
      "-c",
      ["mount --make-rprivate /", ...binds, path, `exec bash ${this.path("program")}`].join(" && "),
    ];
  }

  /** Runs a program of lib/clouds/aws/shared/programs with its settings. */
  run(file, settings = {}) {
    const text = readFileSync(join(programs, file), "utf8");
    const variables = Object.entries(settings).map(([name, value]) => `${name}='${value}'\n`);
    return this.exec(variables.join("") + text);
  }

  exec(text) {
    return run("unshare", this.command(text));
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A check on a node of its own; `test` returns a complaint or nothing. */
export function onNode(name, stubs, test) {
  const node = new Node(stubs);
  check(name, () => test(node));
  node.remove();
}

export const expectStatus = (result, status) =>
  result.status === status ? undefined : `exit status ${result.status}\n    ${tail(result)}`;
export const expectText = (text, part) =>
  text.includes(part) ? undefined : `"${part}" is not in\n    ${text.trim().slice(0, 1500)}`;
export const first = (...complaints) => complaints.find((complaint) => complaint !== undefined);

const AGENT = "opt/aws/amazon-cloudwatch-agent";

/** A node with the agent's files; its control program records what it is asked to do. */
export function agentNode(stubs, schema) {
  const node = new Node(stubs);
  for (const path of ["bin", "doc"]) mkdirSync(node.path(AGENT, path), { recursive: true });
  node.write(`${AGENT}/bin/amazon-cloudwatch-agent-ctl`, `#!/bin/bash\necho "ctl $*" >> ${node.path("calls")}\n`);
  chmodSync(node.path(AGENT, "bin/amazon-cloudwatch-agent-ctl"), 0o755);
  node.write(`${AGENT}/doc/amazon-cloudwatch-agent-schema.json`, schema);
  return node;
}
