import { designOf } from "../../../lib/review/design";
import { reviewHtml } from "../../../lib/review/report/html/page";
import { reviewDesign } from "../../../lib/review/review";
import { LLAMA_70B, p5 } from "../p5-cluster";

const html = (changes: Parameters<typeof p5>[0] = {}, workload: typeof LLAMA_70B | null = LLAMA_70B) => {
  const design = designOf(p5(changes), workload);
  return reviewHtml(design, reviewDesign(design));
};

describe("reviewHtml", () => {
  const page = html();

  it("needs nothing but itself: no script, style sheet, image or font from elsewhere", () => {
    expect(page).not.toMatch(/<script|<link|<img|<iframe|@import|url\(|src=/i);
  });

  it("says the verdict before anything else", () => {
    const sections = [...page.matchAll(/<strong>Ready|<h2>/g)].map((m) => m[0]);
    expect(sections[0]).toBe("<strong>Ready");
  });

  it("shows the numbers, the diagram, four charts, the quotas and the assumptions", () => {
    for (const text of ["Step time", "Cost to train", "Checkpoint overhead", "Goodput", "Node power"])
      expect(page).toContain(text);
    expect(page.match(/<figure class="chart">/g)).toHaveLength(4);
    expect(page).toContain('aria-label="Architecture: Users');
    expect(page).toContain("ec2 L-417A185B");
    expect(page).toContain("arxiv.org/abs/2407.21783");
  });

  it("shows the quotas to raise first and in bold, and cuts no line of the diagram", () => {
    const rows = [...page.matchAll(/<td class="number">(<strong>)?[\d,.]+ (?:<[^>]+>)?\w+/g)].map(
      (m) => m[1] !== undefined,
    );
    expect(rows[0]).toBe(true);
    expect(rows.indexOf(false)).toBe(rows.lastIndexOf(true) + 1);
    expect(page).toContain("<strong>3,264 vCPUs</strong>");
    expect(page).toContain("1 VPC<");
    expect(page.match(/<svg class="diagram"[\s\S]*?<\/svg>/)?.[0]).not.toContain("…");
  });

  it("sets commands as code, with no backtick left", () => {
    expect(page).toContain("<code>aws service-quotas get-service-quota</code> for the quota code");
    expect(page).not.toContain("`");
  });

  it("names every picture for people who do not see it", () => {
    expect(page.match(/<svg/g)?.length).toBe((page.match(/role="img" aria-label="[^"]{20,}"/g)?.length ?? 0) + 1);
  });

  it("prints the day of the prices and no other date", () => {
    const priced = reviewDesign(designOf(p5(), LLAMA_70B)).figures.cost.pricedOn;
    expect(page).toContain(`Prices of ${priced?.newest}.`);
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
