// A real Chromium: what acceptance programs open pages with.
import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { root } from "./checks.mjs";

/** Whether a program can be started. */
export const there = (program) => spawnSync(program, ["--version"]).status === 0;

/** The browser's program; undefined where there is none. */
export const CHROMIUM = ["chromium", "chromium-browser", "google-chrome"].find(there);

export const MISSING = "chromium is missing: apt-get install chromium";

/** `profile` is a folder of one's own for what the browser keeps. */
export const flags = (profile) => [
  "--headless=new",
  "--no-sandbox",
  "--disable-gpu",
  "--hide-scrollbars",
  `--user-data-dir=${profile}`,
];

/** The text of axe, to be run in a page. */
export const axe = () => readFileSync(join(root, "node_modules/axe-core/axe.min.js"), "utf8");

/** What a page's script leaves for us: the object that `report` puts into an element of this id. */
export const REPORT = `
const report = (found) => {
  const out = document.createElement("pre");
  out.id = "probe";
  out.textContent = btoa(unescape(encodeURIComponent(JSON.stringify(found))));
  document.body.append(out);
};`;

/** The object that a page reported; null where it did not. */
export function reported(dom) {
  const found = /<pre id="probe">([^<]+)<\/pre>/.exec(dom ?? "");
  return found && JSON.parse(Buffer.from(found[1], "base64").toString("utf8"));
}

/** One browser for many pages, driven over a pipe by the DevTools protocol: starting one takes longer than most pages. */
export class Browser {
  constructor(profile) {
    const stdio = ["ignore", "ignore", "ignore", "pipe", "pipe"];
    this.child = spawn(CHROMIUM, [...flags(profile), "--remote-debugging-pipe"], { stdio });
    [, , , this.to] = this.child.stdio;
    this.waiting = new Map();
    this.last = 0;
    let rest = "";
    this.child.stdio[4].on("data", (data) => {
      const messages = `${rest}${data}`.split("\0");
      rest = messages.pop();
      for (const { id, result, error } of messages.map((text) => JSON.parse(text))) {
        this.waiting.get(id)?.(result ?? error);
        this.waiting.delete(id);
      }
    });
  }

  send(method, params = {}, sessionId) {
    this.last += 1;
    const id = this.last;
    this.to.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return new Promise((settle) => this.waiting.set(id, settle));
  }

  /** What a page of this width reports by `report`; null where it says nothing for half a minute. */
  async reported(url, width, height = 1000) {
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await this.send("Target.attachToTarget", { targetId, flatten: true });
    const size = { width, height, deviceScaleFactor: 1, mobile: false };
    await this.send("Emulation.setDeviceMetricsOverride", size, sessionId);
    await this.send("Page.navigate", { url }, sessionId);
    const expression = 'document.getElementById("probe")?.outerHTML ?? ""';
    let found = null;
    for (const end = Date.now() + 30_000; found === null && Date.now() < end; ) {
      await sleep(50);
      const { result } = await this.send("Runtime.evaluate", { expression }, sessionId);
      found = reported(result?.value);
    }
    await this.send("Target.closeTarget", { targetId });
    return found;
  }

  /** Ends once the browser is gone, and with it what writes into its profile. */
  async end() {
    const gone = new Promise((settle) => this.child.once("close", settle));
    await Promise.race([this.send("Browser.close"), sleep(5000)]);
    const late = setTimeout(() => this.child.kill("SIGKILL"), 10_000);
    await gone;
    clearTimeout(late);
  }
}
