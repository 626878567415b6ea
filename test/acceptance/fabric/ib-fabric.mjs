// A simulated InfiniBand fabric (ibsim) under the real OpenSM: writes ibsim's net file from a cable list, runs the
// subnet manager once with our configuration, and reads back the graph and the forwarding tables.
import { execFile, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** The simulator's umad library, or undefined where ibsim-utils is not installed. */
export function umad2sim() {
  for (const triple of existsSync("/usr/lib") ? readdirSync("/usr/lib") : []) {
    const file = `/usr/lib/${triple}/umad2sim/libumad2sim.so`;
    if (existsSync(file)) return file;
  }
  return undefined;
}

/** A node's port is an HCA of its own, as in a GPU server. */
export const hca = (end) => `${end.name}-hca${end.port}`;

/** ibsim's topology text: every cable is written at both ends. */
export function netFile(wiring) {
  const lines = new Map(wiring.switches.map((s) => [s.name, [`Switch ${s.ports} "${s.name}"`]]));
  for (const { kind, from, to } of wiring.cables) {
    if (kind === "node-leaf") {
      lines.set(hca(from), [`Hca 1 "${hca(from)}"`, `[1] "${to.name}"[${to.port}]`]);
      lines.get(to.name).push(`[${to.port}] "${hca(from)}"[1]`);
    } else {
      lines.get(from.name).push(`[${from.port}] "${to.name}"[${to.port}]`);
      lines.get(to.name).push(`[${to.port}] "${from.name}"[${from.port}]`);
    }
  }
  return `${[...lines.values()].map((block) => block.join("\n")).join("\n\n")}\n`;
}

export class IbFabric {
  constructor(wiring) {
    this.wiring = wiring;
    this.dir = mkdtempSync(join(tmpdir(), "warpform-ib-"));
    const first = wiring.cables.find((c) => c.kind === "node-leaf");
    this.env = {
      ...process.env,
      LD_PRELOAD: umad2sim(),
      SIM_HOST: hca(first.from),
      IBSIM_SOCKNAME: `warpform-${process.pid}-${Math.random().toString(36).slice(2)}`,
      OSM_TMP_DIR: this.dir,
      OSM_CACHE_DIR: this.dir,
    };
  }

  async start() {
    writeFileSync(join(this.dir, "net"), netFile(this.wiring));
    const env = { ...this.env, LD_PRELOAD: "" };
    const nodes = String(this.wiring.cables.length + this.wiring.switches.length + 8);
    const args = ["-s", "-N", nodes, "-S", "512", "-P", "40000", join(this.dir, "net")];
    // Unbuffered, so that the console's prompt says when a command is done.
    this.sim = spawn("stdbuf", ["-o0", "ibsim", ...args], { env, stdio: ["pipe", "pipe", "ignore"] });
    this.sim.stdin.on("error", () => {});
    this.prompts = 0;
    this.sim.stdout.on("data", (text) => {
      this.prompts += String(text).split("sim> ").length - 1;
    });
    for (let tries = 0; tries < 100; tries++) {
      await sleep(100);
      await this.discover();
      if (this.graph.size > 1) return;
    }
    throw new Error("ibsim did not come up");
  }

  stop() {
    this.sim?.kill();
    rmSync(this.dir, { recursive: true, force: true });
  }

  /** A command of ibsim's console: `unlink "leaf1"[9]`, `relink "leaf1"[9]`. */
  async console(...commands) {
    const wanted = this.prompts + commands.length;
    for (const command of commands) this.sim.stdin.write(`${command}\n`);
    for (let tries = 0; tries < 1000 && this.prompts < wanted; tries++) await sleep(5);
    if (this.prompts < wanted) throw new Error(`ibsim took ${commands.join(", ")} and never came back`);
  }

  /** What a program over this fabric prints. Others go on meanwhile: programs and simulator mostly wait for each other. */
  run(program, ...args) {
    return new Promise((settle) => {
      // The simulator's library writes a sysfs of hundreds of files into the folder where a program starts.
      const options = { env: this.env, cwd: this.dir, encoding: "utf8", timeout: 180_000, maxBuffer: 1 << 28 };
      execFile(program, args, options, (_error, stdout) => settle(`${stdout}`));
    });
  }

  /** Reads the graph by directed routes, from the fabric itself: names, GUIDs, LIDs and who is on which port. */
  async discover() {
    this.graph = new Map();
    this.lids = new Map();
    let at;
    for (const line of (await this.run("ibnetdiscover")).split("\n")) {
      const head = /^(Switch|Ca)\s+\d+ "[SH]-([0-9a-f]+)"\s+# "([^"]*)"/.exec(line);
      const link = /^\[(\d+)\](?:\([0-9a-f]+\))?\s+"[SH]-([0-9a-f]+)"\[(\d+)\]/.exec(line);
      if (head) {
        at = { guid: head[2], name: head[3], isSwitch: head[1] === "Switch", ports: new Map(), table: new Map() };
        this.graph.set(at.guid, at);
      } else if (link) at.ports.set(Number(link[1]), link[2]);
      const lid = head?.[1] === "Switch" ? / lid (\d+) /.exec(line) : link && !at.isSwitch && /# lid (\d+) /.exec(line);
      if (lid) this.lids.set(Number(lid[1]), at.guid);
    }
  }

  guids() {
    return Object.fromEntries([...this.graph.values()].map((n) => [n.name, `0x${n.guid}`]));
  }

  /** One sweep of the real OpenSM with our files; afterwards the forwarding tables are in `graph`. */
  async route(files) {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(this.dir, name), text);
    rmSync(join(this.dir, "osm.log"), { force: true });
    rmSync(join(this.dir, "opensm-lfts.dump"), { force: true });
    // -D 0x43: errors, information and the routing dump
    await this.run("opensm", "-o", "-F", join(this.dir, "opensm.conf"), "-f", join(this.dir, "osm.log"), "-D", "0x43");
    await this.discover();
    const log = existsSync(join(this.dir, "osm.log")) ? readFileSync(join(this.dir, "osm.log"), "utf8") : "";
    this.engine = /(\S+) tables configured/.exec(log)?.[1] ?? "none";
    const dump = join(this.dir, "opensm-lfts.dump");
    let at;
    for (const line of existsSync(dump) ? readFileSync(dump, "utf8").split("\n") : []) {
      const head = /^Unicast lids.*guid 0x([0-9a-f]+)/.exec(line);
      const route = /^0x([0-9a-f]+) (\d+) #/.exec(line);
      if (head) at = this.graph.get(head[1]);
      else if (route) at?.table.set(Number.parseInt(route[1], 16), Number(route[2]));
    }
  }

  /** Walks every ordered pair of HCAs through the tables; counts the routes on every switch port that leads to a switch. */
  walk() {
    const hosts = [...this.lids].filter(([, guid]) => !this.graph.get(guid).isSwitch);
    const load = new Map();
    for (const node of this.graph.values())
      if (node.isSwitch)
        for (const [port, peer] of node.ports) if (this.graph.get(peer)?.isSwitch) load.set(`${node.name}:${port}`, 0);
    let unreached = 0;
    let most = 0;
    for (const [, source] of hosts)
      for (const [lid, target] of hosts) {
        if (source === target) continue;
        let at = [...this.graph.get(source).ports.values()][0];
        let hops = 0;
        for (; at !== target && at !== undefined && hops < 8; hops++) {
          const here = this.graph.get(at);
          const port = here?.table.get(lid);
          const key = here && `${here.name}:${port}`;
          if (load.has(key)) load.set(key, load.get(key) + 1);
          at = here?.ports.get(port);
        }
        if (at !== target) unreached++;
        most = Math.max(most, hops);
      }
    return { hosts: hosts.length, unreached, most, load };
  }
}
