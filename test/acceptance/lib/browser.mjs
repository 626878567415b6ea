// A real Chromium: what acceptance programs open pages with.
import { execFile, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
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

/** Runs the browser to its end, without stopping a server of this process meanwhile, and resolves to what it printed. */
export async function browse(profile, ...args) {
  const { stdout } = await promisify(execFile)(CHROMIUM, [...flags(profile), ...args], {
    encoding: "utf8",
    timeout: 60_000,
    maxBuffer: 64e6,
  });
  return stdout;
}

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
