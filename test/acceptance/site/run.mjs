// Builds the documentation site, follows its links, and opens it in a real Chromium as on a phone and on a desk: axe finds no
// accessibility problem, nothing sticks out, nothing is fetched from elsewhere, and the search finds pages.
// Needs: npm (VitePress and TypeDoc, in site/), and apt-get install chromium
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { axe, Browser, CHROMIUM, MISSING, REPORT } from "../lib/browser.mjs";
import { check, fail, finish, ok, root, run, skip, tail } from "../lib/checks.mjs";
import { brokenLinks } from "./links.mjs";
import { serve } from "./serve.mjs";

const site = join(root, "site");
const dist = join(site, "dist");
const temp = mkdtempSync(join(tmpdir(), "warpform-site-"));

/** Pages that show each kind of content: home, guide, long tables, construct, gallery and a blueprint of it, rule, API. */
const PAGES = [
  "/",
  "/docs/",
  "/docs/tutorial.html",
  "/docs/constructs/gpu-node-pool.html",
  "/docs/rules/",
  "/docs/rules/efa-missing.html",
  "/gallery/",
  "/gallery/training-16-p5.html",
  "/gallery/inference-multi-region.html",
  "/api/warpform/classes/GpuNodePool.html",
  "/CHANGELOG.html",
];
const WIDTHS = [390, 1280];

const SEEN = `${REPORT}
addEventListener("load", () => setTimeout(async () => {
  const found = await axe.run(document, { resultTypes: ["violations"] });
  report({
    violations: found.violations.map((v) => v.id + ": " + v.nodes.map((n) => n.target.join(" ")).slice(0, 3).join(", ")),
    passes: found.passes.length,
    overflow: document.documentElement.scrollWidth - innerWidth,
    fetched: performance.getEntriesByType("resource").map((r) => r.name).filter((name) => !name.startsWith(location.origin)),
    broken: [...document.images].filter((image) => image.complete && image.naturalWidth === 0).map((image) => image.src),
    width: innerWidth,
  });
}, 400));`;

/** Opens the search as a reader does, types, and reports what is offered. */
const SEARCH = `${REPORT}
const until = async (find) => {
  for (let tries = 0; tries < 100; tries++) {
    const found = find();
    if (found) return found;
    await new Promise((settle) => setTimeout(settle, 100));
  }
};
setTimeout(async () => {
  (await until(() => document.querySelector(".VPNavBarSearch button"))).click();
  const input = await until(() => document.querySelector("#localsearch-input"));
  input.value = new URLSearchParams(location.search).get("for");
  input.dispatchEvent(new Event("input", { bubbles: true }));
  await until(() => document.querySelector(".results .result"));
  report({ results: [...document.querySelectorAll(".results .result")].map((a) => a.getAttribute("href")) });
}, 1000);`;

function installed() {
  const locked = (file) => JSON.parse(readFileSync(join(site, file), "utf8")).packages;
  const there = existsSync(join(site, "node_modules/.package-lock.json"));
  const same =
    there &&
    Object.entries(locked("node_modules/.package-lock.json")).every(
      ([name, { version }]) => locked("package-lock.json")[name]?.version === version,
    );
  return same || run("npm", ["ci", "--no-audit", "--no-fund", "--prefer-offline"], { cwd: site }).status === 0;
}

const names = {
  build: "the site builds from the repository",
  links: "no link of the site leads nowhere",
  browser: "the site in a browser",
};

async function inBrowser() {
  if (CHROMIUM === undefined) return skip(names.browser, MISSING);
  const library = axe();
  const { address, end } = await serve(dist, { seen: `${library}\n${SEEN}`, search: SEARCH });
  const browser = new Browser(join(temp, "profile"));
  const look = async (path, width) => {
    const title = `site ${path}, ${width} px`;
    const seen = await browser.reported(`${address}${path}?probe=seen`, width);
    if (seen === null) return fail(title, "the page did not answer");
    const complaints = [
      ...seen.violations,
      ...seen.fetched.map((url) => `${url} is fetched`),
      ...seen.broken.map((url) => `${url} is no picture`),
      ...(seen.width === width ? [] : [`it is ${seen.width} px wide`]),
      ...(seen.overflow > 0 ? [`${seen.overflow} px too wide`] : []),
      ...(seen.passes > 10 ? [] : [`axe passes only ${seen.passes} kinds of check`]),
    ];
    if (complaints.length > 0) fail(title, complaints.join("; "));
    else ok(`${title}: axe finds nothing, nothing sticks out, nothing is fetched from elsewhere`);
  };
  const pages = WIDTHS.flatMap((width) => PAGES.map((path) => [path, width]));
  const lane = async () => {
    for (let page = pages.shift(); page !== undefined; page = pages.shift()) await look(...page);
  };
  await Promise.all([lane(), lane()]);
  for (const [words, wanted] of [
    ["capacity block", "/docs/"],
    ["efa-missing", "/docs/rules/efa-missing.html"],
    ["fastImagePull", "/api/"],
  ]) {
    const query = `probe=search&for=${encodeURIComponent(words)}`;
    const { results = [] } = (await browser.reported(`${address}/docs/?${query}`, 1280)) ?? {};
    const found = results.some((href) => href.includes(wanted));
    if (found) ok(`the search finds "${words}" below ${wanted}`);
    else
      fail(`the search finds "${words}" below ${wanted}`, `it offers ${results.slice(0, 5).join(", ") || "nothing"}`);
  }
  await browser.end();
  end();
}

if (!installed()) {
  for (const name of Object.values(names)) skip(name, "the site's packages could not be installed: npm ci in site/");
} else {
  let built = false;
  check(names.build, () => {
    const result = run("npm", ["run", "build"], { cwd: site, env: { ...process.env, NO_COLOR: "1" } });
    if (result.status !== 0) return tail(result);
    built = true;
    return undefined;
  });
  if (built) {
    check("the site has a page for each document, rule and blueprint, a report for each blueprint, and the API", () => {
      const below = (folder, ending) => readdirSync(join(root, folder)).filter((name) => name.endsWith(ending));
      const wanted = [
        ...below("docs", ".md")
          .filter((name) => name !== "README.md")
          .map((name) => `docs/${name.replace(".md", ".html")}`),
        ...below("docs/rules", ".md")
          .filter((name) => name !== "README.md")
          .map((name) => `docs/rules/${name.replace(".md", ".html")}`),
        ...below("examples/blueprints", ".yaml").map((name) => `gallery/${name.replace(".yaml", ".html")}`),
        "api/warpform/classes/GpuNodePool.html",
        "reports/training-16-p5.html",
      ];
      const missing = wanted.filter((path) => !statSync(join(dist, path), { throwIfNoEntry: false })?.isFile());
      return missing.length === 0 ? undefined : `it lacks ${missing.join(", ")}`;
    });
    check(names.links, () => {
      const { pages, links, broken } = brokenLinks(dist);
      if (pages.length < 300 || links < 1000) return `only ${links} links on ${pages.length} pages were seen`;
      return broken.length === 0 ? undefined : broken.slice(0, 20).join("; ");
    });
    check("a link that leads nowhere is seen, to a page and to a heading", () => {
      const copy = join(temp, "planted");
      cpSync(join(dist, "docs/tutorial.html"), join(copy, "docs/tutorial.html"));
      writeFileSync(
        join(copy, "index.html"),
        '<a href="/docs/tutorial.html#no-such-heading"></a><a href="./none.html"></a>',
      );
      const { broken } = brokenLinks(copy);
      const seen = ["#no-such-heading: no such heading", "./none.html"].every((end) =>
        broken.some((link) => link.endsWith(end)),
      );
      return seen ? undefined : "it is not";
    });
    await inBrowser();
  }
}
rmSync(temp, { recursive: true, force: true, maxRetries: 5 });
finish();
