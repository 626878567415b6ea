import { count, counted, duration, gib, usd } from "../../../units/quantity";
import type { Design } from "../../design";
import { type Part, scalingCurve } from "../../figures/training";
import { isRaised, raisedFirst } from "../../quotas";
import type { Review, Verdict } from "../../review";
import type { Finding, Rule, Severity } from "../../rule";
import { rules as allRules } from "../../rules/list";
import { headlines, layoutText } from "../headline";
import { PURCHASE_HEAD, purchaseIntro, purchaseRows } from "../purchase-table";
import { verdictText } from "../verdict";
import { bars, curve, stacked } from "./charts";
import { diagram } from "./diagram";
import { escaped, sourceLinks, worded } from "./markup";
import { STYLE } from "./style";

const ICONS: Readonly<Record<Verdict, string>> = {
  ready: '<circle cx="12" cy="12" r="10"/><path d="M7.5 12.5l3 3 6-6.5"/>',
  "ready-with-warnings": '<path d="M12 3L22 20.5H2Z"/><path d="M12 10v4.5M12 17.3v.2"/>',
  "not-ready": '<circle cx="12" cy="12" r="10"/><path d="M8.5 8.5l7 7M15.5 8.5l-7 7"/>',
};

const HEADINGS: readonly (readonly [Severity, string])[] = [
  ["error", "Errors: fix these before you deploy"],
  ["warning", "Warnings: works, with a trade-off"],
  ["info", "Notes"],
];

function section(heading: string, body: string): string {
  return body === "" ? "" : `<section><h2>${escaped(heading)}</h2>${body}</section>`;
}

function verdict(review: Review): string {
  const [first, rest] = verdictText(review).split("; ");
  return `<div class="verdict ${review.verdict}"><svg viewBox="0 0 24 24" aria-hidden="true">${ICONS[review.verdict]}</svg><div><strong>${escaped(first ?? "")}</strong><span>${escaped(rest ?? "")}${review.suppressed.length > 0 ? `; ${review.suppressed.length} accepted by the owner` : ""}</span></div></div>`;
}

function summary(design: Design): string {
  const pools = design.pools.map(({ pool, type, gpusPerNode }) =>
    type?.accelerator
      ? `${pool.nodes.max} x ${pool.instanceType} with ${gpusPerNode} x ${type.accelerator}`
      : `${pool.nodes.max} x ${pool.instanceType}`,
  );
  const { workload } = design;
  const purpose =
    workload === null
      ? "no workload given"
      : `${workload.kind} of ${workload.model.name}`.replace("inference of", "serving of");
  return [purpose, ...pools].join(" · ");
}

function numbers(review: Review): string {
  const items = headlines(review).map(
    ({ label, value, note }) =>
      `<div><dt>${escaped(label)}</dt><dd class="figure">${escaped(value)}</dd><dd class="note">${escaped(note)}</dd></div>`,
  );
  const layout = layoutText(review.figures).map((line) => `<li>${escaped(line)}</li>`);
  const plan =
    layout.length > 0 ? `<details><summary>Parallelism plan</summary><ul>${layout.join("")}</ul></details>` : "";
  return items.length === 0 ? "" : `<dl class="numbers">${items.join("")}</dl>${plan}`;
}

/** Where a rule does not hold: what is there, what would hold, and the way out. */
function breachOf(f: Finding): string {
  return `<dl><dt>Where</dt><dd><code>${escaped(f.path)}</code></dd><dt>Found</dt><dd>${escaped(String(f.value ?? "none"))}</dd><dt>Expected</dt><dd>${worded(f.allowed)}</dd><dt>Fix</dt><dd class="fix">${worded(f.fix)}</dd></dl>`;
}

/** All places of one rule: a list each, or where there are several a row each. */
function ruleCard(found: readonly [Finding, ...Finding[]], rule: Rule | undefined): string {
  const [{ severity, title, rule: id }] = found;
  const more =
    rule === undefined
      ? ""
      : `<details><summary>Why, and how to check it by hand</summary><p>${worded(rule.why)}</p><p>${worded(rule.verify)}</p><p class="source">${sourceLinks(rule.source)}</p></details>`;
  const rows = found.map((f) => [
    `<code>${escaped(f.path)}</code>`,
    escaped(String(f.value ?? "none")),
    worded(f.allowed),
    `<strong>${worded(f.fix)}</strong>`,
  ]);
  const places = found.length === 1 ? breachOf(found[0]) : table(["Where", "Found", "Expected", "Fix"], rows);
  return `<article class="finding ${severity}"><header><span class="tag">${severity}</span><h3>${worded(title)}</h3><code class="where">${escaped(id)}</code></header>${places}${more}</article>`;
}

/** Findings of one severity by rule, in the review's order. */
function byRule(all: readonly Finding[]): (readonly [Finding, ...Finding[]])[] {
  const groups = new Map<string, [Finding, ...Finding[]]>();
  for (const finding of all) {
    const group = groups.get(finding.rule);
    if (group === undefined) groups.set(finding.rule, [finding]);
    else group.push(finding);
  }
  return [...groups.values()];
}

function findings(review: Review, rules: readonly Rule[]): string {
  return HEADINGS.map(([severity, heading]) => {
    const cards = byRule(review.findings.filter((f) => f.severity === severity)).map((found) =>
      ruleCard(
        found,
        rules.find((r) => r.id === found[0].rule),
      ),
    );
    return section(heading, cards.join(""));
  }).join("");
}

/** Parts below this share of the sum are one bar. */
const SMALL = 0.0005;

/** Parts large enough to be seen, and the rest together. */
function shown(parts: readonly Part[]): Part[] {
  const total = parts.reduce((sum, { value }) => sum + value, 0);
  const large = parts.filter(({ value }) => value >= SMALL * total);
  const small = parts.filter(({ value }) => value < SMALL * total);
  if (small.length < 2) return [...parts];
  const rest = small.reduce((sum, { value }) => sum + value, 0);
  return [...large, { name: `${small.length} smaller items, listed under Prices`, value: rest }];
}

function charts(design: Design, review: Review): string {
  const { cost, training, serving } = review.figures;
  const priced = cost.parts.flatMap((p) => (p.usdPerHour === null ? [] : [{ name: p.name, value: p.usdPerHour }]));
  const memory = training?.fits
    ? stacked("Peak memory per GPU", training.memoryParts, { name: "limit", value: training.memoryLimitBytes }, gib)
    : serving?.fits
      ? stacked("Memory per replica", serving.memoryParts, { name: "limit", value: serving.memoryLimitBytes }, gib)
      : "";
  const points = scalingCurve(design).map(({ nodes, tokensPerSecond }) => ({ x: nodes, ...tokensPerSecond }));
  return [
    priced.length > 0 ? bars("Hourly cost by component", shown(priced), usd) : "",
    memory,
    training?.fits ? bars("Step time breakdown", training.stepParts, duration) : "",
    points.length > 1 ? curve("Throughput by node count", { x: "nodes", y: "tokens/s" }, points) : "",
  ]
    .filter((chart) => chart !== "")
    .join("");
}

function table(head: readonly string[], rows: readonly (readonly string[])[], numeric: readonly number[] = []): string {
  if (rows.length === 0) return "";
  const cell = (tag: "th" | "td", text: string, i: number) =>
    `<${tag}${tag === "th" ? ' scope="col"' : ""}${numeric.includes(i) ? ' class="number"' : ""}>${text}</${tag}>`;
  const line = (tag: "th" | "td", cells: readonly string[]) =>
    `<tr>${cells.map((text, i) => cell(tag, text, i)).join("")}</tr>`;
  return `<div class="scroll" tabindex="0" role="group" aria-label="table"><table><thead>${line("th", head)}</thead><tbody>${rows.map((r) => line("td", r)).join("")}</tbody></table></div>`;
}

function purchases({ figures }: Review): string {
  if (figures.purchases === null) return "";
  const rows = purchaseRows(figures.purchases).map((row) => row.map(escaped));
  const head = PURCHASE_HEAD.map((text) => text[0]!.toUpperCase() + text.slice(1));
  return `<p>${escaped(purchaseIntro(figures.purchases))}</p>${table(head, rows)}`;
}

function quotas(review: Review): string {
  const rows = raisedFirst(review.quotas).map((q) => [
    `${escaped(q.name)}<br><code>${escaped(`${q.service} ${q.code}`)}</code>`,
    isRaised(q) ? `<strong>${escaped(counted(q.needed, q.unit))}</strong>` : escaped(counted(q.needed, q.unit)),
    q.default === null ? "account-specific" : count(q.default),
    escaped(q.because.join("; ")),
  ]);
  const more = review.quotas.some(isRaised) ? "<p>Bold: above the default quota, or the default is unknown.</p>" : "";
  return rows.length === 0 ? "" : more + table(["Quota", "Needed", "Default", "For"], rows, [1, 2]);
}

function accepted(review: Review): string {
  const rows = review.suppressed.map((f) => [
    `<code>${escaped(f.rule)}</code>`,
    `<code>${escaped(f.path)}</code>`,
    escaped(String(f.value ?? "none")),
    escaped(f.reason),
  ]);
  const unused = review.unusedSuppressions.map((s) => `<li><code>${escaped(s.rule)}</code>: unused suppression</li>`);
  return `${table(["Rule", "Where", "Found", "Reason"], rows)}${unused.length > 0 ? `<ul>${unused.join("")}</ul>` : ""}`;
}

function assumptions(review: Review): string {
  const items = review.assumptions.map(
    (a) => `<li>${escaped(a.text)}<br><span class="source">${sourceLinks(a.source)}</span></li>`,
  );
  const prices = review.figures.cost.parts.map((p) => [
    escaped(p.name),
    p.usdPerHour === null ? "unknown" : escaped(usd(p.usdPerHour)),
    escaped(p.note),
  ]);
  const list = items.length > 0 ? `<ul>${items.join("")}</ul>` : "";
  return (
    list +
    (prices.length > 0
      ? `<h3 style="margin:18px 0 6px">Prices</h3>${table(["Part", "USD/h", "Price used"], prices, [1])}`
      : "")
  );
}

function rulesChecked(review: Review): string {
  const of = (outcome: string) => review.results.filter((r) => r.outcome === outcome).map((r) => r.rule);
  const list = (heading: string, ids: readonly string[]) =>
    ids.length === 0
      ? ""
      : `<details><summary>${escaped(`${ids.length} ${heading}`)}</summary><p>${ids.map((id) => `<code>${escaped(id)}</code>`).join(", ")}</p></details>`;
  return list("passed", of("holds")) + list("failed", of("fails")) + list("not applicable", of("does-not-apply"));
}

/**
 * The review as one HTML file: no script, nothing fetched, light and dark, for screen and paper. The date it shows is that of
 * the prices; the same design always gives the same bytes.
 */
export function reviewHtml(design: Design, review: Review, rules: readonly Rule[] = allRules): string {
  const priced = review.figures.cost.pricedOn;
  const drawing = charts(design, review);
  const body = [
    section("Numbers", numbers(review)),
    findings(review, rules),
    section("Architecture", design.pools.length > 0 ? diagram(design) : ""),
    section("Cost, memory and time breakdown", drawing === "" ? "" : `<div class="charts">${drawing}</div>`),
    section("Purchase options", purchases(review)),
    section("Service quotas", quotas(review)),
    section("Accepted findings", accepted(review)),
    section("Assumptions and sources", assumptions(review)),
    section("Rules", rulesChecked(review)),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(`Design review of ${review.cluster}`)}</title>
<style>${STYLE}</style>
</head>
<body>
<header><h1>Design review of ${escaped(review.cluster)}</h1><p class="summary">${escaped(summary(design))}</p>${verdict(review)}</header>
<main>${body.join("\n")}</main>
<footer>${priced ? `Prices of ${escaped(priced.newest)}. ` : ""}Figures are estimates; their ranges come from published measurements. Benchmark before you commit a budget.</footer>
</body>
</html>
`;
}
