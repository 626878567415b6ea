import { designOf } from "../../../lib/review/design";
import { daysText } from "../../../lib/review/figures/price-days";
import { breakable } from "../../../lib/review/report/html/markup";
import { reviewHtml } from "../../../lib/review/report/html/page";
import { reviewDesign } from "../../../lib/review/review";
import { block, LLAMA_70B, p5 } from "../p5-cluster";

const html = (changes: Parameters<typeof p5>[0] = {}, workload: typeof LLAMA_70B | null = LLAMA_70B) => {
  const design = designOf(p5(changes), workload);
  return reviewHtml(design, reviewDesign(design));
};

describe("reviewHtml", () => {
  const page = html();

  it("needs nothing but itself: no script, style sheet, image or font from elsewhere", () => {
    expect(page).not.toMatch(/<script|<link|<img|<iframe|@import|url\(|src=/i);
  });

  it("links to sections and findings that are there", () => {
    const bad = html({ slurm: { loginCidrs: ["0.0.0.0/0"] } });
    const ids = new Set([...bad.matchAll(/ id="([^"]+)"/g)].map((m) => m[1]));
    const links = [...bad.matchAll(/href="#([^"]+)"/g)].map((m) => m[1]);
    expect(links).toContain("login-open-to-world");
    expect(links.filter((link) => !ids.has(link))).toEqual([]);
  });

  it("measures the figures against their targets", () => {
    const late = html({ monitoring: { monthlyBudgetUsd: 10_000 } }, { ...LLAMA_70B, deadlineDays: 5 });
    expect(late).toMatch(/<strong>Time to train<\/strong><span class="tag">missed/);
    expect(late).toMatch(/Monthly cost<\/strong><span class="tag">missed/);
    expect(page).toMatch(/<strong>Memory per GPU<\/strong><span class="tag">(met|borderline)/);
  });

  it("names parts of a step and purchase options by one word each", () => {
    const [told, ...drawn] = page.split("Step time breakdown");
    for (const name of ["tensor-parallel communication", "memory-bound operations"]) {
      expect(told).toContain(`${name} `);
      expect(drawn.join("")).toContain(name);
    }
    expect(page).toMatch(/xlarge, capacity reservation \(/);
  });

  it("lets a narrow column break long names at dots and underscores only", () => {
    expect(breakable("set metadata_options.http_tokens to 1.5")).toBe(
      "set metadata_<wbr>options.<wbr>http_<wbr>tokens to 1.5",
    );
    expect(breakable("nodes.max")).toBe("nodes.max");
  });

  it("is a document with what it is given, and shows what has changed since an earlier review", () => {
    const design = designOf(p5({ slurm: { loginCidrs: ["0.0.0.0/0"] } }), LLAMA_70B);
    const before = JSON.parse(JSON.stringify(reviewDesign(designOf(p5(), LLAMA_70B))));
    const document = { date: "2026-12-01", owner: "Ada <ada@example.com>", version: "0.1.0", against: before };
    const text = reviewHtml(design, reviewDesign(design), { document });
    expect(text).toContain("2026-12-01 · Ada &lt;ada@example.com&gt; · warpform 0.1.0");
    expect(text).toMatch(/New findings<\/h3><ul><li><code>login-open-to-world/);
    expect(text).toContain("<td>ready</td><td>not-ready</td>");
    expect(page).not.toContain("Changes since");
  });

  it("shows the numbers, the diagram, seven charts, the quotas and the assumptions", () => {
    for (const text of ["Step time", "Cost to train", "Checkpoint overhead", "Goodput", "Node power"])
      expect(page).toContain(text);
    expect(page.match(/<figure class="chart">/g)).toHaveLength(7);
    expect(page).toContain('aria-label="Architecture: Users');
    expect(page).toContain("ec2 L-417A185B");
    expect(page).toContain("arxiv.org/abs/2407.21783");
  });

  it("shows the quotas to raise first and in bold, and cuts no line of the diagram", () => {
    const rows = [...page.matchAll(/<td data-label="Needed" class="number">(<strong>)?[\d,.]+ (?:<[^>]+>)?\w+/g)].map(
      (m) => m[1] !== undefined,
    );
    expect(rows[0]).toBe(true);
    expect(rows.indexOf(false)).toBe(rows.lastIndexOf(true) + 1);
    expect(page).toContain("<strong>3,264 vCPUs</strong>");
    expect(page).toContain("1 VPC<");
    expect(page.match(/<svg class="diagram wide"[\s\S]*?<\/svg>/)?.[0]).not.toContain("…");
  });

  it("begins with goal, picture, verdict and five figures, then findings, alternatives and details", () => {
    const due = html({}, { ...LLAMA_70B, deadlineDays: 30 });
    expect(due.indexOf('href="#verdict">Ready')).toBeLessThan(due.indexOf("<h2>"));
    expect(due.indexOf("within 30 days")).toBeLessThan(due.indexOf('<section id="architecture"'));
    const sections = [...due.matchAll(/<section id="([a-z-]+)"/g)].map(([, id]) => id);
    expect(sections.slice(0, 5)).toEqual(["architecture", "verdict", "key-figures", "findings", "timeline-of-the-run"]);
    expect(due.match(/<div class="target[ "]/g)).toHaveLength(5);
  });

  it("says how many findings a rule has, so that the verdict's number is found again", () => {
    const design = designOf(p5(), LLAMA_70B);
    const review = reviewDesign(design);
    const [first] = review.findings;
    const twice = { ...review, findings: [first!, { ...first!, path: "elsewhere" }] };
    expect(reviewHtml(design, twice)).toContain('<span class="count">2 findings</span>');
    expect(reviewHtml(design, { ...review, findings: [first!] })).not.toContain('class="count"');
  });

  it("keeps notes closed, and a link to one opens it", () => {
    const note = html({ pool: { image: { family: "dlami-ubuntu-22.04", pinned: false } } });
    expect(note).toMatch(
      /<details><summary class="head"><span class="tag">note<\/span>[\s\S]*?<div id="image-floating">/,
    );
  });

  it("shows what is paid for nothing in gray", () => {
    const paid = html({ pool: { capacity: [block()] } }, LLAMA_70B);
    expect(paid).toMatch(/<span class="key ks5"><\/span>prepaid and unused/);
  });

  it("shows the run from its first day to its deadline", () => {
    const due = html({}, { ...LLAMA_70B, deadlineDays: 30 });
    const text = due.slice(due.indexOf('id="timeline-of-the-run"'), due.indexOf('id="purchase-options"'));
    expect(text).toMatch(/<strong>Run<\/strong><span class="note">[\d.]+ days \([\d.–]+ days\)/);
    expect(text).toMatch(/<strong>Checkpoints<\/strong><span class="note">\d+, one every/);
    expect(text).toMatch(/<strong>Failures<\/strong><span class="note">\d+ expected/);
    expect(text).toContain("deadline, day 30. Day 0 is the start of the run.");
  });

  it("compares the design with alternatives that it is given", () => {
    const design = designOf(p5(), LLAMA_70B);
    const other = { design: "8 x p6-b200.48xlarge, on-demand", usdPerHour: 915, objective: "met", layout: "data 64" };
    const days = { low: 6, expected: 7, high: 9 };
    const text = reviewHtml(design, reviewDesign(design), { alternatives: [{ ...other, days, usd: null }] });
    expect(text).toContain("this design: 17 x p5.48xlarge");
    expect(text).toContain('<td data-label="Design">8 x p6-b200.48xlarge, on-demand</td>');
    expect(text).toContain('<td data-label="Time to train">7 days (6–9 days)</td>');
    expect(page).not.toContain('id="alternatives"');
  });

  it("sets commands as code, with no backtick left", () => {
    expect(page).toContain("<code>aws service-quotas get-service-quota</code> for the quota code");
    expect(page).not.toContain("`");
  });

  it("names every picture for people who do not see it", () => {
    expect(page.match(/<svg/g)?.length).toBe((page.match(/role="img" aria-label="[^"]{20,}"/g)?.length ?? 0) + 1);
  });

  it("keeps a paragraph on one sheet of paper, and shows no mark of what paper cannot open", () => {
    const print = page.slice(page.indexOf("@media print"));
    expect(print).toMatch(/\bp, li \{ break-inside: avoid; \}/);
    expect(print).toContain("summary.head::before { display: none; }");
  });

  it("prints the day of the prices and no other date", () => {
    const priced = reviewDesign(designOf(p5(), LLAMA_70B)).figures.cost.pricedOn;
    expect(page).toContain(`Prices of ${priced?.oldest} to ${priced?.newest}.`);
    expect(daysText({ oldest: "2026-11-09", newest: "2026-11-09" })).toBe("2026-11-09");
    expect(html()).toBe(page);
  });

  it("shows names as text, whatever they hold", () => {
    const evil = html({ cluster: { name: `<script>alert("1")</script>` } });
    expect(evil).not.toContain("<script>");
    expect(evil).toContain("&lt;script&gt;");
  });

  it("does without the parts that a design without a workload has no figures for", () => {
    const bare = html({ pool: { encrypted: false } }, null);
    expect(bare).not.toContain("Step time");
    expect(bare).toContain("volume-not-encrypted");
    expect(bare).not.toMatch(/NaN|undefined|Infinity/);
  });

  it("leaves no figure unreadable", () => {
    expect(page).not.toMatch(/NaN|undefined|Infinity|\[object/);
  });
});
