import type { Design } from "../../design";
import { costUse } from "../../figures/cost-use";
import { daysText } from "../../figures/price-days";
import { sensitivityOf } from "../../figures/sensitivity/sensitivity";
import { timelineOf } from "../../figures/timeline";
import { workedOut } from "../../figures/worked-out";
import type { Review, Verdict } from "../../review";
import type { Rule } from "../../rule";
import { rules as allRules } from "../../rules/list";
import { headlines, layoutText } from "../headline";
import { MARGINAL_TITLE } from "../marginal-table";
import { goalText, targetsOf } from "../targets";
import { verdictText } from "../verdict";
import { type Alternative, alternativesTable } from "./alternatives";
import { charts } from "./breakdown";
import { costUsePicture } from "./cost-use";
import { accepted, assumptions, marginal, purchases, quotas, rulesChecked } from "./details";
import { changesSince, decisions, identity, type ReviewDocument } from "./document";
import { findings } from "./findings";
import { escaped } from "./markup";
import { pictures } from "./pictures";
import { idOf, section } from "./section";
import { STYLE } from "./style";
import { targetBars } from "./target-bars";
import { timelinePicture } from "./timeline";
import { tornados } from "./tornado";

const ICONS: Readonly<Record<Verdict, string>> = {
  ready: '<circle cx="12" cy="12" r="10"/><path d="M7.5 12.5l3 3 6-6.5"/>',
  "ready-with-warnings": '<path d="M12 3L22 20.5H2Z"/><path d="M12 10v4.5M12 17.3v.2"/>',
  "not-ready": '<circle cx="12" cy="12" r="10"/><path d="M8.5 8.5l7 7M15.5 8.5l-7 7"/>',
};

function verdict(review: Review): string {
  const [first, rest] = verdictText(review).split("; ");
  return `<div class="verdict ${review.verdict}"><svg viewBox="0 0 24 24" aria-hidden="true">${ICONS[review.verdict]}</svg><div><strong>${escaped(first ?? "")}</strong><span>${escaped(rest ?? "")}${review.suppressed.length > 0 ? `; ${review.suppressed.length} accepted by the owner` : ""}</span></div></div>`;
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

/** Links to the sections that the page has. */
function contents(headings: readonly string[]): string {
  const links = headings.map((heading) => `<a href="#${idOf(heading)}">${escaped(heading)}</a>`);
  return `<nav aria-label="Contents">${links.join("")}</nav>`;
}

/** How a page is written. */
export interface PageOptions {
  /** Rules that explain the findings. @default - all rules of the review */
  readonly rules?: readonly Rule[];
  /** What makes the page a document: date, owner, commit, source, an earlier review. @default - none of it */
  readonly document?: ReviewDocument;
  /** Other designs for the same workload. @default - none are shown */
  readonly alternatives?: readonly Alternative[];
}

/**
 * The review as one HTML file: no script, nothing fetched, light and dark, for screen and paper. The only dates it shows are
 * those of the prices and the one that is given; the same design always gives the same bytes.
 */
export function reviewHtml(design: Design, review: Review, options: PageOptions = {}): string {
  const { rules = allRules, document = {}, alternatives = [] } = options;
  const { figures } = review;
  const priced = figures.cost.pricedOn;
  const drawing = costUsePicture(costUse(figures)) + charts(design, review);
  const sections: readonly (readonly [heading: string, body: string])[] = [
    ["Architecture", pictures(design, review)],
    ["Verdict", verdict(review)],
    ["Key figures", targetBars(targetsOf(design, review), headlines(review))],
    ["Changes since the last review", document.against === undefined ? "" : changesSince(document.against, review)],
    ["Findings", findings(review, rules)],
    ["Alternatives", alternativesTable(design, review, alternatives)],
    ["Timeline of the run", timelinePicture(timelineOf(design, figures))],
    ["Purchase options", purchases(review)],
    [MARGINAL_TITLE, marginal(review)],
    ["Sensitivity", tornados(sensitivityOf(design, figures, workedOut))],
    ["All figures", numbers(review)],
    [
      figures.training?.fits
        ? "Cost, memory and time breakdown"
        : figures.serving?.fits
          ? "Cost and memory breakdown"
          : "Cost breakdown",
      drawing === "" ? "" : `<div class="charts">${drawing}</div>`,
    ],
    ["Service quotas", quotas(review)],
    ["Accepted findings", accepted(review)],
    ["Decisions and sign-off", decisions(review, document)],
    ["Assumptions and sources", assumptions(review)],
    ["Rules", rulesChecked(review)],
  ];
  const shown = sections.filter(([, body]) => body !== "");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(`Design review of ${review.cluster}`)}</title>
<style>${STYLE}</style>
</head>
<body>
<header><h1>Design review of ${escaped(review.cluster)}</h1><p class="summary">${escaped(goalText(design))} <a class="chip ${review.verdict}" href="#verdict">${escaped(verdictText(review).split("; ")[0] ?? "")}</a></p>${identity(document)}${contents(shown.map(([heading]) => heading))}</header>
<main>${shown.map(([heading, body]) => section(heading, body)).join("\n")}</main>
<footer>${priced ? `Prices of ${escaped(daysText(priced))}. ` : ""}Figures are estimates; their ranges come from published measurements. Benchmark before you commit a budget.</footer>
</body>
</html>
`;
}
