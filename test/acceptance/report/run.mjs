// Opens the review's HTML report in a real Chromium, light and dark, wide and narrow: axe finds no accessibility problem,
// nothing is fetched or cut off, it prints; and runs the preflight script through shellcheck and against a pretended AWS CLI.
// Needs: apt-get install chromium shellcheck
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { require as load } from "tsx/cjs/api";
import { axe, CHROMIUM, MISSING, there } from "../lib/browser.mjs";
import { fail, finish, ok, skip } from "../lib/checks.mjs";
import { openBrowser } from "../lib/devtools.mjs";

const here = import.meta.dirname;
const { reports, pages: others } = load("./reports.ts", import.meta.url);
/** Pages of tables: a comparison, a ranking. */
const tables = new Set(Object.keys(others));
const folder = mkdtempSync(join(tmpdir(), "report-"));

const check = (name, good, why) => (good ? ok(name) : fail(name, why));
/** Runs in the page: what axe finds, what was fetched, and whether anything sticks out to the side. */
const PROBE = `
/** Texts of pictures that leave the box they begin in or the picture, and texts that lie over one another. */
function textsOutOfPlace() {
  const visible = (element) => element.getClientRects().length > 0;
  const cut = [];
  const overlapping = [];
  for (const svg of [...document.querySelectorAll("svg")].filter(visible)) {
    const frame = svg.getBoundingClientRect();
    const boxes = [...svg.querySelectorAll("rect.box, rect.zone")].map((box) => box.getBoundingClientRect());
    const texts = [...svg.querySelectorAll("text")].filter(visible);
    const places = texts.map((text) => text.getBoundingClientRect());
    texts.forEach((text, i) => {
      const at = places[i];
      if (text.textContent.includes("…")) cut.push(text.textContent);
      if (at.right > frame.right + 1 || at.left < frame.left - 1 || at.bottom > frame.bottom + 1) cut.push(text.textContent);
      if (text.getAttribute("text-anchor") !== null) return;
      const holds = boxes.filter((b) => at.left >= b.left && at.left <= b.right && at.top + 2 >= b.top && at.bottom - 2 <= b.bottom);
      if (holds.some((b) => at.right > b.right)) cut.push(text.textContent);
      for (let j = i + 1; j < texts.length; j++) {
        const other = places[j];
        const over = Math.min(at.right, other.right) - Math.max(at.left, other.left) > 2 && Math.min(at.bottom, other.bottom) - Math.max(at.top, other.top) > 4;
        if (over) overlapping.push(text.textContent + " / " + texts[j].textContent);
      }
    });
  }
  return { cut: [...new Set(cut)], overlapping: [...new Set(overlapping)] };
}
axe.run(document, { resultTypes: ["violations"] }).then((found) => {
  const violations = found.violations.map((v) => v.id + ": " + v.nodes.map((n) => n.target.join(" ")).slice(0, 3).join(", "));
  const fetched = performance.getEntriesByType("resource").map((r) => r.name);
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const overflow = document.documentElement.scrollWidth - innerWidth;
  const sizes = [...document.querySelectorAll("svg text")].filter((text) => text.getClientRects().length > 0).map((text) =>
    parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a);
  const smallest = Math.min(99, ...sizes);
  const scrolled = [...document.querySelectorAll(".scroll")].filter((box) => box.scrollWidth > box.clientWidth + 1).map((box) => box.textContent.slice(0, 40));
  // The best cell's <strong> is a box of its own, a few pixels above its text
  const lines = (cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    const tops = [...range.getClientRects()].map(({ top }) => top);
    return Math.max(...tops) - Math.min(...tops) > 10 ? 2 : 1;
  };
  const whole = /^(\\d{4}-\\d{2}-\\d{2}|[\\d.,]+ ?[a-zA-Z%]{1,4}|On-Demand)$/;
  const broken = [...document.querySelectorAll("th, td")].filter((cell) => whole.test(cell.textContent) && cell.getClientRects().length > 0 && lines(cell) > 1).map((cell) => cell.textContent);
  return { violations, fetched, overflow, scrolled, broken, smallest, dark, ...textsOutOfPlace(), passes: found.passes.length };
});`;

/** What a page shows; null where it does not answer. */
async function probe(browser, name, html, scheme, width) {
  const page = join(folder, `${name}.html`);
  writeFileSync(page, html);
  await browser.show(pathToFileURL(page).href, { scheme, width });
  await browser.evaluate(`${axe()};undefined`);
  return browser.evaluate(PROBE);
}

async function checkPage(browser, name, html) {
  for (const [scheme, width] of [
    ["light", 1280],
    ["dark", 1280],
    ["light", 820],
    ["light", 390],
  ]) {
    const title = `${name} report, ${scheme}, ${width} px`;
    const seen = await probe(browser, name, html, scheme, width);
    if (!seen) {
      fail(title, "the page did not answer");
      continue;
    }
    check(
      `${title}: axe finds nothing among ${seen.passes} kinds of check that pass`,
      seen.violations.length === 0 && seen.passes > 10,
      seen.violations.join("; "),
    );
    check(`${title}: nothing is fetched`, seen.fetched.length === 0, seen.fetched.join(", "));
    check(`${title}: nothing sticks out`, seen.overflow <= 0, `${seen.overflow} px too wide`);
    check(`${title}: no table scrolls to the side`, seen.scrolled.length === 0, seen.scrolled.join("; "));
    check(`${title}: no date or figure is broken over lines`, seen.broken.length === 0, seen.broken.join("; "));
    check(`${title}: texts in pictures are 9 px high or more`, seen.smallest >= 9, `${seen.smallest} px`);
    check(`${title}: no text of a picture is cut or leaves its box`, seen.cut.length === 0, seen.cut.join("; "));
    check(`${title}: no texts of a picture overlap`, seen.overlapping.length === 0, seen.overlapping.join("; "));
    check(`${title}: the colour scheme is the reader's`, seen.dark === (scheme === "dark"), "the other scheme");
  }
  await browser.show(pathToFileURL(join(folder, `${name}.html`)).href, { width: 1160, height: 2400 });
  const { length: size } = await browser.picture();
  check(`${name} report is drawn`, size > 40_000, `a picture of ${size} bytes, as of an empty page`);
  const printed = (await browser.print()).toString("latin1");
  const pages = (printed.match(/\/Type\s*\/Page\b(?!s)/g) ?? []).length;
  const least = tables.has(name) ? 1 : 2;
  check(`${name} report prints on ${least} to 14 pages`, pages >= least && pages <= 14, `${pages} pages`);
}

function preflight(name, script, environment, ...args) {
  const file = join(folder, `${name}.sh`);
  writeFileSync(file, script);
  const path = `${join(here, "stand-ins")}:${process.env.PATH}`;
  return spawnSync("bash", [file, ...args], { encoding: "utf8", env: { ...process.env, PATH: path, ...environment } });
}

function checkPreflight() {
  for (const [name, { preflight: script }] of Object.entries(reports)) {
    if (!there("shellcheck")) {
      skip(`${name} preflight passes shellcheck`, "shellcheck is missing: apt-get install shellcheck");
      continue;
    }
    const file = join(folder, `${name}.sh`);
    writeFileSync(file, script);
    const { status, stdout } = spawnSync("shellcheck", [file], { encoding: "utf8" });
    check(`${name} preflight passes shellcheck`, status === 0, stdout);
  }
  const { preflight: script } = reports.good;
  const rich = preflight("rich", script, { QUOTA: "1000000" });
  check(
    "preflight passes in an account that has everything",
    rich.status === 0 && /all checks passed/.test(rich.stdout),
    rich.stdout + rich.stderr,
  );
  const poor = preflight("poor", script, { QUOTA: "64" });
  check(
    "preflight names the quota that is too low",
    poor.status === 1 &&
      /FAILED {2}Running On-Demand P instances \(L-417A185B\): 64, the design takes 3264/.test(poor.stdout),
    poor.stdout + poor.stderr,
  );
  const asked = preflight("asked", script, { QUOTA: "64" }, "--request");
  check(
    "preflight asks for quotas only when told to",
    /PENDING/.test(asked.stdout) && !/PENDING/.test(poor.stdout),
    asked.stdout,
  );
  const small = preflight("small", script, { QUOTA: "1000000", RESERVED: "16" });
  check(
    "preflight sees a reservation that is too small",
    small.status === 1 && /holds 16 nodes, the pool asks for 17/.test(small.stdout),
    small.stdout + small.stderr,
  );
  const absent = preflight("absent", script, { QUOTA: "1000000", OFFERED: "0" });
  check(
    "preflight sees a zone without the instance type",
    absent.status === 1 && /p5.48xlarge is not offered in us-east-2a/.test(absent.stdout),
    absent.stdout + absent.stderr,
  );
}

if (CHROMIUM === undefined) {
  for (const name of Object.keys(reports)) skip(`${name} report in a browser`, MISSING);
} else {
  const browser = await openBrowser(join(folder, "profile"));
  for (const [name, { html }] of Object.entries(reports)) await checkPage(browser, name, html);
  for (const [name, html] of Object.entries(others)) await checkPage(browser, name, html);
  const narrow = reports.service.html.replaceAll('rx="6"', 'rx="6" style="width:60px"');
  check(
    "a text that leaves its box is seen",
    ((await probe(browser, "narrow", narrow, "light", 1280))?.cut.length ?? 0) > 0,
    "not seen",
  );
  const faulty = reports.ray.html.replace(' lang="en"', "").replace("--soft: #4a5768", "--soft: #c0c8d2");
  const seen = (await probe(browser, "faulty", faulty, "light", 1160))?.violations.join("; ") ?? "";
  const both = seen.includes("html-has-lang") && seen.includes("color-contrast");
  check("axe does see a page without a language and with faint text", both, seen);
  browser.end();
}
checkPreflight();
rmSync(folder, { recursive: true, force: true });
finish();
