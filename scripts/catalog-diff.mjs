// Shows what changed between two versions of the catalog's data, row by row.
//
//   node scripts/catalog-diff.mjs                         last commit against the working tree, every data file
//   node scripts/catalog-diff.mjs v0.1.0                  that commit against the working tree
//   node scripts/catalog-diff.mjs v0.1.0 v0.2.0           two commits
//   node scripts/catalog-diff.mjs old.json new.json       two files with rows of the same kind
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

const DATA = "lib/catalog/data";

/** Fields that name a row, by the first that the row has; rows with a price by region become one row a region. */
const KEYS = [
  ["name"],
  ["item", "region"],
  ["instanceType", "purchase", "region"],
  ["deploymentType", "storageType", "throughputPerTiB"],
  ["deploymentType"],
  ["model", "accelerator", "tensorParallel", "precision", "promptTokens", "outputTokens"],
];
const PRICES = ["usd", "usdPerHour"];
/** Fields that tell nothing about the world; a row that differs in them alone is counted, not shown. */
const BOOKKEEPING = new Set(["checkedOn"]);

function fail(message) {
  console.error(`catalog-diff: ${message}`);
  process.exit(2);
}

function byRegion(row) {
  const field = PRICES.find((name) => row[name] !== null && typeof row[name] === "object");
  if (!field) return [row];
  return Object.entries(row[field]).map(([region, price]) => ({ ...row, region, [field]: price }));
}

function keyOf(row, file) {
  const fields = KEYS.find((names) => names.every((name) => name in row));
  if (!fields) fail(`${file}: a row has none of the fields that name rows: ${KEYS.map((k) => k.join("+")).join(", ")}`);
  return fields.map((name) => row[name] ?? "-").join(" ");
}

function rowsByKey(text, file) {
  let rows;
  try {
    rows = JSON.parse(text);
  } catch (error) {
    fail(`${file} is not JSON: ${error.message}`);
  }
  if (!Array.isArray(rows)) fail(`${file} is no list of rows`);
  const byKey = new Map();
  for (const row of rows.flatMap(byRegion)) {
    const key = keyOf(row, file);
    // Two sources may state the same price: the later row stands beside the first, not over it.
    let name = key;
    for (let n = 2; byKey.has(name); n++) name = `${key} (${n})`;
    byKey.set(name, row);
  }
  return byKey;
}

/** Every leaf of a row under its path, `networkCards[3].efa`. */
function leaves(value, path = "", into = new Map()) {
  if (value === null || typeof value !== "object") return into.set(path, value);
  if (Array.isArray(value)) {
    if (value.every((item) => item === null || typeof item !== "object")) return into.set(path, JSON.stringify(value));
    for (const [i, item] of value.entries()) leaves(item, `${path}[${i}]`, into);
    return into;
  }
  for (const [name, item] of Object.entries(value)) leaves(item, path === "" ? name : `${path}.${name}`, into);
  return into;
}

function changeOf(path, before, after) {
  const show = (value) => (value === undefined ? "(absent)" : String(value));
  const share =
    typeof before === "number" && typeof after === "number" && before !== 0
      ? ` (${after > before ? "+" : ""}${((after / before - 1) * 100).toFixed(1)} %)`
      : "";
  return `    ${path}: ${show(before)} -> ${show(after)}${share}`;
}

function changes(before, after) {
  const [old, now] = [leaves(before), leaves(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((path) => old.get(path) !== now.get(path))
    .map((path) => ({ path, line: changeOf(path, old.get(path), now.get(path)) }));
}

/** The lines of one file's report; none without a difference. */
function report(file, oldText, newText) {
  const [before, after] = [rowsByKey(oldText, file), rowsByKey(newText, file)];
  const added = [...after.keys()].filter((key) => !before.has(key));
  const removed = [...before.keys()].filter((key) => !after.has(key));
  const changed = [...after.keys()]
    .filter((key) => before.has(key))
    .map((key) => ({ key, found: changes(before.get(key), after.get(key)) }))
    .filter(({ found }) => found.length > 0);
  const telling = changed.filter(({ found }) => found.some(({ path }) => !BOOKKEEPING.has(path)));
  const checked = changed.length - telling.length;
  if (added.length + removed.length + changed.length === 0) return [];
  return [
    `${file}: ${added.length} added, ${removed.length} removed, ${telling.length} changed, ${checked} only checked again`,
    ...added.map((key) => `  + ${key}`),
    ...removed.map((key) => `  - ${key}`),
    ...telling.flatMap(({ key, found }) => [`  ~ ${key}`, ...found.map(({ line }) => line)]),
  ];
}

const git = (...args) =>
  execFileSync("git", args, { encoding: "utf8", maxBuffer: 1 << 26, stdio: ["ignore", "pipe", "pipe"] });

/** Data files of a commit; of the working tree without one. */
function filesAt(revision) {
  if (revision === null) return readdirSync(DATA).map((name) => join(DATA, name));
  try {
    return git("ls-tree", "-r", "--name-only", revision, DATA).split("\n").filter(Boolean);
  } catch {
    return fail(`${revision} is neither a file nor a commit`);
  }
}

const textAt = (revision, path) =>
  revision === null ? readFileSync(path, "utf8") : git("show", `${revision}:${path}`);

function compareCommits(from, to) {
  const [before, after] = [new Set(filesAt(from)), new Set(filesAt(to))];
  return [...new Set([...before, ...after])].sort().flatMap((path) => {
    const textOf = (files, revision) => (files.has(path) ? textAt(revision, path) : "[]");
    return report(basename(path), textOf(before, from), textOf(after, to));
  });
}

const [from = "HEAD", to] = process.argv.slice(2);
if (process.argv.length > 4) fail("give no more than two versions: commits or files");
const areFiles = to !== undefined && existsSync(from) && existsSync(to);
const lines = areFiles
  ? report(basename(to), readFileSync(from, "utf8"), readFileSync(to, "utf8"))
  : compareCommits(from, to ?? null);
console.log(lines.length > 0 ? lines.join("\n") : "no difference");
